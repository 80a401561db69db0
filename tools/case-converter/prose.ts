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

/** Headline capitals: small words stay small inside, and spellings with inner capitals as they are. */
export function titleLine(line: string, spelling: Spelling): string {
  const text = spaced(line, spelling);
  const isShouted = text === spelling.letters.upper(text) && text !== spelling.letters.lower(text);
  const parts = [...text.matchAll(PART)];
  let titled = "";
  let end = 0;
  for (const [index, match] of parts.entries()) {
    const [part] = match;
    const gap = text.slice(end, match.index);
    const isEdge = index === 0 || index === parts.length - 1 || endsClause(gap);
    titled += gap + titlePart(part, isEdge, isShouted, spelling);
    end = match.index + part.length;
  }
  return titled + text.slice(end);
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
  const before = gap.replace(/\S+$/, "");
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

/** An identifier as words with spaces; a line that has white space is prose already. */
function spaced(line: string, spelling: Spelling): string {
  if (/\s/.test(line)) return line;
  return splitWords(line, spelling)
    .map((word) => spelling.letters.lower(word))
    .join(" ");
}
