import { LONGEST_OUTPUT } from "./output-limit.ts";

/** Gathers an output piece by piece and stops keeping pieces once it is too long. */
export class TextBuilder {
  readonly #longest: number;
  readonly #parts: string[] = [];
  #length = 0;

  constructor(longest = LONGEST_OUTPUT) {
    this.#longest = longest;
  }

  put(text: string): void {
    this.#length += text.length;
    if (!this.isFull) this.#parts.push(text);
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Whether more characters were put than there may be. */
  get isFull(): boolean {
    return this.#length > this.#longest;
  }

  /** The whole text; undefined where it is too long. */
  finish(): string | undefined {
    return this.isFull ? undefined : this.#parts.join("");
  }
}
