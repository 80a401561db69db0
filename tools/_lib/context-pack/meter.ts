/** Tokens of a model, in a measure that can be added up. */
import { countForFamily, encodingOf, type Family } from "../models/families.ts";
import { countTokens, type Encoding } from "../tokens/encodings.ts";

/** So many characters on either side of a seam decide how it is cut into tokens. */
export const SEAM = 32;

/** 100 tokens of o200k_base. */
const HUNDRED_TOKENS = " a".repeat(100);

/**
 * An estimate is a percentage rounded up, so that estimates of parts do not add up to that of the whole. Work is
 * therefore done in tokens of the encoding below it, here called pieces, and budgets are turned into pieces.
 */
export class Meter {
  readonly #encoding: Encoding;
  /** Tokens for each 100 pieces. */
  readonly #percent: number;

  constructor(family: Family) {
    const encoding = encodingOf(family);
    this.#encoding = encoding ?? "o200k_base";
    this.#percent = encoding === null ? countForFamily(HUNDRED_TOKENS, family).tokens : 100;
  }

  pieces(text: string): number {
    return countTokens(text, this.#encoding);
  }

  /** As `countForFamily` counts a text of so many pieces. */
  tokens(pieces: number): number {
    return Math.ceil((pieces * this.#percent) / 100);
  }

  /** The most pieces that come to no more than `tokens`. */
  room(tokens: number): number {
    return Math.floor((tokens * 100) / this.#percent);
  }
}
