/** How large a text is beside the target, and the mildest setting of a dial that meets it, in few runs. */
import { counted } from "../../tools/_lib/text/plural.ts";
import countTokens from "../../tools/token-counter.ts";
import type { Attempt, Ctx, Form } from "./ladder.ts";

/** Settings from the mildest, 0, to the strongest. */
export interface Dial {
  readonly count: number;
  at(index: number): Attempt;
  /** What comes off piece by piece, for the note that says why a result is smaller than it might be. */
  readonly piece: string;
  /** What lies between a setting and the next stronger one. */
  between?(index: number): readonly Dial[];
}

const MOST_RUNS = 18;
/** So many runs go where the setting is guessed to be; the rest halve what is left. */
const GUESSES = 8;
/** Below this share of the target a result might hold more. */
const NEAR = 0.95;
/** A result that uses less leaves much of the target unused. */
const POOR = 0.5;

export class Gauge {
  readonly target: number | undefined;
  /** Why the last dialled result cannot be nearer to the target. */
  reason: string | undefined;
  /** Tokens of the best result so far: about what the mildest setting of a dial gives. */
  before = 0;
  readonly #ctx: Ctx;
  readonly #model: string;
  readonly #counts = new Map<string, number>();

  constructor(ctx: Ctx, model: string, target: number | undefined) {
    this.#ctx = ctx;
    this.#model = model;
    this.target = target;
  }

  tokens(text: string): number {
    let tokens = this.#counts.get(text);
    if (tokens === undefined) {
      tokens = this.#ctx.step(countTokens, { text, model: this.#model }).value?.high ?? 0;
      this.#counts.set(text, tokens);
    }
    return tokens;
  }

  /** The attempt, where it meets the target. */
  fitting(attempt: Attempt | undefined): Form | undefined {
    if (attempt === undefined || "refused" in attempt || attempt.text === "") return undefined;
    return this.#size(attempt.text) <= (this.target ?? Infinity) ? attempt : undefined;
  }

  /** Tokens; of what is too large by far, as its beginning tells, about as many. */
  #size(text: string): number {
    if (this.target === undefined || this.#counts.has(text)) return this.tokens(text);
    const begin = 400 + 8 * this.target;
    if (text.length < 2 * begin) return this.tokens(text);
    const some = this.tokens(text.slice(0, begin));
    // Where the cut goes through a word there may be some tokens more.
    const isLarge = some > 64 + 1.25 * this.target;
    return isLarge ? Math.ceil((some / begin) * text.length) : this.tokens(text);
  }

  isNear(tokens: number): boolean {
    return tokens <= (this.target ?? 0) && tokens >= NEAR * (this.target ?? 0);
  }

  /** Whether a result leaves much of the target unused. */
  isPoor(tokens: number): boolean {
    return tokens < POOR * (this.target ?? 0);
  }

  /** The mildest setting that fits, of the first dial that has one; else the strongest of the last one. */
  turn(dials: readonly Dial[]): Attempt {
    let last: Attempt = { refused: "There is nothing to cut" };
    this.reason = undefined;
    for (const dial of dials.filter(({ count }) => count > 0)) {
      last = dial.at(dial.count - 1);
      const strongest = this.fitting(last);
      if (strongest !== undefined) return this.#mildest(dial, strongest);
    }
    return last;
  }

  #mildest(dial: Dial, strongest: Form): Form {
    const { high, best, milder } = this.#search(dial, strongest);
    let found = best;
    const isFar = high > 0 && !this.isNear(this.tokens(best.text));
    for (const between of isFar ? (dial.between?.(high - 1) ?? []) : []) {
      const last = this.fitting(between.count > 0 ? between.at(between.count - 1) : undefined);
      const finer = last && this.#mildest(between, last);
      if (finer !== undefined && this.tokens(finer.text) > this.tokens(found.text)) found = finer;
      if (this.isNear(this.tokens(found.text))) break;
    }
    this.reason =
      milder === undefined
        ? dial.piece
        : `${dial.piece}; with one more there would be ${counted(this.tokens(milder.text), "token")}`;
    return found;
  }

  /** Sizes mostly grow evenly from setting to setting: so a guess is near, and what is behind it is looked at in growing steps. */
  #search(dial: Dial, strongest: Form) {
    let [best, milder]: [Form, Form | undefined] = [strongest, undefined];
    let [low, high] = [-1, dial.count - 1];
    let [above, below] = [this.before, this.tokens(strongest.text)];
    let [step, didFit]: [number, boolean | undefined] = [1, undefined];
    for (let runs = 0; high - low > 1 && runs < MOST_RUNS; runs++) {
      const share = ((this.target ?? 0) - below) / Math.max(1, above - below);
      let guess = high - Math.floor(Math.min(1, share) * (high - low));
      if (didFit !== undefined)
        guess = didFit ? Math.min(guess, high - step) : Math.max(guess, low + step);
      const middle =
        runs < GUESSES
          ? Math.max(low + 1, Math.min(high - 1, guess))
          : Math.floor((low + high) / 2);
      const attempt = dial.at(middle);
      const form = this.fitting(attempt);
      step = didFit === (form !== undefined) ? 2 * step : 1;
      didFit = form !== undefined;
      if (form !== undefined) [high, best, below] = [middle, form, this.tokens(form.text)];
      else {
        low = middle;
        milder = "refused" in attempt ? undefined : attempt;
        above = milder === undefined ? above : this.#size(milder.text);
      }
    }
    return { high, best, milder };
  }
}
