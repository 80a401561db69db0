import { Type } from "@sinclair/typebox";
import { oneOf } from "../_core/fields.ts";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { dayInvalid, isNoDay, readDay } from "../_lib/fields/date-field.ts";
import { conflictsOf, insufficientInput } from "../_lib/fields/exclusive-fields.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import { unknownMembers } from "../_lib/fields/unknown-members.ts";
import { isCurrency, readCurrency } from "../_lib/money/amount.ts";
import { type CalendarDate, dateFromDays, daysFromDate, writeDate } from "../_lib/time/calendar.ts";
import type { Failure, Input, Item, Line, Party, Value, Warning } from "../invoice-generator.ts";
import type { Given } from "./compute.ts";
import { CATEGORIES, checkTax, taxOf } from "./tax.ts";

export const MOST = 1e15;

export const amount = (description: string) =>
  Type.Number({ description, minimum: 0, maximum: MOST });

export const percent = (description: string) =>
  Type.Number({ description, minimum: 0, maximum: 100 });

export const TAX_FIELDS = {
  taxRate: Type.Optional(percent("Of its own")),
  taxCategory: Type.Optional(oneOf(CATEGORIES)),
};

export const LINE = Type.Object({
  description: Type.String({ minLength: 1, maxLength: 1000 }),
  quantity: Type.Optional(Type.Number({ minimum: -MOST, maximum: MOST })),
  unit: Type.Optional(Type.String({ maxLength: 1000 })),
  unitPrice: amount("Net, or gross"),
  priceBaseQuantity: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: MOST })),
  discountPercent: Type.Optional(percent("Of the line")),
  discountAmount: Type.Optional(amount("Of the line")),
  chargeAmount: Type.Optional(amount("On the line")),
  ...TAX_FIELDS,
  exemptionReason: Type.Optional(Type.String({ maxLength: 5000 })),
});

export const ITEM = Type.Object({
  reason: Type.Optional(Type.String({ maxLength: 1000 })),
  amount: Type.Optional(amount("Fixed")),
  percent: Type.Optional(percent("Of all lines")),
  ...TAX_FIELDS,
});

export const PARTY_TEXT = Type.Optional(Type.String({ maxLength: 1000 }));

export const LINES = Type.Array(LINE, { minItems: 1, maxItems: 1000 });

export const ITEMS = Type.Array(ITEM, { maxItems: 50 });

export const PARTY = Type.Object({
  name: PARTY_TEXT,
  address: PARTY_TEXT,
  taxId: PARTY_TEXT,
  email: PARTY_TEXT,
  phone: PARTY_TEXT,
});

/** Reads the parts of an invoice, and all that is wrong with them. */

export type Refusal = Outcome<Value, Failure, Warning>;

export interface Invoice extends Given {
  readonly seller: Party;
  readonly buyer: Party;
  /** YYYY-MM-DD. */
  readonly issueDate: string | null;
  readonly dueDate: string | null;
  /** Members that have no effect: a misspelt quantity or discount would make a wrong bill. */
  readonly unknown: readonly Entry<"UNKNOWN_FIELD">[];
}

export function readInvoice(input: Input): Invoice | Refusal {
  const lines = readStructured(input.lines, LINES, "/lines");
  if (lines.failure) return lines.failure;
  const allowances = readStructured(input.allowances ?? [], ITEMS, "/allowances");
  if (allowances.failure) return allowances.failure;
  const charges = readStructured(input.charges ?? [], ITEMS, "/charges");
  if (charges.failure) return charges.failure;
  const seller = readStructured(input.seller ?? {}, PARTY, "/seller");
  if (seller.failure) return seller.failure;
  const buyer = readStructured(input.buyer ?? {}, PARTY, "/buyer");
  if (buyer.failure) return buyer.failure;
  const items = { allowances: allowances.value, charges: charges.value };
  const currency = readCurrency(input.currency);
  const dates = readDates(input);
  const problems: Entry<Failure>[] = [
    ...taxProblems(lines.value, items, input.taxRate),
    ...contradictions(lines.value, items, input),
    ...dates.problems,
    ...(isCurrency(currency) ? [] : [currency]),
  ];
  const [first, ...others] = problems;
  if (first || !isCurrency(currency)) return fail([first as Entry<Failure>, ...others]);
  const { issueDate, dueDate } = dates;
  const parties = { seller: seller.value, buyer: buyer.value };
  const { taxRate, pricesIncludeTax, prepaidAmount, roundTo } = input;
  const terms = { taxRate, pricesIncludeTax, prepaidAmount, roundTo, currency };
  const unknown = [
    ...unknownMembers(LINES, lines.value, "/lines"),
    ...unknownMembers(ITEMS, items.allowances, "/allowances"),
    ...unknownMembers(ITEMS, items.charges, "/charges"),
    ...unknownMembers(PARTY, parties.seller, "/seller"),
    ...unknownMembers(PARTY, parties.buyer, "/buyer"),
  ];
  return { lines: lines.value, ...items, ...parties, ...terms, issueDate, dueDate, unknown };
}

