/** Checks a written table and reads its cells. */
import { type Entry, fail } from "../_core/tool.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { ValueIds } from "../_lib/json/tree/value-ids.ts";
import { readFraction } from "../_lib/numbers/fraction.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { counted } from "../_lib/text/plural.ts";
import type { Input } from "../policy-decision-table.ts";
import { type Policy, readPolicy } from "./hit-policy.ts";
import { readTest } from "./read-unary.ts";
import { scalarOf } from "./scalar.ts";
import {
  type InputColumn,
  MOST_INPUTS,
  MOST_RULES,
  type OutputColumn,
  type TableProblem,
  tableProblem,
  type WrittenRule,
  type WrittenTable,
} from "./table.ts";
import { equals, type Test } from "./unary.ts";
import { quoted } from "../_lib/text/shown.ts";

export interface Rule {
  readonly id: string;
  /** Where it stands, from 0. */
  readonly index: number;
  readonly tests: readonly Test[];
  readonly values: readonly JsonNode[];
  /** Equal for equal outputs, and for no others. */
  readonly outputsId: string;
  /** Of each output its place among the values listed, the highest priority first. */
  readonly ranks: readonly number[];
}

export interface Table extends Policy {
  readonly inputs: readonly InputColumn[];
  readonly outputs: readonly OutputColumn[];
  readonly rules: readonly Rule[];
  readonly defaultOutput: ReadonlyMap<string, JsonNode> | undefined;
}

/** Compiles the table, by the policy that it or the input names. */
export function compileTable(written: WrittenTable, input: Input) {
  const inTable = written.hitPolicy !== undefined && written.hitPolicy !== null;
  const hitPolicy = inTable ? written.hitPolicy : input.hitPolicy;
  const policy = readPolicy(hitPolicy, written.aggregation ?? input.aggregation);
  if ("field" in policy) {
    const isOwn = (written[policy.field] ?? null) !== null;
    const path = `${isOwn ? "/table" : ""}/${policy.field}`;
    const { found, expected } = policy;
    const message = `Cannot use ${path}: found ${found}, expected ${expected}`;
    return { failure: fail({ code: "HIT_POLICY_INVALID", message, path, expected }) };
  }
  const [tooMany, ...more] = sizeProblems(written);
  if (tooMany) return { failure: inputInvalid([tooMany, ...more]) };
  const [first, ...others] = problemsOf(written);
  if (first) return { failure: fail([first, ...others]) };
  return new Compiler(written, policy).compile();
}

function sizeProblems({ inputs, outputs, rules }: WrittenTable): Entry<"RANGE">[] {
  return [
    ...sizeProblem("/table/inputs", inputs.length, MOST_INPUTS),
    ...sizeProblem("/table/outputs", outputs.length, Infinity),
    ...sizeProblem("/table/rules", rules.length, MOST_RULES),
  ];
}

function sizeProblem(path: string, count: number, most: number): Entry<"RANGE">[] {
  if (count > 0 && count <= most) return [];
  const expected = most === Infinity ? "at least one" : `1 to ${most}`;
  return [outOfBounds(path, count === 0 ? "none" : String(count), expected)];
}

/** What of a written table does not fit together. */
function problemsOf({ inputs, outputs, rules, defaultOutput }: WrittenTable): TableProblem[] {
  const names = new Set(outputs.map((output) => output.name));
  const unknown = [...(defaultOutput?.keys() ?? [])].find((name) => !names.has(name));
  const nameOf = ({ name }: { readonly name: string }) => name;
  return [
    ...repeated("/table/inputs", "name", inputs.map(nameOf)),
    ...repeated("/table/outputs", "name", outputs.map(nameOf)),
    ...repeated(
      "/table/rules",
      "id",
      rules.map(({ id }) => id),
    ),
    ...(unknown === undefined
      ? []
      : [tableProblem("/table/defaultOutput", quoted(unknown), "names of outputs")]),
  ];
}

function repeated(path: string, field: string, names: readonly string[]): TableProblem[] {
  const met = new Set<string>();
  for (const [at, name] of names.entries()) {
    if (name === "") return [tableProblem(`${path}/${at}/${field}`, "no text", "a name")];
    if (met.has(name))
      return [tableProblem(`${path}/${at}/${field}`, `${quoted(name)} again`, "another name")];
    met.add(name);
  }
  return [];
}

const MOST_ERRORS = 100;

type CompileFailure =
  | "CELL_SYNTAX"
  | "CELL_UNSUPPORTED"
  | "ROW_LENGTH"
  | "OUTPUT_NOT_LISTED"
  | "AGGREGATION_NOT_NUMERIC";

