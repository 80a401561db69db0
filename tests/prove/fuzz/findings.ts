/** What was found, once for each place and kind, with the smallest request that shows it. */

export interface Finding {
  /** A unit, or an operation. */
  readonly where: string;
  /** Equal for findings of one cause, as far as that can be told from outside. */
  readonly what: string;
  /** More of it: a message, what was expected. */
  readonly more: string;
  /** What shows it. */
  readonly request: string;
}

const MOST_SHOWN_CHARACTERS = 1500;

export class Findings {
  readonly #known = new Set<string>();

  /** Whether it is the first of its kind; from now on it is known. */
  isNew(where: string, what: string): boolean {
    const before = this.#known.size;
    this.#known.add(`${where} ${what}`);
    return this.#known.size > before;
  }

  show({ where, what, more, request }: Finding): void {
    const shown =
      request.length > MOST_SHOWN_CHARACTERS
        ? `${request.slice(0, MOST_SHOWN_CHARACTERS)}… (${request.length} characters)`
        : request;
    console.error(`FOUND ${where}: ${what}\n  ${more}\n  ${shown}`);
  }

  get count(): number {
    return this.#known.size;
  }
}
