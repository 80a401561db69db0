import { Machine, type Takes } from "./machine.ts";
import { normalPath } from "./normal-path.ts";

/**
 * Path patterns. `*` is any run without `/`, `**` as a whole segment any number of segments (one at least
 * where it ends the pattern), `?` one character but `/`, `[a-z]` and `[!a-z]` a class, `{a,b}` one of
 * several, `\x` the character x. A `/` at the end stands for `/**`, one at the beginning for the root;
 * a pattern without `/` is for the last segment at any depth. Names that begin with a dot are like
 * others, letter case counts.
 */
export class Glob {
  readonly #machine = new Machine();
  readonly #start: number;
  readonly #lastSegmentOnly: boolean;
  /** A text that does not hold this does not match, which is found out sooner. */
  readonly #needed: string;

  constructor(pattern: string) {
    const characters = [...anchored(pattern)];
    this.#lastSegmentOnly = !hasSlash(characters);
    this.#needed = neededText(characters);
    this.#start = new Builder(characters, this.#machine).build();
  }

  matches(path: string): boolean {
    const normal = normalPath(path);
    const text = this.#lastSegmentOnly ? normal.slice(normal.lastIndexOf("/") + 1) : normal;
    return text.includes(this.#needed) && this.#machine.accepts(text, this.#start);
  }
}

/** Patterns of which the last that matches decides; one with a leading `!` takes away. */
export class GlobList {
  readonly #globs: readonly { readonly glob: Glob; readonly isTaken: boolean }[];

  constructor(patterns: readonly string[]) {
    this.#globs = patterns.map((pattern) => {
      const isTaken = !pattern.startsWith("!");
      return { glob: new Glob(isTaken ? pattern : pattern.slice(1)), isTaken };
    });
  }

  matches(path: string): boolean {
    return this.#globs.findLast(({ glob }) => glob.matches(path))?.isTaken ?? false;
  }
}

function anchored(pattern: string): string {
  const relative = pattern.replace(/^(?:\.\/+)+/, "");
  return relative.endsWith("/") && !relative.endsWith("\\/") ? `${relative}**` : relative;
}

function hasSlash(characters: readonly string[]): boolean {
  return characters.some((character, index) => character === "/" && characters[index - 1] !== "\\");
}

/** The longest run of ordinary characters before the first class or choice. */
function neededText(characters: readonly string[]): string {
  let longest = "";
  let run = "";
  for (let at = characters[0] === "/" ? 1 : 0; at < characters.length; at++) {
    const character = characters[at] as string;
    if (character === "[" || character === "{") break;
    if (character === "*" || character === "?") {
      run = "";
      // Any number of segments may be none, and without the `/` behind them.
      if (characters[at + 1] === "/") at++;
      continue;
    }
    if (character === "\\" && at + 1 < characters.length) at++;
    run += characters[at] as string;
    if (run.length > longest.length) longest = run;
  }
  return longest;
}

const isName: Takes = (character) => character !== "/";
const isAny: Takes = () => true;
const isSlash: Takes = (character) => character === "/";

/** What may follow and what came before an element, so that `**` knows whether it is a whole segment. */
interface Place {
  readonly end: number;
  readonly begins: boolean;
  readonly closes: boolean;
}

/** Reads a pattern into elements, then joins them from the last one to the first. */
class Builder {
  readonly #characters: readonly string[];
  readonly #choices: ReadonlyMap<number, Choice>;
  readonly #machine: Machine;
  /** Ends before which a class was begun and never closed, as one begun later will not be. */
  readonly #unclosed = new Set<number>();

  constructor(characters: readonly string[], machine: Machine) {
    this.#characters = characters;
    this.#choices = choicesOf(characters);
    this.#machine = machine;
  }

  build(): number {
    const start = this.#characters[0] === "/" ? 1 : 0;
    const end = this.#characters.length;
    return this.#sequence(start, { end, begins: true, closes: true }, 0);
  }

