import { LONGEST_OUTPUT } from "../_lib/results/output-limit.ts";
import { positionFinder } from "../_lib/text/position.ts";
import {
  type Regex,
  RegexBudgetExceeded,
  type RegexMatch,
  type StepBudget,
} from "../_lib/text/regex/regex.ts";
import { readReplacement, writeReplacement } from "./replacement.ts";

interface ListedMatch {
  readonly text: string;
  readonly index: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly groups: readonly ListedGroup[];
}

interface ListedGroup {
  readonly number: number;
  readonly name: string | null;
  /** Null for a group that took no part, whose index and end are -1. */
  readonly text: string | null;
  readonly index: number;
  readonly end: number;
}

/** What is listed of all matches together, at most; groups within groups would else repeat the text. */
const MOST_GROUPS = 200_000;
const MOST_CHARACTERS = LONGEST_OUTPUT;

/** The matches of one pattern in one text, counted, and listed up to a limit. */
export class Trial {
  readonly matches: ListedMatch[] = [];
  count = 0;
  readonly #regex: Regex;
  readonly #text: string;
  readonly #limit: number;
  readonly #budget: StepBudget;
  readonly #positionOf: ReturnType<typeof positionFinder>;
  #groups = 0;
  #characters = 0;
  #full = false;

  constructor(regex: Regex, text: string, limit: number, budget: StepBudget) {
    this.#regex = regex;
    this.#text = text;
    this.#limit = limit;
    this.#budget = budget;
    this.#positionOf = positionFinder(text);
  }

  get truncated(): boolean {
    return this.matches.length < this.count;
  }

  /** Finds all matches with the flag g, else the first. */
  find(): void {
    for (const match of this.#found()) this.#note(match);
  }

  /** What `String.prototype.replace` gives; undefined where it would pass 2,000,000 characters. */
  replace(replacement: string): string | undefined {
    const template = readReplacement(replacement, this.#regex.pattern);
    const text = this.#text;
    const parts: string[] = [];
    let length = 0;
    let end = 0;
    const write = (part: string) => {
      length += part.length;
      if (length <= LONGEST_OUTPUT) parts.push(part);
    };
    for (const match of this.#found()) {
      this.#note(match);
      write(text.slice(end, match.index));
      if (length <= LONGEST_OUTPUT) writeReplacement(template, text, match, write);
      end = match.end;
    }
    write(text.slice(end));
    return length > LONGEST_OUTPUT ? undefined : parts.join("");
  }

  /**
   * What `String.prototype.split` gives, and whether pieces were left out; an absent group is null.
   * There are no pieces where together they would pass 2,000,000 characters.
   */
  split(): { readonly pieces: (string | null)[] | undefined; readonly cut: boolean } {
    const text = this.#text;
    const budget = this.#budget;
    if (text === "" && this.#regex.test("", 0, budget)) return { pieces: [], cut: false };
    const pieces: (string | null)[] = [];
    let total = 0;
    let length = 0;
    let end = 0;
    const add = (piece: string | null) => {
      if (++total > this.#limit) return;
      length += piece?.length ?? 0;
      if (length <= LONGEST_OUTPUT) pieces.push(piece);
    };
    for (const match of separatorsOf(this.#regex, text, budget)) {
      this.#note(match);
      add(text.slice(end, match.index));
      for (const group of match.groups) {
        add(group.index < 0 ? null : text.slice(group.index, group.end));
      }
      end = match.end;
    }
    add(text.slice(end));
    return { pieces: length > LONGEST_OUTPUT ? undefined : pieces, cut: total > this.#limit };
  }

  /** Whether the flag g would have found more; false where that cannot be found out in the budget. */
  hasMore(): boolean {
    const [first] = this.matches;
    if (this.#regex.flags.includes("g") || first === undefined) return false;
    const start = first.end > first.index ? first.end : this.#regex.advance(this.#text, first.end);
    try {
      return start <= this.#text.length && this.#regex.test(this.#text, start, this.#budget);
    } catch (error) {
      if (error instanceof RegexBudgetExceeded) return false;
      throw error;
    }
  }

  *#found(): Generator<RegexMatch, undefined> {
    const all = this.#regex.flags.includes("g");
    for (const match of this.#regex.matches(this.#text, this.#budget)) {
      yield match;
      if (!all) return;
    }
  }

  #note(match: RegexMatch): void {
    this.count++;
    if (this.#full || this.matches.length === this.#limit) return;
    this.#groups += match.groups.length;
    this.#characters += match.end - match.index;
    for (const { index, end } of match.groups) this.#characters += end - index;
    this.#full = this.#groups > MOST_GROUPS || this.#characters > MOST_CHARACTERS;
    if (!this.#full) this.matches.push(this.#listed(match));
  }

  #listed({ index, end, groups }: RegexMatch): ListedMatch {
    const text = this.#text;
    const { line, column } = this.#positionOf(index);
    const names = this.#regex.pattern.groupNames;
    return {
      text: text.slice(index, end),
      index,
      end,
      line,
      column,
      groups: groups.map((group, before) => ({
        number: before + 1,
        name: names[before + 1] ?? null,
        text: group.index < 0 ? null : text.slice(group.index, group.end),
        index: group.index,
        end: group.end,
      })),
    };
  }
}

/** The matches at which `String.prototype.split` cuts; the text itself is cut into one piece more. */
function* separatorsOf(
  regex: Regex,
  text: string,
  budget: StepBudget,
): Generator<RegexMatch, undefined> {
  let pieceStart = 0;
  let at = 0;
  while (at < text.length) {
    const match = regex.exec(text, at, budget, false);
    if (match === undefined || match.index >= text.length) return;
    if (match.end === pieceStart) at = regex.advance(text, match.index);
    else {
      yield match;
      pieceStart = match.end;
      at = pieceStart;
    }
  }
}
