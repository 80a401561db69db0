/** The form of a text in which instructions are looked for: what a reader would take it for. */
import { UNSEEN } from "./characters.ts";
import { LETTER_RUN } from "./scripts.ts";

export interface NormalForm {
  /** Lower case, one space between words, and the line ends as LF. */
  readonly lines: string;
  /** As `lines`, line ends as spaces. */
  readonly line: string;
  /** Where in the source the character at an index of either text stands, or its word begins. */
  sourceOfLines(index: number): number;
  sourceOfLine(index: number): number;
}

const PIECE = /\n|\P{White_Space}+/gu;

/** Normalises word by word, which gives the same as the whole: no character composes with a space before it. */
export function normalForm(text: string): NormalForm {
  const lines = new Words();
  const line = new Words();
  let end = 0;
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const isLineEnd = piece === "\n";
    const hasSpace = index > end && !(isLineEnd && text.slice(end, index) === "\r");
    if (hasSpace) lines.addSpace();
    if (hasSpace || isLineEnd) line.addSpace();
    if (isLineEnd) lines.add(piece, index, 1);
    else {
      const word = normalWord(piece);
      lines.add(word, index, piece.length);
      line.add(word, index, piece.length);
    }
    end = index + piece.length;
  }
  return {
    lines: lines.text,
    line: line.text,
    sourceOfLines: (index) => lines.sourceOf(index),
    sourceOfLine: (index) => line.sourceOf(index),
  };
}

/** Text put together, with where its words came from. */
class Words {
  text = "";
  #endsInSpace = false;
  readonly #starts: number[] = [];
  readonly #sources: number[] = [];
  /** Whether the word is as long as in the source, so that places in it are the same. */
  readonly #exact: boolean[] = [];

  addSpace(): void {
    if (!this.#endsInSpace) this.text += " ";
    this.#endsInSpace = true;
  }

  add(word: string, source: number, length: number): void {
    const added = this.#endsInSpace && word.startsWith(" ") ? word.slice(1) : word;
    if (added === "") return;
    this.#starts.push(this.text.length);
    this.#sources.push(source);
    this.#exact.push(added.length === length);
    this.text += added;
    this.#endsInSpace = added.endsWith(" ");
  }

  sourceOf(index: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    const inside = this.#exact[low] ? index - (this.#starts[low] ?? 0) : 0;
    return (this.#sources[low] ?? 0) + inside;
  }
}

const ASCII = /^[!-~]*$/;
const LATIN = /\p{Script=Latin}/u;
const TAG_LETTER = /[\u{e0020}-\u{e007e}]/gu;
const TAGS = 0xe0000;
/** More marks than this on one letter no script has (UAX #15, stream-safe text); sorting them takes long. */
const MARK_FLOOD = /(\p{M}{30})\p{M}+/gu;

function normalWord(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase().replaceAll("'", " ");
  const seen = word
    // NFKC would make a space and a mark of it.
    .replaceAll("\u00b4", "'")
    .replace(MARK_FLOOD, "$1")
    .normalize("NFKC")
    .replace(TAG_LETTER, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - TAGS))
    .replace(UNSEEN, "");
  return (LATIN.test(seen) ? plainLatin(seen) : seen)
    .normalize("NFC")
    .toLowerCase()
    .replace(/['\u2019\u02bc]/g, " ")
    .replace(/\p{White_Space}+/gu, " ");
}

/** Latin letters without marks, and those of other scripts that stand among them for Latin ones as such. */
function plainLatin(text: string): string {
  return text
    .replace(LETTER_RUN, withoutLookAlikes)
    .normalize("NFD")
    .replace(/(\p{Script=Latin})\p{M}+/gu, "$1");
}

const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
  ...pairs("аеорсухіјѕһԁԛԝкмтвн", "aeopcyxijshdqwkmtbh"),
  ...pairs("АВЕКМНОРСТУХІЈЅ", "ABEKMHOPCTYXIJS"),
  ...pairs("οαερτυικνχ", "oaeptuiknx"),
  ...pairs("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
]);

function pairs(from: string, to: string): [string, string][] {
  return Array.from(from, (letter, index) => [letter, to.charAt(index)]);
}

function withoutLookAlikes(run: string): string {
  const isMixed = LATIN.test(run) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(run);
  if (!isMixed) return run;
  return Array.from(run, (letter) => LOOK_ALIKES.get(letter) ?? letter).join("");
}
