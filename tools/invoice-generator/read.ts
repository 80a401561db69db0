/** Reads the parts of an invoice, and all that is wrong with them. */
import { type Entry, fail } from "../_core/tool.ts";
import { conflictsOf, insufficientInput } from "../_lib/fields/exclusive-fields.ts";
import { isCurrency, readCurrency } from "../_lib/money/amount.ts";
import { type CalendarDate, dateFromDays, daysFromDate, writeDate } from "../_lib/time/calendar.ts";
import type { Input, Item, Line } from "../invoice-generator.ts";
import type { Given } from "./compute.ts";
import { checkTax, taxOf } from "./tax.ts";
import { dayInvalid, isNoDay, readDay } from "../_lib/fields/date-field.ts";

export interface Invoice extends Given {
  /** YYYY-MM-DD. */
  readonly issueDate: string | null;
  readonly dueDate: string | null;
  readonly serviceDate: string | null;
  readonly servicePeriod: { readonly start: string; readonly end: string } | null;
}

export function readInvoice(input: Input) {
  const { lines, allowances, charges, taxRate, pricesIncludeTax, prepaidAmount, roundTo } = input;
  const currency = readCurrency(input.currency);
  const { problems: dateProblems, ...dates } = readDates(input);
  const { problems: serviceProblems, ...service } = readService(input);
  const problems = [
    ...taxProblems(input),
    ...contradictions(input),
    ...dateProblems,
    ...serviceProblems,
  ];
  if (!isCurrency(currency)) return { failure: fail([...problems, currency]) };
  const [first, ...others] = problems;
  if (first !== undefined) return { failure: fail([first, ...others]) };
  const terms = { taxRate, pricesIncludeTax, prepaidAmount, roundTo, currency };
  return { invoice: { lines, allowances, charges, ...terms, ...dates, ...service } };
}

const ITEM_LISTS = ["allowances", "charges"] as const;

function taxProblems(input: Input) {
  const check = (taxed: Line | Item, path: string) => checkTax(taxOf(taxed, input.taxRate), path);
  return [
    ...input.lines.flatMap((line, index) => check(line, `/lines/${index}`)),
    ...ITEM_LISTS.flatMap((name) =>
      input[name].flatMap((item, index) => check(item, `/${name}/${index}`)),
    ),
  ];
}

function contradictions(input: Input) {
  const problems: Entry<"CONFLICTING_FIELDS" | "INSUFFICIENT_INPUT">[] = [
    ...conflictsOf(input, [["serviceDate", "servicePeriod"]]),
  ];
  for (const [index, line] of input.lines.entries()) {
    const found = conflictsOf(line, [["discountPercent", "discountAmount"]]);
    problems.push(...under(`/lines/${index}`, found));
  }
  for (const name of ITEM_LISTS) {
    const isUsed = input[name].length > 0;
    if (input.pricesIncludeTax && isUsed) problems.push(grossWith(name));
    for (const [index, item] of input[name].entries()) {
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

/** When was delivered: Directive 2006/112/EC, article 226(7). */
function readService({ serviceDate, servicePeriod }: Input) {
  const day = readDay(serviceDate, "/serviceDate");
  const start = readDay(servicePeriod?.start, "/servicePeriod/start");
  const end = readDay(servicePeriod?.end, "/servicePeriod/end");
  const problems = [day, start, end].filter(isNoDay);
  const date = (read: typeof day) => (read && !isNoDay(read) ? writeDate(read) : null);
  const [first, last] = [date(start), date(end)];
  const isTurned = first !== null && last !== null && last < first;
  if (isTurned) problems.push(dayInvalid("an end before the start", "/servicePeriod/end"));
  const period = first === null || last === null ? null : { start: first, end: last };
  return { serviceDate: date(day), servicePeriod: period, problems };
}

const LAST_YEAR = 9999;

function daysLater(date: CalendarDate, days: number): CalendarDate | "never" {
  const later = dateFromDays(daysFromDate(date) + days);
  return later.year > LAST_YEAR ? "never" : later;
}
