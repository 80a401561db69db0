/** What an exchange shows, read once for all that judge it. */
import type { Challenge } from "./auth-challenges.ts";
import { readChallenges } from "./auth-challenges.ts";
import { fieldErrorsOf, mediaTypeOf, messageOf, problemOf } from "./body.ts";
import type { Value } from "../api-failure-diagnostic.ts";
import type { Exchange } from "./exchange.ts";
import { type GrpcStatus, readGrpc } from "./grpc.ts";
import { dataOf } from "./read.ts";
import { rateLimitOf, type Wait, waitOf } from "./wait.ts";

export interface Evidence {
  readonly exchange: Exchange;
  /** Of JSON; undefined for other bodies. */
  readonly data: unknown;
  /** As far as it is searched. */
  readonly body: string;
  readonly mediaType: string | null;
  readonly problem: object | null;
  /** What the server says to people. */
  readonly message: string | null;
  readonly fieldErrors: Value["fieldErrors"];
  readonly challengeText: string;
  readonly auth: readonly Challenge[];
  readonly rateLimit: Value["rateLimit"];
  /** What the server asks for. */
  readonly wait: Wait | undefined;
  readonly grpc: GrpcStatus | undefined;
}

const LONGEST_SEARCHED = 100_000;

export function evidenceOf(given: Exchange, nowMs: number): Evidence {
  const { responseHeaders } = given;
  const data = dataOf(given.body);
  const mediaType = mediaTypeOf(responseHeaders.get("content-type"), given.body, data);
  const problem = problemOf(data, mediaType);
  const challengeText = responseHeaders.get("www-authenticate") ?? "";
  return {
    exchange: { ...given, status: given.status ?? statusIn(problem) },
    data,
    body: given.body.slice(0, LONGEST_SEARCHED),
    mediaType,
    problem,
    message: messageOf(data, given.body, mediaType),
    fieldErrors: fieldErrorsOf(data),
    challengeText,
    auth: readChallenges(challengeText),
    rateLimit: rateLimitOf(responseHeaders, nowMs),
    wait: waitOf(responseHeaders, nowMs),
    grpc: readGrpc(responseHeaders.get("grpc-status"), given.errorText),
  };
}

/** A problem says the status again; that counts where nothing else says it. */
function statusIn(problem: object | null): number | undefined {
  const { status } = (problem ?? {}) as { readonly status?: unknown };
  const isStatus = Number.isInteger(status) && Number(status) >= 100 && Number(status) < 600;
  return isStatus ? Number(status) : undefined;
}
