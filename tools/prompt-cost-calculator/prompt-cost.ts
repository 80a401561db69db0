/** The cost of a workload: one kind of request many times, or logged requests one by one. */
import type { Decimal } from "decimal.js";
import { type Ctx, done, type Entry, fail } from "../_core/tool.ts";
import { readAsOf } from "../_lib/agents/models/as-of.ts";
import { type Bill, billRequest, breakEven, LINE_KINDS } from "./bill.ts";
import { readCompared } from "../_lib/agents/models/compare.ts";
import { isTableOld, Money, periodCost, roundRequest } from "../_lib/agents/models/cost.ts";
import { findModel, nearestModels, pricesAt, type Rates } from "../_lib/agents/models/models.ts";
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
}

interface Priced extends Item {
  readonly bill: Bill;
  /** The table's id, or the name as given. */
  readonly id: string;
  readonly isEarly: boolean;
}

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
  const { serviceTier } = input;
  const given = input.prices && givenRates(input.prices);
  const priced: Priced[] = [];
  for (const item of items) {
    const found = ratesOf(item.model, given, date);
    if (!found) return fail(modelUnknown(item));
    const bill = billRequest(item.usage, found.rates, serviceTier);
    priced.push({ ...item, bill, id: found.id, isEarly: found.isEarly });
  }
  const models = compared.models?.map((model) => {
    const { row } = pricesAt(model, date);
    const bills = items.map(({ usage }) => billRequest(usage, row, serviceTier));
    return { model: model.id, perRequest: roundRequest(meanOf(bills.map(({ cost }) => cost))) };
  });
  const isLogged = input.usage !== undefined;
  const [only] = isLogged ? [] : items;
  const ownRates = only && ratesOf(only.model, given, date)?.rates;
  const caching = ownRates ? breakEven(ownRates, input.cacheTtl) : null;
  return done({
    ...describe(input, priced, { date, caching }, models),
    warnings: [...warningsOf(priced, date, given === undefined, texts), ...compared.unknown],
  });
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

function ratesOf(name: string, given: Rates | undefined, date: string) {
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
      { usage: usageOf(input), model: input.model ?? DEFAULT_MODEL, path: "" },
    ];
    return { items };
  }
  const read = readUsageItems(logged, "/usage");
  if (read.failure) return { failure: read.failure };
  const items = read.items.map(({ usage, model, path }): Item => {
    return { usage, path, model: input.model ?? model ?? DEFAULT_MODEL };
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
  priced: readonly Priced[],
  { date, caching }: { readonly date: string; readonly caching: number | null },
  models: Value["models"],
) {
  const isLogged = input.usage !== undefined;
  const requests = isLogged ? priced.length : input.requests;
  const perRequest = meanOf(priced.map(({ bill }) => bill.cost));
  const total = isLogged ? sumOf(priced.map(({ bill }) => bill.cost)) : perRequest.times(requests);
  const withoutCache = meanOf(priced.map(({ bill }) => bill.withoutCache));
  const { requestsPerDay, daysPerMonth, serviceTier } = input;
  const perDays = (days: number) =>
    requestsPerDay === undefined ? null : periodCost(perRequest.times(requestsPerDay).times(days));
  const ids = new Set(priced.map(({ id }) => id));
  const [id = input.model ?? DEFAULT_MODEL] = ids;
  const tokens = tokensOf(priced);
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
      items: priced.map(({ bill, id: model }, index) => {
        return { index, model, tier: bill.tier, cost: roundRequest(bill.cost) };
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

function tokensOf(priced: readonly Priced[]): Value["tokens"] {
  const sum = (figure: (usage: Usage) => number) =>
    priced.reduce((all, { usage }) => all + figure(usage), 0);
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

function warningsOf(priced: readonly Priced[], date: string, usesTable: boolean, texts: Warnings) {
  const warnings: Entry<keyof Warnings>[] = [];
  const warn = (code: keyof Warnings, more: object = {}): void => {
    warnings.push({ code, message: texts[code], ...more });
  };
  if (priced.some(({ bill }) => bill.isCacheGuessed)) warn("CACHE_PRICE_UNKNOWN");
  if (priced.some(({ isEarly }) => isEarly)) warn("PRICE_BEFORE_TABLE");
  if (usesTable && isTableOld(date)) warn("PRICE_TABLE_OLD", { hint: "Give prices" });
  const long = priced.filter(({ bill }) => bill.tier === "long");
  const [first] = long;
  if (first) {
    const { excess } = first.bill;
    const which = long.length === 1 ? "The request is" : `${long.length} requests are`;
    const message = `${which} billed at the rates of long prompts; ${excess} tokens less in the first would avoid it`;
    warn("LONG_TIER", {
      message,
      ...(first.path === "" ? {} : { path: first.path }),
      received: excess,
    });
  }
  return warnings;
}
