/**
 * Runs compiled queries: every part of a query may give several values one after another, so a run goes
 * forward by continuations and back by choices. Neither grows the stack, however deep the query recurses.
 */
import { LONGEST_STRING, QueryTooCostly, type Spend } from "./budget.ts";
import { type EntryDetail, WarningList } from "../../_lib/results/entry-list.ts";
import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import { JqError } from "./errors.ts";
import type { Track } from "./track.ts";
import { isLoose } from "./values.ts";

/** Takes the next value of a part, and the path that led to it where paths are followed. */
export type Next = (value: JsonNode, track: Track | undefined) => void;

/** A compiled part of a query: gives each of its values to `next`. */
export type Code = (
  machine: Machine,
  value: JsonNode,
  track: Track | undefined,
  env: Env | undefined,
  next: Next,
) => void;

/** What names mean where a part runs, the newest first. */
export interface Env {
  readonly parent: Env | undefined;
  /** A variable's value. */
  readonly value?: JsonNode;
  /** A function, or an argument, which is a function without parameters. */
  readonly code?: Code;
  /** Where the names of `code` have their meanings. */
  scope?: Env | undefined;
  /** How many choices there were when a label was passed. */
  readonly height?: number;
}

/** Another way to go on, taken when a part has no more values. */
export interface Choice {
  readonly retry: () => void;
  /** Goes on behind an error of the part that it stands around. */
  readonly handle?: (error: JqError) => void;
  /** A choice whose part has given a value: errors from here on are not that part's. */
  readonly left?: Choice;
}

export type QueryWarning = "QUERY_DEBUG" | "NUMBER_ROUNDED";

/** For a usual document; more in proportion for a large one. */
const MOST_UNITS = 5_000_000;
/** Characters that are written or read through for one unit. */
const CHARACTERS_A_UNIT = 16;

/** What a query can ask of its run. */
export interface World {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
  /** The next input; undefined behind the last. */
  nextInput(): JsonNode | undefined;
}

export class Machine {
  readonly world: World;
  readonly notes = new WarningList<QueryWarning>();
  readonly #choices: Choice[] = [];
  readonly #mostUnits: number;
  #units = 0;
  #code: Code | undefined;
  #value: JsonNode | undefined;
  #track: Track | undefined;
  #env: Env | undefined;
  #next: Next | undefined;
  #result: JsonNode | undefined;

  /** `growth`: how many times larger than usual the input may be. */
  constructor(world: World, growth = 1) {
    this.world = world;
    this.#mostUnits = MOST_UNITS * growth;
  }

  /** The values of a query for one input, one by one; throws `JqError` where nothing catches it. */
  *run(code: Code, input: JsonNode, env: Env | undefined): Generator<JsonNode, undefined> {
    this.#choices.length = 0;
    this.go(code, input, undefined, env, (value) => {
      this.#result = value;
    });
    for (;;) {
      const result = this.#advance();
      if (result === undefined) return;
      yield result;
    }
  }

  /** Lets a part run on a value. */
  go(
    code: Code,
    value: JsonNode,
    track: Track | undefined,
    env: Env | undefined,
    next: Next,
  ): void {
    this.#code = code;
    this.#value = value;
    this.#track = track;
    this.#env = env;
    this.#next = next;
  }

  /** Gives a value. */
  give(next: Next, value: JsonNode, track: Track | undefined): void {
    this.#code = undefined;
    this.#value = value;
    this.#track = track;
    this.#next = next;
  }

  /** Says that there are no more values: the last choice is next. */
  fail(): void {
    this.#next = undefined;
  }

  /** Takes units for what stays in memory until a part has no more values, which may be the parts of parts. */
  keep(units: number): void {
    this.spend(units);
  }

  /** Remembers another way to go on. */
  choose(retry: () => void): void {
    this.keep(3);
    this.chooseAgain(retry);
  }

  /** The same in place of a choice that was just taken, so that no more stays. */
  chooseAgain(retry: () => void): void {
    this.#choices.push({ retry });
  }

  /** Stands around a part that runs next: `handle` goes on behind its errors, `retry` where it has no more values. */
  guard(retry: () => void, handle: (error: JqError) => void): Choice {
    this.keep(4);
    const guard: Choice = { retry, handle };
    this.#choices.push(guard);
    return guard;
  }

  /** Says that the part has given a value: the errors of what takes it are not the part's own. */
  leave(guard: Choice): void {
    if (this.#choices.at(-1) === guard) this.#choices.pop();
    else this.#choices.push({ retry: () => this.fail(), left: guard });
  }

  /** How many choices there are. */
  get height(): number {
    return this.#choices.length;
  }

  /** Drops the choices above a height. */
  cut(height: number): void {
    this.#choices.length = height;
  }

  /** Takes units for work that is about to be done. */
  readonly spend: Spend = (units) => {
    this.#units += units;
    if (this.#units > this.#mostUnits) throw new QueryTooCostly();
  };

  /** Takes units for a text of this length that is written or read through. */
  spendText(length: number): void {
    if (length > LONGEST_STRING) throw new QueryTooCostly();
    this.spend(Math.ceil(length / CHARACTERS_A_UNIT));
  }

  /** Takes units for what every function does that looks at a value: a sum of texts is put together. */
  touch(value: JsonNode): void {
    if (isLoose(value)) this.spendText(value.value.length);
  }

  note(code: QueryWarning, detail: () => EntryDetail): void {
    this.notes.add(code, detail);
  }

  #advance(): JsonNode | undefined {
    let error: JqError | undefined;
    for (;;) {
      try {
        if (error !== undefined) this.#unwind(error);
        error = undefined;
        while (this.#result === undefined) if (!this.#move()) return undefined;
        const result = this.#result;
        this.#result = undefined;
        return result;
      } catch (thrown) {
        // What nothing handles has left no choices.
        if (!(thrown instanceof JqError) || thrown === error) throw thrown;
        error = thrown;
      }
    }
  }

  /** One step; false where all is done. */
  #move(): boolean {
    const next = this.#next;
    this.#next = undefined;
    if (next === undefined) {
      const choice = this.#choices.pop();
      if (choice === undefined) return false;
      choice.retry();
      return true;
    }
    const code = this.#code;
    const value = this.#value as JsonNode;
    if (code === undefined) next(value, this.#track);
    else {
      if (++this.#units > this.#mostUnits) throw new QueryTooCostly();
      code(this, value, this.#track, this.#env, next);
    }
    return true;
  }

  /** Goes back to the last guard whose part has failed. */
  #unwind(error: JqError): void {
    const left = new Set<Choice>();
    for (let choice = this.#choices.pop(); choice !== undefined; choice = this.#choices.pop()) {
      if (choice.left !== undefined) left.add(choice.left);
      if (choice.handle === undefined || left.has(choice)) continue;
      choice.handle(error);
      return;
    }
    throw error;
  }
}
