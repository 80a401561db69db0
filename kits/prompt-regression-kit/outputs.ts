/** Recorded outputs of a model: texts, entries that name their test, or a results file of promptfoo. */
import { type Static, Type } from "@sinclair/typebox";
import type { Entry } from "../../tools/_core/tool.ts";
import { memberOf, textOf } from "../../tools/_lib/json/tree/members.ts";
import { readJsonRoot } from "../../tools/_lib/json/tree/rows.ts";
import { type JsonNode, nullNode } from "../../tools/_lib/json/tree/tree.ts";
import { valueOf } from "../../tools/_lib/json/tree/value.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { outOfBounds } from "../../tools/_lib/results/input-invalid.ts";
import { explainMisfit } from "../../tools/_lib/results/misfit.ts";
import type { TestCase } from "./tests.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";

const MOST_OUTPUTS = 5000;

const orNull = <T extends ReturnType<typeof Type.Number> | ReturnType<typeof Type.String>>(
  type: T,
) => Type.Optional(Type.Union([type, Type.Null()]));

const INDEX = Type.Optional(Type.Integer({ minimum: 0 }));

const MEMBERS = {
  output: Type.Optional(Type.Unknown()),
  text: Type.Optional(Type.Unknown()),
  response: Type.Optional(Type.Unknown()),
  testIndex: INDEX,
  testIdx: INDEX,
  test: Type.Optional(Type.Unknown()),
  latencyMs: orNull(Type.Number()),
  cost: orNull(Type.Number()),
  finishReason: orNull(Type.String()),
  error: Type.Optional(Type.Unknown()),
};

const ENTRY = Type.Object(MEMBERS, { additionalProperties: false });

/** What a field of outputs takes as data. */
export const OUTPUTS = [
  Type.Array(
    Type.Union([
      ENTRY,
      Type.String(),
      Type.Number(),
      Type.Boolean(),
      Type.Null(),
      Type.Array(Type.Unknown()),
    ]),
    { maxItems: MOST_OUTPUTS },
  ),
  ENTRY,
  Type.Object({ results: Type.Unknown() }),
  Type.Number(),
  Type.Boolean(),
] as const;

/** A row of promptfoo, which holds much more. */
const ROW = Type.Object(MEMBERS);

export interface Sample {
  /** Pointer of its entry. */
  readonly path: string;
  readonly output: JsonNode;
  readonly text: string;
  readonly latencyMs: number | undefined;
  readonly cost: number | undefined;
  readonly finishReason: string | undefined;
  /** Why there is no output. */
  readonly error: string | undefined;
}

export interface Outputs {
  /** By index of the test, in the order of the entries. */
  readonly samples: ReadonlyMap<number, readonly Sample[]>;
  readonly findings: readonly Entry[];
}

export type ReadOutputs =
  | { readonly ok: true; readonly outputs: Outputs }
  | { readonly ok: false; readonly isShape: boolean; readonly errors: readonly Entry[] };

export function readOutputs(given: unknown, path: string, tests: readonly TestCase[]): ReadOutputs {
  const read = readJsonRoot(given, path);
  if (!read.ok) return { ok: false, isShape: false, errors: [read.error] };
  const rows = rowsOf(read.root, path);
  if (rows.list.length === 0) return { ok: false, isShape: false, errors: [noOutputs(path)] };
  if (rows.list.length > MOST_OUTPUTS) {
    const bounds = outOfBounds(path, `${rows.list.length} outputs`, `at most ${MOST_OUTPUTS}`);
    return { ok: false, isShape: true, errors: [bounds] };
  }
  const sorting = new Sorting(tests, rows.isPromptfoo);
  for (const [index, row] of rows.list.entries()) sorting.add(row, `${rows.path}/${index}`);
  if (sorting.errors.length > 0) return { ok: false, isShape: true, errors: sorting.errors };
  return { ok: true, outputs: { samples: sorting.samples, findings: sorting.findings(path) } };
}

function noOutputs(path: string): Entry {
  const message = `Cannot judge anything: found no output in ${path}, expected one at least`;
  return { code: "OUTPUTS_EMPTY", message, path };
}

/** An array is one of entries; an object of promptfoo holds them; anything else is the only output. */
function rowsOf(root: JsonNode, path: string) {
  for (const inside of [["results", "results"], ["results"]]) {
    let node: JsonNode | undefined = root;
    for (const name of inside) node = node && memberOf(node, name);
    if (node?.type === "array" && areRows(node.items)) {
      return { list: node.items, path: `${path}/${inside.join("/")}`, isPromptfoo: true };
    }
  }
  if (root.type !== "array") return { list: [root], path, isPromptfoo: false };
  return { list: root.items, path, isPromptfoo: false };
}

function areRows(rows: readonly JsonNode[]): boolean {
  return rows.length > 0 && rows.every((row) => memberOf(row, "testIdx") !== undefined);
}

const NO_OUTPUT = "the entry has neither output nor text nor response.output";

