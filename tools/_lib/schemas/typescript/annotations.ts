import { compareNumbers, isNumberText } from "../../json/tree/number.ts";
import { readJson } from "../../json/tree/read.ts";
import {
  arrayNode,
  booleanNode,
  type JsonNode,
  numberNode,
  stringNode,
} from "../../json/tree/tree.ts";
import type { DocComment, DocTag } from "./doc-comment.ts";

/** What a doc comment says about a schema. */
export interface Annotations {
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** Numbers are whole. */
  readonly integer: DocTag | undefined;
  /** Whether an object may have members that are not named. */
  readonly open: boolean | undefined;
  /** In the order in which they are written. */
  readonly keywords: readonly (readonly [keyword: string, value: JsonNode])[];
}

export const NO_ANNOTATIONS: Annotations = {
  title: undefined,
  description: undefined,
  integer: undefined,
  open: undefined,
  keywords: [],
};

type Reader = (text: string) => JsonNode | undefined;

/** In the order in which a schema has them. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["format", (text) => (/^\S+$/.test(text) ? stringNode(text) : undefined)],
  ["pattern", readPattern],
  ["minimum", readNumber],
  ["maximum", readNumber],
  ["exclusiveMinimum", readNumber],
  ["exclusiveMaximum", readNumber],
  ["multipleOf", readPositive],
  ["minLength", readCount],
  ["maxLength", readCount],
  ["minItems", readCount],
  ["maxItems", readCount],
  ["uniqueItems", readFlag],
  ["default", readData],
  ["deprecated", () => booleanNode(true)],
]);

/** Called with a tag that does not say what it should. */
export type InvalidTag = (tag: DocTag, expected: string) => void;

/** Whether the comment takes its member out of the schema. */
export function isHidden(doc: DocComment | undefined): boolean {
  return doc?.tags.some(({ name }) => name === "ignore" || name === "hidden") ?? false;
}

/** Reads what the tags say; of a tag that is repeated the last counts, but for examples. */
export function annotationsOf(doc: DocComment | undefined, invalid: InvalidTag): Annotations {
  if (doc === undefined) return NO_ANNOTATIONS;
  const found = new Map<string, JsonNode>();
  const last = (name: string) => doc.tags.findLast((tag) => tag.name === name)?.text;
  for (const tag of doc.tags) {
    const reader = READERS.get(tag.name);
    const value = reader?.(tag.text);
    if (value !== undefined) found.set(tag.name, value);
    else if (reader !== undefined) invalid(tag, EXPECTED.get(tag.name) ?? "a number");
  }
  const examples = doc.tags.filter(({ name }) => name === "example").map(readExample);
  if (examples.length > 0) found.set("examples", arrayNode(examples));
  const keywords = ORDER.flatMap((name) => {
    const value = found.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    title: last("title"),
    description: doc.description || last("description") || undefined,
    integer: integerTag(doc, invalid),
    open: openTag(doc, invalid),
    keywords,
  };
}

function readExample({ text }: DocTag): JsonNode {
  return readData(text) ?? stringNode(text);
}

/** `@asType integer`; `@type` is read only where it says so, for it is used for much else. */
function integerTag(doc: DocComment, invalid: InvalidTag): DocTag | undefined {
  let found: DocTag | undefined;
  for (const tag of doc.tags) {
    if (tag.name !== "asType" && tag.name !== "type") continue;
    if (/^\{?integer\}?$/.test(tag.text)) found = tag;
    else if (tag.name === "asType") invalid(tag, "integer");
  }
  return found;
}

function openTag(doc: DocComment, invalid: InvalidTag): boolean | undefined {
  const tag = doc.tags.findLast(({ name }) => name === "additionalProperties");
  if (tag === undefined) return undefined;
  const flag = readFlag(tag.text);
  if (flag === undefined) invalid(tag, "true or false");
  return flag?.type === "boolean" ? flag.value : undefined;
}

const ORDER = [...READERS.keys()].flatMap((name) =>
  name === "deprecated" ? ["examples", name] : [name],
);

const COUNT = "a whole number from 0";
const EXPECTED: ReadonlyMap<string, string> = new Map([
  ["format", "one word"],
  ["pattern", "a regular expression"],
  ["multipleOf", "a number above 0"],
  ["minLength", COUNT],
  ["maxLength", COUNT],
  ["minItems", COUNT],
  ["maxItems", COUNT],
  ["uniqueItems", "true or false"],
  ["default", "a value"],
]);

function readNumber(text: string): JsonNode | undefined {
  return isNumberText(text) ? numberNode(text) : undefined;
}

function readPositive(text: string): JsonNode | undefined {
  return isNumberText(text) && compareNumbers(text, "0") > 0 ? numberNode(text) : undefined;
}

function readCount(text: string): JsonNode | undefined {
  return /^(?:0|[1-9]\d*)$/.test(text) ? numberNode(text) : undefined;
}

function readFlag(text: string): JsonNode | undefined {
  if (text === "" || text === "true") return booleanNode(true);
  return text === "false" ? booleanNode(false) : undefined;
}

function readPattern(text: string): JsonNode | undefined {
  if (text === "") return undefined;
  try {
    return RegExp(text, "u") && stringNode(text);
  } catch {
    return undefined;
  }
}

/** JSON where the text is some, else the text. */
function readData(text: string): JsonNode | undefined {
  if (text === "") return undefined;
  const document = readJson(text);
  return "root" in document ? document.root : stringNode(text);
}
