/** Tokens of a model, in a measure that can be added up. */
import { countedBy, countOfPieces, type Family } from "./models/families.ts";
import { countTokens, type Encoding } from "./tokens/encodings.ts";

/** So many characters on either side of a seam decide how it is cut into tokens. */
export const SEAM = 32;

/**
 * An estimate is a percentage rounded up, so that estimates of parts do not add up to that of the whole. Work is
 * therefore done in tokens of the encoding below it, here called pieces, and budgets are turned into pieces.
 */
export class Meter {
  readonly #encoding: Encoding;
  /** Tokens for each 100 pieces. */
  readonly #percent: number;

  constructor(family: Family) {
    this.#encoding = countedBy(family);
    this.#percent = countOfPieces(100, family).tokens;
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
