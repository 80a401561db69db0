/** How long a run was in its states. */
import { instantFromMs, writeUtc } from "../_lib/time/calendar.ts";
import type { Move } from "./events.ts";

/** State → the longest stay in milliseconds. */
export type StateLimits = ReadonlyMap<string, number>;

export interface Overstay {
  readonly state: string;
  readonly ms: number;
  readonly most: number;
}

/** Follows the events of a run that have a time; the others are left out. */
export class Timing {
  readonly #limits: StateLimits;
  readonly #durations = new Map<string, number>();
  #first: number | undefined;
  #last: number | undefined;
  #state: string;
  /** Of the stay so far. */
  #stay = 0;
  #isOver = false;
  #moves = 0;
  #times = 0;
  #enteredWith: Move | undefined;

  constructor(initial: string, limits: StateLimits) {
    this.#state = initial;
    this.#limits = limits;
  }

  get durations(): Iterable<[string, number]> {
    return this.#durations;
  }

  /** Whether it is known how long the run took: two of its events have a time, or all there are. */
  get isTimed(): boolean {
    return this.#times > 1 || this.#times === this.#moves;
  }

  /** From the first to the last time. */
  get total(): number {
    return (this.#last ?? 0) - (this.#first ?? 0);
  }

  /** When the present state was entered, as it was written. */
  get since(): string | null {
    const { ms, timeText } = this.#enteredWith ?? {};
    if (timeText !== undefined) return timeText;
    return ms === undefined || Math.abs(ms) > LARGEST_MS
      ? null
      : writeUtc(instantFromMs(ms), DIGITS);
  }

  /** Whether the time is before that of the event before. */
  isReversed({ ms }: Move): boolean {
    return ms !== undefined && this.#last !== undefined && ms < this.#last;
  }

  /** Ends the time until the event; gives the stay that became too long with it. */
  advance({ ms }: Move): Overstay | undefined {
    this.#moves++;
    if (ms === undefined) return undefined;
    const before = this.#last;
    this.#first ??= ms;
    this.#times++;
    this.#last = ms;
    if (before === undefined) return undefined;
    const passed = Math.max(0, ms - before);
    const state = this.#state;
    this.#durations.set(state, (this.#durations.get(state) ?? 0) + passed);
    this.#stay += passed;
    const most = this.#limits.get(state);
    if (most === undefined || this.#stay <= most || this.#isOver) return undefined;
    this.#isOver = true;
    return { state, ms: this.#stay, most };
  }

  /** The run enters a state with the event. */
  enter(state: string, move: Move): void {
    this.#enteredWith = move;
    // Without a time nobody knows when; the time goes on in the state of the last one that is known.
    if (move.ms === undefined) return;
    this.#state = state;
    this.#stay = 0;
    this.#isOver = false;
  }
}

const DIGITS = { digits: 3 };
const LARGEST_MS = 8_640_000_000_000_000;
