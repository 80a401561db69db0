/** The first shape of the call: `tool` beside `tool_id`, short names, and `tool` in the answer. */
import { findByAnyName } from "../registry.ts";
import { invalidRequest } from "./errors.ts";
import { type RunHost, run } from "./run.ts";
import type { Terms } from "./terms.ts";
import type { Answer } from "./types.ts";

/** Throws `RequestError` where no tool is named. */
export async function runLegacy(
  body: Readonly<Record<string, unknown>>,
  host: RunHost,
  terms: Terms,
): Promise<Answer> {
  const name = body["tool_id"] ?? body["tool"];
  if (typeof name !== "string" || name === "") {
    throw invalidRequest("tool is missing", 'Send {"tool": "json-formatter", "input": {…}}');
  }
  const ran = await run({ ...body, tool_id: legacyName(name) } as never, host, terms);
  const { tool_id: tool } = ran.body;
  if (tool === undefined) return ran;
  // The time stays the last member.
  const { processing_time_ms, ...rest } = ran.body;
  return {
    status: ran.status,
    body: { ...rest, tool, processing_time_ms } as Answer["body"],
    ...(ran.retryAfter === undefined ? {} : { retryAfter: ran.retryAfter }),
  };
}

/** An alias stays, since it may stand for some input; a short name becomes the id. */
function legacyName(name: string): string {
  const entry = findByAnyName(name);
  return entry && !entry.aliases.includes(name) ? entry.id : name;
}
