/** Paths that JSON Pointers with wildcards cover: `*` stands for any one segment, `**` for any number of them. */
import { parsePointer } from "./pointer.ts";

/** The segments of a pointer. */
export type Pattern = readonly string[];

/** A pattern and how many of its segments a path has used up. */
interface Progress {
  readonly pattern: Pattern;
  readonly used: number;
}

/** Where a path has come to in patterns; going on by a segment costs as much as there are ways still open. */
export class PatternPlace {
  readonly #open: readonly Progress[];
  /** A pattern leads exactly here. */
  readonly matches: boolean;
  /** A pattern leads here or to what this is part of. */
  readonly covered: boolean;

  constructor(open: readonly Progress[], isBelowMatch: boolean) {
    this.#open = withSkips(open);
    this.matches = this.#open.some(({ pattern, used }) => used === pattern.length);
    this.covered = isBelowMatch || this.matches;
  }

  enter(segment: string): PatternPlace {
    if (this.#open.length === 0) return this;
    const open = this.#open.flatMap(({ pattern, used }): Progress[] => {
      const expected = pattern[used];
      if (expected === "**") return [{ pattern, used }];
      return expected === "*" || expected === segment ? [{ pattern, used: used + 1 }] : [];
    });
    return new PatternPlace(open, this.covered);
  }
}

/** `**` may stand for no segment. */
function withSkips(open: readonly Progress[]): Progress[] {
  const ways = new Map<Pattern, Set<number>>();
  for (const { pattern, used } of open) {
    const places = ways.get(pattern) ?? new Set();
    ways.set(pattern, places);
    for (let at = used; !places.has(at); at++) {
      places.add(at);
      if (pattern[at] !== "**") break;
    }
  }
  return [...ways].flatMap(([pattern, places]) => [...places].map((used) => ({ pattern, used })));
}

/** Where all paths begin; what is no pointer covers nothing. */
export function patternRoot(pointers: readonly string[]): PatternPlace {
  return rootOf(pointers.map(parsePointer).filter((pattern) => pattern !== undefined));
}

export function rootOf(patterns: readonly Pattern[]): PatternPlace {
  return new PatternPlace(
    patterns.map((pattern) => ({ pattern, used: 0 })),
    false,
  );
}
