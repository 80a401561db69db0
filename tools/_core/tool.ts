/** What a tool is: a description of itself and one pure function. Everything else is derived from it. */
import type { Static, TObject, TSchema } from "@sinclair/typebox";

export const CATEGORIES = [
  "AI",
  "Agent",
  "Code",
  "Converter",
  "Data",
  "DateTime",
  "Design",
  "Developer",
  "Finance",
  "Generator",
  "Health",
  "Math",
  "Network",
  "Security",
  "Text",
] as const;

export type Category = (typeof CATEGORIES)[number];

/** Counts deterministic steps, so that a run too long stops at the same point on every machine. */
export interface Budget {
  /** Takes `units` steps; past the limit it throws `BudgetExceeded`, which the runner answers. */
  spend(units: number): void;
}

/** The only clock, entropy and stop-watch that a tool has. */
export interface Ctx {
  /** Milliseconds since 1970-01-01T00:00:00Z, the same during one run. */
  now(): number;
  /** The next `length` bytes of the run's entropy: SHA-256(key, counter) blocks, continued call by call. */
  bytes(length: number): Uint8Array;
  /** Whether the caller gave `options.seed`, so that the bytes can be predicted. */
  readonly seeded: boolean;
  readonly budget: Budget;
  /** UTF-16 code units that `output` may have: 2,000,000, and more where the input is large. */
  readonly longestOutput: number;
}

/** A place that explains another: where the bracket opens that is not closed. */
export interface Related {
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  readonly message: string;
}

/** One thing found in the input: an error, or a warning. */
export interface Entry<C extends string = string> {
  readonly code: C;
  readonly message: string;
  /** RFC 6901 pointer, of the input field or of the place in the data. */
  readonly path?: string | undefined;
  /** 1-based. */
  readonly line?: number | undefined;
  /** 1-based. */
  readonly column?: number | undefined;
  /** 0-based, in UTF-16 code units. */
  readonly offset?: number | undefined;
  /** The source line around the position and a caret below it. */
  readonly excerpt?: string | undefined;
  /** Other places in the same text. */
  readonly related?: readonly Related[] | undefined;
  readonly hint?: string | undefined;
  readonly expected?: unknown;
  readonly received?: unknown;
  readonly [detail: string]: unknown;
}

/** What a run computed. The runner adds what is the same for all tools. */
export interface Outcome<V = unknown, C extends string = string, W extends string = string> {
  /** The tool could do its job. A validator that finds bad data did its job: `ok: true, valid: false`. */
  readonly ok: boolean;
  /** The text to use or to show; what a pipe would print. */
  readonly output?: string | undefined;
  /** Typed data as the `value` schema says; null where there is nothing to give. */
  readonly value?: V | null | undefined;
  /** The verdict on the input, where there is one. */
  readonly valid?: boolean | undefined;
  /** The effective action, where it is neither the `action` or `mode` field nor the tool's verb. */
  readonly action?: string | undefined;
  readonly stats?: Readonly<Record<string, unknown>> | undefined;
  readonly errors?: readonly Entry<C>[] | undefined;
  readonly warnings?: readonly Entry<W>[] | undefined;
  /** What a receipt hashes instead of the input, where secrets were taken out of that first. */
  readonly redactedInput?: unknown;
  /** Replaces the report that the runner writes. */
  readonly report?: string | undefined;
  /** Replaces the first error as the run's error; gates name themselves here. */
  readonly error?: { code: C; message: string; hint?: string | undefined } | undefined;
}

type Codes = Readonly<Record<string, string>>;
type CodeOf<T> = Extract<keyof T, string>;

/** Input as callers may give it: any part of it, defaults not yet filled in at any depth. */
export type Given<I extends TObject> = Parts<Static<I>>;

type Parts<T> = T extends readonly (infer Item)[]
  ? Parts<Item>[]
  : T extends object
    ? string extends keyof T
      ? { [Name in keyof T]: Parts<T[Name]> }
      : { [Name in keyof T]?: Parts<T[Name]> }
    : T;

/** The options of every run. */
export interface RunOptions {
  /** RFC 3339 instant that replaces the clock. */
  readonly now?: string;
  /** Any text; equal seeds give equal bytes. */
  readonly seed?: string;
  readonly receipt?: boolean;
}

/** An example is documentation, a preset of the form, search text and a golden test at once. */
export interface Example<I extends TObject = TObject> {
  readonly title: string;
  readonly input: Given<I> | string;
  readonly options?: RunOptions;
  /** What the result holds, compared member by member: `{ output: "…", value: { count: 2 } }`. */
  readonly expect: Readonly<Record<string, unknown>>;
}

/** A property that holds for every input; property tests draw inputs and call it. */
export interface Law<I extends TObject = TObject, V = unknown> {
  readonly name: string;
  /** Runs the tool as often as it likes and says whether the law held (true where it does not apply). */
  holds(run: (input: Given<I>) => Outcome<V>, input: Given<I>): boolean;
}

