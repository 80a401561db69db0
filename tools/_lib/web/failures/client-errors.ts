/** What a client's error text says of the cause, in the words of any client. */
import type { CauseCode } from "./causes.ts";
import { type Phrase, type Saying, SAYINGS, UNSAID, WRAPPERS } from "./client-words.ts";

export interface Found {
  readonly code: CauseCode;
  /** Lines of the text, whole. */
  readonly evidence: readonly string[];
}

export interface ClientCauses {
  /** In the order of the layers that a call passes. */
  readonly found: readonly Found[];
  /** A code that only a client writes is among what tells them; words may be those of a server. */
  readonly isNamed: boolean;
}

/** Each cause once. */
export function clientCauses(errorText: string): ClientCauses {
  if (errorText.trim() === "") return { found: [], isNamed: false };
  const text = new ErrorText(errorText);
  const rows = SAYINGS.flatMap((row) => firstHeard(row, text) ?? []);
  const heard = rows.length > 1 ? rows.filter(({ phrase }) => !WRAPPERS.has(phrase)) : rows;
  const all =
    heard.length > 0 ? heard : [firstHeard(UNSAID, text)].filter((each) => each !== undefined);
  return {
    found: all.map(({ cause, at }) => ({ code: cause, evidence: [text.lineAt(at)] })),
    isNamed: all.some(({ isNamed }) => isNamed),
  };
}

interface Heard {
  readonly cause: CauseCode;
  readonly phrase: string;
  readonly at: number;
  readonly isNamed: boolean;
}

function firstHeard(row: readonly Saying[], text: ErrorText): Heard | undefined {
  for (const { cause, codes, phrases } of row) {
    const found = text.first(codes) ?? text.first(phrases);
    if (found === undefined) continue;
    const isNamed = row.some((each) => text.first(each.codes) !== undefined);
    return { cause, ...found, isNamed };
  }
  return undefined;
}

const CURL = /\bcurl(?: error)?:? {0,2}\(?(\d{1,3})\b/gi;
const WORD_CHARACTER = /[a-z0-9_]/;
const MAY_FOLLOW = {
  anything: /^/,
  "end of word": /^(?![a-z0-9_])/,
  "end of sentence": /^(?! ?[a-z0-9_])/,
} as const;
/** What stands between the parts of a phrase with a gap, at most. */
const LONGEST_GAP = 300;

/** An error text that is searched for many sayings. */
class ErrorText {
  readonly #text: string;
  readonly #lower: string;
  readonly #words: ReadonlySet<string>;
  /** `curl (7)` → its place, however it is written. */
  readonly #curl = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
    this.#lower = folded(text);
    this.#words = new Set(this.#lower.match(/[a-z0-9_]+/g));
    for (const { 1: number, index } of text.matchAll(CURL)) {
      const code = `curl (${Number(number)})`;
      if (!this.#curl.has(code)) this.#curl.set(code, index);
    }
  }

  /** The first of them that stands anywhere, and where. */
  first(phrases: readonly Phrase[]): { phrase: string; at: number } | undefined {
    for (const phrase of phrases) {
      const at = this.#placeOf(phrase);
      if (at !== -1) return { phrase: phrase.text, at };
    }
    return undefined;
  }

  lineAt(place: number): string {
    const start = this.#text.lastIndexOf("\n", place - 1) + 1;
    const end = this.#text.indexOf("\n", place);
    return this.#text.slice(start, end === -1 ? undefined : end).trim();
  }

  #placeOf(phrase: Phrase): number {
    const { text, rest, word } = phrase;
    if (text.startsWith("curl (")) return this.#curl.get(text) ?? -1;
    if (word !== undefined && !this.#words.has(word)) return -1;
    const at = this.#find(phrase, 0);
    return rest === undefined ? at : this.#placeWithGap(phrase, rest, at);
  }

  /** Each part is searched from where the other was found, so that no part of a text is searched twice. */
  #placeWithGap(phrase: Phrase, rest: string, from: number): number {
    let at = from;
    while (at !== -1) {
      const after = at + phrase.first.length;
      const next = this.#lower.indexOf(rest, after);
      if (next === -1) return -1;
      const isNear = next - after <= LONGEST_GAP && !this.#lower.slice(after, next).includes("\n");
      if (isNear) return at;
      at = this.#find(phrase, Math.max(after, next - LONGEST_GAP - phrase.first.length));
    }
    return -1;
  }

  /** A phrase begins where a word does. */
  #find({ first, end }: Phrase, from: number): number {
    let at = this.#lower.indexOf(first, from);
    while (at !== -1) {
      const before = this.#lower[at - 1] ?? "";
      const after = this.#lower.slice(at + first.length, at + first.length + 2);
      const begins = !WORD_CHARACTER.test(before) || !WORD_CHARACTER.test(first[0] ?? "");
      if (begins && MAY_FOLLOW[end].test(after)) return at;
      at = this.#lower.indexOf(first, at + 1);
    }
    return -1;
  }
}

/** In lower case, each character where it was; apostrophes are straight. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  const same =
    lower.length === text.length
      ? lower
      : text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
  return same.replaceAll("’", "'");
}
