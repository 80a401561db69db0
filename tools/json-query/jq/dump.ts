import type { JsonMember, JsonNode } from "../../_lib/json/tree/tree.ts";
import { scalarText } from "../../_lib/json/tree/write.ts";
import { utf8Length } from "../../_lib/text/code-points.ts";
import { doubleOf, isComputed } from "./values.ts";

/** What stands for a value nested deeper than jq writes. */
const TOO_DEEP = '"<skipped: too deep>"';
const DEEPEST_DUMP = 10_001;
const LONGEST_BRIEF = 29;

interface Open {
  readonly node: JsonNode & { type: "array" | "object" };
  readonly elements: readonly (JsonNode | JsonMember)[];
  next: number;
}

/** The text of a value without white space, which stops soon after `longest` characters. */
export function dump(root: JsonNode, longest = Number.POSITIVE_INFINITY): string {
  if (root.type !== "array" && root.type !== "object") return dumpScalar(root);
  const parts: string[] = [];
  const stack: Open[] = [];
  let length = 0;
  const put = (text: string) => {
    parts.push(text);
    length += text.length;
  };
  const write = (node: JsonNode) => {
    if (node.type !== "array" && node.type !== "object") put(dumpScalar(node));
    else if (stack.length >= DEEPEST_DUMP) put(TOO_DEEP);
    else {
      put(node.type === "array" ? "[" : "{");
      stack.push({ node, elements: node.type === "array" ? node.items : node.members, next: 0 });
    }
  };
  write(root);
  for (;;) {
    const open = stack.at(-1);
    if (open === undefined || length > longest) break;
    const element = open.elements[open.next++];
    if (element === undefined) {
      put(open.node.type === "array" ? "]" : "}");
      stack.pop();
      continue;
    }
    if (open.next > 1) put(",");
    if ("key" in element) put(`${element.keyText}:`);
    write("key" in element ? element.value : element);
  }
  return parts.join("");
}

/** A number that JSON has not is the nearest one that it has, or null. */
export function dumpScalar(node: JsonNode): string {
  if (node.type !== "number" || !isComputed(node)) return scalarText(node);
  const value = doubleOf(node);
  if (Number.isNaN(value)) return "null";
  if (Number.isFinite(value)) return node.text;
  return value > 0 ? "1.7976931348623157e+308" : "-1.7976931348623157e+308";
}

/** The text for a message: at most 29 bytes of UTF-8, cut where it is longer. */
export function dumpBriefly(node: JsonNode): string {
  const text = dump(node, LONGEST_BRIEF * 2);
  if (utf8Length(text) <= LONGEST_BRIEF) return text;
  const close = { string: '"', array: "]", object: "}" }[node.type as string] ?? "";
  let left = LONGEST_BRIEF - 3 - close.length;
  let cut = "";
  for (const character of text) {
    left -= utf8Length(character);
    if (left < 0) break;
    cut += character;
  }
  return `${cut}...${close}`;
}
