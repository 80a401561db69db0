/** What an envelope says to those who see only text. */
import { RawJson } from "./raw-json.ts";
import type { Result } from "./types.ts";

type Body = Readonly<Record<string, unknown>>;

const LISTED_ERRORS = 10;

function tellError(body: Body): string {
  const { code, message, hint } = body["error"] as { code: string; message: string; hint: string };
  const result = body["result"] as Partial<Result> | undefined;
  const places = (result?.errors ?? [])
    .slice(0, LISTED_ERRORS)
    .map((entry) => `- ${entry.path ?? ""} ${entry.code}: ${entry.message}`);
  return [`${code}: ${message}`, ...places, hint].join("\n");
}

/** An error with its places, or the output where there is one: what an agent wants to read. */
export function tell(envelope: object): string {
  const body = envelope as Body;
  if (body["success"] !== true) return tellError(body);
  const result = body["result"] as Partial<Result> | undefined;
  if (result) return tellResult(result);
  if (body["results"]) {
    const results = body["results"] as {
      id: string;
      result?: Partial<Result> | RawJson;
      error?: { code: string };
    }[];
    return results
      .map(({ id, result: one, error }) => `${id}: ${error ? error.code : tellResult(one ?? {})}`)
      .join("\n");
  }
  if (body["steps"]) return tellResult(body as Partial<Result>);
  if (body["tools"]) {
    const tools = body["tools"] as { summary: string; signature: string }[];
    return (
      tools.map(({ summary, signature }) => `${signature} - ${summary}`).join("\n") ||
      "No tool found"
    );
  }
  return JSON.stringify(body["tool"]);
}

export function tellResult(result: Partial<Result> | RawJson): string {
  // Told in another process already, where that was asked for.
  if (result instanceof RawJson) return result.told ?? "";
  const { output, value, warnings = [] } = result;
  const answerText = output ?? JSON.stringify(value ?? null);
  const notes = warnings.map(({ code, message }) => `warning ${code}: ${message}`);
  return [answerText, ...notes].join("\n");
}
