import { nearest } from "../../text/nearest.ts";
import { type Family, familyOfName, isFamily } from "./families.ts";
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
}

/** Above `above` prompt tokens the whole request is billed at these multiples. */
export interface LongTier {
  readonly above: number;
  readonly input: string;
  readonly output: string;
}

export interface PriceRow extends Rates {
  /** The UTC date from which it holds; undefined for the first row of most models. */
  readonly from: string | undefined;
}

export interface Model {
  readonly id: string;
  readonly family: Family;
  readonly context: number;
  /** Undefined where the window itself is the only limit. */
  readonly maxInput: number | undefined;
  readonly maxOutput: number;
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

const VENDORS =
  /^(?:openai\/|anthropic\/|google\/|models\/|azure\/|bedrock\/|vertex\/|vertex_ai\/|openrouter\/|us\.anthropic\.|eu\.anthropic\.|anthropic\.|mistralai\/|mistral\/|x-ai\/|xai\/|deepseek\/)/;
const ENDINGS = /(?::free|@[^@]*|-v1:0|-latest|-\d{4}-\d{2}-\d{2}|-\d{8})$/;
const LONGEST_NAME = 200;

/** A model's name without vendor, date and tags, in lower case. */
export function normalizeModelName(name: string): string {
  let normal = name.slice(0, LONGEST_NAME).trim().toLowerCase().replace(VENDORS, "");
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

/** The model that a name means: the table's id, else its dotted or dashed twin, else the family by pattern. */
export function findModel(name: string): ModelMatch {
  const normal = normalizeModelName(name);
  // A fine-tuned model counts as its base, but has prices of its own.
  const tuned = name.trim().toLowerCase().startsWith("ft:");
  const model = tuned ? undefined : (models.get(normal) ?? twinOf(normal));
  return { model, family: model?.family ?? familyOfTuned(normal) };
}

function twinOf(name: string): Model | undefined {
  return (
    models.get(name.replaceAll(/(?<=\d)\.(?=\d)/g, "-")) ??
    models.get(name.replaceAll(/(?<=\d)-(?=\d)/g, "."))
  );
}

function familyOfTuned(name: string): Family {
  return models.get(name)?.family ?? familyOfName(name);
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
