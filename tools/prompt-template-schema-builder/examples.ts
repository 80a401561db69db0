/** Examples of what is asked and answered: read, and checked against the schema. */
import type { Budget, Entry } from "../_core/tool.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import { problemEntry, readJsonField } from "../_lib/json/tree/json-field.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import { readJson } from "../_lib/json/tree/read.ts";
import { arrayNode, type JsonNode, withoutRepeats } from "../_lib/json/tree/tree.ts";
import { ErrorList } from "../_lib/results/entry-list.ts";
import { missingField, outOfBounds } from "../_lib/results/input-invalid.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { ValidationTrouble, Validator } from "../_lib/schemas/json-schema/validator.ts";
import { endOfLine, nextLine } from "../_lib/text/position.ts";
import type { Warning } from "../prompt-template-schema-builder.ts";

export const MOST_EXAMPLES = 50;

const PATH = "/examples";

export interface Example {
  readonly input: JsonNode;
  readonly output: JsonNode;
}

type FieldEntry = Entry<"RANGE" | "REQUIRED" | "TYPE">;

export type ExamplesRead =
  | {
      readonly ok: true;
      readonly examples: readonly Example[];
      readonly warnings: readonly Entry<Warning>[];
    }
  | {
      readonly ok: false;
      /** Why the text is no JSON. */
      readonly syntax: Entry<"JSON_SYNTAX" | "INPUT_TOO_DEEP">;
    }
  | { readonly ok: false; readonly shape: readonly [FieldEntry, ...FieldEntry[]] };

/** Reads the field: an array, one example, or text with one JSON value a line. */
export function readExamples(field: unknown): ExamplesRead {
  if (isNothing(field)) return { ok: true, examples: [], warnings: [] };
  const document = readJsonField(field, PATH);
  if (document.ok) return shaped(document.root, document.warnings);
  const { error } = document;
  const lines = typeof field === "string" ? readLines(field) : error;
  if ("code" in lines) return { ok: false, syntax: lines.offset === undefined ? error : lines };
  return lines.length === 0 ? { ok: false, syntax: error } : shaped(arrayNode(lines), []);
}

/** The values of the lines; the problem of a line that is none; nothing where not even the first is one. */
function readLines(text: string): JsonNode[] | Entry<"JSON_SYNTAX" | "INPUT_TOO_DEEP"> {
  const values: JsonNode[] = [];
  for (let start = text.startsWith("\ufeff") ? 1 : 0; start < text.length;) {
    const line = text.slice(start, endOfLine(text, start));
    if (!/^[ \t]*$/.test(line)) {
      const read = readJson(line);
      if ("type" in read)
        return values.length === 0 ? [] : problemEntry(read, text, PATH, "json", start);
      values.push(withoutRepeats(read.root, "last"));
    }
    start = nextLine(text, start);
  }
  return values;
}

function shaped(root: JsonNode, warnings: readonly Entry<Warning>[]): ExamplesRead {
  const items = root.type === "array" ? root.items : [root];
  if (items.length > MOST_EXAMPLES) {
    const expected = `at most ${MOST_EXAMPLES} examples`;
    return { ok: false, shape: [outOfBounds(PATH, `${items.length} examples`, expected)] };
  }
  const examples: Example[] = [];
  const problems: FieldEntry[] = [];
  for (const [index, item] of items.entries()) {
    const path = root.type === "array" ? `${PATH}/${index}` : PATH;
    const input = memberOf(item, "input");
    const output = memberOf(item, "output");
    if (item.type !== "object") problems.push(wrongType(path, item.type));
    if (item.type === "object" && input === undefined) problems.push(missing(path, "input"));
    if (item.type === "object" && output === undefined) problems.push(missing(path, "output"));
    if (input !== undefined && output !== undefined) examples.push({ input, output });
  }
  const [first, ...others] = problems;
  if (first !== undefined) return { ok: false, shape: [first, ...others] };
  return { ok: true, examples, warnings };
}

function wrongType(path: string, found: string): FieldEntry {
  const message = `Cannot use ${path}: found a value of type ${found}, expected an object with input and output`;
  return { code: "TYPE", message, path, expected: "object", received: found };
}

function missing(path: string, member: string): FieldEntry {
  return missingField(appendPointer(path, member), `the ${member} of the example`);
}

export type ExamplesChecked =
  | { readonly ok: true; readonly errors: readonly Entry<"EXAMPLE_INVALID" | "ERRORS_TRUNCATED">[] }
  | { readonly ok: false; readonly error: ValidationTrouble };

/** What of the examples' outputs does not fit the schema. */
export function checkExamples(
  examples: readonly Example[],
  validator: Validator,
  budget: Budget,
): ExamplesChecked {
  const list = new ErrorList<"EXAMPLE_INVALID">();
  for (const [index, { output }] of examples.entries()) {
    const validation = validator.validate(output, { budget });
    if (!validation.ok) return { ok: false, error: validation.error };
    for (const violation of validation.violations) {
      const { path, message, keyword, expected, received, hint } = violation;
      list.add("EXAMPLE_INVALID", () => ({
        message,
        path: `${PATH}/${index}/output${path}`,
        keyword,
        expected,
        received,
        ...(hint === undefined ? {} : { hint }),
      }));
    }
  }
  return { ok: true, errors: list.list() };
}
