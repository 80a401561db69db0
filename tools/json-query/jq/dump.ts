import { LONGEST_STRING, QueryTooCostly, type Spend } from "./budget.ts";
import type { JsonMember, JsonNode } from "../../_lib/json/tree/tree.ts";
import { scalarText } from "../../_lib/json/tree/write.ts";
import { utf8Length } from "../../_lib/text/code-points.ts";

import { doubleOf, isComputed, string } from "./values.ts";

/** What stands for a value nested deeper than jq writes. */
const TOO_DEEP = '"<skipped: too deep>"';
const DEEPEST_DUMP = 10_001;
const LONGEST_BRIEF = 29;
/** Units are taken once for so many pieces. */
const PIECES = 1024;

interface Open {
  readonly node: JsonNode & { type: "array" | "object" };
  readonly elements: readonly (JsonNode | JsonMember)[];
  next: number;
}

/**
 * The text of a value without white space. Parts that stand in it more than once are written each time,
 * so the units are taken on the way, and not for what is written in the end.
 */
export function dump(root: JsonNode, spend: Spend): string {
  if (root.type === "array" || root.type === "object")
    return new Dump(spend, LONGEST_STRING).write(root);
  const text = dumpScalar(root);
  if (text.length > LONGEST_STRING) throw new QueryTooCostly();
  spend(text.length >> 4);
  return text;
}

/** The beginning of the text of a value, as it is shown in messages. */
export function dumpBeginning(root: JsonNode, longest: number): string {
  if (root.type === "string" && root.value.length > longest)
    return dumpScalar(string(root.value.slice(0, longest)));
  if (root.type !== "array" && root.type !== "object") return dumpScalar(root);
  return new Dump(() => {}, longest).write(root);
}

/** Writes a value, and stops soon after `longest` characters: for a whole text that is one too many. */
class Dump {
  readonly #spend: Spend;
  readonly #longest: number;
  readonly #stack: Open[] = [];
  readonly #chunks: string[] = [];
  #pieces: string[] = [];
  #length = 0;
  #paid = 0;

  constructor(spend: Spend, longest: number) {
    this.#spend = spend;
    this.#longest = longest;
  }

  write(root: JsonNode): string {
    this.#value(root);
    for (;;) {
      const open = this.#stack.at(-1);
      if (open === undefined) break;
      if (this.#length > this.#longest) {
        if (this.#longest === LONGEST_STRING) throw new QueryTooCostly();
        break;
      }
      this.#next(open);
    }
    this.#pay();
    return this.#chunks.join("");
  }

  #next(open: Open): void {
    const element = open.elements[open.next++];
    if (element === undefined) {
      this.#put(open.node.type === "array" ? "]" : "}");
      this.#stack.pop();
      return;
    }
    if (open.next > 1) this.#put(",");
    if ("key" in element) this.#put(`${element.keyText}:`);
    this.#value("key" in element ? element.value : element);
  }

  #value(node: JsonNode): void {
    if (node.type !== "array" && node.type !== "object") {
      const room = this.#longest - this.#length;
      // Of a long text only the beginning is shown.
      const shown = this.#longest < LONGEST_STRING ? dumpBeginning(node, room + 1) : undefined;
      this.#put(shown ?? dumpScalar(node));
    } else if (this.#stack.length >= DEEPEST_DUMP) this.#put(TOO_DEEP);
    else {
      const elements = node.type === "array" ? node.items : node.members;
      this.#put(node.type === "array" ? "[" : "{");
      this.#stack.push({ node, elements, next: 0 });
    }
  }

  #put(text: string): void {
    this.#pieces.push(text);
    this.#length += text.length;
    if (this.#pieces.length >= PIECES) this.#pay();
  }

  #pay(): void {
    this.#spend((this.#pieces.length >> 2) + ((this.#length - this.#paid) >> 4));
    this.#paid = this.#length;
    this.#chunks.push(this.#pieces.join(""));
    this.#pieces = [];
  }
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
  const text = dumpBeginning(node, LONGEST_BRIEF * 2);
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
