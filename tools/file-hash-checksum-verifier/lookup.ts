/** Finds what a list says of a path. */

/** What a path stands for: the first of the very path, or else of the same key, as base names are. */
export class Lookup<T extends { readonly path: string }> {
  readonly #byPath = new Map<string, T>();
  readonly #byKey = new Map<string, T>();
  readonly #keyOf: (path: string) => string;

  constructor(all: readonly T[], keyOf: (path: string) => string) {
    this.#keyOf = keyOf;
    for (const one of all) {
      const key = keyOf(one.path);
      if (!this.#byPath.has(one.path)) this.#byPath.set(one.path, one);
      if (!this.#byKey.has(key)) this.#byKey.set(key, one);
    }
  }

  get(path: string): T | undefined {
    return this.#byPath.get(path) ?? this.#byKey.get(this.#keyOf(path));
  }
}