class Compiler {
  readonly #written: WrittenTable;
  readonly #policy: Policy;
  readonly #ids = new ValueIds();
  readonly #errors: Entry<CompileFailure>[] = [];

  constructor(written: WrittenTable, policy: Policy) {
    this.#written = written;
    this.#policy = policy;
  }

  compile() {
    const { inputs, outputs, rules, defaultOutput } = this.#written;
    for (const [index, rule] of rules.entries()) this.#checkLength(rule, index);
    // Cells in the wrong columns would only be more of the same.
    const isEven = this.#errors.length === 0;
    const ranksOf = this.#ranks();
    const compiled = isEven ? rules.map((rule, index) => this.#rule(rule, index, ranksOf)) : [];
    const [first, ...others] = this.#errors;
    if (first) return { failure: fail([first, ...others.slice(0, MOST_ERRORS - 1)]) };
    const table: Table = { ...this.#policy, inputs, outputs, rules: compiled, defaultOutput };
    return { table };
  }

  #checkLength({ cells, values, ragged }: WrittenRule, index: number): void {
    const { inputs, outputs } = this.#written;
    const [ins, outs] = [counted(inputs.length, "input"), counted(outputs.length, "output")];
    const isRight = cells.length === inputs.length && values.length === outputs.length;
    if (isRight && ragged === undefined) return;
    const found =
      ragged === undefined
        ? `${counted(cells.length, "input")} and ${counted(values.length, "output")}`
        : counted(ragged, "cell");
    const expected = `a cell for each column, of ${ins} and ${outs}`;
    const path = `/table/rules/${index}`;
    const message = `Cannot use ${path}: found ${found}, expected ${expected}`;
    this.#errors.push({ code: "ROW_LENGTH", message, path, expected });
  }

  #rule({ id, cells, values }: WrittenRule, index: number, ranksOf: Ranks): Rule {
    const tests = cells.map((cell, column) =>
      this.#test(cell, `/table/rules/${index}/when/${column}`),
    );
    this.#checkNumber(values[0], index);
    return {
      id,
      index,
      tests,
      values,
      outputsId: values.map((value) => this.#ids.idOf(value)).join(),
      ranks: values.map((value, column) => this.#rank(value, ranksOf[column], index, column)),
    };
  }

  #test(cell: JsonNode, path: string): Test {
    const literal = scalarOf(cell);
    const read =
      literal?.type === "string"
        ? readTest(literal.value)
        : (literal && equals(literal)) || {
            code: "CELL_UNSUPPORTED" as const,
            found: `an ${cell.type}`,
            expected: "unary tests",
          };
    if (!("found" in read)) return read;
    const shown = literal?.type === "string" ? `the cell ${quoted(literal.value)}` : "the cell";
    const message = `Cannot read ${shown}: found ${read.found}, expected ${read.expected}`;
    this.#errors.push({ code: read.code, message, path, expected: read.expected });
    return { kind: "any" };
  }

  /** Of each output, value → place; nothing for outputs that do not decide on the priority. */
  #ranks(): Ranks {
    const { hitPolicy } = this.#policy;
    const isRanked = hitPolicy === "priority" || hitPolicy === "output-order";
    return this.#written.outputs.map(({ values }) => {
      if (!isRanked || !values) return undefined;
      const places = new Map<number, number>();
      for (const [place, value] of values.entries()) {
        const id = this.#ids.idOf(value);
        if (!places.has(id)) places.set(id, place);
      }
      return places;
    });
  }

  #rank(value: JsonNode, places: Ranks[number], rule: number, column: number): number {
    const place = places ? places.get(this.#ids.idOf(value)) : 0;
    if (place !== undefined) return place;
    const path = `/table/rules/${rule}/then/${column}`;
    const expected = `one of the values of ${quoted(this.#written.outputs[column]?.name ?? "")}`;
    const message = `Cannot rank ${path}: found an output that is not listed, expected ${expected}`;
    this.#errors.push({ code: "OUTPUT_NOT_LISTED", message, path, expected });
    return 0;
  }

  #checkNumber(value: JsonNode | undefined, rule: number): void {
    const { aggregation } = this.#policy;
    if (aggregation === null || aggregation === "count") return;
    if (value?.type === "number" && readFraction(value.text)) return;
    const found = value?.type === "number" ? "one out of reach" : (value?.type ?? "nothing");
    const path = `/table/rules/${rule}/then/0`;
    const message = `Cannot take the ${aggregation} of ${path}: found ${found}, expected a number`;
    this.#errors.push({ code: "AGGREGATION_NOT_NUMERIC", message, path, expected: "a number" });
  }
}

type Ranks = readonly (ReadonlyMap<number, number> | undefined)[];
