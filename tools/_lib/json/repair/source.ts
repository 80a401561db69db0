import { Fault } from "../../results/syntax-problem.ts";
import { DEEPEST, depthProblem } from "../tree/problem.ts";
import { type Certainty, certaintyOf, type Repair, type RepairCode } from "./repairs.ts";

export type RepairFailure = "JSON_NOT_FOUND" | "JSON_NOT_REPAIRABLE" | "INPUT_TOO_DEEP";

export interface RepairProblem {
  readonly code: RepairFailure;
  readonly offset: number;
  readonly found: string;
  readonly expected: string;
}

/** A repair with the end of what it replaces, both as offsets in the text that is read. */
export interface Change {
  readonly code: RepairCode;
  readonly certainty: Certainty;
  readonly start: number;
  readonly end: number;
  readonly after: string;
}

/** A text, perhaps unescaped from another one, and where in that other one its characters stand. */
export interface Text {
  readonly text: string;
  /** For each offset up to the text's length, the offset in the original. */
  readonly origins?: Int32Array;
}

/** A text while it is read: the position, the open containers and the changes so far. */
export class Source {
  readonly text: string;
  readonly end: number;
  /** Whether a literal cut off at the end of the text is completed. */
  readonly completesLiterals: boolean;
  at: number;
  readonly open: ("object" | "array")[] = [];
  repeatedKeys = 0;
  loneSurrogates = 0;
  readonly #origins: Int32Array | undefined;
  readonly #changes: Change[] = [];
  #contentEnd: number;

  constructor({ text, origins }: Text, start: number, end: number, completesLiterals: boolean) {
    this.text = text;
    this.at = start;
    this.end = end;
    this.completesLiterals = completesLiterals;
    this.#origins = origins;
    this.#contentEnd = skipBlanksBack(text, start, end);
  }

  /** The character at the position, or empty at the end. */
  get character(): string {
    return this.at < this.end ? this.text.charAt(this.at) : "";
  }

  get isAtEnd(): boolean {
    return this.at >= this.end;
  }

  /** Where the offset is in the original text. */
  origin(offset: number): number {
    return this.#origins === undefined ? offset : (this.#origins[offset] ?? 0);
  }

  note(code: RepairCode, start: number, end: number, after: string, certainty?: Certainty): void {
    this.#changes.push({ code, certainty: certainty ?? certaintyOf(code), start, end, after });
  }

  /** How many changes there are, to forget those that follow. */
  get mark(): number {
    return this.#changes.length;
  }

  forget(mark: number): void {
    this.#changes.length = mark;
  }

  /** Takes all changes out, in the order of the text, to put some of them back. */
  takeChanges(): Change[] {
    return this.#changes.splice(0).toSorted((a, b) => a.start - b.start);
  }

  putBack(change: Change): void {
    this.#changes.push(change);
  }

  /** The changes as repairs of the original text, in its order. */
  repairs(original: string): Repair[] {
    return this.#changes
      .toSorted((a, b) => a.start - b.start)
      .map(({ code, certainty, start, end, after }) => {
        const offset = this.origin(start);
        return { code, certainty, offset, before: original.slice(offset, this.origin(end)), after };
      });
  }

  /** Whether something was completed at the end of the text. */
  get isCut(): boolean {
    return this.#changes.some(({ code, end }) => COMPLETIONS.has(code) && end >= this.#contentEnd);
  }

  enter(container: "object" | "array"): void {
    if (this.open.length === DEEPEST) {
      const { code, found, expected } = depthProblem(this.at);
      throw new Fault({ code, offset: this.origin(this.at), found, expected });
    }
    this.open.push(container);
  }

  leave(): void {
    this.open.pop();
  }

  fault(found: string, expected: string, code: RepairFailure = "JSON_NOT_REPAIRABLE"): Fault {
    return new Fault({ code, offset: this.origin(this.at), found, expected });
  }
}

const COMPLETIONS: ReadonlySet<RepairCode> = new Set([
  "QUOTE_CLOSED",
  "BRACKET_CLOSED",
  "VALUE_ADDED",
  "LITERAL_COMPLETED",
]);

/** The offset behind the last character before `end` that is no blank. */
export function skipBlanksBack(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

/** The offset of the first character from `at` on that is no blank. */
export function skipBlanks(text: string, at: number, end: number): number {
  let next = at;
  while (next < end && isBlank(text.charCodeAt(next))) next++;
  return next;
}

export function isBlank(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9 || isOddBlank(unit);
}

/** White space and invisible characters that JSON does not know between tokens. */
export function isOddBlank(unit: number): boolean {
  if (unit < 0x80) return unit === 11 || unit === 12;
  if (unit >= 0x2000 && unit <= 0x200f) return true;
  return ODD_BLANKS.has(unit);
}

const ODD_BLANKS: ReadonlySet<number> = new Set([
  0x85, 0xa0, 0x1680, 0x180e, 0x2028, 0x2029, 0x202f, 0x205f, 0x2060, 0x3000, 0xfeff,
]);
