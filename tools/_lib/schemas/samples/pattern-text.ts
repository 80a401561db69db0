/** Strings that match a pattern, made from its syntax tree. */
import { characterSet } from "../../text/regex/character-set.ts";
import { Cursor } from "../../text/regex/cursor.ts";
import { readEscape } from "../../text/regex/escapes.ts";
import type { Node, RepeatNode, SetNode } from "../../text/regex/syntax.ts";
import type { Regex } from "../../text/regex/regex.ts";

/** What a sample has at most, in code units. */
export const LONGEST_SAMPLE = 10_000;

/** Schemas' patterns are read so. */
const MODE = { unicode: true, sets: false } as const;

/** In the order in which characters of a set are looked for. */
const PREFERRED = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const LAST_SOUGHT = 0x33ff;

/**
 * A string made of the first alternatives and the first members of classes, each part repeated as seldom as it may
 * be and `more` times oftener; undefined where there is none, or only a long one. Lookarounds, boundaries and
 * anchors are passed over: whether the string matches is for the pattern to say.
 */
export function patternText({ pattern }: Regex, more: number): string | undefined {
  return new Generator(more).text(pattern.body);
}

class Generator {
  readonly #more: number;
  readonly #groups = new Map<number, string>();

  constructor(more: number) {
    this.#more = more;
  }

  text(node: Node): string | undefined {
    switch (node.type) {
      case "char":
        return String.fromCodePoint(node.code);
      case "any":
        return "a";
      case "set":
        return firstMember(node);
      case "sequence":
        return this.#sequence(node.items);
      case "choice":
        return this.#choice(node.options);
      case "repeat":
        return this.#repeat(node);
      case "group":
        return this.#group(node.number, node.body);
      case "backreference":
        return node.groups.map((group) => this.#groups.get(group) ?? "").join("");
      default:
        return "";
    }
  }

  #sequence(items: readonly Node[]): string | undefined {
    let text = "";
    for (const item of items) {
      const part = this.text(item);
      if (part === undefined || text.length + part.length > LONGEST_SAMPLE) return undefined;
      text += part;
    }
    return text;
  }

  #choice(options: readonly Node[]): string | undefined {
    for (const option of options) {
      const text = this.text(option);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  #repeat({ body, min, max }: RepeatNode): string | undefined {
    const times = Math.min(max, min + this.#more);
    if (times === 0) return "";
    const text = this.text(body);
    if (text === undefined) return min === 0 ? "" : undefined;
    return text.length * times > LONGEST_SAMPLE ? undefined : text.repeat(times);
  }

  #group(number: number, body: Node): string | undefined {
    const text = this.text(body);
    if (text !== undefined) this.#groups.set(number, text);
    return text;
  }
}

/** The member that stands first in the class; of an escape or a negated class the first that is easy to read. */
function firstMember({ source, ignoreCase }: SetNode): string | undefined {
  const cursor = new Cursor(source, MODE);
  if (cursor.skip("[") && !cursor.startsWith("^") && !cursor.startsWith("]")) {
    const code = firstAtom(cursor);
    if (typeof code === "number") return String.fromCodePoint(code);
    return easiestMember(code, ignoreCase);
  }
  return easiestMember(source, ignoreCase);
}

function firstAtom(cursor: Cursor): number | string {
  if (cursor.peek() !== "\\") return cursor.character();
  if (cursor.skip("\\b")) return 8;
  const escape = readEscape(cursor, true);
  return escape.type === "char" ? escape.code : escape.source;
}

function easiestMember(source: string, ignoreCase: boolean): string | undefined {
  const set = characterSet(source, ignoreCase, MODE);
  for (const letter of PREFERRED) if (set.has(letter.charCodeAt(0))) return letter;
  for (let code = 0x20; code <= LAST_SOUGHT; code++) {
    if (set.has(code)) return String.fromCodePoint(code);
  }
  return undefined;
}
