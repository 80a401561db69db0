/** The cost of a workload: one kind of request many times, or logged requests one by one. */
import type { Decimal } from "decimal.js";
import { type Ctx, done, type Entry, fail } from "../_core/tool.ts";
import { readAsOf } from "../_lib/agents/models/as-of.ts";
import { type Bill, billRequest, type BillTerms, breakEven, LINE_KINDS } from "./bill.ts";
import { type Conditions, PLAIN } from "./conditions.ts";
import { readCompared } from "../_lib/agents/models/compare.ts";
import { isTableOld, Money, periodCost, roundRequest } from "../_lib/agents/models/cost.ts";
import {
  fastModel,
  findModel,
  nearestModels,
  pricesAt,
  type Rates,
  webSearchPrice,
} from "../_lib/agents/models/models.ts";
import type { Input, Prices, Value, Warnings } from "../prompt-cost-calculator.ts";
import { MODEL_TABLE_DATE } from "../_lib/agents/models/table.ts";
import { readUsageItems, type Usage } from "./usage.ts";
import { quoted } from "../_lib/text/shown.ts";

const DEFAULT_MODEL = "gpt-5";
const DAYS_PER_YEAR = 365;

/** One request to be priced. */
interface Item {
  readonly usage: Usage;
  readonly model: string;
  readonly path: string;
  readonly conditions: Conditions;
}

interface Priced extends Item {
  readonly bill: Bill;
  /** The table's id, or the name as given. */
  readonly id: string;
  readonly isEarly: boolean;
  /** What of it is not in the bill, in words. */
  readonly unpriced: readonly string[];
}

/** A row of a log whose model nobody knows has no bill. */
type Row = Priced | (Item & { readonly bill: undefined; readonly id: string });

/** `texts` are the messages of the warnings. */
export function calculateCost(input: Input, ctx: Ctx, texts: Warnings) {
  const date = readAsOf(input.asOf, ctx);
  if (typeof date !== "string") return fail(date);
  const compared = readCompared(input.compareModels, "/compareModels");
  if (compared.failure) return compared.failure;
  const { items, failure } = readItems(input);
  if (failure) return failure;
  const [excess] = items.flatMap(cachedTooMuch);
  if (excess) return fail(excess);
  const given = input.prices && givenRates(input.prices);
  const find = rateFinder(given, date);
  const isLogged = input.usage !== undefined;
  const [unknown] = isLogged ? [] : items.filter(({ model }) => find(model) === undefined);
  if (unknown) return fail(modelUnknown(unknown));
  const rows = items.map((item) => priceRow(item, find, input, date));
  const models = compared.models?.map((model) => {
    const { row } = pricesAt(model, date);
    const bills = items.map((item) => billRequest(item.usage, row, termsOf(item, input, row)));
    return { model: model.id, perRequest: roundRequest(meanOf(bills.map(({ cost }) => cost))) };
  });
  const [only] = isLogged ? [] : items;
  const ownRates = only && find(only.model)?.rates;
  const caching = ownRates ? breakEven(ownRates, input.cacheTtl) : null;
  return done({
    ...describe(input, rows, { date, caching }, models),
    warnings: [...warningsOf(rows, date, given === undefined, texts), ...compared.unknown],
  });
}

function isPriced(row: Row): row is Priced {
  return row.bill !== undefined;
}

/** A row with its bill, or without one where the model is not known. */
function priceRow(item: Item, find: RateFinder, input: Input, date: string): Row {
  const fast = item.conditions.isFast && !input.prices ? fastModel(item.model) : undefined;
  const found = find(item.model);
  if (found === undefined) return { ...item, bill: undefined, id: item.model };
  const rates = fast === undefined ? found.rates : pricesAt(fast, date).row;
  const terms = termsOf(item, input, found.rates, () => webSearchPrice(found.id, date));
  const unpriced = [...item.conditions.unpriced];
  if (item.conditions.isFast && fast === undefined) unpriced.push("the speed fast");
  if (terms.webSearches > 0 && terms.webSearchPrice === undefined) unpriced.push("web searches");
  if (rates.byHour === true) unpriced.push("lower prices at other times of the day");
  for (const name of rates.others ?? []) unpriced.push(name.replace(/_.*/, " fees"));
  const { id, isEarly } = found;
  return { ...item, bill: billRequest(item.usage, rates, terms), id, isEarly, unpriced };
}

