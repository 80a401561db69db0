/** Values for the place of a rule that a change of it may be noticed by. */
import {
  arrayNode,
  type JsonArray,
  type JsonNode,
  type JsonObject,
  memberNode,
  nullNode,
  objectNode,
  withMember,
} from "../_lib/json/tree/tree.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { arrayOf } from "../_lib/schemas/samples/arrays.ts";
import {
  faultsOf,
  OF_EACH_TYPE,
  outsideEnum,
  textsOfLength,
} from "../_lib/schemas/samples/faults.ts";
import { Keywords } from "../_lib/schemas/samples/keywords.ts";
import { boundaryNumbers, movedNumber, numberRange } from "../_lib/schemas/samples/numbers.ts";
import { objectShape } from "../_lib/schemas/samples/objects.ts";
import type { SampleSource } from "../_lib/schemas/samples/source.ts";
import type { Mutant } from "./mutants.ts";

/** What a length is changed to at most. */
const LONGEST = 1000;

/** Values to be tried in the place of `value`, which is one that the rule speaks of. */
export function probesOf(mutant: Mutant, value: JsonNode, source: SampleSource): JsonNode[] {
  const { schema, keyword, subject } = mutant;
  const own = subject === undefined ? [] : specialProbes(mutant, subject, value, source);
  const faults = faultsOf([schema], source).filter((fault) => fault.keyword === keyword);
  return [...faults.flatMap(({ nodes }) => nodes), ...own];
}

function specialProbes(
  mutant: Mutant,
  subject: JsonNode,
  value: JsonNode,
  source: SampleSource,
): JsonNode[] {
  const { operator, keyword, schema } = mutant;
  switch (operator) {
    case "DROP_ENUM_VALUE":
      return [subject];
    case "DROP_REQUIRED":
    case "REQUIRE_OPTIONAL":
      return without(value, textOf(subject) ?? "");
    case "OPEN_OBJECT":
      return value.type === "object" ? [withMember(value, "__unexpected", nullNode())] : [];
    default:
      return keyword.startsWith("min") || keyword.startsWith("max") || keyword.startsWith("excl")
        ? boundProbes(keyword, subject, value, source, schema)
        : keywordProbes(keyword, subject, value, source);
  }
}

function keywordProbes(
  keyword: string,
  subject: JsonNode,
  value: JsonNode,
  source: SampleSource,
): JsonNode[] {
  switch (keyword) {
    case "type":
      return [...OF_EACH_TYPE];
    case "enum":
      return [outsideEnum(subject.type === "array" ? subject.items : []), ...OF_EACH_TYPE];
    case "const":
      return [outsideEnum([subject]), ...OF_EACH_TYPE];
    case "uniqueItems":
      return repeatedItems(value, source);
    case "not":
      return [...source.of([subject]).nodes, ...OF_EACH_TYPE];
    case "contains":
      return withoutItems(value, subject, source);
    case "propertyNames":
      return value.type === "object" ? wronglyNamed(value, subject, source) : [];
    default:
      return [];
  }
}

function boundProbes(
  keyword: string,
  bound: JsonNode,
  value: JsonNode,
  source: SampleSource,
  schema: JsonObject,
): JsonNode[] {
  if (bound.type !== "number") return [];
  const keywords = new Keywords([schema], source.parts);
  if (keyword.toLowerCase().endsWith("imum")) return numberProbes(bound.text, keywords);
  const length = Number(bound.text);
  if (length >= LONGEST) return [];
  const lengths = [length - 1, length, length + 1].filter((each) => each >= 0);
  if (keyword.endsWith("Length")) {
    return lengths.flatMap((each) => textsOfLength(each, keywords, textOf(value) ?? ""));
  }
  if (keyword.endsWith("Items")) {
    return lengths.flatMap((each) => arraysOfLength(each, value, keywords, source));
  }
  return lengths.flatMap((each) => objectsOfSize(each, value, keywords, source));
}

function numberProbes(bound: string, keywords: Keywords): JsonNode[] {
  const near = [-1n, 0n, 1n].flatMap((by) => movedNumber(bound, by) ?? []);
  return [...near, ...boundaryNumbers(numberRange(keywords, false))];
}

function arraysOfLength(
  length: number,
  value: JsonNode,
  keywords: Keywords,
  source: SampleSource,
): JsonNode[] {
  const own = value.type === "array" ? value.items : [];
  const last = own.at(-1);
  const missing = Math.max(0, length - own.length);
  const more = last === undefined ? [] : Array.from({ length: missing }, () => last);
  const resized = arrayNode([...own.slice(0, length), ...more]);
  const made = arrayOf(length, keywords, source);
  return made === undefined ? [resized] : [made, resized];
}

/** The members that there are, then those that are described, then others. */
function objectsOfSize(
  size: number,
  value: JsonNode,
  keywords: Keywords,
  source: SampleSource,
): JsonNode[] {
  if (value.type !== "object") return [];
  const { members, required } = objectShape(keywords, source.parts);
  const byNeed = [
    ...value.members.filter(({ key }) => required.has(key)),
    ...value.members.filter(({ key }) => !required.has(key)),
  ];
  const known = new Set(byNeed.map(({ key }) => key));
  const described = [...members].flatMap(([name, schemas]) => {
    const sample = known.has(name) ? undefined : source.first(schemas);
    return sample === undefined ? [] : [memberNode(name, sample)];
  });
  const others = Array.from({ length: size }, (_, index) =>
    memberNode(`__extra${index + 1}`, nullNode()),
  );
  return [objectNode([...byNeed, ...described, ...others].slice(0, size))];
}

function without(value: JsonNode, name: string): JsonNode[] {
  if (value.type !== "object" || memberOf(value, name) === undefined) return [value];
  return [objectNode(value.members.filter(({ key }) => key !== name))];
}

function repeatedItems(value: JsonNode, source: SampleSource): JsonNode[] {
  const items = value.type === "array" ? value.items : [];
  const [first = source.first([])] = items;
  const pairs: JsonArray[] = first === undefined ? [] : [arrayNode([first, first])];
  return items.length > 1
    ? [...pairs, arrayNode([...items.slice(0, -1), items[0] as JsonNode])]
    : pairs;
}

function withoutItems(value: JsonNode, contains: JsonNode, source: SampleSource): JsonNode[] {
  const items = value.type === "array" ? value.items : [];
  const others = items.filter((item) => !source.accepts([contains], item));
  const single = OF_EACH_TYPE.map((item) => arrayNode([item]));
  return [arrayNode(others), arrayNode([]), ...single];
}

function wronglyNamed(value: JsonObject, names: JsonNode, source: SampleSource): JsonNode[] {
  const texts = faultsOf([names], source).flatMap(({ nodes }) =>
    nodes.flatMap((node) => textOf(node) ?? []),
  );
  const member = value.members[0]?.value ?? nullNode();
  return ["__unexpected", ...texts].map((name) => withMember(value, name, member));
}
