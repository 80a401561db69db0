import { Ajv, type ValidateFunction } from "ajv";
import { samplesOf } from "../support/schema-samples.ts";
import { failed, passed, type RunTool, skipped, type Suite, type Verdict } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly dir: string;
  readonly args: readonly (string | Options)[];
  readonly files: readonly string[];
}

interface Options {
  readonly type?: string;
  readonly additionalProperties?: boolean;
}

type Schema = Record<string, unknown>;

/** Rows about what the tool does not do. */
const OUTSIDE = new Map([
  ["arrow-function-parameters", "functions have no schema"],
  ["function-parameters-all", "functions have no schema"],
  ["function-parameters-declaration", "functions have no schema"],
  ["function-parameters-optional", "functions have no schema"],
  ["function-parameters-required", "functions have no schema"],
  ["array-function-generics", "functions have no schema"],
  ["type-typeof-function", "functions have no schema"],
  ["type-conditional-infer", "inferred types have no schema"],
  ["type-conditional-infer-tuple-xor", "inferred types have no schema"],
]);

/**
 * The rows that fail are about what the language or the tool's text says otherwise: a symbol and a class are no
 * data, a member of a plain constant is any string, a tuple's keys are more than its indexes, and a list in a
 * list stays one.
 */
const suite: Suite = {
  name: "ts-schema-vega",
  tools: ["typescript-to-json-schema"],
  floor: { passed: 84, failed: 5 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.trimEnd().split("\n")) yield judgeRow(folder, JSON.parse(line), run);
  },
};
export default suite;

async function judgeRow(folder: string, row: Row, run: RunTool): Promise<Verdict> {
  const name = row.dir.split("/").at(-1) ?? "";
  const outside = OUTSIDE.get(name);
  if (outside !== undefined) return skipped(row.id, outside);
  if (row.files.some((file) => file.endsWith(".ts") && file !== "main.ts"))
    return skipped(row.id, "imports are not followed");
  const source = await Bun.file(`${folder}/${row.dir}/main.ts`).text();
  const expected: Schema = await Bun.file(`${folder}/${row.dir}/schema.json`).json();
  const { type, additionalProperties } = optionsOf(row);
  const input = { input: source, draft: "draft-07", additionalProperties };
  const named = type === "*" ? input : { ...input, name: type };
  const result = await run({ tool_id: "typescript-to-json-schema", input: named });
  if (!result.ok) return failed(row.id, JSON.stringify(result.errors));
  const { schema } = result.value as { schema: Schema };
  return type === "*" ? compareAll(row.id, expected, schema) : compare(row.id, expected, schema);
}

function optionsOf({ args }: Row): Required<Options> {
  const [first] = args;
  const options = (args.find((arg) => typeof arg === "object") ?? {}) as Options;
  const { additionalProperties = false, type = "*" } = options;
  return { type: typeof first === "string" ? first : type, additionalProperties };
}

/** Every definition that is expected; the only one may be the root. */
function compareAll(id: string, expected: Schema, schema: Schema): Verdict {
  const given = (schema["definitions"] ?? {}) as Schema;
  for (const name of Object.keys(expected["definitions"] ?? {})) {
    if (schema["title"] === name) continue;
    if (!(name in given)) return failed(id, `no definition ${name}`);
    const $ref = `#/definitions/${encodeURIComponent(name)}`;
    const verdict = compare(id, { ...expected, $ref }, { ...schema, $ref });
    if (!("passed" in verdict) || !verdict.passed) return verdict;
  }
  return passed(id);
}

function compare(id: string, expected: Schema, schema: Schema): Verdict {
  const wanted = validator(expected);
  const given = validator(schema);
  for (const sample of [...samplesOf(expected), ...samplesOf(schema)]) {
    const right = wanted(sample);
    if (given(sample) === right) continue;
    const what = right ? "refuses" : "accepts";
    return failed(id, `${what} ${JSON.stringify(sample)}: ${JSON.stringify(schema)}`);
  }
  return passed(id);
}

function validator(schema: Schema): ValidateFunction {
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  return ajv.compile(schema);
}
