/** Whether emphasis is read as it was meant, by the rules of delimiter runs (CommonMark 6.2 and its appendix). */
import type { Token } from "./tokens.ts";

const PUNCTUATION = /[\p{P}\p{S}]/u;

interface Run {
  readonly character: string;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** Marks of the run that are not used yet. */
  left: number;
}

/** A pair of marks by the run that it begins in. */
type Ends = { readonly from: Run; readonly width: number };

type Character = (token: Token | undefined) => string;

/** `first` and `last` give the characters that a token begins and ends with, empty where a line does. */
export function isReadBack(tokens: readonly Token[], first: Character, last: Character): boolean {
  const reader = new EmphasisReader();
  for (let index = 0; index < tokens.length;) {
    const token = tokens[index];
    const mark = markOf(token);
    if (mark === undefined) {
      if (token) reader.bracket(token);
      index++;
      continue;
    }
    let end = index;
    while (markOf(tokens[end])?.[0] === mark[0]) end++;
    const marks = tokens.slice(index, end);
    const run = runOf(mark, marks, last(tokens[index - 1]), first(tokens[end]));
    if (!reader.read(run, marks)) return false;
    index = end;
  }
  return true;
}

class EmphasisReader {
  /** Runs that may begin emphasis, of the link text that is being read and of what is around it. */
  readonly #openers: Run[][] = [[]];
  readonly #meant: Ends[] = [];

  bracket({ kind }: Token): void {
    if (kind === "open") this.#openers.push([]);
    if (kind === "close") this.#openers.pop();
  }

  /** Whether what the run ends and begins is what its marks are meant to. */
  read(run: Run, marks: readonly Token[]): boolean {
    const closed: Ends[] = [];
    for (const mark of marks) {
      const width = markOf(mark)?.length ?? 0;
      if (mark.kind === "open") this.#meant.push({ from: run, width });
      else closed.push(this.#meant.pop() ?? { from: run, width });
    }
    if (!closes(run, this.#openers.at(-1) ?? [], closed)) return false;
    if (run.left === 0) return true;
    this.#openers.at(-1)?.push(run);
    return run.canOpen;
  }
}

function markOf(token: Token | undefined): string | undefined {
  const isMark = token?.kind === "open" || token?.kind === "close";
  return isMark && typeof token.mark === "string" ? token.mark : undefined;
}

function runOf(mark: string, marks: readonly Token[], previous: string, next: string): Run {
  const length = marks.reduce((sum, each) => sum + (markOf(each)?.length ?? 0), 0);
  const [isBlankBefore, isBlankBehind] = [isBlank(previous), isBlank(next)];
  const isFreeBefore = isBlankBefore || PUNCTUATION.test(previous);
  const isFreeBehind = isBlankBehind || PUNCTUATION.test(next);
  return {
    character: mark.charAt(0),
    length,
    canOpen: !isBlankBehind && (isFreeBefore || !PUNCTUATION.test(next)),
    canClose: !isBlankBefore && (isFreeBehind || !PUNCTUATION.test(previous)),
    left: length,
  };
}

function isBlank(character: string): boolean {
  return character === "" || /\s/.test(character);
}

/** Whether the run ends just the pairs that are meant to end in it. */
function closes(run: Run, openers: Run[], meant: readonly Ends[]): boolean {
  const left = [...meant];
  while (run.canClose && run.left > 0) {
    const index = openers.findLastIndex((opener) => matches(opener, run));
    const opener = openers[index];
    if (opener === undefined) break;
    const width = Math.min(opener.left, run.left, 2);
    const found = left.findIndex((ends) => ends.from === opener && ends.width === width);
    if (found === -1) return false;
    left.splice(found, 1);
    opener.left -= width;
    run.left -= width;
    openers.splice(opener.left > 0 ? index + 1 : index);
  }
  return left.length === 0;
}

function matches(opener: Run, closer: Run): boolean {
  if (opener.character !== closer.character) return false;
  const isEither = opener.canClose || closer.canOpen;
  const isThird = (opener.length + closer.length) % 3 === 0;
  return !isEither || !isThird || (opener.length % 3 === 0 && closer.length % 3 === 0);
}
