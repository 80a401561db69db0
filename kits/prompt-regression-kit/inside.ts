/** What stands inside an output: objects of JSON, elements of XML, and the names of tools that are called. */
import { extentOf } from "../../tools/_lib/agents/structured-output/brackets.ts";
import { readXml } from "../../tools/_lib/formats/xml/read.ts";
import type { XmlElement } from "../../tools/_lib/formats/xml/tree.ts";
import { itemsOf, memberOf, textOf } from "../../tools/_lib/json/tree/members.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import { readJsonRoot } from "../../tools/_lib/json/tree/rows.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";

/** What is read of a text, as a multiple of it: thousands of brackets that nothing closes cost no more than a few. */
const MOST_READ = 8;

/** The objects that stand in a text, JSON5 included; none inside another. */
export function* objectsIn(text: string): Generator<JsonNode> {
  let left = MOST_READ * text.length;
  for (let at = text.indexOf("{"); at !== -1 && left > 0;) {
    const { end, closed } = extentOf(text, at, text.length);
    left -= end - at;
    const read = closed ? readJson(text.slice(at, end), "json5") : undefined;
    const isFound = read !== undefined && !("type" in read);
    if (isFound) yield read.root;
    at = text.indexOf("{", isFound ? end : at + 1);
  }
}

const TAG_NAME = /<(\/?)([\p{L}_:][\p{L}\p{N}_:.·-]*)/uy;
const SKIPPED = { "<!--": "-->", "<![CDATA[": "]]>", "<?": "?>" } as const;

interface Part {
  readonly start: number;
  readonly end: number;
  readonly inside: readonly Part[];
}

/** The elements that stand in a text and are well-formed, as `isXml` says it; none inside another. */
export function elementsIn(text: string, isXml: (part: string) => boolean): string[] {
  let left = MOST_READ * text.length;
  const found: string[] = [];
  const open = partsOf(text).toReversed();
  for (let part = open.pop(); part !== undefined && left > 0; part = open.pop()) {
    const { start, end, inside } = part;
    const element = text.slice(start, end);
    left -= element.length;
    if (isXml(element)) found.push(element);
    else open.push(...inside.toReversed());
  }
  return found;
}

/** What stands between a tag and the one that closes it. */
function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  const open: { readonly name: string; readonly start: number; readonly parts: Part[] }[] = [];
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at)) {
    TAG_NAME.lastIndex = at;
    const [, slash, name = ""] = TAG_NAME.exec(text) ?? [];
    if (slash === undefined) {
      at = endOfMarkup(text, at);
      continue;
    }
    const end = endOfTag(text, at + 1);
    if (text.charAt(end - 1) !== ">") {
      at = Math.max(end, at + 1);
      continue;
    }
    const siblings = open.at(-1)?.parts ?? parts;
    if (slash === "/") {
      const last = open.pop();
      // A tag that closes another one ends all that is open; what was complete inside still counts.
      if (last?.name === name) {
        (open.at(-1)?.parts ?? parts).push({ start: last.start, end, inside: last.parts });
      } else {
        for (const left of open.splice(0)) parts.push(...left.parts);
        if (last) parts.push(...last.parts);
      }
    } else if (text.charAt(end - 2) === "/") siblings.push({ start: at, end, inside: [] });
    else open.push({ name, start: at, parts: [] });
    at = end;
  }
  return [...parts, ...open.flatMap((left) => left.parts)];
}

function endOfMarkup(text: string, at: number): number {
  for (const [opening, closing] of Object.entries(SKIPPED)) {
    if (!text.startsWith(opening, at)) continue;
    const end = text.indexOf(closing, at + opening.length);
    return end === -1 ? text.length : end + closing.length;
  }
  return at + 1;
}

/** Behind the `>` of a tag, quoted values left aside; at a `<` before it, or at the end, where there is none. */
function endOfTag(text: string, from: number): number {
  let quote = "";
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "<") return at;
    else if (character === ">") return at + 1;
  }
  return text.length;
}

/** Whether one of the elements begins a path of names, `a.b` a child b of the element a. */
export function hasPath(elements: readonly string[], path: string): boolean {
  const names = path.split(".");
  return elements.some((element) => {
    const document = readXml(element);
    let level: readonly XmlElement[] = "code" in document ? [] : [document.root];
    for (const [depth, name] of names.entries()) {
      if (depth > 0) level = level.flatMap(childrenOf);
      level = level.filter((one) => one.name === name);
    }
    return level.length > 0;
  });
}

function childrenOf({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => child.type === "element");
}

/** The names of the tools that an output calls, in the forms of OpenAI, Anthropic and Gemini, as data or as JSON text. */
export function calledTools(output: JsonNode): ReadonlySet<string> {
  const names = new Set<string>();
  const text = textOf(output);
  const read = text === undefined ? undefined : readJsonRoot(text, "");
  if (read === undefined) collectCalls(output, names);
  else if (read.ok) collectCalls(read.root, names);
  return names;
}

/** Members that hold messages, parts or calls. */
const HOLDERS = ["content", "parts", "output", "choices", "message", "candidates", "toolCall"];
const LISTS = ["tool_calls", "functionCalls"];

function collectCalls(node: JsonNode, names: Set<string>): void {
  for (const item of itemsOf(node)) {
    const isMessage = [...HOLDERS, ...LISTS, "functionCall"].some((name) => memberOf(item, name));
    if (!isMessage) addName(item, names);
    collectCalls(item, names);
  }
  if (node.type !== "object") return;
  const type = textOf(memberOf(node, "type"));
  if (type === "tool_use" || type === "function_call") addName(node, names);
  const call = memberOf(node, "functionCall");
  if (call) addName(call, names);
  for (const list of LISTS) for (const item of itemsOf(memberOf(node, list))) addName(item, names);
  for (const holder of HOLDERS) {
    const held = memberOf(node, holder);
    if (held) collectCalls(held, names);
  }
}

/** `{ function: { name } }` or `{ name }`. */
function addName(node: JsonNode, names: Set<string>): void {
  const inner = memberOf(node, "function");
  const name = textOf(memberOf(inner?.type === "object" ? inner : node, "name"));
  if (name !== undefined) names.add(name);
}