export interface Tool<
  I extends TObject = TObject,
  V extends TSchema = TSchema,
  F extends Codes = Codes,
  W extends Codes = Codes,
> {
  /** Public, unique, the file's name. */
  readonly id: string;
  readonly name: string;
  readonly category: Category;
  /** One sentence with a full stop. */
  readonly description: string;
  /** Lower case, sorted. */
  readonly keywords: readonly string[];
  /** Other ids under which the tool answers. */
  readonly aliases: readonly string[];
  /** Input that an alias stands for, where the caller does not give the field. */
  readonly aliasInput?: Readonly<Record<string, Given<I>>>;
  readonly version: `${number}-${number}-${number}`;

  /**
   * A property with a default that is not optional is filled in by the runner; one without a default
   * that is not optional is needed; an optional one may be absent from `input` in `run`.
   */
  readonly input: I;
  /** Members that callers expect and that are left out on purpose, with what is told to who sends one. */
  readonly noFields?: Readonly<Record<string, string>>;
  /** The field that a bare string fills. */
  readonly primary: CodeOf<Static<I>>;
  /** The field into whose text the paths of entries lead that begin with no field's name. */
  readonly pointsInto?: CodeOf<Static<I>>;
  /** The schema of `result.value`. */
  readonly value: V;
  /** What `result.action` says where the input has neither `action` nor `mode`. */
  readonly verb: string;
  /** Every code that may occur in `errors` or as the run's error, and when it does. */
  readonly failures: F;
  /** Every code that may occur in `warnings`, and when it does. */
  readonly warnings: W;
  /** Phrases that people and agents type when they need this tool. */
  readonly intents: readonly string[];
  /** How much thinking the result saves: 1 = would be written out again, 3 = would be worked out step by step. */
  readonly effort: 1 | 2 | 3;
  /** Runs in a process of its own that can be killed. */
  readonly isolated?: boolean;
  /** Its input is secret: never echoed, and its receipts cannot be guessed back. */
  readonly keepsSecrets?: boolean;
  /** Its work happens in the browser on the user's own files: not a step of a pipeline. */
  readonly browser?: boolean;
  /** Needs `response_mode: "full"`. */
  readonly fullOnly?: boolean;
  /** How surely the text is input for this tool, 0 to 1. Cheap and linear. */
  detect?(sample: string): number;
  /** Where a text that `detect` knows goes, and what is set with it; to the primary field alone, if left out. */
  readonly detected?: {
    readonly field: CodeOf<Static<I>>;
    readonly with?: Partial<Static<I>>;
  };
  /**
   * Set with the primary field where that has bytes that are no text, one character each: `{ textEncoding: "latin1" }`.
   * Without it such files are refused.
   */
  readonly takesBytes?: Partial<Static<I>>;
  /** What a pipe gets to the byte where the output is content, and no line that tells of it. */
  content?(
    result: Pick<Outcome<Static<V>>, "action" | "output" | "value">,
    given: Given<I>,
  ): string | Uint8Array | undefined;
  readonly laws: readonly Law<I, Static<V>>[];
  readonly examples: readonly Example<I>[];
  /** Pure: the same input and ctx give the same outcome, in Bun, Node and browsers. */
  run(input: Static<I>, ctx: Ctx): Outcome<Static<V>, CodeOf<F>, CodeOf<W>>;
}

/** Checks a tool definition at compile time and returns it unchanged. */
export function defineTool<
  const I extends TObject,
  const V extends TSchema,
  const F extends Codes,
  const W extends Codes,
>(tool: Tool<I, V, F, W>): Tool<I, V, F, W> {
  return tool;
}

/** The outcome of a run that did its job. */
export function done<V = never, C extends string = never, W extends string = never>(
  outcome: Omit<Outcome<V, C, W>, "ok" | "error">,
): Outcome<Exclude<V, null>, C, W>;
export function done(outcome: Omit<Outcome, "ok" | "error">): Outcome {
  return { ok: true, ...outcome };
}

/** The outcome of a run that could not do its job: one entry or several, and what was found besides. */
export function fail<V = never, C extends string = never, W extends string = never>(
  errors: Entry<C> | readonly [Entry<C>, ...Entry<C>[]] | readonly [...Entry<C>[], Entry<C>],
  found?: Omit<Outcome<V, C, W>, "ok" | "errors">,
): Outcome<Exclude<V, null>, C, W>;
export function fail(
  errors: Entry | readonly Entry[],
  found: Omit<Outcome, "ok" | "errors"> = {},
): Outcome {
  return { ok: false, ...found, errors: [errors].flat() };
}

/** Thrown by a spent budget; the runner answers 422 BUDGET_EXCEEDED. */
export class BudgetExceeded extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super(`The run needs more than ${limit} steps`);
    this.limit = limit;
  }
}
