/** Where emphasis can begin and end (CommonMark 6.2, "left-flanking" and "right-flanking"). */
import { characterAt } from "../_lib/text/character.ts";
import { characterBefore } from "./escape.ts";
import { isReadBack } from "./read-back.ts";
import { tidy, type Token } from "./tokens.ts";

const BLANK = /^$|\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const LAST_PUNCTUATION = /[\p{P}\p{S}]$/u;
const FIRST_PUNCTUATION = /^[\p{P}\p{S}]/u;

/** Emphasis that is read as it is meant; where there is no way to write that, the outermost only, or none. */
export function readableEmphasis(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(isEmphasis)) return tokens;
  for (const deepest of [Infinity, 1]) {
    const fixed = withFlankingMarks(upTo(deepest, tokens));
    if (isReadBack(fixed, firstCharacter, lastCharacter)) return fixed;
  }
  return tidy(tokens.filter((token) => !isEmphasis(token)));
}

/** The tokens without emphasis inside so much emphasis. */
function upTo(deepest: number, tokens: readonly Token[]): readonly Token[] {
  if (deepest === Infinity) return tokens;
  let depth = 0;
  const kept = tokens.filter((token) => {
    if (!isEmphasis(token)) return true;
    if (token.kind === "open") return ++depth <= deepest;
    return depth-- <= deepest;
  });
  return tidy(kept);
}

/**
 * Makes all emphasis begin and end where Markdown lets it: punctuation between a mark and a letter goes
 * outside the mark, and where markup stands there instead the letter is written as a character reference.
 */
function withFlankingMarks(tokens: readonly Token[]): Token[] {
  const fixed: Token[] = [];
  let depth = 0;
  for (let index = 0; index < tokens.length;) {
    const end = endOfRun(tokens, index);
    if (end === index) {
      const token = tokens[index++];
      if (token) fixed.push(token);
      continue;
    }
    const [before, after] = [fixed.pop(), tokens[end]];
    const run = tokens.slice(index, end);
    const isText = after?.kind === "text";
    fixed.push(...around(before, run, after, depth));
    for (const { kind } of run) depth += kind === "open" ? 1 : -1;
    index = isText ? end + 1 : end;
  }
  return fixed;
}

function isEmphasis(token: Token | undefined): boolean {
  return (token?.kind === "open" || token?.kind === "close") && typeof token.mark === "string";
}

function endOfRun(tokens: readonly Token[], start: number): number {
  let end = start;
  while (isEmphasis(tokens[end])) end++;
  return end;
}

/** The token before a run of marks, the run, and the text behind it if it is one. */
function around(
  before: Token | undefined,
  run: readonly Token[],
  after: Token | undefined,
  depth: number,
): Token[] {
  const opens = run.findIndex(({ kind }) => kind === "open");
  const closing = opens === -1 ? run : run.slice(0, opens);
  const opening = opens === -1 ? [] : run.slice(opens);
  const [previous, next] = [lastCharacter(before), firstCharacter(after)];
  if (closing.length > 0 && PUNCTUATION.test(previous) && isLetter(next)) {
    return closedBefore(before, closing, [...opening, ...textList(after)]);
  }
  // Between punctuation, a mark that opens could as well close what is open around it.
  const couldClose = depth > closing.length && PUNCTUATION.test(previous);
  if (opening.length > 0 && PUNCTUATION.test(next) && (isLetter(previous) || couldClose)) {
    return openedBehind([...tokenList(before), ...closing], opening, after);
  }
  return [...tokenList(before), ...run, ...textList(after)];
}

/** Ends emphasis before the punctuation at its end. */
function closedBefore(
  before: Token | undefined,
  closing: readonly Token[],
  rest: readonly Token[],
): Token[] {
  const cut = before?.kind === "text" ? startOfPunctuation(before.text) : 0;
  if (before?.kind === "text" && cut > 0) {
    const [kept, moved] = [before.text.slice(0, cut), before.text.slice(cut)];
    return [{ kind: "text", text: kept }, ...closing, { kind: "text", text: moved }, ...rest];
  }
  const [next, ...others] = rest;
  const letter = withReference(next, "first");
  return [...tokenList(before), ...closing, ...letter, ...others];
}

/** Begins emphasis behind the punctuation at its start. */
function openedBehind(
  head: readonly Token[],
  opening: readonly Token[],
  after: Token | undefined,
): Token[] {
  const cut = after?.kind === "text" ? endOfPunctuation(after.text) : 0;
  if (after?.kind === "text" && cut > 0 && cut < after.text.length) {
    const [moved, kept] = [after.text.slice(0, cut), after.text.slice(cut)];
    return [...head, { kind: "text", text: moved }, ...opening, { kind: "text", text: kept }];
  }
  const last = head.at(-1);
  const isText = last?.kind === "text" && isLetter(lastCharacter(last));
  const before = isText ? [...head.slice(0, -1), ...withReference(last, "last")] : head;
  return [...before, ...opening, ...textList(after)];
}

function tokenList(token: Token | undefined): Token[] {
  return token ? [token] : [];
}

function textList(token: Token | undefined): Token[] {
  return token?.kind === "text" ? [token] : [];
}

function isLetter(character: string): boolean {
  return !BLANK.test(character) && !PUNCTUATION.test(character);
}

function startOfPunctuation(text: string): number {
  let at = text.length;
  for (;;) {
    const character = characterBefore(text, at);
    if (!LAST_PUNCTUATION.test(character)) return /\s/.test(character) ? 0 : at;
    at -= character.length;
  }
}

function endOfPunctuation(text: string): number {
  let at = 0;
  for (;;) {
    const character = characterAt(text, at);
    if (!FIRST_PUNCTUATION.test(character)) return /\s/.test(character) ? text.length : at;
    at += character.length;
  }
}

/** The first or last character of a text as a character reference, which begins and ends with punctuation. */
function withReference(token: Token | undefined, side: "first" | "last"): Token[] {
  if (token?.kind !== "text") return tokenList(token);
  const { text } = token;
  const plain = side === "first" ? characterAt(text, 0) : characterBefore(text, text.length);
  const reference: Token = { kind: "raw", text: `&#${plain.codePointAt(0) ?? 0};`, plain };
  const rest = side === "first" ? text.slice(plain.length) : text.slice(0, -plain.length);
  if (rest === "") return [reference];
  const kept: Token = { kind: "text", text: rest };
  return side === "first" ? [reference, kept] : [kept, reference];
}

function lastCharacter(token: Token | undefined): string {
  if (token === undefined || token.kind === "break") return "";
  if (token.kind === "text") return characterBefore(token.text, token.text.length);
  return token.kind === "open" ? "[" : ")";
}

function firstCharacter(token: Token | undefined): string {
  if (token === undefined || token.kind === "break") return "";
  return token.kind === "text" ? characterAt(token.text, 0) : "[";
}
