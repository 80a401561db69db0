/** A text made of stretches of a source and of what stands for some of them. */
import type { PlacedText } from "../_lib/text/quotation/passage.ts";

export class VisibleText implements PlacedText {
  readonly source: string;
  readonly #parts: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #text: string | undefined;

  constructor(source: string) {
    this.source = source;
  }

  get text(): string {
    this.#text ??= this.#parts.join("");
    return this.#text;
  }

  /** Adds characters of the source as they are. */
  copy(start: number, end: number): void {
    if (start >= end) return;
    this.#parts.push(this.source.slice(start, end));
    for (let at = start; at < end; at++) {
      this.#starts.push(at);
      this.#ends.push(at + 1);
    }
  }

  /** Adds what a stretch of the source shows. */
  put(shown: string, start: number, end: number): void {
    this.#parts.push(shown);
    for (let unit = 0; unit < shown.length; unit++) {
      this.#starts.push(start);
      this.#ends.push(end);
    }
  }

  startOf(index: number): number {
    return this.#starts[index] ?? this.source.length;
  }

  endOf(index: number): number {
    return this.#ends[index] ?? this.source.length;
  }
}
