/** Says of one failed call what broke, why, and whether and when it may be tried again. */
import { type Ctx, done, type Entry, fail } from "../_core/tool.ts";
import { isIdempotentMethod } from "../_lib/web/http/retry-safety.ts";
import type { Input, Value } from "../api-failure-diagnostic.ts";
import { isShowable } from "./body.ts";
import { namedCause } from "../_lib/web/failures/api-codes.ts";
import {
  type CauseCode,
  causeOf,
  type Layer,
  progressOfCause,
} from "../_lib/web/failures/causes.ts";
import type { Found } from "../_lib/web/failures/client-errors.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import { masked } from "./masked.ts";
import { readExchange } from "./read.ts";
import { statusCause, toldAuth } from "./status-causes.ts";
import { oneLine, shortened } from "../_lib/text/shown.ts";

/** Diagnoses the call that the input tells of. */
export function diagnose(input: Input, ctx: Ctx) {
  const exchange = readExchange(input);
  const evidence = evidenceOf(exchange, ctx.now());
  const isNothing =
    evidence.exchange.status === undefined && `${exchange.errorText}${exchange.body}`.trim() === "";
  if (isNothing) return fail(nothing());
  const found = causesOf(evidence);
  const value = valueOf(input, evidence, found);
  const valid = found.length === 0 && isSuccess(evidence);
  const output = writeReport(value, valid, saidIn(evidence).map(shown));
  return done({ output, value, valid, stats: { causes: found.length } });
}

/** In the words of the server or the client, which say more than a status. */
function saidIn({ exchange: { errorText }, message }: Evidence): string[] {
  if (message !== null) return [`the body says ${JSON.stringify(message)}`];
  const [line = ""] = errorText.trim().split(/[\r\n]/);
  return line !== "" && isShowable(line) ? [line] : [];
}

function shown(text: string): string {
  return shortened(masked(text), LONGEST_SHOWN);
}

function nothing(): Entry<"NOTHING_TO_DIAGNOSE"> {
  const expected = "a status, an error text or a body";
  const message = `Cannot diagnose: found none of what a failed call leaves, expected ${expected}`;
  return { code: "NOTHING_TO_DIAGNOSE", message, path: "/input", expected };
}

function isSuccess({ exchange: { status, errorText } }: Evidence): boolean {
  if (status === undefined) return errorText.trim() === "";
  return status === 304 || (status >= 200 && status < 300);
}

/** By meaning; 0 is success. */
const GRPC_CAUSES: Readonly<Record<number, CauseCode>> = {
  1: "REQUEST_ABORTED",
  2: "SERVER_ERROR",
  3: "VALIDATION_FAILED",
  4: "GATEWAY_TIMEOUT",
  5: "NOT_FOUND",
  6: "CONFLICT",
  7: "PERMISSION_DENIED",
  8: "RATE_LIMITED",
  9: "PRECONDITION_FAILED",
  10: "CONFLICT",
  11: "VALIDATION_FAILED",
  12: "NOT_IMPLEMENTED",
  13: "SERVER_ERROR",
  14: "SERVICE_UNAVAILABLE",
  15: "SERVER_ERROR",
  16: "AUTH_INVALID",
};

/** Each once: what the client names, what the response tells, and last what a text only describes. */
function causesOf(evidence: Evidence): Found[] {
  const { client, grpc } = evidence;
  const answered = [responseCause(evidence), grpcCause(evidence)];
  // gRPC says UNAVAILABLE and the like of whatever the client below it met.
  const isFirst = client.isNamed || (grpc !== undefined && BROAD_GRPC.has(grpc.code));
  const all = isFirst
    ? [...client.found, ...answered]
    : [...answered, ...client.found, apiCause(evidence)];
  const known = new Set<CauseCode>();
  return all
    .filter((cause) => cause !== undefined)
    .filter(({ code }) => !known.has(code) && known.add(code));
}

const BROAD_GRPC: ReadonlySet<number> = new Set([2, 13, 14]);

/** The cause that a response tells of, with what its body says. */
function responseCause(evidence: Evidence): Found | undefined {
  const cause = statusCause(evidence);
  const { message } = evidence;
  if (cause === undefined || message === null) return cause;
  return { ...cause, evidence: [...cause.evidence, ...saidIn(evidence)] };
}

function grpcCause(evidence: Evidence): Found | undefined {
  const { grpc, body } = evidence;
  const code = grpc && GRPC_CAUSES[grpc.code];
  if (code === undefined) return undefined;
  const seen = `gRPC status ${grpc?.code} ${grpc?.name}`;
  if (code === "RATE_LIMITED" && /message (?:larger|size)|larger than max/i.test(body))
    return { code: "PAYLOAD_TOO_LARGE", evidence: [seen] };
  const told = code === "AUTH_INVALID" ? toldAuth(body) : undefined;
  return told === undefined
    ? { code, evidence: [seen] }
    : { ...told, evidence: [seen, ...told.evidence] };
}

