/** What has arrived of a JSON object whose text was cut off. */
import { readJson } from "../_lib/json/tree/read.ts";
import { type JsonNode, withoutRepeats } from "../_lib/json/tree/tree.ts";

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
/** The first half of a character, of which the second has not come. */
const HALF_CHARACTER = /(?:\\u[dD][89abAB][\da-fA-F]{2}|[\ud800-\udbff])$/;

/** What may stand next: a value, a key, or what parts and ends them. */
type Next = "value" | "first value" | "key" | "first key" | "colon" | "comma";

/**
 * The object that a text begins, up to where the text ends or is no JSON any more. A string is as long as it came; a
 * key without a value, and a literal that is not whole, have not arrived.
 */
export function arrivedOf(text: string): JsonNode | undefined {
  const whole = new Arrival(text).read();
  if (whole === undefined) return undefined;
  const read = readJson(whole);
  if ("type" in read || read.root.type !== "object") return undefined;
  return withoutRepeats(read.root, "last");
}

class Arrival {
  readonly #text: string;
  /** What closes the objects and lists that are open. */
  readonly #closers: string[] = [];
  #at = 0;
  #next: Next = "value";
  /** The end of what is kept, and what completes a string that was cut off there. */
  #kept = 0;
  #quote = "";

  constructor(text: string) {
    this.#text = text;
  }

  /** The text that is kept, closed; undefined where no object begins. */
  read(): string | undefined {
    this.#match(SPACE);
    if (this.#text[this.#at] !== "{") return undefined;
    while (this.#step()) this.#match(SPACE);
    return this.#text.slice(0, this.#kept) + this.#quote + this.#closers.toReversed().join("");
  }

  /** Reads what is next; false where nothing more is read. */
  #step(): boolean {
    const character = this.#text[this.#at];
    switch (this.#next) {
      case "colon":
        return this.#take(character === ":", "value");
      case "key":
        return this.#key();
      case "first key":
        return character === "}" ? this.#close() : this.#key();
      case "first value":
        return character === "]" ? this.#close() : this.#value();
      case "value":
        return this.#value();
      case "comma":
        if (character === this.#closers.at(-1)) return this.#close();
        return this.#take(character === ",", this.#closers.at(-1) === "}" ? "key" : "value");
    }
  }

  #take(isThere: boolean, next: Next): boolean {
    if (!isThere) return false;
    this.#at++;
    this.#next = next;
    return true;
  }

  #close(): boolean {
    this.#at++;
    this.#closers.pop();
    return this.#keep();
  }

  #key(): boolean {
    const isWhole = this.#match(STRING) !== "" && this.#text[this.#at] === '"';
    return this.#take(isWhole, "colon");
  }

  #value(): boolean {
    const character = this.#text[this.#at];
    if (character === "{" || character === "[") {
      this.#closers.push(character === "{" ? "}" : "]");
      this.#at++;
      this.#keep();
      this.#next = character === "{" ? "first key" : "first value";
      return true;
    }
    if (character === '"') return this.#string();
    return (this.#match(NUMBER) || this.#match(LITERAL)) !== "" && this.#keep();
  }

  #string(): boolean {
    const start = this.#at;
    const content = this.#match(STRING);
    if (this.#text[this.#at] === '"') {
      this.#at++;
      return this.#keep();
    }
    this.#kept = start + content.replace(HALF_CHARACTER, "").length;
    this.#quote = '"';
    return false;
  }

  /** All that was read so far is whole; false where that is the whole object. */
  #keep(): boolean {
    this.#kept = this.#at;
    this.#next = "comma";
    return this.#closers.length > 0;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ""] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }
}
