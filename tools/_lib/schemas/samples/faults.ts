/** Values that break one keyword of a schema each. */
import { countCodePoints } from "../../text/code-points.ts";
import {
  arrayNode,
  booleanNode,
  type JsonNode,
  nullNode,
  numberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { textOf } from "../../json/tree/members.ts";
import { arrayOf, MOST_ITEMS } from "./arrays.ts";
import { formatSamples } from "./formats.ts";
import { Keywords, type TypeName } from "./keywords.ts";
import { betweenSteps, beyond, numberRange } from "./numbers.ts";
import { LONGEST_SAMPLE } from "./pattern-text.ts";
import type { SampleSource } from "./source.ts";
import { patternsIn, patternTexts } from "./strings.ts";

/** What is to break a keyword; which of the values does that, and nothing else, is for the schema to say. */
export interface Fault {
  readonly keyword: string;
  readonly nodes: readonly JsonNode[];
}

/** The faults of a value of these schemas: bounds, multiples, formats, patterns, enumerations, type. */
export function faultsOf(schemas: readonly JsonNode[], source: SampleSource): Fault[] {
  const keywords = new Keywords(schemas, source.parts);
  if (keywords.has("const")) return [];
  const choices = keywords.first("enum");
  if (choices?.type === "array") return [{ keyword: "enum", nodes: [outsideEnum(choices.items)] }];
  const faults = keywords.spokenTypes.flatMap((type) =>
    faultsOfType(type, keywords, source, schemas),
  );
  return [...faults, ...typeFault(keywords)];
}

function faultsOfType(
  type: TypeName,
  keywords: Keywords,
  source: SampleSource,
  schemas: readonly JsonNode[],
): Fault[] {
  if (type === "number" || type === "integer") return numberFaults(keywords, type === "integer");
  if (type === "string") return stringFaults(keywords, sampleText(source, schemas));
  return type === "array" ? arrayFaults(keywords, source) : [];
}

function numberFaults(keywords: Keywords, isInteger: boolean): Fault[] {
  const range = numberRange(keywords, isInteger);
  const faults = (["lower", "upper"] as const).flatMap((side): Fault[] => {
    const [bound, node] = [range[side], beyond(range, side)];
    return bound && node ? [{ keyword: bound.keyword, nodes: [node] }] : [];
  });
  if (!range.stepped) return faults;
  const between = betweenSteps(range);
  const isFraction = isInteger && !/^-?\d+$/.test(between.text);
  return [...faults, { keyword: isFraction ? "type" : "multipleOf", nodes: [between] }];
}

function sampleText(source: SampleSource, schemas: readonly JsonNode[]): string {
  return textOf(source.of(schemas).nodes.find(({ type }) => type === "string")) ?? "";
}

const UNLIKELY = ["__no_match__", "!", " ", "", "0", "A", "\u{1f642}"] as const;

function stringFaults(keywords: Keywords, sample: string): Fault[] {
  const least = keywords.count("minLength", "largest") ?? 0;
  const most = keywords.count("maxLength", "least") ?? Infinity;
  const format = formatSamples(textOf(keywords.first("format")) ?? "");
  const faults: Fault[] = [];
  if (least > 0 && least <= LONGEST_SAMPLE) {
    faults.push({ keyword: "minLength", nodes: textsOfLength(least - 1, keywords, sample) });
  }
  if (most < LONGEST_SAMPLE) {
    faults.push({ keyword: "maxLength", nodes: textsOfLength(most + 1, keywords, sample) });
  }
  if (format !== undefined) faults.push({ keyword: "format", nodes: [stringNode(format.wrong)] });
  if (keywords.has("pattern")) {
    const texts = [
      ...UNLIKELY,
      ...UNLIKELY.map((text) => resized(text, Math.min(least, MOST_ITEMS))),
    ];
    faults.push({ keyword: "pattern", nodes: [...new Set(texts)].map((text) => stringNode(text)) });
  }
  return faults;
}

/** Texts of a length: those that match the patterns, if there are any, then a sample cut or continued. */
export function textsOfLength(length: number, keywords: Keywords, sample: string): JsonNode[] {
  const matching = patternsIn(keywords).flatMap((regex) => patternTexts(regex, length));
  const right = matching.filter((text) => countCodePoints(text) === length);
  const texts = new Set([...right, resized(sample, length), "a".repeat(length)]);
  return [...texts].map((text) => stringNode(text));
}

/** The text cut to so many characters, or with its last one repeated. */
function resized(text: string, length: number): string {
  const letters = [...text];
  const missing = Math.max(0, length - letters.length);
  return letters.slice(0, length).join("") + (letters.at(-1) ?? "a").repeat(missing);
}

function arrayFaults(keywords: Keywords, source: SampleSource): Fault[] {
  const least = keywords.count("minItems", "largest") ?? 0;
  const most = keywords.count("maxItems", "least") ?? Infinity;
  const faultOf = (keyword: string, length: number): Fault[] => {
    const array = length < 0 || length > MOST_ITEMS ? undefined : arrayOf(length, keywords, source);
    return array === undefined ? [] : [{ keyword, nodes: [array] }];
  };
  return [...faultOf("minItems", least - 1), ...faultOf("maxItems", most + 1)];
}

/** A text that is no member. */
export function outsideEnum(choices: readonly JsonNode[]): JsonNode {
  const taken = new Set(choices.map((choice) => textOf(choice)));
  let text = "__not_in_enum__";
  while (taken.has(text)) text += "_";
  return stringNode(text);
}

/** For each type a value that looks like one of it and is not. */
const LOOKALIKES: Readonly<Record<TypeName, JsonNode>> = {
  string: numberNode("1"),
  number: stringNode("1"),
  integer: stringNode("1"),
  boolean: stringNode("true"),
  array: objectNode([]),
  object: arrayNode([]),
  null: numberNode("0"),
};

/** One value of each type. */
export const OF_EACH_TYPE: readonly JsonNode[] = [
  booleanNode(true),
  objectNode([]),
  arrayNode([]),
  nullNode(),
  numberNode("1"),
  stringNode("1"),
  numberNode("1.5"),
];

function typeFault(keywords: Keywords): Fault[] {
  const { types } = keywords;
  if (types === undefined) return [];
  return [{ keyword: "type", nodes: [...types.map((type) => LOOKALIKES[type]), ...OF_EACH_TYPE] }];
}