/** What an SDK says of an API's error without its status. */
function apiCause({ exchange: { status, errorText }, grpc }: Evidence): Found | undefined {
  const cause = status === undefined && !grpc ? namedCause(errorText) : undefined;
  return cause && { code: cause.code, evidence: [`the error is named ${cause.name}`] };
}

function valueOf(input: Input, evidence: Evidence, found: readonly Found[]): Value {
  const { exchange, auth, rateLimit, grpc = null } = evidence;
  const { requestHeaders, responseHeaders } = exchange;
  const method = (exchange.method || "GET").toUpperCase();
  const idempotent =
    input.idempotent ?? (isIdempotentMethod(method) || requestHeaders.has("idempotency-key"));
  const [first] = found;
  return {
    request: { method, url: exchange.url === "" ? null : masked(exchange.url), idempotent },
    response: {
      status: exchange.status ?? null,
      reason: exchange.reason || null,
      mediaType: evidence.mediaType,
      requestId: responseHeaders.first(...REQUEST_IDS) ?? null,
      problem: evidence.problem,
    },
    layer: first ? causeOf(first.code).layer : layerOf(evidence),
    causes: found.map(({ code, evidence: seen }, index) => ({
      code,
      confidence: index === 0 ? "high" : "medium",
      evidence: seen.map(shown),
      fix: causeOf(code).fix,
    })),
    fieldErrors: evidence.fieldErrors,
    auth: auth.map(({ scheme, params }) => ({ scheme, params: { ...params } })),
    rateLimit,
    grpc,
    retry: retryOf(input, { idempotent, wait: evidence.wait }, first?.code),
  };
}

const LONGEST_SHOWN = 200;

const REQUEST_IDS = [
  "x-request-id",
  "x-correlation-id",
  "request-id",
  "cf-ray",
  "x-amzn-requestid",
  "traceparent",
] as const;

/** Where no cause is known, who spoke last is where it lies. */
function layerOf({ exchange: { status } }: Evidence): Layer {
  if (status === undefined) return "client";
  return status < 500 ? "http" : "application";
}

interface Asked {
  readonly idempotent: boolean;
  readonly wait: Evidence["wait"];
}

function retryOf(
  input: Input,
  { idempotent, wait }: Asked,
  code: CauseCode | undefined,
): Value["retry"] {
  const progress = code === undefined ? "permanent" : progressOfCause(code);
  if (progress === "permanent") {
    const reason =
      code === undefined
        ? "no cause that passes is known"
        : "the same request fails in the same way";
    return { decision: "do-not-retry", afterMs: null, source: null, reason };
  }
  const backoff = Math.min(input.maxDelayMs, input.baseDelayMs * 2 ** (input.attempt - 1));
  const { afterMs, source } = wait ?? { afterMs: backoff, source: "backoff" };
  if (progress === "not-processed")
    return { decision: "retry", afterMs, source, reason: "the request was not processed" };
  return idempotent
    ? {
        decision: "retry",
        afterMs,
        source,
        reason:
          "the request may have been carried out; it is idempotent, so that it may be sent again",
      }
    : {
        decision: "retry-if-idempotent",
        afterMs,
        source,
        reason: "the request may have been carried out: add an idempotency key first",
      };
}

/** The diagnosis as Markdown; `said` is what is shown where no cause is known. */
function writeReport(value: Value, succeeded: boolean, said: readonly string[]): string {
  const { causes, fieldErrors, retry } = value;
  const [first, ...others] = causes;
  const blocks = [`# ${titleOf(value, succeeded)}`, callLine(value)];
  if (first) {
    blocks.push(bulletSection("Evidence", first.evidence), `## What to do\n\n${first.fix}`);
    if (fieldErrors.length > 0)
      blocks.push(
        bulletSection(
          "Fields",
          fieldErrors.map(({ path, message }) => `${path}: ${message}`),
        ),
      );
    if (others.length > 0)
      blocks.push(
        bulletSection(
          "Also seen",
          others.map(({ code, fix }) => `${code}: ${fix}`),
        ),
      );
  }
  if (!first && !succeeded && said.length > 0) blocks.push(bulletSection("Evidence", said));
  const when = retry.afterMs === null ? "" : ` after ${retry.afterMs} ms (${retry.source})`;
  blocks.push(`## Retry\n\n${retry.decision}${when}: ${retry.reason}`);
  return blocks.join("\n\n");
}

function titleOf({ causes: [first], layer }: Value, succeeded: boolean): string {
  if (first) return `${first.code} (${layer})`;
  return succeeded ? "Nothing failed" : `Unknown cause (${layer})`;
}

function callLine({ request, response }: Value): string {
  const { status, reason, requestId } = response;
  const answer = status === null ? "no response" : [status, reason].filter(Boolean).join(" ");
  const id = requestId === null ? "" : `, request id ${requestId}`;
  return oneLine(`${[request.method, request.url].filter(Boolean).join(" ")}: ${answer}${id}`);
}

function bulletSection(title: string, items: readonly string[]): string {
  return [`## ${title}`, "", ...items.map((item) => `- ${oneLine(item)}`)].join("\n");
}
