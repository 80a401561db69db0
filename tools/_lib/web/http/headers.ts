/** Header fields, by name in any letter case; several lines of one name are one list (RFC 9110, section 5.3). */

const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)$/;

export class Headers {
  readonly #values = new Map<string, string>();

  add(name: string, value: string): void {
    const key = name.toLowerCase();
    const known = this.#values.get(key);
    this.#values.set(key, known === undefined ? value.trim() : `${known}, ${value.trim()}`);
  }

  get(name: string): string | undefined {
    return this.#values.get(name.toLowerCase());
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  get size(): number {
    return this.#values.size;
  }

  /** The first of the names that has a value that is not empty. */
  first(...names: readonly string[]): string | undefined {
    return names.map((name) => this.get(name)).find((value) => value !== undefined && value !== "");
  }

  /** Those whose lower-case names pass. */
  only(passes: (name: string) => boolean): Headers {
    const headers = new Headers();
    for (const [name, value] of this.#values) if (passes(name)) headers.add(name, value);
    return headers;
  }

  /** Adds `Name: value` lines; one that begins with white space goes on with the line before. */
  addLines(lines: readonly string[]): void {
    let last: [name: string, value: string] | undefined;
    for (const line of lines) {
      if (last !== undefined && /^[ \t]+\S/.test(line)) {
        last[1] += ` ${line.trim()}`;
        continue;
      }
      if (last) this.add(...last);
      const field = FIELD.exec(line);
      last = field ? [field[1] ?? "", field[2] ?? ""] : undefined;
    }
    if (last) this.add(...last);
  }

  /** Adds the members of an object, or pairs; values are texts, numbers, or lists of them. */
  addData(data: unknown): void {
    if (Array.isArray(data)) for (const item of data) this.#addPair(item);
    else if (typeof data === "object" && data !== null)
      for (const [name, value] of Object.entries(data)) this.#addValue(name, value);
  }

  #addPair(item: unknown): void {
    if (Array.isArray(item)) this.#addValue(String(item[0]), item[1]);
    else if (typeof item === "object" && item !== null) {
      const { name, value } = item as { readonly name?: unknown; readonly value?: unknown };
      if (typeof name === "string") this.#addValue(name, value);
    }
  }

  #addValue(name: string, value: unknown): void {
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one === "string" || typeof one === "number") this.add(name, String(one));
  }
}
