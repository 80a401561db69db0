/** What a provider would refuse in a definition. */
import type { JsonNode, JsonObject } from "../../json/tree/tree.ts";
import { requiredNames } from "../../schemas/repair/objects.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { isForbidden } from "../provider-schema/anthropic.ts";
import { OPENAI_KEYWORDS } from "../provider-schema/keywords.ts";
import { limitsPassed } from "../provider-schema/limits.ts";
import { isObjectSchema } from "../provider-schema/objects.ts";
import { OPENAPI_KEYWORDS } from "../provider-schema/openapi.ts";
import { NAME_RULES, type NameTarget } from "../tool-call/names.ts";
import { visitSchemas } from "../tool-definition/common.ts";
import { recursiveReference } from "../tool-definition/obstacle.ts";
import { UNIONS } from "./union.ts";

export const MATRIX_PROVIDERS = [
  "openai-chat",
  "openai-strict",
  "anthropic",
  "anthropic-strict",
  "gemini",
  "mcp",
  "portable",
] as const;

export type MatrixProvider = (typeof MATRIX_PROVIDERS)[number];

export type Problem =
  | "ADDITIONAL_PROPERTIES_OPEN"
  | "DESCRIPTION_MISSING"
  | "KEYWORD_UNSUPPORTED"
  | "NAME_INVALID"
  | "NAME_TOO_LONG"
  | "NOT_ALL_REQUIRED"
  | "PROPERTY_NAME_INVALID"
  | "RECURSIVE_SCHEMA"
  | "ROOT_NOT_OBJECT"
  | "ROOT_UNION"
  | "SCHEMA_INVALID"
  | "TOO_DEEP"
  | "TOO_LARGE";

/** What is looked at in a definition, as it was given or as it is written. */
export interface Looked {
  readonly name: string;
  readonly description: string | undefined;
  readonly schema: JsonNode;
  /** Whether it is a schema at all. */
  readonly isSchema: boolean;
}

/** The problems of one definition for any provider; the schema is gone through once. */
export class Inspection {
  readonly #tool: Looked;
  readonly #takesJsonSchema: boolean;
  readonly #facts: Facts;

  /** `takesJsonSchema`: whether Gemini gets the schema as it is, or in the OpenAPI subset. */
  constructor(tool: Looked, takesJsonSchema: boolean) {
    this.#tool = tool;
    this.#takesJsonSchema = takesJsonSchema;
    this.#facts = factsOf(tool.isSchema ? tool.schema : undefined);
  }

