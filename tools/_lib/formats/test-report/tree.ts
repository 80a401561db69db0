/** Reports for people that are trees of suites and tests, by their indentation. */
import type { Attempt } from "./report.ts";
import { millisOf, millisOfSeconds } from "./duration.ts";

export type Found = { -readonly [Name in keyof Attempt]: Attempt[Name] };

interface Suite {
  readonly indent: number;
  readonly name: string;
}

/** The suites that are open, the outermost first. */
export class Suites {
  readonly #open: Suite[] = [];

  /** Ends what is indented as deep or deeper; the name of the suite that was open right there. */
  closeTo(indent: number): string | undefined {
    let last: Suite | undefined;
    while ((this.#open.at(-1)?.indent ?? -1) >= indent) last = this.#open.pop();
    return last?.indent === indent ? last.name : undefined;
  }

  begin(indent: number, name: string): void {
    this.closeTo(indent);
    this.#open.push({ indent, name });
  }

  /** The names of the suites and that of a test in them. */
  idOf(name: string, separator: string): string {
    return [...this.#open.map((suite) => suite.name), name].join(separator);
  }
}

/** What a test says after its line: what went wrong. */
export class Said {
  #test: Found | undefined;
  #lines: string[] = [];

  of(test: Found | undefined): void {
    this.end();
    this.#test = test;
  }

  add(line: string): void {
    if (this.#test) this.#lines.push(line.trim());
  }

  /** `titled`: the titles come first, up to a blank line. */
  end(isTitled = false): void {
    const start = isTitled ? this.#lines.indexOf("") + 1 : 0;
    const text = this.#lines.slice(start).join("\n").trim();
    if (this.#test && text !== "") this.#test.message ??= text;
    this.#test = undefined;
    this.#lines = [];
  }
}

const TIME = /^\((\d{1,12}(?:\.\d{1,12})?)(ms|s)\)$/;

/** `name (75ms)`; null where no time stands there. */
export function timed(text: string): { readonly name: string; readonly durationMs: number | null } {
  const at = text.lastIndexOf(" (");
  const [, amount, unit] = (at >= 0 && TIME.exec(text.slice(at + 1))) || [];
  if (amount === undefined) return { name: text, durationMs: null };
  const durationMs = unit === "s" ? millisOfSeconds(amount) : millisOf(amount);
  return { name: text.slice(0, at), durationMs };
}
