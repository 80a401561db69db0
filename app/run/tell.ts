/** What an envelope says to those who see only text: the answer, and after it, as a text of its own, the warnings. */
import type { Entry } from "../../tools/_core/tool.ts";
import { RawJson } from "./raw-json.ts";
import { relatedLines } from "./report.ts";
import type { ErrorObject, Result } from "./types.ts";

type Body = Readonly<Record<string, unknown>>;
/** One or two: without warnings there is no second. */
export type Told = readonly string[];

const LISTED_ERRORS = 10;

interface Part {
  readonly id: string;
  readonly result?: Partial<Result> | RawJson;
  readonly error?: ErrorObject;
}

interface Step {
  readonly result?: Partial<Result>;
}

/** An error with its places, or the output where there is one: what an agent wants to read. */
export function tell(envelope: object): Told {
  const body = envelope as Body;
  const result = body["result"] as Partial<Result> | undefined;
  if (body["success"] !== true) return tellError(body["error"] as ErrorObject, result);
  if (result) return tellResult(result);
  if (body["results"]) return tellParts(body["results"] as readonly Part[]);
  if (body["steps"]) {
    const steps = body["steps"] as readonly Step[];
    return tellResult({
      output: body["output"] as string | undefined,
      value: body["value"],
      warnings: steps.flatMap((step) => step.result?.warnings ?? []),
    });
  }
  if (body["tools"]) {
    const tools = body["tools"] as { summary: string; signature: string }[];
    const lines = tools.map(({ summary, signature }) => `${signature} - ${summary}`);
    if (body["nothing_fits"] !== true) return [lines.join("\n")];
    const others = `No tool fits. Queries that lead somewhere: ${(body["suggestions"] as string[]).join("; ")}`;
    return [lines.length === 0 ? others : ["No tool fits; the nearest:", ...lines].join("\n")];
  }
  return [JSON.stringify(body["tool"])];
}

export function tellResult(result: Partial<Result> | RawJson): Told {
  // Told in another process already, where that was asked for.
  if (result instanceof RawJson) return result.told ?? [];
  const { output, value, warnings } = result;
  return withNotes(output ?? JSON.stringify(value ?? null), warnings);
}

function tellError({ code, message, hint }: ErrorObject, result: Partial<Result> = {}): Told {
  const places = (result.errors ?? [])
    .slice(0, LISTED_ERRORS)
    .flatMap((entry) => [
      `- ${entry.path ?? ""} ${entry.code}: ${entry.message}`,
      ...relatedLines(entry),
    ]);
  return withNotes([`${code}: ${message}`, ...places, hint].join("\n"), result.warnings);
}

function withNotes(answer: string, warnings: readonly Entry[] = []): Told {
  if (warnings.length === 0) return [answer];
  return [answer, warnings.map(({ code, message }) => `warning ${code}: ${message}`).join("\n")];
}

/** The runs of a batch, each behind its id. */
function tellParts(parts: readonly Part[]): Told {
  const told = parts.map(({ id, result = {}, error }) => {
    const whole = result instanceof RawJson ? undefined : result;
    const [answer = "", notes] =
      error && !(result instanceof RawJson) ? tellError(error, whole) : tellResult(result);
    return { answer: `${id}: ${answer}`, notes: notes === undefined ? [] : [`${id}: ${notes}`] };
  });
  const notes = told.flatMap((one) => one.notes);
  const answer = told.map((one) => one.answer).join("\n");
  return notes.length === 0 ? [answer] : [answer, notes.join("\n")];
}