class Sorting {
  readonly errors: Entry[] = [];
  readonly samples = new Map<number, Sample[]>();
  readonly #found: Entry[] = [];
  readonly #count: number;
  readonly #named: ReadonlyMap<string, readonly number[]>;
  readonly #isPromptfoo: boolean;
  #next = 0;
  #others = 0;

  constructor(tests: readonly TestCase[], isPromptfoo: boolean) {
    this.#count = tests.length;
    this.#isPromptfoo = isPromptfoo;
    const named = new Map<string, number[]>();
    for (const { description, index } of tests) {
      const same = named.get(description);
      if (same) same.push(index);
      else named.set(description, [index]);
    }
    this.#named = named;
  }

  findings(path: string): Entry[] {
    if (this.#others === 0) return this.#found;
    const message = `${this.#others} of the outputs are of other prompts than the first and were left aside`;
    const others = { code: "OTHER_PROMPTS_IGNORED", message, path, received: this.#others };
    return [...this.#found, others];
  }

  add(row: JsonNode, path: string): void {
    if (row.type !== "object") {
      this.#put(this.#next++, sampleOf(row, {}, path), path);
      return;
    }
    if (this.#isPromptfoo && !isFirstPrompt(row)) {
      this.#others++;
      return;
    }
    const entry = valueOf(row).value as Static<typeof ENTRY>;
    const misfits = explainMisfit(this.#isPromptfoo ? ROW : ENTRY, entry, path);
    if (misfits.length > 0) {
      this.errors.push(...misfits);
      return;
    }
    const response = memberOf(row, "response");
    const output =
      memberOf(row, "output") ??
      memberOf(row, "text") ??
      (response && (memberOf(response, "output") ?? (this.#isPromptfoo ? nullNode() : undefined)));
    const error =
      errorOf(row, response, this.#isPromptfoo) ?? (output === undefined ? NO_OUTPUT : undefined);
    const index = this.#indexOf(entry, path);
    if (index === undefined) return;
    const reason = response && textOf(memberOf(response, "finishReason"));
    const sample = sampleOf(
      output ?? nullNode(),
      { finishReason: reason, ...figuresOf(entry) },
      path,
    );
    this.#put(index, { ...sample, error }, path);
  }

  #put(index: number, sample: Sample, path: string): void {
    if (index >= this.#count) {
      const message = `Output ${path} belongs to test ${index}, and there are ${this.#count} tests`;
      this.#found.push({ code: "OUTPUT_WITHOUT_TEST", message, path, received: index });
      return;
    }
    const same = this.samples.get(index);
    if (same) same.push(sample);
    else this.samples.set(index, [sample]);
  }

  /** Undefined where the entry names no test, or more than one. */
  #indexOf({ testIndex, testIdx, test }: Static<typeof ENTRY>, path: string): number | undefined {
    const index = testIndex ?? testIdx;
    if (index !== undefined) return index;
    if (test === undefined) return this.#next++;
    const named = typeof test === "string" ? this.#named.get(test) : undefined;
    if (named?.length === 1) return named[0];
    const place = { path: `${path}/test`, received: test };
    if (named === undefined) {
      const message = `No test has the description ${quoted(String(test))}`;
      this.#found.push({ code: "OUTPUT_WITHOUT_TEST", message, ...place });
    } else {
      const message = `Cannot tell which test is meant by ${quoted(String(test))}: found it as the description of ${named.length} tests, expected testIndex`;
      this.#found.push({ code: "ASSERTION_INVALID", message, ...place });
    }
    return undefined;
  }
}

function isFirstPrompt(row: JsonNode): boolean {
  const prompt = memberOf(row, "promptIdx");
  return prompt === undefined || (prompt.type === "number" && Number(prompt.text) === 0);
}

type Figures = { [Name in "latencyMs" | "cost" | "finishReason"]?: Sample[Name] };

function figuresOf({ latencyMs, cost, finishReason }: Static<typeof ENTRY>): Figures {
  return {
    ...(latencyMs === undefined || latencyMs === null ? {} : { latencyMs }),
    ...(cost === undefined || cost === null ? {} : { cost }),
    ...(finishReason === undefined || finishReason === null ? {} : { finishReason }),
  };
}

function sampleOf(output: JsonNode, figures: Figures, path: string): Sample {
  const { latencyMs, cost, finishReason } = figures;
  const text = textOf(output) ?? minifyJson(output) ?? "";
  return { path, output, text, latencyMs, cost, finishReason, error: undefined };
}

/** promptfoo also notes there why its own assertions failed (`failureReason` 1), which says nothing of the output. */
function errorOf(
  row: JsonNode,
  response: JsonNode | undefined,
  isPromptfoo: boolean,
): string | undefined {
  const reason = memberOf(row, "failureReason");
  const isVerdict = isPromptfoo && reason?.type === "number" && Number(reason.text) === 1;
  for (const node of [
    isVerdict ? undefined : memberOf(row, "error"),
    response && memberOf(response, "error"),
  ]) {
    if (node === undefined || node.type === "null") continue;
    const text = textOf(node) ?? minifyJson(node) ?? "an error";
    if (text !== "") return text;
  }
  return undefined;
}
