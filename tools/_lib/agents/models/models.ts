import { nearest } from "../../text/nearest.ts";
import { type Family, familyOfName, isFamily } from "./families.ts";
import { findListed } from "./listed.ts";
import { MODEL_ROWS } from "./table.ts";

/** Rates in USD for a million tokens, as decimal text. */
export interface Rates {
  readonly input: string;
  readonly output: string;
  /** Null where the provider has not published it. */
  readonly cacheRead: string | null;
  /** Null where not published; undefined where cached writes are billed as input. */
  readonly cacheWrite: { readonly short: string; readonly long: string } | null | undefined;
  readonly longTier: LongTier | undefined;
  /** For a thousand web searches; undefined where not published. */
  readonly webSearches?: string | undefined;
  /** What the provider bills beside tokens, as the price list names it. */
  readonly others?: readonly string[] | undefined;
  /** Whether the price changes by the hour; the rates are then the highest. */
  readonly byHour?: boolean | undefined;
}

/** Above `above` prompt tokens the whole request is billed at these multiples. */
export interface LongTier {
  readonly above: number;
  readonly input: string;
  readonly output: string;
  /** As input if not given. */
  readonly cacheRead?: string;
  readonly cacheWrite?: string;
}

export interface PriceRow extends Rates {
  /** The UTC date from which it holds; undefined for the first row of most models. */
  readonly from: string | undefined;
}

export interface Model {
  readonly id: string;
  readonly family: Family;
  /** Undefined where the price list does not say it. */
  readonly context: number | undefined;
  /** Undefined where the window itself is the only limit. */
  readonly maxInput: number | undefined;
  /** Undefined where nobody says it. */
  readonly maxOutput: number | undefined;
  /** Whether input and output share the window. */
  readonly shared: boolean;
  readonly prices: readonly PriceRow[];
}

const models = readModels();

function readModels(): Map<string, Model> {
  const read = new Map<string, Model & { prices: PriceRow[] }>();
  for (const line of MODEL_ROWS.trim().split("\n")) {
    const cells = line.split("|").map((cell) => cell.trim());
    const [id = "", family = "", context, maxInput, maxOutput, shared] = cells;
    const known = read.get(id);
    if (known) known.prices.push(readPrices(cells));
    else if (isFamily(family)) {
      read.set(id, {
        id,
        family,
        context: Number(context),
        maxInput: maxInput === "" ? undefined : Number(maxInput),
        maxOutput: Number(maxOutput),
        shared: shared === "yes",
        prices: [readPrices(cells)],
      });
    }
  }
  return read;
}

function readPrices(cells: readonly string[]): PriceRow {
  const [input = "", output = "", cacheRead = "", cacheWrite = "", tier = "", from = ""] =
    cells.slice(6);
  return {
    input,
    output,
    cacheRead: cacheRead === "null" ? null : cacheRead,
    cacheWrite: readCacheWrite(cacheWrite),
    longTier: readLongTier(tier),
    from: from === "" ? undefined : from,
  };
}

function readCacheWrite(cell: string): Rates["cacheWrite"] {
  if (cell === "null") return null;
  if (cell === "–") return undefined;
  const [short = "", long = short] = cell.split("/");
  return { short, long };
}

function readLongTier(cell: string): LongTier | undefined {
  const tier = /^>(\d+) ([\d.]+)\/([\d.]+)$/.exec(cell);
  if (!tier) return undefined;
  const [, above, input = "", output = ""] = tier;
  return { above: Number(above), input, output };
}

/** Providers, paths, regions and vendors that stand before a name, in any number. Bounded: a name has at most 200 characters. */
const PREFIXES =
  /^(?:(?:openai|anthropic|google|gemini|models|azure|azure_ai|bedrock|bedrock_converse|converse|vertex|vertex_ai|openrouter|litellm_proxy|publishers|mistralai|mistral|x-ai|xai|deepseek|global|us|eu|github_copilot|databricks)\/|(?:projects|locations)\/[^/]+\/|(?:us|eu|apac|jp|au|ca|global|us-gov|regional)\.(?=[a-z])|(?:anthropic|openai|mistral|google|xai)\.)+/;