interface Items {
  readonly allowances: readonly Item[];
  readonly charges: readonly Item[];
}

const ITEM_LISTS = ["allowances", "charges"] as const;

function taxProblems(lines: readonly Line[], items: Items, rate: number) {
  const check = (taxed: Line | Item, path: string) => checkTax(taxOf(taxed, rate), path);
  return [
    ...lines.flatMap((line, index) => check(line, `/lines/${index}`)),
    ...ITEM_LISTS.flatMap((name) =>
      items[name].flatMap((item, index) => check(item, `/${name}/${index}`)),
    ),
  ];
}

function contradictions(lines: readonly Line[], items: Items, { pricesIncludeTax }: Input) {
  const problems: Entry<"CONFLICTING_FIELDS" | "INSUFFICIENT_INPUT">[] = [];
  for (const [index, line] of lines.entries()) {
    const found = conflictsOf(line, [["discountPercent", "discountAmount"]]);
    problems.push(...under(`/lines/${index}`, found));
  }
  for (const name of ITEM_LISTS) {
    const isUsed = items[name].length > 0;
    if (pricesIncludeTax && isUsed) problems.push(grossWith(name));
    for (const [index, item] of items[name].entries()) {
      const path = `/${name}/${index}`;
      problems.push(...under(path, conflictsOf(item, [["amount", "percent"]])));
      if (item.amount === undefined && item.percent === undefined) {
        problems.push(insufficientInput(`use ${path}`, [], "an amount or a percent", path));
      }
    }
  }
  return problems;
}

function under<C extends string>(base: string, entries: readonly Entry<C>[]): Entry<C>[] {
  return entries.map((entry) => ({ ...entry, path: `${base}${entry.path ?? ""}` }));
}

function grossWith(name: string): Entry<"CONFLICTING_FIELDS"> {
  const message = `Cannot use ${name} with pricesIncludeTax: found both, expected discounts and charges of lines`;
  return { code: "CONFLICTING_FIELDS", message, path: `/${name}` };
}

interface Dates {
  readonly issueDate: string | null;
  readonly dueDate: string | null;
  readonly problems: readonly Entry<"DATE_INVALID">[];
}

function readDates({ issueDate, dueDate, paymentTermsDays }: Input): Dates {
  const [issue, due] = [readDay(issueDate, "/issueDate"), readDay(dueDate, "/dueDate")];
  const problems = [issue, due].filter(isNoDay);
  const issued = issue && !isNoDay(issue) ? issue : undefined;
  const given = due && !isNoDay(due) ? due : undefined;
  const later =
    given ??
    (issued && paymentTermsDays !== undefined ? daysLater(issued, paymentTermsDays) : undefined);
  if (later === "never")
    problems.push(dayInvalid("a day after the year 9999", "/paymentTermsDays"));
  const write = (date: CalendarDate | undefined) => (date ? writeDate(date) : null);
  return {
    issueDate: write(issued),
    dueDate: write(later === "never" ? undefined : later),
    problems,
  };
}

const LAST_YEAR = 9999;

function daysLater(date: CalendarDate, days: number): CalendarDate | "never" {
  const later = dateFromDays(daysFromDate(date) + days);
  return later.year > LAST_YEAR ? "never" : later;
}
