/**
 * Writes tools/_lib/agents/models/price-list.gen.ts: the prices of @pydantic/genai-prices (MIT) as one JSON text, in
 * the shape of `ListedProvider`, read only when a model is asked for that our own table does not have.
 */
import {
  findProvider,
  type ModelInfo,
  type ModelPrice,
  type TieredPrices,
} from "@pydantic/genai-prices";
import { stateOf, writeTexts } from "./text-module.ts";
import type {
  ListedModel,
  ListedProvider,
  ListedRates,
} from "../tools/_lib/agents/models/listed.ts";

const TARGET = "tools/_lib/agents/models/price-list.gen.ts";
const PACKAGE = "node_modules/@pydantic/genai-prices";

export async function writePriceList(): Promise<void> {
  const { version }: { version: string } = await Bun.file(`${PACKAGE}/package.json`).json();
  const by = "build/price-list.ts";
  const state = await stateOf(by, [version]);
  await writeTexts(TARGET, { by, state }, async () => ({
    list: JSON.stringify(await providers()),
  }));
}

/** The package tells a provider by its name only; the names stand in its text. */
async function providers(): Promise<ListedProvider[]> {
  const text = await Bun.file(`${PACKAGE}/dist/index.js`).text();
  const ids = Array.from(text.matchAll(/^ {4}id: "([^"]+)",$/gm), ([, id = ""]) => id);
  const listed = ids.flatMap((id) => {
    const provider = findProvider({ providerId: id });
    return provider?.id === id ? [provider] : [];
  });
  if (listed.length !== ids.length || ids.length === 0)
    throw new Error("The providers of @pydantic/genai-prices stand elsewhere in its text");
  return listed.map((provider) => ({
    id: provider.id,
    named: provider.provider_match,
    holds: provider.model_match,
    falls: provider.fallback_model_providers,
    models: provider.models.flatMap(listedModel),
  }));
}

function listedModel(model: ModelInfo): ListedModel[] {
  const rows = Array.isArray(model.prices) ? model.prices : [{ prices: model.prices }];
  const hours = rows.filter(({ constraint }) => constraint && "start_time" in constraint);
  const days = rows.filter((row) => !hours.includes(row));
  const prices = days.flatMap(({ constraint, prices: own }) => {
    const rates = ratesOf(hours.reduce((most, { prices: other }) => highest(most, other), own));
    const from = constraint && "start_date" in constraint ? constraint.start_date : undefined;
    return rates === undefined ? [] : [{ ...rates, from, byHour: hours.length > 0 || undefined }];
  });
  if (prices.length === 0) return [];
  return [{ id: model.id, match: model.match, context: model.context_window, prices }];
}

function highest(one: ModelPrice, other: ModelPrice): ModelPrice {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    names.map((name) => {
      const [first, second] = [one[name], other[name]];
      return [name, (baseOf(first) ?? 0) >= (baseOf(second) ?? 0) ? first : second];
    }),
  );
}

type Price = number | TieredPrices | undefined;

function baseOf(price: Price): number | undefined {
  return typeof price === "object" ? price.base : price;
}

/** What the bill has lines for; audio, pictures and video are told by the usage. */
const BILLED =
  /^(?:input|output|cache_read|cache_write|cache_write_1h)_mtok$|^web_searches_kcount$|audio|image|video/;

/** Undefined for what is not billed by tokens. */
function ratesOf(price: ModelPrice): ListedRates | undefined {
  const text = (name: string) => {
    const base = baseOf(price[name]);
    return base === undefined ? undefined : String(base);
  };
  const [input, output] = [text("input_mtok"), text("output_mtok")];
  if (input === undefined && output === undefined && Object.keys(price).length > 0)
    return undefined;
  const others = Object.keys(price).filter((name) => !BILLED.test(name));
  return {
    input: input ?? "0",
    output: output ?? "0",
    cacheRead: text("cache_read_mtok"),
    cacheWrite: text("cache_write_mtok"),
    cacheWrite1h: text("cache_write_1h_mtok"),
    webSearches: text("web_searches_kcount"),
    others: others.length > 0 ? others : undefined,
    tier: tierOf(price),
  };
}

function tierOf(price: ModelPrice): ListedRates["tier"] {
  const tiers = Object.values(price).flatMap((one) => (typeof one === "object" ? one.tiers : []));
  const [first] = tiers;
  if (first === undefined) return undefined;
  if (tiers.some(({ start }) => start !== first.start))
    throw new Error("A model has prices for several lengths of prompts");
  const factor = (name: string) => {
    const one = price[name];
    const long = typeof one === "object" ? one.tiers[0]?.price : undefined;
    return typeof one === "object" && long !== undefined ? String(long / one.base) : "1";
  };
  return {
    above: first.start,
    input: factor("input_mtok"),
    output: factor("output_mtok"),
    cacheRead: factor("cache_read_mtok"),
    cacheWrite: factor("cache_write_mtok"),
  };
}
