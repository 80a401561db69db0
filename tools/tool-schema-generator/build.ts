import { type Budget, done, type Entry, fail } from "../_core/tool.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import { readFields } from "../_lib/schemas/shorthand/fields.ts";
import { readJson } from "../_lib/json/tree/read.ts";
import {
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
} from "../_lib/json/tree/tree.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { prettyJson } from "../_lib/json/tree/write.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { compileSchema } from "../_lib/schemas/json-schema/validator.ts";
import { outputTooLarge } from "../_lib/results/output-limit.ts";
import { inferSchema } from "../_lib/schemas/inference/infer.ts";
import { readSamples } from "../_lib/schemas/inference/samples.ts";
import { defineTool, noteProperties } from "../_lib/agents/tool-definition/convert.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { Failure, Input, Source, Value, Warning } from "../tool-schema-generator.ts";
import { readPython } from "./python.ts";
import { readTypeScript } from "./typescript.ts";

/** What was read, whatever it was read from. */
interface Read {
  readonly ok: true;
  readonly name: string | undefined;
  readonly description: string;
  readonly schema: JsonObject;
  readonly warnings: readonly Entry<Warning>[];
}

interface NotRead {
  readonly ok: false;
  readonly errors: readonly [Entry<Failure>, ...Entry<Failure>[]];
}

/** Makes a tool's schema and its definitions from fields, a signature or a sample. */
export function buildToolSchema(input: Input, budget: Budget) {
  const source = input.source === "auto" ? sourceOf(input.input) : input.source;
  const read = readSource(input.input, source, budget);
  if (!read.ok) return fail(read.errors, { valid: false });
  const name = input.name ?? read.name ?? "tool";
  if (!/[A-Za-z0-9]/.test(name)) return fail(nameInvalid(name), { valid: false });
  const mismatch = defaultMismatch(read.schema, budget);
  if (mismatch !== undefined) return fail(mismatch, { valid: false });
  const description = input.description ?? read.description;
  return outcomeOf(input, { ...read, source, name, description });
}

const LEGAL_NAME = /^[A-Za-z0-9_-]{1,64}$/;
const SHORTEST_DESCRIPTION = 10;

type Complete = Read & { readonly source: Source; readonly name: string };

function outcomeOf(input: Input, read: Complete) {
  const { name, description, schema, source } = read;
  const list = new WarningList<Warning>();
  list.addAll(read.warnings);
  noteProperties(schema, list);
  const isDescribed = list.count("DESCRIPTION_MISSING") === 0;
  if (description.trim().length < SHORTEST_DESCRIPTION) {
    list.add("DESCRIPTION_SHORT", () => ({
      message: "The description is too short to tell a model when to use the tool",
      path: "/description",
      expected: SHORTEST_DESCRIPTION,
      received: description.trim().length,
    }));
  }
  const data = valueOf(schema, "/schema");
  list.addAll(data.warnings);
  const output = prettyJson(schema);
  if (output === undefined) return fail(outputTooLarge());
  const value: Value = {
    name,
    description,
    schema: data.value as Value["schema"],
    changes: [],
    source,
  };
  const valid = isDescribed && LEGAL_NAME.test(name);
  if (input.provider === "schema") return done({ output, value, valid, warnings: list.list() });
  const { strict, provider } = input;
  const options = { provider, strict, geminiJsonSchema: false, name, description };
  const made = defineTool(options, schema, "2020-12");
  for (const entry of made.warnings ?? []) {
    const isNoted = /^(?:DESCRIPTION_MISSING|NUMBER_KEPT_AS_TEXT)$/.test(entry.code);
    if (!isNoted) list.addAll([entry]);
  }
  const warnings = list.list();
  const [error, ...others] = made.errors ?? [];
  if (!made.value) return error ? fail([error, ...others], { warnings }) : fail(outputTooLarge());
  const { definitions, changes } = made.value;
  const found = { value: { ...value, definitions, changes }, valid, warnings };
  if (error !== undefined) return fail([error, ...others], found);
  return done({ ...found, output: made.output });
}

function nameInvalid(name: string): Entry<"NAME_INVALID"> {
  const expected = "letters or digits of ASCII, _ or -";
  const message = `Cannot name the tool: found ${JSON.stringify(beginning(name, 40))}, expected ${expected}`;
  return { code: "NAME_INVALID", message, path: "/name", expected };
}

