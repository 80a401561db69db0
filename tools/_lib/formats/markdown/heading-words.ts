/** The words of a heading as a page shows them: without emphasis, code marks, addresses and tags. */
import { decodeEntity } from "./entities.ts";
import { type Inline, scanInline } from "./inline.ts";
import { oneLine } from "../../text/shown.ts";

export function wordsOfHeading(heading: string): string {
  const marks = new Marks(heading);
  for (const inline of scanInline(heading, new Set())) marks.take(inline);
  marks.takeEscapes();
  marks.takeEmphasis();
  return oneLine(marks.rest().trim());
}

const BLANK = /^\s?$/u;
const PUNCTUATION = /^[\p{P}\p{S}]$/u;

/** A run of one emphasis mark. */
interface Run {
  readonly at: number;
  /** How many of its marks are not used yet: openers lose them from their end. */
  left: number;
}

class Marks {
  readonly #text: string;
  /** 1 for what is a mark. */
  readonly #isMark: Uint8Array;
  /** 1 for what is no text: no emphasis begins or ends there. */
  readonly #isFixed: Uint8Array;
  readonly #instead = new Map<number, string>();

  constructor(text: string) {
    this.#text = text;
    this.#isMark = new Uint8Array(text.length);
    this.#isFixed = new Uint8Array(text.length);
  }

  take(inline: Inline): void {
    const { kind, from, to } = inline;
    if (kind === "missing") return;
    if (kind === "link" || kind === "image") {
      this.#drop(from, inline.textFrom);
      this.#drop(inline.textTo, to);
      return;
    }
    this.#isFixed.fill(1, from, to);
    if (kind === "code") {
      const ticks = /^`+/.exec(this.#text.slice(from, to))?.[0].length ?? 0;
      this.#drop(from, from + ticks);
      this.#drop(to - ticks, to);
    } else if (kind === "autolink") {
      this.#drop(from, from + 1);
      this.#drop(to - 1, to);
    } else if (kind === "html") this.#drop(from, to);
    else if (kind === "entity") this.#decode(from, to);
  }

  #drop(start: number, end: number): void {
    this.#isMark.fill(1, start, end);
    this.#isFixed.fill(1, start, end);
  }

  #decode(from: number, to: number): void {
    const text = decodeEntity(this.#text.slice(from, to));
    if (text === undefined) return;
    this.#drop(from, to);
    this.#instead.set(from, text);
  }

  takeEscapes(): void {
    for (const { index } of this.#text.matchAll(/\\[!-/:-@[-`{-~]/g)) {
      if (this.#isFixed[index] === 1) continue;
      this.#isMark[index] = 1;
      this.#isFixed[index + 1] = 1;
    }
  }

  /** Runs that close are paired with the nearest that opens, as in CommonMark. */
  takeEmphasis(): void {
    const open = new Map<string, Run[]>(["*", "_", "~"].map((mark) => [mark, []]));
    for (const { 0: run, index } of this.#text.matchAll(/\*+|_+|~+/g)) {
      const mark = run.charAt(0);
      if (this.#isFixed[index] === 1 || (mark === "~" && run.length > 2)) continue;
      const { opens, closes } = this.#flanks(mark, index, index + run.length);
      const isUsed = closes && this.#close(run, index, open);
      if (opens && !isUsed) open.get(mark)?.push({ at: index, left: run.length });
    }
  }

  /** Whether any mark of the run has a partner; what was opened behind that is open no longer. */
  #close(run: string, index: number, open: ReadonlyMap<string, Run[]>): boolean {
    const mark = run.charAt(0);
    const own = open.get(mark) ?? [];
    let left = run.length;
    for (let before = own.at(-1); left > 0 && before; before = own.at(-1)) {
      if (mark === "~" && before.left !== left) break;
      const used = Math.min(before.left, left);
      const start = index + run.length - left;
      this.#isMark.fill(1, start, start + used);
      this.#isMark.fill(1, before.at + before.left - used, before.at + before.left);
      left -= used;
      before.left -= used;
      if (before.left === 0) own.pop();
      for (const others of open.values()) {
        while ((others.at(-1)?.at ?? -1) > before.at) others.pop();
      }
    }
    return left < run.length;
  }

  #flanks(mark: string, start: number, end: number) {
    const [before, behind] = [this.#characterBefore(start), this.#characterAt(end)];
    const [blankBefore, blankBehind] = [BLANK.test(before), BLANK.test(behind)];
    const [signBefore, signBehind] = [PUNCTUATION.test(before), PUNCTUATION.test(behind)];
    const isLeft = !blankBehind && (!signBehind || blankBefore || signBefore);
    const isRight = !blankBefore && (!signBefore || blankBehind || signBehind);
    if (mark !== "_") return { opens: isLeft, closes: isRight };
    return {
      opens: isLeft && (!isRight || signBefore),
      closes: isRight && (!isLeft || signBehind),
    };
  }

  #characterAt(at: number): string {
    return at < this.#text.length ? String.fromCodePoint(this.#text.codePointAt(at) ?? 32) : "";
  }

  #characterBefore(at: number): string {
    return Array.from(this.#text.slice(Math.max(0, at - 2), at)).at(-1) ?? "";
  }

  rest(): string {
    const parts: string[] = [];
    for (let at = 0; at < this.#text.length; at++) {
      if (this.#isMark[at] === 0) parts.push(this.#text.charAt(at));
      else parts.push(this.#instead.get(at) ?? "");
    }
    return parts.join("");
  }
}
