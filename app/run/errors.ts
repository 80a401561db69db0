/** The errors that are the same for all tools, and the envelope they travel in. */
import { quoted } from "../../tools/_lib/text/shown.ts";
import { nearestIds } from "../registry.ts";
import type { Door } from "./terms.ts";
import type { Answer, ErrorObject, Failure } from "./types.ts";

/** How a caller finds a tool, and learns what it takes. */
const WORDS: Readonly<Record<Door, { readonly search: string; readonly schema: string }>> = {
  http: { search: "GET /api/tools/search?q=…", schema: "GET /api/tools/{id}/schema" },
  mcp: { search: "search_tools", schema: "get_tool_schema" },
  terminal: { search: "purebox search WORDS", schema: "purebox schema ID" },
};

export function wordsOf(door: Door = "http") {
  return WORDS[door];
}

/** What to do, at every door, about an error whose entry has no hint of its own. */
const HINTS: Readonly<Record<string, string>> = {
  TOOL_INPUT_INVALID: "Correct the fields named in result.errors; the tool's schema lists them",
  JSON_SYNTAX: "Correct the text at the position given, or run json-repair on it first",
  BUDGET_EXCEEDED:
    "Make the input smaller or simpler; the same input always stops at the same point",
};

export function hintFor(code: string): string {
  return HINTS[code] ?? "See result.errors for each problem and its place";
}

export function failure(error: ErrorObject, started: number, more: object = {}): Failure {
  return {
    success: false,
    ok: false,
    error,
    ...more,
    tokens_saved_estimate: 0,
    processing_time_ms: elapsed(started),
  };
}

/** Whole milliseconds since `started`, on the clock that only moves forward. */
export function elapsed(started: number): number {
  return Math.round(performance.now() - started);
}

/** An answer about the request itself, before any tool has run. */
export class RequestError extends Error {
  readonly status: number;
  readonly error: ErrorObject;
  /** After how many seconds the same call may succeed, where waiting helps. */
  readonly retryAfter: number | undefined;

  constructor(status: number, error: ErrorObject, retryAfter?: number) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.retryAfter = retryAfter;
  }

  answer(started: number): Answer<Failure> {
    const { status, retryAfter } = this;
    const body = failure(this.error, started);
    return { status, body, ...(retryAfter === undefined ? {} : { retryAfter }) };
  }
}

/** Whether it is the caller who may not, or not now: each transport says so with its own means. */
export function isRefusal({ status, error }: Pick<RequestError, "status" | "error">): boolean {
  return [401, 403, 429].includes(status) || error.code === "STORE_UNAVAILABLE";
}

export function invalidRequest(message: string, hint: string): RequestError {
  return new RequestError(400, { code: "INVALID_REQUEST", message, hint });
}

const LONGEST_NAME = 81;

export function unknownTool(name: string, door?: Door): RequestError {
  const { search, schema } = wordsOf(door);
  const near = nearestIds(name);
  return new RequestError(404, {
    code: "UNKNOWN_TOOL",
    message: `Unknown tool ${quoted(name, LONGEST_NAME)}`,
    hint: `Did you mean ${near.join(", ")}? Search first (${search}), then fetch the schema of one tool (${schema})`,
    did_you_mean: near,
  });
}

const RETRY_SECONDS = 1;

export function deadlineExceeded(): RequestError {
  return new RequestError(
    503,
    {
      code: "DEADLINE_EXCEEDED",
      message: "The run was stopped: it took longer than the time there is for one call",
      hint: "Make the input smaller or simpler, or call again when the service is less busy",
    },
    RETRY_SECONDS,
  );
}

/** Never what the error says: that is for the log. */
export const CRASHED: ErrorObject = {
  code: "TOOL_RUNTIME_ERROR",
  message: "The tool failed on this input; this is a bug of the service, not of the input",
  hint: "Please report the tool id and, if it may be shared, the input",
};

export function toolCrashed(started: number): Answer<Failure> {
  return { status: 500, body: failure(CRASHED, started) };
}
