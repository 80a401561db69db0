import { type CharSet, hasPoint } from "./char-set.ts";
import { type Pattern, parsePattern } from "./parse.ts";

/** One state: it reads a character, splits, asserts a place, or accepts. */
type State =
  | { readonly type: "set"; readonly set: CharSet; readonly next: number }
  | { readonly type: "start" | "end"; readonly next: number }
  | { readonly type: "accept" }
  | Split;

interface Split {
  readonly type: "split";
  next: number;
  /** The other way; -1 for none. */
  other: number;
}

const MOST_STATES = 20_000;

/** Thrown for a pattern whose counts would make an automaton of more than 20,000 states. */
export class PatternTooLarge extends Error {}

/**
 * An I-Regexp (RFC 9485) as a nondeterministic automaton, all of whose states are followed at once:
 * the steps are at most the characters of the text times the states, whatever the pattern.
 */
export class IRegexp {
  readonly #run: Run;

  /** The compiled pattern; undefined where the text is no I-Regexp. */
  static compile(text: string): IRegexp | undefined {
    const pattern = parsePattern(text);
    return pattern && new IRegexp(pattern);
  }

  private constructor(pattern: Pattern) {
    this.#run = new Run(new Builder().build(pattern));
  }

  /** Whether the whole text, or some part of it, matches; `spend` hears of the steps taken. */
  test(text: string, whole: boolean, spend: (steps: number) => void): boolean {
    const run = this.#run;
    run.begin(text.length);
    for (let at = 0; at < text.length;) {
      if (whole ? run.isDead : run.accepted) return !whole;
      const point = text.codePointAt(at) ?? 0;
      at += point > 0xffff ? 2 : 1;
      run.read(point, at);
      if (!whole) run.enter(0, at);
      spend(run.takeSteps());
    }
    return run.accepted;
  }
}

class Builder {
  readonly #states: State[] = [];

  build(pattern: Pattern): readonly State[] {
    this.#add(pattern);
    this.#push({ type: "accept" });
    return this.#states;
  }

  /** Appends the states of a pattern; they go on at the state that is appended next. */
  #add(pattern: Pattern): void {
    switch (pattern.type) {
      case "set":
        this.#push({ type: "set", set: pattern.set, next: this.#states.length + 1 });
        return;
      case "start":
      case "end":
        this.#push({ type: pattern.type, next: this.#states.length + 1 });
        return;
      case "sequence":
        for (const part of pattern.parts) this.#add(part);
        return;
      case "choice":
        this.#addChoice(pattern.parts);
        return;
      case "repeat":
        this.#addRepeat(pattern.part, pattern.min, pattern.max);
    }
  }

  #addChoice(parts: readonly Pattern[]): void {
    const ends: { next: number }[] = [];
    for (const [index, part] of parts.entries()) {
      if (index === parts.length - 1) this.#add(part);
      else {
        const split = this.#split();
        this.#add(part);
        ends.push(this.#split());
        split.other = this.#states.length;
      }
    }
    for (const end of ends) end.next = this.#states.length;
  }

  #addRepeat(part: Pattern, min: number, max: number): void {
    for (let count = 0; count < min; count++) {
      const before = this.#states.length;
      this.#add(part);
      // A part without states, however often, has none.
      if (this.#states.length === before) break;
    }
    if (max === Number.POSITIVE_INFINITY) {
      const start = this.#states.length;
      const split = this.#split();
      this.#add(part);
      this.#split().next = start;
      split.other = this.#states.length;
      return;
    }
    const splits: { other: number }[] = [];
    for (let count = min; count < max; count++) {
      splits.push(this.#split());
      this.#add(part);
    }
    for (const split of splits) split.other = this.#states.length;
  }

  /** A state that goes on at the next one, until it is told otherwise. */
  #split(): Split {
    const split: Split = { type: "split", next: this.#states.length + 1, other: -1 };
    this.#push(split);
    return split;
  }

  #push(state: State): void {
    if (this.#states.length >= MOST_STATES) throw new PatternTooLarge();
    this.#states.push(state);
  }
}

/** The states that are followed at one place of a text. */
class Run {
  accepted = false;
  readonly #states: readonly State[];
  /** The turn in which each state was entered last. */
  readonly #entered: Int32Array;
  #turn = 0;
  #steps = 0;
  #length = 0;
  #reading: number[] = [];

  constructor(states: readonly State[]) {
    this.#states = states;
    this.#entered = new Int32Array(states.length);
  }

  /** Whether no text to come can be accepted. */
  get isDead(): boolean {
    return this.#reading.length === 0;
  }

  /** The steps taken since the last call. */
  takeSteps(): number {
    const steps = this.#steps;
    this.#steps = 0;
    return steps;
  }

  /** Stands before a text of this length. */
  begin(length: number): void {
    this.#length = length;
    this.#nextTurn();
    this.enter(0, 0);
  }

  /** Follows the states that read the character; `at` is the place behind it. */
  read(point: number, at: number): void {
    const before = this.#nextTurn();
    this.#steps += before.length + 1;
    for (const index of before) {
      const state = this.#states[index];
      if (state?.type === "set" && hasPoint(state.set, point)) this.enter(state.next, at);
    }
  }

  /** Enters a state and all that can be reached from it without a character. */
  enter(index: number, at: number): void {
    const open = [index];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const state = this.#states[next];
      if (state === undefined || this.#entered[next] === this.#turn) continue;
      this.#entered[next] = this.#turn;
      this.#steps++;
      if (state.type === "set") this.#reading.push(next);
      else if (state.type === "accept") this.accepted = true;
      else if (state.type === "split") {
        if (state.other >= 0) open.push(state.other);
        open.push(state.next);
      } else if (at === (state.type === "start" ? 0 : this.#length)) open.push(state.next);
    }
  }

  #nextTurn(): readonly number[] {
    const before = this.#reading;
    this.#reading = [];
    this.accepted = false;
    this.#turn++;
    return before;
  }
}
