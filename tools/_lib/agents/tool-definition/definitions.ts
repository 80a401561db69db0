import type { Entry } from "../../../_core/tool.ts";
import { Acronyms, splitWords } from "../../text/letter-case/words.ts";
import {
  booleanNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { givenMember, memberOf, textOf } from "../../json/tree/members.ts";
import type { Change, NotStrict, Provider } from "./changes.ts";
import { PROVIDERS } from "./changes.ts";
import type { CommonSchema } from "./common.ts";
import { geminiSchema } from "./gemini.ts";
import { strictObstacle } from "./obstacle.ts";
import { anthropicStrict, openaiStrict } from "./providers.ts";

/** What a definition is made of beside the schema. */
export interface DefinitionOptions {
  readonly name: string;
  readonly description: string;
  readonly strict: boolean;
  readonly geminiJsonSchema: boolean;
  readonly outputSchema: JsonNode | undefined;
  readonly annotations: JsonNode | undefined;
}

export type Refused = Entry<"ROOT_COMBINATOR" | "REF_CYCLE" | "OUTPUT_TOO_LARGE">;

/** A definition for one provider. */
export type Definition =
  | {
      readonly ok: true;
      readonly provider: Provider;
      readonly definition: JsonObject;
      readonly strict: boolean;
      readonly changes: readonly Change[];
      readonly obstacle: NotStrict | undefined;
    }
  | { readonly ok: false; readonly provider: Provider; readonly error: Refused };

const NAMES: Readonly<Record<Provider, { readonly allowed: RegExp; readonly longest: number }>> = {
  openai: { allowed: /[^A-Za-z0-9_-]/gu, longest: 64 },
  "openai-responses": { allowed: /[^A-Za-z0-9_-]/gu, longest: 64 },
  anthropic: { allowed: /[^A-Za-z0-9_-]/gu, longest: 128 },
  gemini: { allowed: /[^A-Za-z0-9_.-]/gu, longest: 128 },
  mcp: { allowed: /[^A-Za-z0-9_.-]/gu, longest: 128 },
};

/** The providers that take no union as the root of the parameters. */
const NO_COMBINATOR: ReadonlySet<Provider> = new Set(PROVIDERS.filter((name) => name !== "mcp"));

/** The name of a tool whose schema has this title. */
export function nameOfTitle(title: string): string {
  const words = splitWords(title.slice(0, 1000), {
    acronyms: new Acronyms([]),
    splitNumbers: false,
  });
  return words.map((word) => word.toLowerCase()).join("_") || "tool";
}

export function defineFor(
  provider: Provider,
  common: CommonSchema,
  options: DefinitionOptions,
): Definition {
  const { combinator, root } = common;
  if (combinator !== undefined && NO_COMBINATOR.has(provider)) {
    const expected = "an object without it";
    const message = `Cannot define the tool for ${provider}: found ${combinator} at the root, expected ${expected}`;
    const path = `/schema/${combinator}`;
    return { ok: false, provider, error: { code: "ROOT_COMBINATOR", message, path, expected } };
  }
  const named = nameFor(provider, options.name);
  const before = [...named.changes, ...common.changes];
  if (provider === "gemini" && !options.geminiJsonSchema) {
    const written = geminiSchema(root);
    if (!written.ok) return { ok: false, provider, error: notInlined(written.reason) };
    const schema = memberNode("parameters", written.schema);
    const definition = objectNode([...headOf(named.name, options), schema]);
    const changes = [...before, ...written.changes];
    return { ok: true, provider, definition, strict: false, changes, obstacle: undefined };
  }
  const strictly = strictFor(provider, root, options.strict);
  const isStrict = strictly !== undefined && strictly.obstacle === undefined;
  return {
    ok: true,
    provider,
    definition: shaped(provider, named.name, isStrict ? strictly.schema : root, isStrict, options),
    strict: isStrict,
    changes: isStrict ? [...before, ...strictly.changes] : before,
    obstacle: strictly?.obstacle,
  };
}

function strictFor(provider: Provider, root: JsonObject, isWanted: boolean) {
  if (!isWanted || provider === "gemini" || provider === "mcp") return undefined;
  const refusesRecursion = provider === "anthropic";
  const strict = refusesRecursion ? anthropicStrict(root) : openaiStrict(root);
  const obstacle = strictObstacle(root, { refusesRecursion }) ?? strict.obstacle;
  return { ...strict, obstacle };
}

function notInlined({
  code,
  path,
  found,
}: Extract<ReturnType<typeof geminiSchema>, { ok: false }>["reason"]): Refused {
  const expected = "references that can be replaced by what they lead to";
  const message = `Cannot define the tool for gemini: found ${found}, expected ${expected}`;
  const hint = "With geminiJsonSchema the schema is givenMember as it is";
  return { code, message, path: `/schema${path}`, expected, hint };
}

function nameFor(provider: Provider, name: string): { name: string; changes: Change[] } {
  const { allowed, longest } = NAMES[provider];
  const clean = name.replaceAll(allowed, "_");
  const started = provider === "gemini" && !/^[A-Za-z_]/.test(clean) ? `_${clean}` : clean;
  const changed = started.slice(0, longest);
  if (changed === name) return { name, changes: [] };
  return { name: changed, changes: [{ code: "NAME_CHANGED", path: "/name", detail: changed }] };
}

function headOf(name: string, { description }: DefinitionOptions): JsonMember[] {
  return [memberNode("name", stringNode(name)), memberNode("description", stringNode(description))];
}

function shaped(
  provider: Provider,
  name: string,
  schema: JsonObject,
  isStrict: boolean,
  options: DefinitionOptions,
): JsonObject {
  const head = headOf(name, options);
  const type = memberNode("type", stringNode("function"));
  const strict = memberNode("strict", booleanNode(isStrict));
  switch (provider) {
    case "openai": {
      const inside = objectNode([...head, memberNode("parameters", schema), strict]);
      return objectNode([type, memberNode("function", inside)]);
    }
    case "openai-responses":
      return objectNode([type, ...head, memberNode("parameters", schema), strict]);
    case "anthropic":
      return objectNode([
        ...head,
        memberNode("input_schema", schema),
        ...(isStrict ? [strict] : []),
      ]);
    case "gemini":
      return objectNode([...head, memberNode("parametersJsonSchema", schema)]);
    case "mcp": {
      const title = textOf(memberOf(schema, "title"));
      return objectNode([
        ...head,
        memberNode("inputSchema", schema),
        ...(title === undefined ? [] : [memberNode("title", stringNode(title))]),
        ...givenMember("outputSchema", options.outputSchema),
        ...givenMember("annotations", options.annotations),
      ]);
    }
  }
}
