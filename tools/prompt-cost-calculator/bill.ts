/** What a request costs, line by line, as the providers bill it. */
import type { Decimal } from "decimal.js";
import { costOf, Money } from "../_lib/agents/models/cost.ts";
import type { Rates } from "../_lib/agents/models/models.ts";
import type { Usage } from "./usage.ts";

export const SERVICE_TIERS = ["standard", "batch", "flex", "priority"] as const;
export type ServiceTier = (typeof SERVICE_TIERS)[number];

const SERVICE_FACTORS: Readonly<Record<ServiceTier, number>> = {
  standard: 1,
  batch: 0.5,
  flex: 0.5,
  priority: 2,
};

export const LINE_KINDS = [
  "uncached-input",
  "cache-read",
  "cache-write-5m",
  "cache-write-1h",
  "output",
  "web-search",
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export interface BillLine {
  readonly kind: LineKind;
  readonly tokens: number;
  /** After long tier, service tier and place. */
  readonly perMillion: Decimal;
  readonly cost: Decimal;
}

export interface Bill {
  readonly tier: "base" | "long";
  /** Without those of no tokens. */
  readonly lines: readonly BillLine[];
  readonly cost: Decimal;
  /** The same with nothing cached. */
  readonly withoutCache: Decimal;
  /** Cached tokens were billed as input, as nobody knows their rate. */
  readonly isCacheGuessed: boolean;
  /** Prompt tokens above those of the base tier. */
  readonly excess: number;
}

/** How a request is billed beside its tokens. */
export interface BillTerms {
  readonly serviceTier: ServiceTier;
  readonly placeFactor: number;
  readonly webSearches: number;
  /** For a thousand; undefined where nobody knows. */
  readonly webSearchPrice: string | undefined;
}

/** The rates that hold for a prompt of so many tokens. */
function ratesFor(rates: Rates, prompt: number, { serviceTier, placeFactor }: BillTerms) {
  const tier = rates.longTier && prompt > rates.longTier.above ? rates.longTier : undefined;
  const service = new Money(SERVICE_FACTORS[serviceTier]).times(placeFactor);
  const times = (rate: string, factor: string | undefined) =>
    new Money(rate).times(factor ?? tier?.input ?? 1).times(service);
  const forWrite = (rate: string) => times(rate, tier?.cacheWrite);
  const input = times(rates.input, tier?.input);
  const { cacheRead, cacheWrite } = rates;
  return {
    tier,
    input,
    cacheRead: cacheRead === null ? undefined : times(cacheRead, tier?.cacheRead),
    /** Undefined where nobody knows; billed as input where that is the rule. */
    cacheWrite5m: cacheWrite === undefined ? input : cacheWrite && forWrite(cacheWrite.short),
    cacheWrite1h: cacheWrite === undefined ? input : cacheWrite && forWrite(cacheWrite.long),
    output: new Money(rates.output).times(tier?.output ?? 1).times(service),
  };
}

const SEARCHES_PER_PRICE = 1000;
const MILLION = 1_000_000;

export function billRequest(usage: Usage, rates: Rates, terms: BillTerms): Bill {
  const { prompt, cacheRead, cacheWrite5m, cacheWrite1h, output } = usage;
  const at = ratesFor(rates, prompt, terms);
  const lines: BillLine[] = [];
  let isCacheGuessed = false;
  const add = (kind: LineKind, tokens: number, rate: Decimal | null | undefined) => {
    if (tokens === 0) return;
    if (!rate) isCacheGuessed = true;
    const perMillion = rate ?? at.input;
    lines.push({ kind, tokens, perMillion, cost: costOf(tokens, perMillion) });
  };
  add("uncached-input", prompt - cacheRead - cacheWrite5m - cacheWrite1h, at.input);
  add("cache-read", cacheRead, at.cacheRead);
  add("cache-write-5m", cacheWrite5m, at.cacheWrite5m);
  add("cache-write-1h", cacheWrite1h, at.cacheWrite1h);
  add("output", output, at.output);
  const search = new Money(terms.webSearchPrice ?? 0).times(MILLION / SEARCHES_PER_PRICE);
  if (terms.webSearchPrice !== undefined) add("web-search", terms.webSearches, search);
  return {
    tier: at.tier ? "long" : "base",
    lines,
    cost: lines.reduce((sum, { cost }) => sum.plus(cost), new Money(0)),
    withoutCache: costOf(prompt, at.input)
      .plus(costOf(output, at.output))
      .plus(costOf(terms.webSearches, search)),
    isCacheGuessed,
    excess: at.tier ? prompt - at.tier.above : 0,
  };
}

/**
 * After how many requests writing the prompt to the cache once and reading it later is no dearer than never
 * caching it; null where a rate is not known, or reading saves nothing.
 */
export function breakEven(rates: Rates, ttl: "5m" | "1h"): number | null {
  const { cacheRead, cacheWrite } = rates;
  if (cacheRead === null || !cacheWrite) return null;
  const [input, read] = [new Money(rates.input), new Money(cacheRead)];
  const write = new Money(ttl === "1h" ? cacheWrite.long : cacheWrite.short);
  if (input.lte(read)) return null;
  return Math.max(1, write.minus(read).div(input.minus(read)).ceil().toNumber());
}