function termsOf(
  { conditions }: Item,
  { serviceTier, prices }: Input,
  rates: Rates,
  otherPrice: () => string | undefined = () => undefined,
): BillTerms {
  const { webSearches, placeFactor, serviceTier: logged } = conditions;
  return {
    serviceTier: serviceTier === "standard" ? (logged ?? serviceTier) : serviceTier,
    placeFactor,
    webSearches,
    webSearchPrice: webSearches === 0 || prices ? undefined : (rates.webSearches ?? otherPrice()),
  };
}

/** One rate for writes is that of both lifetimes; without any they are billed as input. */
function givenRates({ input, output, cacheRead, tier, ...writes }: Prices): Rates {
  const short = writes.cacheWrite5m ?? writes.cacheWrite1h;
  const long = writes.cacheWrite1h ?? writes.cacheWrite5m;
  return {
    input: String(input),
    output: String(output),
    cacheRead: cacheRead === undefined ? null : String(cacheRead),
    cacheWrite:
      short === undefined || long === undefined
        ? undefined
        : { short: String(short), long: String(long) },
    longTier: tier && {
      above: tier.over,
      input: String(tier.inputFactor),
      output: String(tier.outputFactor),
    },
  };
}

type RateFinder = (name: string) => FoundRates | undefined;

interface FoundRates {
  readonly id: string;
  readonly rates: Rates;
  readonly isEarly: boolean;
}

/** The rates of a model by its name; each name is looked up once. */
function rateFinder(given: Rates | undefined, date: string): RateFinder {
  const known = new Map<string, FoundRates | undefined>();
  return (name) => {
    if (!known.has(name)) known.set(name, ratesOf(name, given, date));
    return known.get(name);
  };
}

function ratesOf(name: string, given: Rates | undefined, date: string): FoundRates | undefined {
  const { model } = findModel(name);
  const id = model?.id ?? name;
  if (given) return { id, rates: given, isEarly: false };
  if (!model) return undefined;
  const { row, early } = pricesAt(model, date);
  return { id, rates: row, isEarly: early };
}

function modelUnknown({ model, path }: Item): Entry<"MODEL_UNKNOWN"> {
  const near = nearestModels(model);
  return {
    code: "MODEL_UNKNOWN",
    message: `Cannot find the model: found ${quoted(model)}, expected one of the table of ${MODEL_TABLE_DATE}, or prices`,
    path: path === "" ? "/model" : path,
    hint: near.length > 0 ? `Did you mean ${near.join(", ")}?` : "Give prices",
  };
}

/** Logged requests, or the one that the fields describe. */
function readItems({ usage: logged, ...input }: Input) {
  if (logged === undefined) {
    const items: Item[] = [
      { usage: usageOf(input), model: input.model ?? DEFAULT_MODEL, path: "", conditions: PLAIN },
    ];
    return { items };
  }
  const read = readUsageItems(logged, "/usage");
  if (read.failure) return { failure: read.failure };
  const items = read.items.map(({ usage, model, path, conditions }): Item => {
    return { usage, path, conditions, model: input.model ?? model ?? DEFAULT_MODEL };
  });
  return { items };
}

function usageOf(input: Omit<Input, "usage">): Usage {
  const written = input.cacheWriteTokens;
  return {
    prompt: input.inputTokens,
    cacheRead: input.cachedTokens,
    cacheWrite5m: input.cacheTtl === "5m" ? written : 0,
    cacheWrite1h: input.cacheTtl === "1h" ? written : 0,
    output: input.outputTokens + input.reasoningTokens,
    reasoning: input.reasoningTokens,
  };
}

