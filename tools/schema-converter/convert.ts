import { type Ctx, done, type Entry, fail } from "../_core/tool.ts";
import { joinEntries } from "../_lib/results/entry-list.ts";
import { type JsonFieldFailure, readJsonField } from "../_lib/json/tree/json-field.ts";
import {
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { prettyJson } from "../_lib/json/tree/write.ts";
import { type Draft, DRAFTS, keywordOf } from "../_lib/schemas/json-schema/drafts.ts";
import { compileSchema } from "../_lib/schemas/json-schema/validator.ts";
import { outputTooLarge } from "../_lib/results/output-limit.ts";
import type { Input, Mode, Value, Warning } from "../schema-converter.ts";
import { convertDraft, schemaUri } from "../_lib/schemas/drafts/draft.ts";
import { inferSchema } from "../_lib/schemas/inference/infer.ts";
import { readSamples } from "../_lib/schemas/inference/samples.ts";
import { pascalCase, SchemaNames } from "./type-names.ts";
import type { Loss } from "../_lib/schemas/drafts/schema.ts";
import { writeTypeBox } from "./typebox.ts";
import { type Code, writeTypeScript } from "./typescript.ts";
import { convertYaml } from "./yaml.ts";
import { writeZod } from "./zod.ts";

/**
 * Infers a schema, or writes one as code, as YAML or in another draft. A schema of 100,000 characters takes
 * 30 to 70 ms: half of it checks the schema against its draft, so that no code is written from a wrong one.
 */
export function convertSchema(input: Input, ctx: Ctx) {
  const mode =
    input.mode ??
    (input.input === undefined && input.schema !== undefined ? "typescript" : "infer");
  if (
    mode === "infer"
      ? input.input === undefined
      : input.input === undefined && input.schema === undefined
  ) {
    return nothingGiven(mode);
  }
  const name = pascalCase(input.name);
  if (name === "") return nameInvalid(mode);
  if (mode === "infer") return infer(input);
  if (mode === "yaml") return yaml(input, name);
  return fromSchema(input, mode, name, ctx);
}

function nothingGiven(action: Mode) {
  const expected = action === "infer" ? "sample data in input" : "a schema in schema or input";
  const message = `Cannot convert: nothing was given, expected ${expected}`;
  const path = action === "infer" ? "/input" : "/schema";
  return fail(
    { code: "REQUIRED", message, path, expected },
    { action, error: { code: "TOOL_INPUT_INVALID", message } },
  );
}

function nameInvalid(action: Mode) {
  const message = "Cannot make a type name: the name has no letter or digit, expected one";
  return fail({ code: "NAME_INVALID", message, path: "/name" }, { action });
}

function infer(input: Input) {
  const read = readSamples(input.input, input.samples === "each");
  if (!read.ok) return fail(read.error, { action: "infer", valid: false, warnings: read.warnings });
  const draft = input.draft ?? "2020-12";
  const schema = inferred(input, read.samples, draft);
  return withSchema("infer", input.name, draft, schema, [], read.warnings, {
    samples: read.samples.length,
  });
}

function inferred(input: Input, samples: readonly JsonNode[], draft: Draft): JsonObject {
  const keywords = inferSchema(samples, {
    required: input.required === "present-in-all",
    closed: input.closed,
    detectFormats: input.detectFormats,
    enumLimit: input.enumLimit,
  });
  const head: JsonMember[] = [
    memberNode("$schema", stringNode(schemaUri(draft))),
    memberNode("title", stringNode(input.name)),
  ];
  return objectNode([...head, ...keywords]);
}

function withSchema(
  action: Mode,
  name: string,
  draft: Draft | null,
  schema: JsonNode,
  losses: readonly Loss[],
  found: readonly Entry<Warning>[],
  stats: Readonly<Record<string, unknown>>,
) {
  const output = prettyJson(schema);
  if (output === undefined) return fail(outputTooLarge(), { action });
  const { value: data, warnings } = valueOf(schema);
  const value: Value = {
    mode: action,
    name,
    draft,
    schema: data,
    losses: [...losses],
    lossless: losses.length === 0,
    types: [],
  };
  return done({
    action,
    output,
    value,
    stats: { ...stats, ...figures(schema) },
    warnings: joinEntries<Warning>(found, warnings, losses.map(lossWarning)),
  });
}

/** Properties and definitions anywhere in a schema. */
function figures(schema: JsonNode): { properties: number; definitions: number } {
  let properties = 0;
  let definitions = 0;
  const rest = [schema];
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node.type === "array") for (const item of node.items) rest.push(item);
    if (node.type !== "object") continue;
    for (const { key, value } of node.members) {
      if (key === "properties" && value.type === "object") properties += value.members.length;
      if ((key === "$defs" || key === "definitions") && value.type === "object")
        definitions += value.members.length;
      rest.push(value);
    }
  }
  return { properties, definitions };
}

