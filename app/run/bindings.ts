/** `$INPUT`, `$PREV` and `$STEP[n]` in a pipeline step's input: what they name, and what they are replaced by. */
import { beginning } from "../../tools/_lib/text/shown.ts";
import { RequestError } from "./errors.ts";
import type { Result } from "./types.ts";

/** What a binding may read: the pipeline's input, and the results of the steps before. */
export interface Scope {
  readonly input: unknown;
  readonly results: readonly Result[];
}

interface Binding {
  /** -1 is the pipeline's input, n the result of step n. */
  readonly source: number;
  readonly path: readonly string[];
}

const BINDING = /^\$(?:INPUT|PREV|STEP\[(\d{1,9})\])((?:\.[^.[\]]+|\[\d{1,9}\])*)$/;
const LOOKS_LIKE_BINDING = /^\$(?:INPUT|PREV|STEP)(?![A-Za-z0-9_])/;
const RESULT_MEMBERS = new Set(
  "ok toolId action output valid value stats errors warnings report summaryJson".split(" "),
);

/** Throws PIPELINE_BINDING_INVALID for every text that cannot be bound in the step at `index`. */
export function checkBindings(value: unknown, index: number): void {
  walk(value, (text) => {
    readBinding(text, index);
    return text;
  });
}

/** A copy of `value` in which every binding is replaced; `$$INPUT` becomes the text `$INPUT`. */
export function bind(value: unknown, scope: Scope): unknown {
  return walk(value, (text) => {
    const binding = readBinding(text, scope.results.length);
    if (binding) return pick(binding, text, scope);
    return text.startsWith("$$") && LOOKS_LIKE_BINDING.test(text.slice(1)) ? text.slice(1) : text;
  });
}

function readBinding(text: string, index: number): Binding | undefined {
  if (!LOOKS_LIKE_BINDING.test(text)) return undefined;
  const match = BINDING.exec(text);
  if (!match)
    throw invalid(text, "it is not of the form $INPUT, $PREV or $STEP[n] with a path after it");
  const path = (match[2] ?? "").split(/[.[\]]+/).filter(Boolean);
  if (text.startsWith("$INPUT")) return { source: -1, path };
  const source = match[1] === undefined ? index - 1 : Number(match[1]);
  if (source < 0) throw invalid(text, "the first step has no step before it");
  if (source >= index) throw invalid(text, `step ${index} can only read the steps before it`);
  const [member] = path;
  if (member !== undefined && !RESULT_MEMBERS.has(member)) {
    throw invalid(text, `a result has no member ${member}`);
  }
  return { source, path };
}

function pick({ source, path }: Binding, text: string, scope: Scope): unknown {
  const result = scope.results[source];
  if (source >= 0 && path.length === 0) return result?.output ?? result?.value;
  let value: unknown = source < 0 ? scope.input : result;
  for (const segment of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) {
      throw invalid(text, `there is nothing at ${segment}`);
    }
    value = (value as Record<string, unknown>)[segment];
  }
  return value;
}

function walk(value: unknown, replace: (text: string) => unknown): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, walk(member, replace)]),
  );
}

function invalid(text: string, reason: string): RequestError {
  return new RequestError(422, {
    code: "PIPELINE_BINDING_INVALID",
    message: `Cannot bind ${JSON.stringify(beginning(text, 80))}: ${reason}`,
    hint: "Use $INPUT, $PREV or $STEP[n] of an earlier step, with a path such as $PREV.value.items; $$INPUT is the text itself",
  });
}
