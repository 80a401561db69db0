/** What an exchange shows, read once for all that judge it. */
import type { Challenge } from "./auth-challenges.ts";
import { readChallenges } from "./auth-challenges.ts";
import { fieldErrorsOf, mediaTypeOf, messageOf, namesIn, objectOf, problemOf } from "./body.ts";
import type { Value } from "../api-failure-diagnostic.ts";
import { type ClientCauses, clientCauses } from "../_lib/web/failures/client-errors.ts";
import { saidStatus } from "../_lib/web/failures/said-status.ts";
import type { Exchange } from "./exchange.ts";
import { type GrpcStatus, readGrpc } from "./grpc.ts";
import { dataOf } from "./read.ts";
import { rateLimitOf, type Wait, waitOf } from "./wait.ts";

export interface Evidence {
  readonly exchange: Exchange;
  /** Of JSON; undefined for other bodies. */
  readonly data: unknown;
  /** As far as it is searched; what the client says of the answer, where there is no body. */
  readonly body: string;
  readonly mediaType: string | null;
  readonly problem: object | null;
  /** What the server says to people. */
  readonly message: string | null;
  /** The names of errors that body and headers say, what is more particular first. */
  readonly names: readonly string[];
  readonly fieldErrors: Value["fieldErrors"];
  readonly challengeText: string;
  readonly auth: readonly Challenge[];
  readonly rateLimit: Value["rateLimit"];
  /** What the server asks for. */
  readonly wait: Wait | undefined;
  readonly grpc: GrpcStatus | undefined;
  readonly client: ClientCauses;
}

const LONGEST_SEARCHED = 100_000;

export function evidenceOf(given: Exchange, nowMs: number): Evidence {
  const { responseHeaders, errorText } = given;
  const data = dataOf(given.body);
  const mediaType = mediaTypeOf(responseHeaders.get("content-type"), given.body, data);
  const challengeText = responseHeaders.get("www-authenticate") ?? "";
  const client = clientCauses(errorText);
  const status = given.status ?? statusIn(data) ?? statusSaid(errorText, client);
  const body = (given.body === "" ? errorText : given.body).slice(0, LONGEST_SEARCHED);
  const message = messageOf(data, given.body, mediaType);
  return {
    exchange: { ...given, status },
    data,
    body,
    mediaType,
    problem: problemOf(data, mediaType),
    message,
    names: [
      ...NAME_HEADERS.flatMap((name) => responseHeaders.get(name) ?? []),
      ...namesIn(data, body),
    ],
    fieldErrors: fieldErrorsOf(data),
    challengeText,
    auth: readChallenges(challengeText),
    rateLimit: rateLimitOf(responseHeaders, nowMs),
    wait: waitOf({ headers: responseHeaders, data, message: message ?? body }, nowMs),
    grpc: readGrpc(responseHeaders.get("grpc-status"), errorText),
    client,
  };
}

const NAME_HEADERS = ["x-amzn-errortype", "x-ms-error-code", "x-error-code"] as const;

/** Bodies say the status again; that counts where nothing else says it. */
function statusIn(data: unknown): number | undefined {
  const body = objectOf(data);
  const error = objectOf(body["error"]);
  const places = [body["status"], body["statusCode"], body["code"], error["code"], error["status"]];
  return places.find(
    (place): place is number =>
      Number.isInteger(place) && Number(place) >= 400 && Number(place) < 600,
  );
}

/** What a proxy answers is no answer of the server, and one redirect of many is not what broke. */
function statusSaid(errorText: string, { found }: ClientCauses): number | undefined {
  const isOther = found.some(({ code }) => NO_ANSWER.has(code));
  return isOther ? undefined : saidStatus(errorText);
}

const NO_ANSWER: ReadonlySet<string> = new Set([
  "PROXY_AUTH_REQUIRED",
  "PROXY_CONNECT_FAILED",
  "REDIRECT_LOOP",
]);
