import { trimSlug } from "./slug.ts";

export interface NumberStyle {
  readonly separator: string;
  /** The number of the second slug of a name. */
  readonly first: number;
  /** 0 for none. */
  readonly maxLength: number;
}

/** Slugs that are taken, and the next free one of a name: base, base-2, base-3, … */
export class TakenSlugs {
  readonly #taken: Set<string>;
  readonly #style: NumberStyle;
  /** Base → the least number that may be free; below it all are taken. */
  readonly #next = new Map<string, number>();

  constructor(taken: readonly string[], style: NumberStyle) {
    this.#taken = new Set(taken);
    this.#style = style;
  }

  /** Takes the first free slug of the base. */
  take(base: string): string {
    let slug = base;
    let number = this.#next.get(base) ?? this.#style.first;
    while (this.#taken.has(slug)) slug = this.#numbered(base, number++);
    this.#next.set(base, number);
    this.#taken.add(slug);
    return slug;
  }

  /** The base is cut so that the number fits; a limit that has no room for the number yields. */
  #numbered(base: string, number: number): string {
    const { separator, maxLength } = this.#style;
    const suffix = `${separator}${number}`;
    const characters = [...base];
    if (maxLength === 0 || characters.length + suffix.length <= maxLength) return base + suffix;
    const cut = characters.slice(0, Math.max(0, maxLength - suffix.length)).join("");
    return trimSlug(trimSlug(cut, separator) + suffix, separator);
  }
}