function cachedTooMuch({ usage, path }: Item): Entry<"CACHE_TOKENS_EXCEED_INPUT">[] {
  const { prompt, cacheRead, cacheWrite5m, cacheWrite1h } = usage;
  const cached = cacheRead + cacheWrite5m + cacheWrite1h;
  if (cached <= prompt) return [];
  return [
    {
      code: "CACHE_TOKENS_EXCEED_INPUT",
      message: `Cannot price the request: found ${cached} cached tokens, expected at most the prompt's ${prompt}`,
      path: path === "" ? "/cachedTokens" : path,
      expected: prompt,
      received: cached,
    },
  ];
}

function sumOf(costs: readonly Decimal[]): Decimal {
  return costs.reduce((sum, cost) => sum.plus(cost), new Money(0));
}

function meanOf(costs: readonly Decimal[]): Decimal {
  return costs.length === 0 ? new Money(0) : sumOf(costs).div(costs.length);
}

function describe(
  input: Input,
  rows: readonly Row[],
  { date, caching }: { readonly date: string; readonly caching: number | null },
  models: Value["models"],
) {
  const isLogged = input.usage !== undefined;
  const priced = rows.filter(isPriced);
  const requests = isLogged ? rows.length : input.requests;
  const perRequest = meanOf(priced.map(({ bill }) => bill.cost));
  const total = isLogged ? sumOf(priced.map(({ bill }) => bill.cost)) : perRequest.times(requests);
  const withoutCache = meanOf(priced.map(({ bill }) => bill.withoutCache));
  const { requestsPerDay, daysPerMonth, serviceTier } = input;
  const perDays = (days: number) =>
    requestsPerDay === undefined ? null : periodCost(perRequest.times(requestsPerDay).times(days));
  const ids = new Set(rows.map(({ id }) => id));
  const [id = input.model ?? DEFAULT_MODEL] = ids;
  const tokens = tokensOf(rows);
  const value: Value = {
    currency: "USD",
    tableDate: MODEL_TABLE_DATE,
    model: ids.size > 1 ? "mixed" : id,
    asOf: date,
    tier: priced.some(({ bill }) => bill.tier === "long") ? "long" : "base",
    serviceTier,
    requests,
    tokens,
    lines: linesOf(priced),
    perRequest: roundRequest(perRequest),
    total: roundRequest(total),
    perDay: perDays(1),
    perMonth: perDays(daysPerMonth),
    perYear: perDays(DAYS_PER_YEAR),
    withoutCache: roundRequest(withoutCache),
    cacheSavings: roundRequest(withoutCache.minus(perRequest)),
    breakEvenRequests: caching,
    ...(isLogged && {
      items: rows.map(({ bill, id: model }, index) => {
        const cost = bill === undefined ? null : roundRequest(bill.cost);
        return { index, model, tier: bill?.tier ?? "base", cost };
      }),
    }),
    ...(models && {
      models: models.toSorted(
        (a, b) => a.perRequest - b.perRequest || (a.model < b.model ? -1 : 1),
      ),
    }),
  };
  const stats = { requests, promptTokens: tokens.prompt, outputTokens: tokens.output };
  return { output: new Money(value.total).toFixed(), value, stats };
}

function tokensOf(rows: readonly Row[]): Value["tokens"] {
  const sum = (figure: (usage: Usage) => number) =>
    rows.reduce((all, { usage }) => all + figure(usage), 0);
  const prompt = sum((usage) => usage.prompt);
  const cacheRead = sum((usage) => usage.cacheRead);
  const cacheWrite5m = sum((usage) => usage.cacheWrite5m);
  const cacheWrite1h = sum((usage) => usage.cacheWrite1h);
  return {
    prompt,
    uncached: prompt - cacheRead - cacheWrite5m - cacheWrite1h,
    cacheRead,
    cacheWrite5m,
    cacheWrite1h,
    output: sum((usage) => usage.output),
    reasoning: sum((usage) => usage.reasoning),
  };
}

