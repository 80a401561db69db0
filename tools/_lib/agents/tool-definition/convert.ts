import { type Budget, done, type Entry, fail } from "../../../_core/tool.ts";
import { WarningList } from "../../results/entry-list.ts";
import { JSON_FAILURES, JSON_WARNINGS, readJsonField } from "../../json/tree/json-field.ts";
import { appendPointer, formatPointer } from "../../results/pointer.ts";
import { type JsonNode, memberNode, objectNode } from "../../json/tree/tree.ts";
import { documentOf, VALUE_WARNINGS, valueOf } from "../../json/tree/value.ts";
import { prettyJson } from "../../json/tree/write.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import type { Draft } from "../../schemas/json-schema/drafts.ts";
import { SCHEMA_FAILURES } from "../../schemas/json-schema/trouble.ts";
import { compileSchema } from "../../schemas/json-schema/validator.ts";
import { OUTPUT_FAILURES, outputTooLarge } from "../../results/output-limit.ts";
import { beginning } from "../../text/shown.ts";
import { type Change, type Provider, PROVIDERS } from "./changes.ts";
import { type CommonSchema, commonSchema, visitSchemas } from "./common.ts";
import { type Definition, defineFor, type DefinitionOptions, nameOfTitle } from "./definitions.ts";

export const DEFINITION_FAILURES = {
  ...JSON_FAILURES,
  ...SCHEMA_FAILURES,
  ...OUTPUT_FAILURES,
  ROOT_NOT_OBJECT: "The parameters of a tool are an object: the root needs type object",
  ROOT_COMBINATOR: "The provider takes no anyOf or oneOf at the root",
  REF_CYCLE: "Gemini's parameters have no references, and one leads to itself",
} as const;

export const DEFINITION_WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  DESCRIPTION_MISSING: "The tool or a property has no description",
  DESCRIPTION_LONG: "OpenAI takes descriptions of up to 1,024 characters",
  STRICT_NOT_POSSIBLE: "The definition is not strict: strict mode cannot say what the schema says",
  ROOT_COMBINATOR: "A provider was left out: it takes no anyOf or oneOf at the root",
  REF_CYCLE: "Gemini was left out: a reference leads to itself",
  OUTPUT_TOO_LARGE: "Gemini was left out: its schema without references is too large",
} as const;

type Failure = keyof typeof DEFINITION_FAILURES;
type Warning = keyof typeof DEFINITION_WARNINGS;

export interface DefinitionInput {
  readonly schema: unknown;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly provider: Provider | "all";
  readonly strict: boolean;
  readonly geminiJsonSchema: boolean;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
}

export interface DefinitionValue {
  readonly definitions: Record<string, unknown>;
  readonly strict: Record<string, boolean>;
  readonly changes: ({ readonly provider: Provider } & Change)[];
  readonly lossless: boolean;
}

/** Makes the definitions that were asked for. */
export function convertToDefinitions(input: DefinitionInput, budget: Budget) {
  const field = readJsonField(input.schema, "/schema");
  if (!field.ok) return fail(field.error, { valid: false, warnings: field.warnings });
  const { warnings } = field;
  const compiled = compileSchema(field.root, { path: "/schema", budget, assertFormat: false });
  if (!compiled.ok) return fail(compiled.errors, { warnings });
  const output = readOutputSchema(input.outputSchema, budget);
  if (!output.ok) return fail(output.errors, { warnings });
  return defineTool(
    { ...input, outputSchema: output.root },
    field.root,
    compiled.validator.draft,
    warnings,
  );
}

/** The same for a schema that is known to be one, which costs less than to check it. */
export function defineTool(
  input: Omit<DefinitionInput, "schema" | "outputSchema"> & {
    readonly outputSchema?: JsonNode | undefined;
  },
  root: JsonNode,
  draft: Draft,
  warnings: readonly Entry<Warning>[] = [],
) {
  const common = commonSchema(root, draft);
  const isOpen = input.provider === "all" || input.provider === "mcp";
  if (common === undefined || (!common.isObject && (isOpen || common.combinator === undefined))) {
    return fail(ROOT_NOT_OBJECT, { warnings });
  }
  const title = textOf(memberOf(common.root, "title"));
  const { annotations } = input;
  const options: DefinitionOptions = {
    ...input,
    name: input.name ?? nameOfTitle(title ?? ""),
    description: input.description ?? textOf(memberOf(common.root, "description")) ?? "",
    outputSchema: input.outputSchema,
    annotations: annotations === undefined ? undefined : documentOf(annotations)?.root,
  };
  const wanted = input.provider === "all" ? PROVIDERS : [input.provider];
  const made = wanted.map((provider) => defineFor(provider, common, options));
  return outcomeOf(made, { provider: input.provider, common, options, warnings });
}