function lossWarning({ code, path, keyword, detail }: Loss): Entry<Loss["code"]> {
  return { code, message: detail, path, received: keyword };
}

/** What is converted in all modes but infer, and the pointer of its field. */
function schemaField(input: Input): readonly [given: unknown, path: string] {
  return input.schema === undefined ? [input.input, "/input"] : [input.schema, "/schema"];
}

function fromSchema(input: Input, mode: Exclude<Mode, "infer" | "yaml">, name: string, ctx: Ctx) {
  const [given, path] = schemaField(input);
  const field = readSchemaField(input, given, path);
  if (!field.ok) return fail(field.error, { action: mode, valid: false, warnings: field.warnings });
  const compiled = compileSchema(field.root, { assertFormat: false, path, budget: ctx.budget });
  if (!compiled.ok) return fail(compiled.errors, { action: mode, warnings: field.warnings });
  const { draft } = compiled.validator;
  if (mode !== "draft") return inCode(mode, name, draft, field);
  const target = input.draft ?? (input.direction === "downgrade" ? "draft-07" : "2020-12");
  const { root, losses } = convertDraft(field.root, draft, target);
  return withSchema("draft", name, target, root, losses, field.warnings, {});
}

interface SchemaField {
  readonly ok: true;
  readonly root: JsonNode;
  readonly warnings: readonly Entry<Warning>[];
}

/** The schema in a field, or the one that a sample under `input` has. */
function readSchemaField(
  input: Input,
  given: unknown,
  path: string,
): SchemaField | JsonFieldFailure {
  const field = readJsonField(given, path);
  if (path !== "/input" || (field.ok && !isSample(field.root))) return field;
  const read = readSamples(given, input.samples === "each");
  if (!read.ok) return field;
  const message = "The input has no keyword of JSON Schema, so that its schema was inferred";
  const hint = "Give a schema in schema";
  return {
    ok: true,
    root: inferred(input, read.samples, "2020-12"),
    warnings: [{ code: "SAMPLE_INFERRED", message, path, hint }, ...read.warnings],
  };
}

/** Whether a document is plainly data: no object, or one with members of which none is a keyword that counts. */
function isSample(root: JsonNode): boolean {
  if (root.type === "boolean") return false;
  if (root.type !== "object") return true;
  const isKeyword = (key: string) =>
    key !== "id" &&
    DRAFTS.some((draft) => {
      const vocabulary = keywordOf(key, draft)?.vocabulary;
      return vocabulary !== undefined && vocabulary !== "meta-data";
    });
  return root.members.length > 0 && !root.members.some(({ key }) => isKeyword(key));
}

const WRITERS: Readonly<Record<"typescript" | "zod" | "typebox", (names: SchemaNames) => Code>> = {
  typescript: writeTypeScript,
  zod: writeZod,
  typebox: writeTypeBox,
};

function inCode(mode: keyof typeof WRITERS, name: string, draft: Draft, field: SchemaField) {
  const names = new SchemaNames(field.root, name, draft);
  const { code: output, losses } = WRITERS[mode](names);
  const types = names.declarations.map((declaration) => declaration.name);
  const lossless = losses.length === 0;
  const value: Value = {
    mode,
    name,
    draft,
    schema: null,
    losses: [...losses],
    lossless,
    types,
  };
  return done({
    action: mode,
    output,
    value,
    stats: { samples: 0, ...figures(field.root) },
    warnings: joinEntries<Warning>(field.warnings, losses.map(lossWarning)),
  });
}

function yaml(input: Input, name: string) {
  const [given, path] = schemaField(input);
  const direction =
    input.direction === "yaml-to-json" || input.direction === "json-to-yaml"
      ? input.direction
      : undefined;
  const converted = convertYaml(given, path, direction);
  if (!converted.ok)
    return fail(converted.errors, { action: "yaml", valid: false, warnings: converted.warnings });
  const { root, output, warnings } = converted;
  const { value: schema, warnings: inexact } = valueOf(root);
  const nothing = { draft: null, losses: [], lossless: true, types: [] };
  const value: Value = { ...nothing, mode: "yaml", name, schema };
  return done({
    action: "yaml",
    output,
    value,
    stats: { samples: 0, ...figures(root) },
    warnings: joinEntries<Warning>(warnings, inexact),
  });
}
