/** A text made from another by leaving parts out, which still knows where each unit of it stood. */
export class Tracked {
  readonly text: string;
  /** The offset of each unit in the first text, and of its end. */
  readonly #places: Uint32Array;

  private constructor(text: string, places: Uint32Array) {
    this.text = text;
    this.#places = places;
  }

  static of(text: string): Tracked {
    return new Tracked(
      text,
      Uint32Array.from({ length: text.length + 1 }, (_, index) => index),
    );
  }

  /** Where the unit at `index` stood; of an index outside of the text, the nearest inside. */
  placeOf(index: number): number {
    const inside = Math.min(Math.max(0, index), this.text.length);
    return this.#places[inside] ?? 0;
  }

  slice(start: number, end = this.text.length): Tracked {
    return new Tracked(this.text.slice(start, end), this.#places.slice(start, end + 1));
  }

  /** The parts that a pattern with flag `g` matches. */
  all(pattern: RegExp): Tracked[] {
    return Array.from(this.text.matchAll(pattern), ({ 0: match, index }) =>
      this.slice(index, index + match.length),
    );
  }

  without(pattern: RegExp): Tracked {
    const matches = this.text.matchAll(pattern);
    return this.#keep(Array.from(matches, ({ 0: match, index }) => [index, index + match.length]));
  }

  /** Without the units from `start` to `end`. */
  cut(start: number, end: number): Tracked {
    return this.#keep([[start, end]]);
  }

  #keep(gaps: readonly (readonly [start: number, end: number])[]): Tracked {
    const kept: string[] = [];
    const places = new Uint32Array(this.text.length + 1);
    let length = 0;
    let from = 0;
    const keep = (end: number): void => {
      kept.push(this.text.slice(from, end));
      places.set(this.#places.subarray(from, end), length);
      length += end - from;
    };
    for (const [start, end] of gaps) {
      keep(start);
      from = end;
    }
    keep(this.text.length);
    // What was cut off at the end is behind the text, not part of it.
    places[length] = length === 0 ? this.placeOf(this.text.length) : (places[length - 1] ?? 0) + 1;
    return new Tracked(kept.join(""), places.slice(0, length + 1));
  }

  /** `unit` in place of each match of one unit. */
  replaceUnits(pattern: RegExp, unit: string): Tracked {
    return new Tracked(this.text.replace(pattern, unit), this.#places);
  }
}
