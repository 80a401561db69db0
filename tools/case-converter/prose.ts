import { capitalise, type Letters } from "../_lib/text/letter-case/letters.ts";
import { splitWords, type WordOptions } from "../_lib/text/letter-case/words.ts";

/** How words are spelled. */
export interface Spelling extends WordOptions {
  readonly letters: Letters;
}

const SMALL_WORDS: ReadonlySet<string> = new Set(
  "a an and as at but by for if in nor of off on or per so the to up via vs yet".split(" "),
);

/** From letter or number to letter, number or mark, without hyphens: what is capitalised by itself. */
const PART = /[\p{L}\p{N}](?:[^-‐‑\s]*[\p{L}\p{M}\p{N}])?/gu;
const ENDS_CLAUSE = /[.!?:]["'\p{Pe}\p{Pf}\p{Pi}]*$|\s[-‒–—―]+$/u;

/** What is no word of the language: addresses, handles and dotted names. */
const NAME = /:\/\/|@|\p{L}\.\p{L}/u;
/** Names of single letters, which begin a sentence with a capital. */
const ABBREVIATION = /^\p{L}(?:\.\p{L})+$/u;
const HYPHEN = /^[-‐‑]$/;

/** Headline capitals: small words stay small inside; names and spellings with inner capitals stay as they are. */
export function titleLine(line: string, spelling: Spelling): string {
  const text = spaced(line, spelling);
  const isShouted = text === spelling.letters.upper(text) && text !== spelling.letters.lower(text);
  const parts = [...partsOf(text)];
  let titled = "";
  let end = 0;
  let isJoined = false;
  for (const [index, { part, start, isName }] of parts.entries()) {
    const gap = text.slice(end, start);
    end = start + part.length;
    const joinsNext = HYPHEN.test(text.slice(end, parts[index + 1]?.start));
    // At either end of a hyphenated word, or of a line or clause.
    const isEdge =
      isJoined !== joinsNext || index === 0 || index === parts.length - 1 || endsClause(gap);
    titled +=
      gap +
      (isName && !(isEdge && ABBREVIATION.test(part))
        ? part
        : titlePart(part, isEdge, isShouted, spelling));
    isJoined = joinsNext;
  }
  return titled + text.slice(end);
}

interface TitlePart {
  readonly part: string;
  readonly start: number;
  readonly isName: boolean;
}

/** What is capitalised by itself, and names as a whole. */
function* partsOf(text: string): Iterable<TitlePart> {
  for (const { 0: token, index } of text.matchAll(/\S+/g)) {
    if (NAME.test(token)) {
      let length = token.length;
      while (!/[\p{L}\p{N}\p{M}/]/u.test(token.charAt(length - 1)) && length > 1) length--;
      yield { part: token.slice(0, length), start: index, isName: true };
      continue;
    }
    for (const match of token.matchAll(PART)) {
      yield { part: match[0], start: index + match.index, isName: false };
    }
  }
}

function titlePart(
  part: string,
  isEdge: boolean,
  isShouted: boolean,
  { letters, acronyms }: Spelling,
): string {
  const listed = acronyms.spelling(part);
  if (listed !== undefined) return listed;
  if (!isShouted && /^.[^]*[\p{Lu}\p{Lt}]/u.test(part)) return part;
  const lower = letters.lower(part);
  return SMALL_WORDS.has(lower) && !isEdge ? lower : capitalise(part, letters);
}

/** Whether, in what lies between two parts, the token before the second one ends a clause or is a dash. */
function endsClause(gap: string): boolean {
  if (gap.length === 1) return false;
  const before = gap.replace(/(?<!\S)\S+$/, "");
  return before !== "" && ENDS_CLAUSE.test(before.trimEnd());
}

const SENTENCE_PIECE = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*|[.!?](?=[\s"'\p{Pe}\p{Pf}\p{Pi}]|$)/gu;

/** Lower case, and a capital where a sentence begins; a number there is its beginning. */
export function sentenceLine(line: string, spelling: Spelling): string {
  const { letters, acronyms } = spelling;
  let isStart = true;
  return letters.lower(spaced(line, spelling)).replace(SENTENCE_PIECE, (piece) => {
    const wasStart = isStart;
    isStart = /^[.!?]/.test(piece);
    if (isStart) return piece;
    return acronyms.spelling(piece) ?? (wasStart ? capitalise(piece, letters) : piece);
  });
}

/** An identifier as words with spaces; a line that has white space, or is one word or address, is prose already. */
function spaced(line: string, spelling: Spelling): string {
  if (/\s|:\/\/|@/.test(line)) return line;
  const words = splitWords(line, spelling);
  if (words.length === 1) return line;
  return words.map((word) => spelling.letters.lower(word)).join(" ");
}
