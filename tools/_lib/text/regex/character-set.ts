import { RememberedTest } from "./remembered-test.ts";
import type { Mode } from "./syntax.ts";

const ASCII = 128;
const MOST_REMEMBERED = 64;
const LONGEST_REMEMBERED = 128;

/** Which characters a class matches: asked of the engine one at a time, so that nothing can backtrack. */
export class CharacterSet extends RememberedTest {
  readonly #expression: RegExp;

  constructor(source: string, ignoreCase: boolean, mode: Mode) {
    const unicode = mode.sets ? "v" : "u";
    const flags = (ignoreCase ? "i" : "") + (mode.unicode ? unicode : "");
    const expression = new RegExp(`^(?:${source})$`, flags);
    super((code) => expression.test(String.fromCodePoint(code)));
    this.#expression = expression;
  }

  /** Whether it holds the whole text as one string. */
  hasString(text: string): boolean {
    return this.#expression.test(text);
  }
}

const remembered = new Map<string, CharacterSet>();

/** The set of a class or class escape; the ones used last are remembered with what they have learnt. */
export function characterSet(source: string, ignoreCase: boolean, mode: Mode): CharacterSet {
  const key = `${ignoreCase ? "i" : ""}${mode.sets ? "v" : mode.unicode ? "u" : ""} ${source}`;
  const known = remembered.get(key);
  const set = known ?? new CharacterSet(source, ignoreCase, mode);
  remembered.delete(key);
  if (source.length < LONGEST_REMEMBERED) remembered.set(key, set);
  if (remembered.size > MOST_REMEMBERED) {
    for (const [oldest] of remembered) {
      remembered.delete(oldest);
      break;
    }
  }
  return set;
}

/** The source of a set with only this character. */
export function sourceOf(code: number): string {
  const digits = code.toString(16);
  return code > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, "0")}`;
}

/** Whether the character's match can depend on the letter case: all that may have case. */
export function mayHaveCase(code: number): boolean {
  return code >= ASCII || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** Canonicalize(ch) of ECMA-262 22.2.2.7.3 for ignoreCase without the flags u and v. */
export function upperCaseOf(unit: number): number {
  const upper = String.fromCharCode(unit).toUpperCase();
  const code = upper.charCodeAt(0);
  return upper.length !== 1 || (unit >= ASCII && code < ASCII) ? unit : code;
}
