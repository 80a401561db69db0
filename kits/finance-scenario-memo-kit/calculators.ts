/** The calculator of each kind, the metrics that it is judged by, and where its figures and fields are. */
import { Kind, type TSchema, TypeGuard } from "@sinclair/typebox";
import type { Entry, Outcome } from "../../tools/_core/tool.ts";
import { isIndexToken } from "../../tools/_lib/results/pointer.ts";
import savings from "../../tools/compound-interest-calculator.ts";
import loan from "../../tools/loan-calculator.ts";
import pricing from "../../tools/margin-markup-calculator.ts";
import mortgage from "../../tools/mortgage-calculator.ts";
import retirement from "../../tools/retirement-calculator.ts";
import investment from "../../tools/roi-calculator.ts";
import type { KitCtx } from "../_core/kit.ts";

export type Direction = "lower" | "higher";

export type Calculator =
  | typeof mortgage
  | typeof loan
  | typeof savings
  | typeof retirement
  | typeof investment
  | typeof pricing;

interface Kind {
  readonly tool: Calculator;
  /** The metrics that are shown where the caller names none, and which way is better. */
  readonly metrics: Readonly<Record<string, Direction>>;
}

export const KINDS = [
  "mortgage",
  "loan",
  "savings",
  "retirement",
  "investment",
  "pricing",
] as const;

export type KindName = (typeof KINDS)[number];

export const CALCULATORS: Readonly<Record<KindName, Kind>> = {
  mortgage: {
    tool: mortgage,
    metrics: {
      monthlyTotal: "lower",
      totalInterest: "lower",
      totalPaid: "lower",
      payoffPeriods: "lower",
    },
  },
  loan: {
    tool: loan,
    metrics: { payment: "lower", totalInterest: "lower", apr: "lower", payoffPeriods: "lower" },
  },
  savings: {
    tool: savings,
    metrics: { futureValue: "higher", totalContributions: "lower", totalInterest: "higher" },
  },
  retirement: {
    tool: retirement,
    metrics: {
      savingsAtRetirement: "higher",
      shortfall: "lower",
      sustainableMonthlyIncome: "higher",
    },
  },
  investment: {
    tool: investment,
    metrics: { gain: "higher", roi: "higher", irr: "higher", npv: "higher", paybackYears: "lower" },
  },
  pricing: { tool: pricing, metrics: { price: "lower", profit: "higher", margin: "higher" } },
};

export function fieldsOf(kind: KindName): Readonly<Record<string, TSchema>> {
  return CALCULATORS[kind].tool.input.properties;
}

export function fieldOf(kind: KindName, name: string): TSchema | undefined {
  const fields = fieldsOf(kind);
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

export function takesNumber(schema: TSchema): boolean {
  return isNumber(schema);
}

export function takesWholeNumber(schema: TSchema): boolean {
  return schema["multipleOf"] === 1 || schema[Kind] === "Integer";
}

/** Whether the calculator's value can have a number at the dot path; rows of a schedule are never asked for. */
export function isMetric(kind: KindName, metric: string): boolean {
  const tokens = metric.split(".");
  return tokens[0] !== SCHEDULE && leadsToNumber(CALCULATORS[kind].tool.value, tokens);
}

/** The dot paths of all single numbers in the calculator's value. */
export function metricsOf(kind: KindName): string[] {
  return numbersIn(CALCULATORS[kind].tool.value, []);
}

const SCHEDULE = "schedule";

function leadsToNumber(schema: TSchema, [token, ...rest]: readonly string[]): boolean {
  if (TypeGuard.IsUnion(schema)) {
    const tokens = token === undefined ? [] : [token, ...rest];
    return schema.anyOf.some((alternative) => leadsToNumber(alternative, tokens));
  }
  if (token === undefined) return isNumber(schema);
  if (TypeGuard.IsArray(schema)) return isIndexToken(token) && leadsToNumber(schema.items, rest);
  if (!TypeGuard.IsObject(schema) || !Object.hasOwn(schema.properties, token)) return false;
  const member = schema.properties[token];
  return member !== undefined && leadsToNumber(member, rest);
}

function numbersIn(schema: TSchema, tokens: readonly string[]): string[] {
  if (TypeGuard.IsUnion(schema)) {
    return [...new Set(schema.anyOf.flatMap((alternative) => numbersIn(alternative, tokens)))];
  }
  if (isNumber(schema)) return [tokens.join(".")];
  if (!TypeGuard.IsObject(schema)) return [];
  return Object.entries(schema.properties).flatMap(([name, member]) =>
    numbersIn(member, [...tokens, name]),
  );
}

function isNumber(schema: TSchema): boolean {
  return TypeGuard.IsNumber(schema) || TypeGuard.IsInteger(schema);
}

/** What one run of a calculator gave. */
export interface Computed {
  readonly output: string | undefined;
  readonly warnings: readonly Entry[];
  /** Why there is no value. */
  readonly trouble: Entry | undefined;
  metric(path: string): number | null;
}

/** Runs the calculator, and counts how often. */
export class Runs {
  readonly #ctx: KitCtx<Calculator>;
  readonly #kind: KindName;
  #count = 0;

  constructor(ctx: KitCtx<Calculator>, kind: KindName) {
    this.#ctx = ctx;
    this.#kind = kind;
  }

  get count(): number {
    return this.#count;
  }

  of(input: Readonly<Record<string, unknown>>): Computed {
    this.#count++;
    const { tool } = CALCULATORS[this.#kind];
    const hasSchedule = fieldOf(this.#kind, SCHEDULE) !== undefined;
    const given = hasSchedule ? { ...input, [SCHEDULE]: "none" } : input;
    const outcome: Outcome = this.#ctx.step<Calculator>(tool, given as never);
    const { ok, value, output, warnings = [], errors = [], error } = outcome;
    const trouble = ok ? undefined : troubleOf(error, errors);
    return { output, warnings, trouble, metric: (path) => (ok ? numberAt(value, path) : null) };
  }
}

function troubleOf(error: Outcome["error"], [first]: readonly Entry[]): Entry {
  const entry = first ?? error ?? { code: "FAILED", message: "The tool failed without saying why" };
  return { ...entry, code: error?.code ?? entry.code };
}

function numberAt(value: unknown, path: string): number | null {
  let at: unknown = value;
  for (const token of path.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, token)) return null;
    at = (at as Readonly<Record<string, unknown>>)[token];
  }
  return typeof at === "number" ? at : null;
}