/** The lines of all bills; those of one kind and one rate are one. */
function linesOf(priced: readonly Priced[]): Value["lines"] {
  const groups = new Map<string, { line: Bill["lines"][number]; tokens: number; cost: Decimal }>();
  for (const line of priced.flatMap(({ bill }) => bill.lines)) {
    const name = `${line.kind} ${line.perMillion.toString()}`;
    const group = groups.get(name);
    if (!group) groups.set(name, { line, tokens: line.tokens, cost: line.cost });
    else {
      group.tokens += line.tokens;
      group.cost = group.cost.plus(line.cost);
    }
  }
  return Array.from(groups.values(), ({ line, tokens, cost }) => ({
    kind: line.kind,
    tokens,
    perMillion: line.perMillion.toNumber(),
    cost: roundRequest(cost),
  })).toSorted((a, b) => LINE_KINDS.indexOf(a.kind) - LINE_KINDS.indexOf(b.kind));
}

function warningsOf(rows: readonly Row[], date: string, usesTable: boolean, texts: Warnings) {
  const warnings: Entry<keyof Warnings>[] = [];
  const warn = (code: keyof Warnings, more: object = {}): void => {
    warnings.push({ code, message: texts[code], ...more });
  };
  const priced = rows.filter(isPriced);
  const unknown = rows.filter((row) => !isPriced(row));
  const [first] = unknown;
  if (first) {
    const which = unknown.length === 1 ? "A row is" : `${unknown.length} rows are`;
    const message = `${which} not priced: ${named(unknown.map(({ model }) => model))} not in the tables`;
    warn("UNPRICED_MODEL", { message, path: first.path, received: unknown.length });
  }
  for (const [part, { count, path }] of unpricedParts(priced)) {
    const where = count === 1 ? "" : ` (${count} rows)`;
    warn("UNPRICED_PART", {
      message: `Not in the bill as the provider has it: ${part}${where}`,
      ...(path === "" ? {} : { path }),
      received: count,
    });
  }
  if (priced.some(({ bill }) => bill.isCacheGuessed)) warn("CACHE_PRICE_UNKNOWN");
  if (priced.some(({ isEarly }) => isEarly)) warn("PRICE_BEFORE_TABLE");
  if (usesTable && isTableOld(date)) warn("PRICE_TABLE_OLD", { hint: "Give prices" });
  const long = priced.filter(({ bill }) => bill.tier === "long");
  const [longest] = long;
  if (longest) {
    const { excess } = longest.bill;
    const which = long.length === 1 ? "The request is" : `${long.length} requests are`;
    const message = `${which} billed at the rates of long prompts; ${excess} tokens less in the first would avoid it`;
    warn("LONG_TIER", {
      message,
      ...(longest.path === "" ? {} : { path: longest.path }),
      received: excess,
    });
  }
  return warnings;
}

const MOST_NAMED = 3;

/** Names, each once, the first few in quotation marks. */
function named(names: readonly string[]): string {
  const different = [...new Set(names)];
  const shown = different.slice(0, MOST_NAMED).map((name) => quoted(name));
  const more = different.length - shown.length;
  const verb = different.length === 1 ? "is" : "are";
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""} ${verb}`;
}

/** What is not in the bills, with the number of rows and the first of them. */
function unpricedParts(priced: readonly Priced[]) {
  const parts = new Map<string, { count: number; readonly path: string }>();
  for (const { unpriced, path } of priced) {
    for (const part of new Set(unpriced)) {
      const known = parts.get(part);
      if (known) known.count++;
      else parts.set(part, { count: 1, path });
    }
  }
  return parts;
}