interface Made {
  readonly provider: Provider | "all";
  readonly common: CommonSchema;
  readonly options: DefinitionOptions;
  readonly warnings: readonly Entry<Warning>[];
}

function outcomeOf(
  made: readonly Definition[],
  { provider: wanted, common, options, warnings }: Made,
) {
  const list = new WarningList<Warning>();
  list.addAll(warnings);
  const definitions: Extract<Definition, { ok: true }>[] = [];
  for (const definition of made) {
    if (definition.ok) definitions.push(definition);
    else if (wanted !== "all") return fail(definition.error, { warnings });
    else {
      const { message, ...rest } = definition.error;
      list.add(rest.code, () => ({
        ...rest,
        message: `${definition.provider} was left out: ${message}`,
      }));
    }
  }
  noteStrict(definitions, list);
  noteDescriptions(common, options, definitions, list);
  const tree = objectNode(
    definitions.map(({ provider, definition }) => memberNode(provider, definition)),
  );
  const data = valueOf(tree, "/definitions");
  list.addAll(data.warnings);
  const changes = definitions.flatMap(({ provider, changes: own }) =>
    own.map((change) => ({ provider, ...change })),
  );
  const output = prettyJson(wanted === "all" ? tree : (definitions[0]?.definition ?? tree));
  const value: DefinitionValue = {
    definitions: data.value as Record<string, unknown>,
    strict: Object.fromEntries(definitions.map(({ provider, strict }) => [provider, strict])),
    changes,
    lossless: changes.length === 0,
  };
  const found = {
    value,
    valid: definitions.every(({ obstacle }) => obstacle === undefined),
    stats: { definitions: definitions.length, changes: changes.length },
    warnings: list.list(),
  };
  return output === undefined ? fail(outputTooLarge(), found) : done({ ...found, output });
}

type Warnings = WarningList<Warning>;

function noteStrict(
  definitions: readonly Extract<Definition, { ok: true }>[],
  list: Warnings,
): void {
  for (const { provider, obstacle } of definitions) {
    if (obstacle === undefined) continue;
    list.add("STRICT_NOT_POSSIBLE", () => ({
      message: `The definition for ${provider} is not strict: ${obstacle.message}`,
      path: obstacle.path,
      received: provider,
    }));
  }
}

const LONGEST_DESCRIPTION = 1024;

function noteDescriptions(
  { root }: CommonSchema,
  { description }: DefinitionOptions,
  definitions: readonly Definition[],
  list: Warnings,
): void {
  if (description.trim() === "") {
    const message = "The tool has no description, by which a model chooses it";
    list.add("DESCRIPTION_MISSING", () => ({ message, path: "/description" }));
  }
  const isForOpenai = definitions.some(({ provider }) => provider.startsWith("openai"));
  if (isForOpenai && description.length > LONGEST_DESCRIPTION) {
    list.add("DESCRIPTION_LONG", () => ({
      message: `The description has ${description.length} characters; OpenAI takes up to ${LONGEST_DESCRIPTION}`,
      path: "/description",
      expected: LONGEST_DESCRIPTION,
      received: description.length,
    }));
  }
  noteProperties(root, list);
}

/** One warning for each property without a description, in all objects. */
export function noteProperties(
  root: JsonNode,
  list: { add(code: "DESCRIPTION_MISSING", detail: () => { message: string; path: string }): void },
): void {
  visitSchemas(root, [], (node, tokens) => {
    const properties = memberOf(node, "properties");
    if (properties?.type !== "object") return;
    for (const { key, value } of properties.members) {
      if ((textOf(memberOf(value, "description")) ?? "").trim() !== "") continue;
      list.add("DESCRIPTION_MISSING", () => ({
        message: `The property ${JSON.stringify(beginning(key, 40))} has no description`,
        path: appendPointer(`${formatPointer(tokens)}/properties`, key),
      }));
    }
  });
}

type OutputSchema =
  | { readonly ok: true; readonly root: JsonNode | undefined }
  | { readonly ok: false; readonly errors: readonly [Entry<Failure>, ...Entry<Failure>[]] };

function readOutputSchema(given: unknown, budget: Budget): OutputSchema {
  if (given === undefined) return { ok: true, root: undefined };
  const field = readJsonField(given, "/outputSchema");
  if (!field.ok) return { ok: false, errors: [field.error] };
  const compiled = compileSchema(field.root, {
    path: "/outputSchema",
    budget,
    assertFormat: false,
  });
  if (!compiled.ok) return { ok: false, errors: compiled.errors };
  return { ok: true, root: field.root };
}

const ROOT_NOT_OBJECT: Entry<"ROOT_NOT_OBJECT"> = {
  code: "ROOT_NOT_OBJECT",
  message: "Cannot define the tool: found another root, expected a schema with type object",
  path: "/schema",
  expected: "a schema with type object",
};