const TYPESCRIPT =
  /(?<![\w$])function(?![\w$])\s*(?:\*\s*)?(?:[\w$]+\s*)?[<(]|=>|^[ \t]*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:interface\s+[\w$]+|type\s+[\w$]+(?:<[^=]{0,200}>)?\s*=)/m;

/** JSON is a sample; then the words of a line decide. */
function sourceOf(given: Input["input"]): Source {
  if (typeof given !== "string") return "sample";
  if (/^[\ufeff\s]*[[{]/.test(given)) {
    const read = readJson(given.replace(/^\ufeff/, ""));
    if (!("code" in read) && isSample(read.root)) return "sample";
  }
  if (/^[ \t]*(?:async[ \t]+)?def[ \t]/m.test(given)) return "python";
  return TYPESCRIPT.test(given) ? "typescript" : "fields";
}

function isSample(root: JsonNode): boolean {
  if (root.type === "object") return true;
  return (
    root.type === "array" &&
    root.items.length > 0 &&
    root.items.every(({ type }) => type === "object")
  );
}

function readSource(given: Input["input"], source: Source, budget: Budget): Read | NotRead {
  if (source === "sample") return readSample(given);
  if (typeof given !== "string") return { ok: false, errors: [notText(source)] };
  if (source === "fields") {
    const fields = readFields(given, { path: "/input", budget });
    if (!fields.ok) return fields;
    return { ok: true, name: undefined, description: "", schema: fields.schema, warnings: [] };
  }
  const text = given.replace(/^\ufeff/, " ");
  const signature =
    source === "python" ? readPython(text) : readTypeScript(text, (units) => budget.spend(units));
  return signature.ok ? { ...signature, warnings: [] } : { ok: false, errors: [signature.error] };
}

function notText(source: Source): Entry<"TOOL_INPUT_INVALID"> {
  const message = `Cannot read ${source}: found a JSON value, expected text`;
  return { code: "TOOL_INPUT_INVALID", message, path: "/input", expected: "text" };
}

function readSample(given: Input["input"]): Read | NotRead {
  const read = readSamples(given, true);
  if (!read.ok) return { ok: false, errors: [read.error] };
  const options = { required: true, closed: true, detectFormats: true, enumLimit: 0 };
  const keywords = inferSchema(read.samples, options);
  const schema = inOrder(objectNode(keywords));
  if (textOf(memberOf(schema, "type")) !== "object") {
    const expected = "an object, or a list of objects";
    const message = `Cannot make parameters of the sample: found no object, expected ${expected}`;
    return { ok: false, errors: [{ code: "ROOT_NOT_OBJECT", message, path: "/input", expected }] };
  }
  return { ok: true, name: undefined, description: "", schema, warnings: read.warnings };
}

/** Without empty lists of required members. */
function inOrder(node: JsonObject): JsonObject {
  const members = node.members.flatMap(({ key, value }): JsonMember[] => {
    if (key === "required" && value.type === "array" && value.items.length === 0) return [];
    if (key === "properties" && value.type === "object") {
      const inside = value.members.map((member) => ({
        ...member,
        value: member.value.type === "object" ? inOrder(member.value) : member.value,
      }));
      return [memberNode(key, objectNode(inside))];
    }
    if (key === "items" && value.type === "object") return [memberNode(key, inOrder(value))];
    return [memberNode(key, value)];
  });
  return objectNode(members);
}

/** The first default of a signature that does not fit its property. */
function defaultMismatch(schema: JsonObject, budget: Budget): Entry<Failure> | undefined {
  const properties = memberOf(schema, "properties");
  const defaults = (properties?.type === "object" ? properties.members : []).flatMap(
    ({ key, value }) => {
      const given = memberOf(value, "default");
      return given === undefined ? [] : [memberNode(key, given)];
    },
  );
  if (defaults.length === 0) return undefined;
  const checked = objectNode(schema.members.filter(({ key }) => key !== "required"));
  const compiled = compileSchema(checked, { path: "/schema", budget, assertFormat: false });
  if (!compiled.ok) return compiled.errors[0];
  const validation = compiled.validator.validate(objectNode(defaults), { budget, maxErrors: 1 });
  const [violation] = validation.ok ? validation.violations : [];
  if (violation === undefined) return undefined;
  const expected = "a value that fits the type";
  const path = `/properties${violation.path}`;
  const message = `Cannot use the default at ${beginning(path, 80)}: it does not fit the type, expected ${expected}`;
  return { code: "DEFAULT_TYPE_MISMATCH", message, path, expected };
}
