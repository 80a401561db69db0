import Ajv2020 from "ajv/dist/2020.js";
import { Glob } from "bun";
import { failed, passed, type RunTool, type Suite, type Verdict } from "../suite.ts";

export type Schema = Record<string, unknown>;

export interface Row {
  readonly id: string;
  readonly function: readonly { name: string; description: string; parameters: Schema }[];
}

/** The rows of the files that match, in a folder of the suite. */
export async function* rowsOf<R = Row>(folder: string, files = "BFCL_v4_*.json"): AsyncIterable<R> {
  for (const file of [...new Glob(files).scanSync(folder)].toSorted()) {
    const text = await Bun.file(`${folder}/${file}`).text();
    for (const line of text.split("\n").filter(Boolean)) yield JSON.parse(line) as R;
  }
}

/** Each function becomes a definition for every provider: the schema as it is for MCP, closed and all required for OpenAI. */
const suite: Suite = {
  name: "bfcl",
  tools: ["json-schema-to-tool-definition"],
  floor: { passed: 4357, failed: 0 },
  async *judge(folder, run) {
    const ajv = new Ajv2020({ strict: false });
    for await (const row of rowsOf(folder)) {
      for (const definition of row.function) {
        const schema = inJsonSchema(definition.parameters);
        yield await judge(`${row.id} ${definition.name}`, { ...definition, schema }, run, ajv);
      }
    }
  },
};
export default suite;

interface Given {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
}

async function judge(name: string, given: Given, run: RunTool, ajv: Ajv2020): Promise<Verdict> {
  const tool_id = "json-schema-to-tool-definition";
  const { description, schema } = given;
  const { ok, value, errors } = await run({
    tool_id,
    input: { schema, name: given.name.slice(0, 128), description: description.slice(0, 10_000) },
  });
  if (!ok) return failed(name, `refused: ${errors[0]?.message}`);
  const { definitions, strict } = value as {
    definitions: Record<string, Schema>;
    strict: Record<string, boolean>;
  };
  const inputSchema = definitions["mcp"]?.["inputSchema"];
  if (!Bun.deepEquals(inputSchema, schema)) return failed(name, JSON.stringify(inputSchema));
  const openai = definitions["openai"]?.["function"] as Schema;
  const parameters = openai["parameters"] as Schema;
  if (!ajv.validateSchema(parameters)) return failed(name, "no schema");
  if (strict["openai"] === true && !isStrict(parameters))
    return failed(name, JSON.stringify(parameters));
  return definitions["gemini"] ? passed(name) : failed(name, "no definition for gemini");
}

const TYPES: Readonly<Record<string, string>> = {
  dict: "object",
  HashMap: "object",
  Hashtable: "object",
  float: "number",
  double: "number",
  long: "integer",
  tuple: "array",
  Array: "array",
  ArrayList: "array",
  String: "string",
  char: "string",
  Boolean: "boolean",
};
const KNOWN = /^(?:object|array|string|number|integer|boolean|null)$/;

/** The suite writes types as Python, Java and JavaScript do; any is none. */
export function inJsonSchema(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (key === "type") {
        const type = TYPES[String(value)] ?? String(value);
        return KNOWN.test(type) ? [[key, type] as const] : [];
      }
      if (key === "properties") {
        const inside = Object.entries(value as Record<string, Schema>);
        return [
          [
            key,
            Object.fromEntries(inside.map(([name, inner]) => [name, inJsonSchema(inner)])),
          ] as const,
        ];
      }
      return [[key, key === "items" ? inJsonSchema(value as Schema) : value] as const];
    }),
  );
}

function isStrict(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return true;
  const node = schema as Schema;
  const { properties, required, additionalProperties } = node;
  if (typeof properties === "object" && properties !== null && node["type"] !== undefined) {
    if (additionalProperties !== false) return false;
    if (!Bun.deepEquals(required, Object.keys(properties))) return false;
  }
  return Object.values(node).every(isStrict);
}
