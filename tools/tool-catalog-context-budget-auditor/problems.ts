/** What makes a definition cost more than it needs, or be called for the wrong thing. */
import { countCodePoints } from "../_lib/text/code-points.ts";
import { counted } from "../_lib/text/plural.ts";
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import { NAME_RULES } from "../_lib/agents/tool-call/names.ts";
import type { Measured } from "./measure.ts";

export const PROBLEMS = {
  DESCRIPTION_MISSING: "Nothing says what the tool does",
  DESCRIPTION_SHORT: "The description has fewer than 20 characters",
  DESCRIPTION_LONG: "The description has more than 200 tokens",
  PARAMETER_UNDESCRIBED: "Properties have no description; `received` says how many",
  SCHEMA_HEAVY: "The schema has more than 500 tokens",
  DEEP_SCHEMA: "The schema has more than 4 levels",
  ENUM_LONG: "A list of values has more than 50",
  NAME_GENERIC: "The name could be any tool's",
  NAME_SIMILAR: "The name differs little from another one",
  NAME_NOT_PORTABLE: "Not every provider takes the name",
  NO_PARAMETER_TYPES: "Properties have no type; `received` says how many",
} as const;

export type Problem = keyof typeof PROBLEMS;

export interface FoundProblem {
  readonly code: Problem;
  readonly message: string;
  readonly received?: unknown;
}

const SHORTEST_DESCRIPTION = 20;
const LONGEST_DESCRIPTION = 200;
const HEAVIEST_SCHEMA = 500;
const DEEPEST = 4;
const LONGEST_ENUM = 50;
const GENERIC: ReadonlySet<string> = new Set(
  "run do execute call process handle get data tool action main query".split(" "),
);

/** By code. */
export function problemsOf(tool: Measured, similar: string | undefined): FoundProblem[] {
  const { name, description = "" } = tool.definition;
  const { undescribed, untyped, levels, longestEnum } = lookThrough(tool.definition.inputSchema);
  const length = countCodePoints(description.trim());
  const { schemaTokens, descriptionTokens } = tool;
  const found: readonly (readonly [Problem, boolean, string, unknown?])[] = [
    ["DEEP_SCHEMA", levels > DEEPEST, `has ${levels} levels of objects and lists`, levels],
    [
      "DESCRIPTION_LONG",
      descriptionTokens > LONGEST_DESCRIPTION,
      `has a description of ${descriptionTokens} tokens`,
      descriptionTokens,
    ],
    ["DESCRIPTION_MISSING", length === 0, "has no description"],
    [
      "DESCRIPTION_SHORT",
      length > 0 && length < SHORTEST_DESCRIPTION,
      `has a description of ${counted(length, "character")}`,
      length,
    ],
    ["ENUM_LONG", longestEnum > LONGEST_ENUM, `has a list of ${longestEnum} values`, longestEnum],
    ["NAME_GENERIC", GENERIC.has(name.toLowerCase()), "has a name that could be any tool's"],
    [
      "NAME_NOT_PORTABLE",
      !NAME_RULES.portable.pattern.test(name),
      "has a name that not every provider takes",
    ],
    [
      "NAME_SIMILAR",
      similar !== undefined,
      `has nearly the name of ${JSON.stringify(similar)}`,
      similar,
    ],
    [
      "NO_PARAMETER_TYPES",
      untyped > 0,
      `has ${counted(untyped, "parameter")} without a type`,
      untyped,
    ],
    [
      "PARAMETER_UNDESCRIBED",
      undescribed > 0,
      `has ${counted(undescribed, "parameter")} without a description`,
      undescribed,
    ],
    [
      "SCHEMA_HEAVY",
      schemaTokens > HEAVIEST_SCHEMA,
      `has a schema of ${schemaTokens} tokens`,
      schemaTokens,
    ],
  ];
  return found
    .filter(([, isSo]) => isSo)
    .map(([code, , what, received]) => {
      const problem = { code, message: `${JSON.stringify(name)} ${what}` };
      return received === undefined ? problem : { ...problem, received };
    });
}

interface Look {
  undescribed: number;
  untyped: number;
  /** Of objects and lists within one another, the root included. */
  levels: number;
  longestEnum: number;
}

/** What says what a value may be. */
const KINDS = ["type", "enum", "const", "$ref", "anyOf", "oneOf", "allOf"];

function lookThrough(schema: JsonNode): Look {
  const look: Look = { undescribed: 0, untyped: 0, levels: 0, longestEnum: 0 };
  lookInto(schema, 0, look);
  return look;
}

function lookInto(schema: JsonNode, level: number, look: Look): void {
  if (schema.type !== "object") return;
  const values = memberOf(schema, "enum");
  if (values?.type === "array") look.longestEnum = Math.max(look.longestEnum, values.items.length);
  const properties = memberOf(schema, "properties");
  const contents = ["items", "additionalProperties"].flatMap((key) => memberOf(schema, key) ?? []);
  const own = level + (properties || contents.length > 0 ? 1 : 0);
  look.levels = Math.max(look.levels, own);
  if (properties?.type === "object") lookAtProperties(properties, own, look);
  for (const content of contents) lookInto(content, own, look);
  for (const branch of branchesOf(schema)) lookInto(branch, level, look);
  for (const definition of definitionsOf(schema)) lookInto(definition, 0, look);
}

function branchesOf(schema: JsonObject): JsonNode[] {
  return ["anyOf", "oneOf", "allOf", "prefixItems"].flatMap((key) => {
    const branches = memberOf(schema, key);
    return branches?.type === "array" ? branches.items : [];
  });
}

function definitionsOf(schema: JsonObject): JsonNode[] {
  return ["$defs", "definitions"].flatMap((key) => {
    const definitions = memberOf(schema, key);
    return definitions?.type === "object" ? definitions.members.map(({ value }) => value) : [];
  });
}

function lookAtProperties({ members }: JsonObject, level: number, look: Look): void {
  for (const { value } of members) {
    if (value.type === "object") {
      const description = memberOf(value, "description");
      if (description?.type !== "string" || description.value.trim() === "") look.undescribed++;
      if (!KINDS.some((key) => memberOf(value, key))) look.untyped++;
    }
    lookInto(value, level, look);
  }
}