  #sequence(from: number, place: Place, next: number): number {
    const elements = this.#elements(from, place);
    return elements.reduceRight((state, element) => element(state), next);
  }

  /** Each element makes a state of the one that follows it. */
  #elements(from: number, { end, begins, closes }: Place): ((next: number) => number)[] {
    const elements: ((next: number) => number)[] = [];
    let beginsSegment = begins;
    for (let at = from; at < end;) {
      const choice = this.#choices.get(at);
      const here = { end, begins: beginsSegment, closes };
      const [size, element] = choice
        ? [choice.closing + 1 - at, this.#choice(choice, here)]
        : this.#element(at, here);
      elements.push(element);
      beginsSegment = this.#characters[at + size - 1] === "/";
      at += size;
    }
    return elements;
  }

  #element(at: number, place: Place): [number, (next: number) => number] {
    const character = this.#characters[at] as string;
    const one = (takes: Takes) => (next: number) => this.#machine.step(takes, next);
    if (character === "*") return this.#stars(at, place);
    if (character === "?") return [1, one(isName)];
    if (character === "[" && !this.#unclosed.has(place.end)) {
      const set = readClass(this.#characters, at, place.end);
      if (set) return [set.size, one(set.takes)];
      this.#unclosed.add(place.end);
    }
    const isEscape = character === "\\" && at + 1 < place.end;
    const literal = isEscape ? (this.#characters[at + 1] as string) : character;
    return [isEscape ? 2 : 1, one((found) => found === literal)];
  }

  #stars(at: number, { end, begins, closes }: Place): [number, (next: number) => number] {
    let after = at;
    while (after < end && this.#characters[after] === "*") after++;
    const isLast = after === end && closes;
    const endsSegment = isLast || this.#characters[after] === "/";
    if (after - at !== 2 || !begins || !endsSegment) {
      return [after - at, (next) => this.#loop(isName, next)];
    }
    if (!isLast) return [3, (next) => this.#segments(next)];
    // At the end one segment is needed at least.
    return [2, (next) => this.#machine.step(isName, this.#loop(isAny, next))];
  }

  #loop(takes: Takes, next: number): number {
    const again = this.#machine.fork(next);
    this.#machine.link(again, this.#machine.step(takes, again));
    return again;
  }

  /** Any number of segments, each with the `/` after it. */
  #segments(next: number): number {
    const start = this.#machine.fork(next);
    const name = this.#loop(isName, this.#machine.step(isSlash, start));
    this.#machine.link(start, this.#machine.step(isName, name));
    return start;
  }

  #choice({ separators, closing }: Choice, place: Place): (next: number) => number {
    const follower = this.#characters[closing + 1];
    const closes = closing + 1 === place.end ? place.closes : follower === "/";
    const members = separators.map((separator, index) => ({
      start: separator + 1,
      end: separators[index + 1] ?? closing,
    }));
    return (next) =>
      this.#machine.fork(
        ...members.map(({ start, end }) =>
          this.#sequence(start, { end, begins: place.begins, closes }, next),
        ),
      );
  }
}

interface Choice {
  /** Where its `{` or a comma between its members stands. */
  readonly separators: readonly number[];
  readonly closing: number;
}

/** Choices within choices that are read; deeper ones are ordinary characters. */
const MOST_NESTED = 100;

/** The choices by where they open; a `{` that is not closed or has no comma is an ordinary character. */
function choicesOf(characters: readonly string[]): Map<number, Choice> {
  const choices = new Map<number, Choice>();
  const open: number[][] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at];
    if (character === "\\") at++;
    else if (character === "{") open.push([at]);
    else if (character === ",") open.at(-1)?.push(at);
    else if (character === "}") {
      const separators = open.length > MOST_NESTED ? [] : (open.at(-1) ?? []);
      open.pop();
      if (separators.length > 1) choices.set(separators[0] as number, { separators, closing: at });
    }
  }
  return choices;
}

/** A class as `[a-z_]` or `[!a-z]`; undefined where it never ends. A `]` that comes first is a member. */
function readClass(
  characters: readonly string[],
  opening: number,
  end: number,
): { readonly size: number; readonly takes: Takes } | undefined {
  let at = opening + 1;
  const isNegated = characters[at] === "!" || characters[at] === "^";
  if (isNegated) at++;
  const ranges: { readonly low: string; readonly high: string }[] = [];
  for (let isFirst = true; at < end; isFirst = false) {
    if (characters[at] === "]" && !isFirst) {
      const takes = (found: string) =>
        isName(found) && ranges.some(({ low, high }) => within(found, low, high)) !== isNegated;
      return { size: at + 1 - opening, takes };
    }
    if (characters[at] === "\\" && at + 1 < end) at++;
    const low = characters[at] as string;
    const isRange = characters[at + 1] === "-" && at + 2 < end && characters[at + 2] !== "]";
    const high = isRange ? (characters[at + 2] as string) : low;
    ranges.push({ low, high });
    at += isRange ? 3 : 1;
  }
  return undefined;
}

function within(character: string, low: string, high: string): boolean {
  const [point, first, last] = [character, low, high].map((text) => text.codePointAt(0) ?? 0);
  return (point ?? 0) >= (first ?? 0) && (point ?? 0) <= (last ?? 0);
}
