/** Reads all rows, and refuses those that make no line. */
import { type Entry, fail } from "../_core/tool.ts";
import type { JsonMember, JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import type {
  DropReason,
  Format,
  Input,
  Mapping,
  RowProblem,
  SourceFormat,
  Value,
  Warning,
} from "../eval-dataset-jsonl-formatter.ts";
import { checkNeeds } from "./needs.ts";
import type { FormatNotes } from "./notes.ts";
import { PartReader } from "./part-reader.ts";
import type { HearProblem } from "./read-messages.ts";
import { idOf, isAboutTools, READERS, systemOf } from "./row-formats.ts";
import { isGiven, memberOf, type Row } from "./row.ts";
import { readSource } from "./source.ts";

export interface RowsRead {
  readonly from: SourceFormat | "mixed";
  /** Of all rows, those refused included. */
  readonly count: number;
  /** Those that make a line. */
  readonly rows: readonly Row[];
  readonly dropped: Value["dropped"];
  readonly warnings: readonly Entry<Warning>[];
}

export function readRows(input: Input, notes: FormatNotes) {
  const { rows, warnings, failure } = readSource(input.rows);
  if (failure) return { failure };
  const reading = new Reading(input, notes);
  for (const [index, row] of rows.entries()) {
    const refusal = reading.add(row, index);
    if (refusal) return { failure: fail(refusal) };
  }
  const read: RowsRead = { ...reading.result(), count: rows.length, warnings };
  return { read };
}

class Reading {
  readonly #input: Input;
  readonly #notes: FormatNotes;
  readonly #rows: Row[] = [];
  readonly #dropped: Value["dropped"] = [];
  readonly #formats = new Set<SourceFormat>();

  constructor(input: Input, notes: FormatNotes) {
    this.#input = input;
    this.#notes = notes;
  }

  add(source: JsonNode, index: number): Entry<"FORMAT_UNRECOGNISED"> | undefined {
    if (source.type !== "object") return unrecognised(index, `a ${source.type}`);
    const format = this.#formatOf(source);
    let problem: RowProblem | undefined;
    const hear: HearProblem = (code, ...details) => {
      problem ??= code;
      this.#notes.problem(code, ...details);
    };
    const row = readRow(source, index, format, this.#input.mapping, hear);
    if (!row) return unrecognised(index, "an object without an input and a target");
    this.#formats.add(format);
    if (!problem) checkNeeds(row, this.#input.to, hear);
    if (problem) this.#dropped.push({ index, reason: reasonOf(problem), duplicateOf: null });
    else this.#rows.push(row);
    return undefined;
  }

  #formatOf(source: JsonNode & { type: "object" }): SourceFormat {
    const { from, mapping } = this.#input;
    if (from !== "auto") return from;
    return Object.keys(mapping).length > 0 ? "generic" : recogniseFormat(source);
  }

  result(): Pick<RowsRead, "rows" | "dropped" | "from"> {
    const [only, ...others] = this.#formats;
    const from = only && others.length === 0 ? only : "mixed";
    return { from, rows: this.#rows, dropped: this.#dropped };
  }
}

function reasonOf(code: RowProblem): DropReason {
  return code.toLowerCase().replaceAll("_", "-") as DropReason;
}

function unrecognised(index: number, found: string): Entry<"FORMAT_UNRECOGNISED"> {
  const expected = "a row of a known format, or one with an input or a target";
  return {
    code: "FORMAT_UNRECOGNISED",
    message: `Cannot read row ${index}: found ${found}, expected ${expected}`,
    path: `/rows/${index}`,
    index,
    expected,
    hint: "mapping says which members are the input and the output",
  };
}

/** Undefined where a generic row has neither an input nor a target. */
function readRow(
  source: JsonObject,
  index: number,
  format: SourceFormat,
  mapping: Mapping,
  hear: HearProblem,
): Row | undefined {
  const parts = READERS[format](new PartReader(source, `/rows/${index}`, hear), mapping);
  if (!parts) return undefined;
  const { taken, ...given } = parts;
  const [systemKey, idKey] = [mapping.system ?? "system", mapping.id ?? "id"];
  const metadata = metadataOf(source, format);
  const known = new Set([...taken, systemKey, idKey, ...metadata.taken]);
  const others = source.members.filter(({ key, value }) => !known.has(key) && isGiven(value));
  const loose = others.filter((member) => !isAboutTools(member));
  const isOpen = OPEN_FORMATS.has(format);
  return {
    ...given,
    index,
    format,
    source,
    system: given.system ?? systemOf(memberOf(source, systemKey)),
    id: given.id ?? idOf(memberOf(source, idKey)),
    turns: given.turns ?? [],
    metadata: [...metadata.members, ...(given.metadata ?? []), ...(isOpen ? [] : loose)],
    tools: given.tools ?? others.filter(isAboutTools),
    extras: [...(given.extras ?? []), ...(isOpen ? loose : [])],
  };
}

/** Formats whose rows may have further members of their own. */
const OPEN_FORMATS: ReadonlySet<SourceFormat> = new Set(["promptfoo", "inspect"]);

/** Metadata in a member of that name, which in promptfoo says something of the test and is none of its variables. */
function metadataOf(
  source: JsonObject,
  format: SourceFormat,
): { readonly members: readonly JsonMember[]; readonly taken: readonly string[] } {
  const node = memberOf(source, "metadata");
  if (format === "promptfoo" || node?.type !== "object") return { members: [], taken: [] };
  return { members: node.members, taken: ["metadata"] };
}

type RowTest = (row: JsonObject) => boolean;

const has =
  (...keys: readonly string[]): RowTest =>
  (row) =>
    keys.every((key) => isGiven(memberOf(row, key)));

const hasTyped =
  (key: string, type: JsonNode["type"]): RowTest =>
  (row) =>
    memberOf(row, key)?.type === type;

const FORMAT_TESTS: readonly (readonly [format: Format, test: RowTest])[] = [
  ["openai-finetune", hasTyped("messages", "array")],
  ["openai-dpo", has("input", "preferred_output")],
  ["openai-evals-api", hasTyped("item", "object")],
  ["promptfoo", hasTyped("vars", "object")],
  ["sharegpt", hasTyped("conversations", "array")],
  ["hf-preference", has("chosen", "rejected")],
  ["alpaca", has("instruction", "output")],
  ["hf-prompt-completion", has("prompt", "completion")],
  ["openai-evals", has("input", "ideal")],
  ["inspect", has("input", "target")],
];

/** The format whose members the row has; generic where it is none. */
function recogniseFormat(row: JsonObject): SourceFormat {
  return FORMAT_TESTS.find(([, test]) => test(row))?.[0] ?? "generic";
}
