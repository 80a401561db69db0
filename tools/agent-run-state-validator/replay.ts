/** One run, replayed event by event. */
import type { EntryDetail, EntrySink } from "../_lib/results/entry-list.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Failure, Value, Warning } from "../agent-run-state-validator.ts";
import { afterFinal, illegal, mismatch, type Reason, unknownIn, unknownState } from "./details.ts";
import type { Move } from "./events.ts";
import type { Machine } from "./machine.ts";
import { type StateLimits, Timing } from "./timing.ts";

type Illegal = Value["instances"][number]["illegal"][number];
type Found<C extends string> = EntrySink<C>;

export interface Counts {
  legal: number;
  illegal: number;
  ignored: number;
}

export class Replay {
  readonly id: string;
  readonly timing: Timing;
  readonly path: string[];
  readonly illegal: Illegal[] = [];
  transitions = 0;
  /** The last event, whatever came of it. */
  last: Move | undefined;
  readonly #machine: Machine;
  readonly #errors: Found<Failure>;
  readonly #warnings: Found<Warning>;
  readonly #counts: Counts;
  #state: string;
  #retries = 0;

  constructor(
    id: string,
    machine: Machine,
    limits: StateLimits,
    sinks: { errors: Found<Failure>; warnings: Found<Warning>; counts: Counts },
  ) {
    this.id = id;
    this.#machine = machine;
    this.#errors = sinks.errors;
    this.#warnings = sinks.warnings;
    this.#counts = sinks.counts;
    this.#state = machine.initial;
    this.path = [machine.initial];
    this.timing = new Timing(machine.initial, limits);
  }

  get state(): string {
    return this.#state;
  }

  take(move: Move): void {
    const before = this.last;
    this.last = move;
    this.#time(move);
    if (before === undefined && this.#namesInitial(move)) {
      this.#counts.legal++;
      this.timing.enter(this.#state, move);
    } else if (before !== undefined && this.#isRepeated(move, before)) {
      this.#counts.ignored++;
      const message = "The event came again, and the run was where it leads already";
      this.#warnings.add("DUPLICATE_EVENT", () => ({ message, path: move.path }));
    } else this.#step(move);
  }

  #time(move: Move): void {
    if (this.timing.isReversed(move)) {
      const expected = "a time not before that of the event before";
      const message = `Cannot put the event in its place: found an earlier time, expected ${expected}`;
      this.#errors.add("TIME_REVERSED", () => ({ message, path: move.path, received: move.ms }));
    }
    const overstay = this.timing.advance(move);
    if (overstay === undefined) return;
    const { state, ms, most } = overstay;
    const message = `Cannot stay in ${quoted(state)} so long: found ${ms} ms, expected at most ${most} ms`;
    this.#errors.add("STATE_TIMEOUT", () => ({
      message,
      path: move.path,
      expected: most,
      received: ms,
    }));
  }

  /** The first event may say where the run begins. */
  #namesInitial({ event, to, from }: Move): boolean {
    const { initial } = this.#machine;
    if (from !== undefined && from !== initial) return false;
    if (event === undefined) return to === initial;
    const isMove = this.#machine.knowsEvent(event) || (to !== undefined && to !== initial);
    return event === initial && !isMove;
  }

  /** Whether the event says what the one before said, and would lead to the state again without such a move. */
  #isRepeated(move: Move, before: Move): boolean {
    const target = this.#targetOf(move);
    if (target !== this.#state || this.#moveFrom(this.#state, move) !== undefined) return false;
    const isSameId = move.id !== undefined && move.id === before.id;
    return isSameId || move.content() === before.content();
  }

  /** Where the event wants to lead, from wherever. */
  #targetOf({ event, to }: Move): string | undefined {
    if (to !== undefined) return this.#machine.has(to) ? to : undefined;
    return event === undefined ? undefined : this.#machine.onlyTarget(event);
  }

  #moveFrom(state: string, { event, to }: Move): string | undefined {
    if (event !== undefined) return this.#machine.after(state, event, to);
    return to !== undefined && this.#machine.leads(state, to) ? to : undefined;
  }

  #step(move: Move): void {
    const reasons: Reason[] = [];
    const note = (reason: Reason, detail: () => EntryDetail) => {
      reasons.push(reason);
      this.#errors.add(reason, detail);
    };
    const start = this.#state;
    const direct = this.#moveFrom(start, move);
    if (this.#machine.isFinal(start) && direct === undefined) {
      note("AFTER_FINAL", () => afterFinal(start, move));
    } else {
      this.#resume(move, note);
      const target = this.#moveFrom(this.#state, move);
      const unknown = unknownIn(move, this.#machine);
      if (unknown !== undefined) note(unknown.code, unknown.detail);
      else if (target === undefined)
        note("ILLEGAL_TRANSITION", () => illegal(this.#state, move, this.#machine));
      // What leads to no known state changes nothing; all else goes where it says.
      const next = target ?? this.#targetOf(move);
      const isMove = target !== undefined || next !== this.#state;
      if (next !== undefined && isMove) this.#enter(next, move);
    }
    this.#settle(reasons[0], start, move);
  }

  /** Where the event starts from, if that is another state than the present one. */
  #resume(move: Move, note: (reason: Reason, detail: () => EntryDetail) => void): void {
    const { from, path } = move;
    const state = this.#state;
    if (from === undefined || from === state) return;
    if (!this.#machine.has(from)) {
      note("STATE_UNKNOWN", () => unknownState(from, path, this.#machine));
      return;
    }
    note("STATE_MISMATCH", () => mismatch(state, from, path));
    this.#enter(from, move);
  }

  #enter(state: string, move: Move): void {
    const { retries } = this.#machine;
    if (retries && this.#state === retries.from && state === retries.to) {
      this.#retries++;
      if (this.#retries > retries.most) {
        const message = `Cannot try again: found retry ${this.#retries}, expected at most ${retries.most}`;
        this.#errors.add("RETRY_LIMIT", () => ({
          message,
          path: move.path,
          expected: retries.most,
        }));
      }
    }
    this.#state = state;
    this.path.push(state);
    this.timing.enter(state, move);
  }

  #settle(reason: Reason | undefined, from: string, { index, event, to }: Move): void {
    if (reason === undefined) {
      this.#counts.legal++;
      this.transitions++;
      return;
    }
    this.#counts.illegal++;
    this.illegal.push({ index, from, event: event ?? null, to: to ?? null, reason });
  }
}