  /** Sorted by code. */
  problemsFor(provider: MatrixProvider): Problem[] {
    const found = new Set<Problem>(this.#nameProblems(NAMES_OF[provider]));
    if (provider === "portable" && (this.#tool.description ?? "").trim() === "")
      found.add("DESCRIPTION_MISSING");
    if (this.#tool.isSchema)
      for (const problem of this.#schemaProblems(provider)) found.add(problem);
    else found.add("SCHEMA_INVALID");
    return [...found].toSorted();
  }

  #nameProblems(target: NameTarget): Problem[] {
    const { name } = this.#tool;
    const { pattern, longest, foreign, first, property } = NAME_RULES[target];
    const isTooLong = name.length > longest;
    const isInvalid = name.search(foreign) >= 0 || !first.test(name);
    const refused =
      property !== undefined && this.#facts.properties.some((key) => !property.test(key));
    return [
      ...(isTooLong ? (["NAME_TOO_LONG"] as const) : []),
      ...(isInvalid || (!isTooLong && !pattern.test(name)) ? (["NAME_INVALID"] as const) : []),
      ...(refused ? (["PROPERTY_NAME_INVALID"] as const) : []),
    ];
  }

  #schemaProblems(provider: MatrixProvider): Problem[] {
    const { problems, rootProblems, strict } = this.#facts;
    const found: Problem[] = rootProblems.filter(
      (problem) => problem === "ROOT_NOT_OBJECT" || NO_ROOT_UNION.has(provider),
    );
    if (provider === "openai-strict") found.push(...problems.openai, ...strict());
    if (provider === "anthropic-strict") found.push(...problems.anthropic);
    if (provider === "gemini" && !this.#takesJsonSchema) found.push(...problems.openApi);
    return found;
  }
}

const NAMES_OF: Readonly<Record<MatrixProvider, NameTarget>> = {
  "openai-chat": "openai-chat",
  "openai-strict": "openai-chat",
  anthropic: "anthropic",
  "anthropic-strict": "anthropic",
  gemini: "gemini",
  mcp: "mcp",
  portable: "portable",
};

const NO_ROOT_UNION: ReadonlySet<MatrixProvider> = new Set([
  "openai-strict",
  "anthropic",
  "anthropic-strict",
  "portable",
]);

interface Facts {
  /** The names of all properties. */
  readonly properties: readonly string[];
  readonly rootProblems: readonly Problem[];
  readonly problems: Readonly<Record<"openai" | "anthropic" | "openApi", ReadonlySet<Problem>>>;
  /** The limits of OpenAI's strict schemas that are passed. */
  readonly strict: () => readonly Problem[];
}

/** They name the document and say nothing about data. */
const NAMING: ReadonlySet<string> = new Set(["$schema", "$id", "$comment"]);

function factsOf(schema: JsonNode | undefined): Facts {
  const properties: string[] = [];
  const openai = new Set<Problem>();
  const anthropic = new Set<Problem>();
  const openApi = new Set<Problem>();
  const root = schema ?? { type: "null", start: -1, end: -1 };
  visitSchemas(root, [], (node) => {
    const map = memberOf(node, "properties");
    if (map?.type === "object") properties.push(...map.members.map(({ key }) => key));
    for (const problem of objectProblems(node)) {
      openai.add(problem);
      if (problem !== "NOT_ALL_REQUIRED") anthropic.add(problem);
    }
    for (const member of node.members) {
      if (NAMING.has(member.key)) continue;
      if (!OPENAI_KEYWORDS.has(member.key)) openai.add("KEYWORD_UNSUPPORTED");
      if (isForbidden(member)) anthropic.add("KEYWORD_UNSUPPORTED");
      if (!OPENAPI_KEYWORDS.has(member.key)) openApi.add("KEYWORD_UNSUPPORTED");
    }
  });
  if (recursiveReference(root) !== undefined) {
    anthropic.add("RECURSIVE_SCHEMA");
    openApi.add("RECURSIVE_SCHEMA");
  }
  const strict = () =>
    limitsPassed(root).map(({ limit }): Problem => (limit === "levels" ? "TOO_DEEP" : "TOO_LARGE"));
  const rootProblems = problemsOfRoot(root);
  return { properties, rootProblems, problems: { openai, anthropic, openApi }, strict };
}

function objectProblems(node: JsonObject): Problem[] {
  if (!isObjectSchema(node)) return [];
  const others = memberOf(node, "additionalProperties");
  const isOpen = others?.type !== "boolean" || others.value;
  const map = memberOf(node, "properties");
  const required = new Set(requiredNames(node));
  const isOptional = map?.type === "object" && map.members.some(({ key }) => !required.has(key));
  return [
    ...(isOpen ? (["ADDITIONAL_PROPERTIES_OPEN"] as const) : []),
    ...(isOptional ? (["NOT_ALL_REQUIRED"] as const) : []),
  ];
}

function problemsOfRoot(root: JsonNode): Problem[] {
  const isObject = textOf(memberOf(root, "type")) === "object";
  const isUnion = UNIONS.some((key) => memberOf(root, key) !== undefined);
  return [
    ...(isObject ? [] : (["ROOT_NOT_OBJECT"] as const)),
    ...(isUnion ? (["ROOT_UNION"] as const) : []),
  ];
}

/** Whether following references leads back to one that is being followed. */
