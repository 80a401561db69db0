/** The OpenAPI document with types for what each tool takes and computes: for programs that write clients from it. */
import type { RegistryEntry } from "../registry-entry.ts";
import { detailOf, ENTRIES, findEntry } from "../registry.ts";
import { unknownTool } from "../run/errors.ts";
import { documentOf } from "./openapi.ts";
import { batchRequest, ITEM_ID, MODE, object, SCHEMAS } from "./openapi-schemas.ts";
import { answeredType, namedTypes, ref, sentType } from "./openapi-types.ts";

let wholeText: string | undefined;

/** `names`: ids or aliases with commas between them, or nothing for all tools; throws UNKNOWN_TOOL. */
export function typedText(names: string): string {
  const chosen = names.split(",").flatMap((name) => name.trim() || []);
  if (chosen.length > 0) return JSON.stringify(typedOpenapi(entriesOf(chosen)));
  return (wholeText ??= JSON.stringify(typedOpenapi(ENTRIES)));
}

function entriesOf(names: readonly string[]): readonly RegistryEntry[] {
  const named = names.map((name) => {
    const entry = findEntry(name);
    if (entry) return entry;
    throw unknownTool(name);
  });
  const wanted = new Set(named);
  return ENTRIES.filter((entry) => wanted.has(entry));
}

export function typedOpenapi(entries: readonly RegistryEntry[]): object {
  const types = Object.assign({}, ...entries.map(keptTypesOf)) as object;
  return documentOf(
    {
      ...SCHEMAS,
      // The answer of any tool, on which that of each is built.
      Answer: SCHEMAS["RunSuccess"],
      ...types,
      RunRequest: byTool(entries, "Call"),
      RunSuccess: byTool(entries, "Answer"),
      BatchRequest: batchRequest(byTool(entries, "Item")),
    },
    undefined,
  );
}

function byTool(entries: readonly RegistryEntry[], part: "Call" | "Answer" | "Item"): object {
  const named = entries.map(({ id }) => [id, ref(`${typeName(id)}${part}`).$ref] as const);
  return {
    oneOf: named.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: "tool_id", mapping: Object.fromEntries(named) },
  };
}

/** `json-formatter` as types are called: `JsonFormatter`. */
function typeName(id: string): string {
  return id.replaceAll(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());
}

const kept = new Map<RegistryEntry, object>();

/** Worked out once: documents of few tools are asked for in all combinations. */
function keptTypesOf(entry: RegistryEntry): object {
  const types = kept.get(entry) ?? typesOf(entry);
  kept.set(entry, types);
  return types;
}

function typesOf(entry: RegistryEntry): Readonly<Record<string, object>> {
  const { input_schema, value_schema } = detailOf(entry);
  const { properties, required } = input_schema;
  const name = typeName(entry.id);
  const needed = required.length > 0 ? ["tool_id", "input"] : ["tool_id"];
  const tool_id = { type: "string", const: entry.id };
  const text = { type: "string", description: `The field ${entry.primary} alone` };
  const call = {
    tool_id,
    input: { anyOf: [ref(`${name}Input`), text] },
    options: ref("RunOptions"),
  };
  const value = { anyOf: [ref(`${name}Value`), { type: "null" }] };
  const answer = { tool_id, result: { type: "object", properties: { value } } };
  return {
    // A tool passes over fields that it does not know, and warns of them; who has types wants to know before.
    [`${name}Input`]: { description: entry.summary, ...sentType(object(properties, required)) },
    ...namedTypes(`${name}Value`, answeredType(value_schema)),
    [`${name}Call`]: object({ ...call, response_mode: MODE }, needed),
    [`${name}Item`]: object({ id: ITEM_ID, ...call }, ["id", ...needed]),
    [`${name}Answer`]: { allOf: [ref("Answer"), object(answer, ["tool_id", "result"])] },
  };
}