const ENDINGS =
  /(?::(?:free|beta|thinking|extended|nitro|floor|online|exacto)|@[^@]*|-v\d(?::\d)?|-latest|-\d{4}-\d{2}-\d{2}|-\d{8})$/;
const LONGEST_NAME = 200;

/** A model's name without vendor, date and tags, in lower case. */
export function normalizeModelName(name: string): string {
  let normal = name.slice(0, LONGEST_NAME).trim().toLowerCase().replace(PREFIXES, "");
  const tuned = /^ft:([^:]+)/.exec(normal);
  if (tuned?.[1]) normal = tuned[1];
  for (let cut = normal.replace(ENDINGS, ""); cut !== normal; cut = normal.replace(ENDINGS, "")) {
    normal = cut;
  }
  return normal;
}

export interface ModelMatch {
  /** The table's model; undefined for a name that is known by its family at most. */
  readonly model: Model | undefined;
  readonly family: Family;
}

/**
 * The model that a name means: the table's id, else its dotted or dashed twin, else the model of the price list, else
 * the family by pattern.
 */
export function findModel(name: string): ModelMatch {
  const normal = normalizeModelName(name);
  const family = familyOfTuned(normal);
  // A fine-tuned model counts as its base, but has prices of its own.
  const tuned = name.trim().toLowerCase().startsWith("ft:");
  const own = tuned ? undefined : (models.get(normal) ?? twinOf(normal));
  const model = own ?? listedModel(name, family);
  return { model, family: own?.family ?? family };
}

function listedModel(name: string, family: Family): Model | undefined {
  const listed = findListed(name);
  if (listed === undefined) return undefined;
  const { id, context, prices } = listed.model;
  return {
    id: `${listed.provider}/${id}`,
    family,
    context,
    maxInput: undefined,
    maxOutput: undefined,
    shared: true,
    prices: prices.map(({ cacheRead, cacheWrite, cacheWrite1h, tier, ...rest }) => ({
      ...rest,
      cacheRead: cacheRead ?? null,
      cacheWrite:
        cacheWrite === undefined ? null : { short: cacheWrite, long: cacheWrite1h ?? cacheWrite },
      longTier: tier,
    })),
  };
}

function twinOf(name: string): Model | undefined {
  return (
    models.get(name.replaceAll(/(?<=\d)\.(?=\d)/g, "-")) ??
    models.get(name.replaceAll(/(?<=\d)-(?=\d)/g, "."))
  );
}

function familyOfTuned(name: string): Family {
  const known = models.get(name)?.family ?? familyOfName(name);
  // Behind the vendors of a list stands the name of the model.
  return known === "other" ? familyOfName(name.slice(name.lastIndexOf("/") + 1)) : known;
}

/** The ids nearest to a name that is not in the table. */
export function nearestModels(name: string): string[] {
  return nearest(normalizeModelName(name), models.keys());
}

export interface PricesAt {
  readonly row: PriceRow;
  /** The day lies before the model's first dated row. */
  readonly early: boolean;
}

/** USD for a thousand web searches on a UTC date, where the price list says it of a model of that name. */
export function webSearchPrice(name: string, date: string): string | undefined {
  const listed = listedModel(name, "other");
  return listed && pricesAt(listed, date).row.webSearches;
}

/** The rates of a model that answers faster for more, which the price list has as a model of its own. */
export function fastModel(name: string): Model | undefined {
  const normal = normalizeModelName(name).replaceAll(/(?<=\d)-(?=\d)/g, ".");
  const fast = listedModel(`openrouter/anthropic/${normal}-fast`, "claude");
  return fast?.id.endsWith(`/${normal}-fast`) ? fast : undefined;
}

/** The prices of a model on a UTC date, `YYYY-MM-DD`. */
export function pricesAt({ prices }: Model, date: string): PricesAt {
  let row = prices[0] as PriceRow;
  const early = row.from !== undefined && date < row.from;
  for (const later of prices) if (later.from !== undefined && later.from <= date) row = later;
  return { row, early };
}

/** All models of the table, in its order. */
export function allModels(): readonly Model[] {
  return [...models.values()];
}
