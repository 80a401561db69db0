import type { JsonNode } from "../../json/tree/tree.ts";
import { minifyJson } from "../../json/tree/write.ts";
import { isObjectSchema } from "./objects.ts";

/** What OpenAI takes of one strict schema. */
const LIMITS = {
  levels: { most: 10, what: "levels of objects" },
  properties: { most: 5000, what: "properties" },
  enumValues: { most: 1000, what: "enum values" },
  characters: {
    most: 120_000,
    what: "characters in names of properties and definitions, enum and const values",
  },
} as const;

export interface LimitPassed {
  readonly limit: keyof typeof LIMITS;
  readonly what: string;
  readonly expected: number;
  readonly received: number;
}

/** The limits that a strict schema passes. */
export function limitsPassed(schema: JsonNode): LimitPassed[] {
  const figures = { levels: 0, properties: 0, enumValues: 0, characters: 0 };
  measure(schema, 0, figures);
  return Object.entries(LIMITS)
    .map(([name, { most, what }]) => ({
      limit: name as keyof typeof LIMITS,
      what,
      expected: most,
      received: figures[name as keyof typeof LIMITS],
    }))
    .filter(({ expected, received }) => received > expected);
}

type Figures = Record<keyof typeof LIMITS, number>;

/** Goes through the schemas inside: of the strict subset only these keywords hold some. */
function measure(node: JsonNode, above: number, figures: Figures): void {
  if (node.type !== "object") return;
  const level = above + Number(isObjectSchema(node));
  figures.levels = Math.max(figures.levels, level);
  for (const { key, value } of node.members) {
    if (key === "items") measure(value, level, figures);
    else if (key === "const") figures.characters += sizeOf(value);
    else if (value.type === "array") measureList(key, value.items, level, figures);
    else if (value.type === "object" && (key === "properties" || key === "$defs")) {
      for (const member of value.members) {
        figures.characters += member.key.length;
        if (key === "properties") figures.properties++;
        // A definition is no part of the object it stands in.
        measure(member.value, key === "properties" ? level : 0, figures);
      }
    }
  }
}

function measureList(
  key: string,
  items: readonly JsonNode[],
  level: number,
  figures: Figures,
): void {
  for (const item of items) {
    if (key === "anyOf") measure(item, level, figures);
    if (key !== "enum") continue;
    figures.enumValues++;
    figures.characters += sizeOf(item);
  }
}

function sizeOf(value: JsonNode): number {
  return value.type === "string" ? value.value.length : (minifyJson(value)?.length ?? 0);
}
