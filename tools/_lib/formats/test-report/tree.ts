/** Reports for people that are trees of suites and tests, by their indentation. */
import { logLines } from "../../text/log-lines.ts";
import { millisOf, millisOfSeconds } from "./duration.ts";
import type { Attempt, Attempts } from "./report.ts";
import { cutAt } from "./truncation.ts";

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
  readonly #isTitled: boolean;
  #test: Found | undefined;
  #lines: string[] = [];

  /** `isTitled`: the titles come first, up to a blank line. */
  constructor(isTitled = false) {
    this.#isTitled = isTitled;
  }

  of(test: Found | undefined): void {
    this.end();
    this.#test = test;
  }

  add(line: string): void {
    if (this.#test) this.#lines.push(line.trim());
  }

  end(): void {
    const start = this.#isTitled ? this.#lines.indexOf("") + 1 : 0;
    const text = this.#lines.slice(start).join("\n").trim();
    if (this.#test && text !== "") this.#test.message ??= text;
    this.#test = undefined;
    this.#lines = [];
  }
}

/** One report, line by line: its tests, and a list of failures that comes back to some of them. */
export abstract class TreeReport {
  protected readonly suites = new Suites();
  protected readonly said: Said;
  /** How many tests the report says there are. */
  protected declared: number | undefined;
  readonly #separator: string;
  readonly #found: Found[] = [];
  /** By how the list of failures names them. */
  readonly #failed = new Map<string, Found>();

  /** `separator` stands between the names of suites and tests; `isTitled`: failures begin with them. */
  constructor(separator: string, isTitled = false) {
    this.#separator = separator;
    this.said = new Said(isTitled);
  }

  protected abstract line(line: string): void;

  /** Undefined where no line is a test or a count. */
  read(text: string): Attempts | undefined {
    for (const line of logLines(text)) this.line(line.trimEnd());
    this.said.end();
    if (this.#found.length === 0 && this.declared === undefined) return undefined;
    return { attempts: this.#found, truncated: cutAt(this.declared, this.#found.length) };
  }

  /** A test in the suites that are open; `failedAs` is how the list of failures names it. */
  protected add(
    { name, ...rest }: Pick<Found, "status" | "durationMs"> & { readonly name: string },
    failedAs?: string,
  ): Found {
    const test: Found = { id: this.suites.idOf(name, this.#separator), ...rest };
    this.#found.push(test);
    if (failedAs !== undefined) this.#failed.set(failedAs, test);
    return test;
  }

  protected failedAs(name: string): Found | undefined {
    return this.#failed.get(name);
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
