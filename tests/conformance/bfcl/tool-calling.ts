import Ajv2020 from "ajv/dist/2020.js";
import { inJsonSchema, type Row, rowsOf, type Schema } from "./tool-definitions.ts";
import { failed, passed, type RunTool, type Suite, type Verdict } from "../suite.ts";

/** For each tool the arguments, each as a list of values that may stand there; an empty text means that it may be missing. */
interface Truth {
  readonly id: string;
  readonly ground_truth: readonly Record<string, Record<string, readonly unknown[]>>[];
}

/** The calls that answer a question, each as it is and without one of its required arguments. */
const suite: Suite = {
  name: "bfcl",
  tools: ["tool-calling-validator"],
  floor: { passed: 4597, failed: 0 },
  async *judge(folder, run) {
    const ajv = new Ajv2020({ strict: false, logger: false });
    const rows = new Map<string, Row>();
    for await (const row of rowsOf(folder)) rows.set(row.id, row);
    for await (const truth of rowsOf<Truth>(folder, "possible_answer/BFCL_v4_*.json")) {
      const row = rows.get(truth.id);
      if (row !== undefined) yield* judgeRow(row, truth, run, ajv);
    }
  },
};
export default suite;

async function* judgeRow(
  row: Row,
  { ground_truth: truths }: Truth,
  run: RunTool,
  ajv: Ajv2020,
): AsyncIterable<Verdict> {
  const tools = row.function.map(({ name, description, parameters }) => ({
    name,
    description,
    inputSchema: inJsonSchema(parameters),
  }));
  for (const [index, truth] of truths.entries()) {
    const [name = "", options = {}] = Object.entries(truth)[0] ?? [];
    const schema = tools.find((tool) => tool.name === name)?.inputSchema;
    if (schema === undefined) continue;
    const call = { name, arguments: chosen(options) };
    const label = `${row.id} ${index} ${name}`;
    // Of Java and JavaScript the suite writes values as source text, whatever their type.
    const fits = ajv.compile(schema)(call.arguments);
    const { valid, errors } = await check(call, tools, run);
    yield valid === fits ? passed(label) : failed(label, `${valid}: ${JSON.stringify(errors)}`);
    for (const missing of namesIn(schema, call.arguments))
      yield await judgeMissing(`${label} without ${missing}`, call, missing, tools, run);
  }
}

async function judgeMissing(
  label: string,
  call: Call,
  missing: string,
  tools: readonly object[],
  run: RunTool,
): Promise<Verdict> {
  const { [missing]: _, ...rest } = call.arguments;
  const { valid, errors } = await check({ ...call, arguments: rest }, tools, run);
  const isTold = errors.some(
    ({ code, expected, path }) =>
      code === "SCHEMA_REQUIRED" && expected === missing && path === "/calls/0/arguments",
  );
  return !valid && isTold ? passed(label) : failed(label, JSON.stringify(errors));
}

interface Call {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

async function check(call: Call, tools: readonly object[], run: RunTool) {
  const { valid, errors } = await run({
    tool_id: "tool-calling-validator",
    input: { calls: [call], tools },
  });
  return { valid, errors };
}

function namesIn(schema: Schema, given: object): string[] {
  const required = (schema["required"] ?? []) as string[];
  return required.filter((name) => Object.hasOwn(given, name));
}

/** The first value of each argument that is there. */
function chosen(options: Record<string, readonly unknown[]>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, values]) => {
      const value = values.find((candidate) => candidate !== "");
      return value === undefined ? [] : [[name, inside(value)] as const];
    }),
  );
}

function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside);
  if (typeof value !== "object" || value === null) return value;
  const isOptions = Object.values(value).every(Array.isArray);
  return isOptions ? chosen(value as Record<string, readonly unknown[]>) : value;
}
