import { failed, passed, type RunTool, skipped, type Suite, type Verdict } from "./suite.ts";

type Rate =
  number | { readonly base: number; readonly tiers: readonly { start: number; price: number }[] };
type Prices = Readonly<Record<string, Rate>>;

interface Match {
  readonly or?: readonly Match[];
  readonly and?: readonly Match[];
  readonly equals?: string;
  readonly starts_with?: string;
  readonly ends_with?: string;
  readonly contains?: string;
  readonly regex?: string;
}

interface Provider {
  readonly id: string;
  readonly models: readonly {
    readonly match: Match;
    readonly prices: Prices | readonly unknown[];
  }[];
}

interface Row {
  readonly body: { readonly file: string; readonly [member: string]: unknown };
  readonly model?: string;
  readonly extracted: readonly {
    readonly extractors: readonly {
      readonly provider_id: string;
      readonly api_flavor: string;
      readonly input_price?: string;
      readonly output_price?: string;
    }[];
  }[];
}

/** Whose own rates and shapes the tool bills by. */
const FLAVORS: ReadonlySet<string> = new Set([
  "anthropic default",
  "google default",
  "openai chat",
  "openai responses",
]);

/** Judges the arithmetic of every logged usage of the three providers, with the prices given as input. */
const suite: Suite = {
  name: "genai-prices",
  tools: ["prompt-cost-calculator"],
  floor: { passed: 518, failed: 0 },
  async *judge(folder, run) {
    const providers = (await Bun.file(`${folder}/data.json`).json()) as Provider[];
    const rows = (await Bun.file(`${folder}/usages.json`).json()) as Row[];
    for (const [index, row] of rows.entries()) {
      for (const { extractors } of row.extracted) {
        for (const extractor of extractors) {
          const flavor = `${extractor.provider_id} ${extractor.api_flavor}`;
          if (!FLAVORS.has(flavor) || extractor.input_price === undefined) continue;
          const provider = providers.find(({ id }) => id === extractor.provider_id);
          yield await judge(`${index} ${flavor}`, row, provider, extractor, run);
        }
      }
    }
  },
};
export default suite;

type Extractor = Row["extracted"][number]["extractors"][number];

async function judge(
  name: string,
  { body, model = String(body["model"] ?? body["modelVersion"]) }: Row,
  provider: Provider | undefined,
  extractor: Extractor,
  run: RunTool,
): Promise<Verdict> {
  const found = provider?.models.find(({ match }) => matches(match, model.toLowerCase()))?.prices;
  if (!found || Array.isArray(found)) {
    return skipped(name, "its price changed with time or is by hour");
  }
  const rates = found as Prices;
  const prices = pricesOf(rates);
  if (!prices) return skipped(name, "its long tier has other factors for each rate");
  const own = ownRate(rates, body, model);
  if (own !== undefined) return skipped(name, `has a rate of its own for ${own}`);
  const result = await run({ tool_id: "prompt-cost-calculator", input: { usage: [body], prices } });
  const value = result.value as { lines: Line[] } | null;
  return value
    ? compare(`${name} ${model}`, value.lines, extractor)
    : failed(name, result.errors[0]?.message ?? "no value");
}

/** What is billed by other rates than those that the tool knows. */
function ownRate(rates: Prices, body: object, model: string): string | undefined {
  if (model.includes("-image")) return "pictures in answers";
  const odd = Object.keys(rates).find((rate) => !RATES.has(rate));
  return /audio|image/i.test(JSON.stringify(body)) ? odd : undefined;
}

interface Line {
  readonly kind: string;
  readonly cost: number;
}

/** Lines are rounded to 8 decimals each. */
const NEAR = 3e-8;

function compare(name: string, lines: readonly Line[], extractor: Extractor): Verdict {
  const cost = (isOutput: boolean) =>
    lines
      .filter(({ kind }) => (kind === "output") === isOutput)
      .reduce((sum, line) => sum + line.cost, 0);
  const [input, output] = [cost(false), cost(true)];
  const { input_price, output_price = "0" } = extractor;
  const isNear =
    Math.abs(input - Number(input_price)) <= NEAR &&
    Math.abs(output - Number(output_price)) <= NEAR;
  return isNear
    ? passed(name)
    : failed(name, `${input} and ${output}, not ${input_price} and ${output_price}`);
}

const RATES = new Set(["input_mtok", "output_mtok", "cache_read_mtok", "cache_write_mtok"]);

function matches(match: Match, name: string): boolean {
  if (match.or) return match.or.some((one) => matches(one, name));
  if (match.and) return match.and.every((one) => matches(one, name));
  if (match.equals !== undefined) return name === match.equals;
  if (match.starts_with !== undefined) return name.startsWith(match.starts_with);
  if (match.ends_with !== undefined) return name.endsWith(match.ends_with);
  if (match.contains !== undefined) return name.includes(match.contains);
  return match.regex !== undefined && new RegExp(match.regex).test(name);
}

/** The tool's form: one factor for all rates of the prompt, one for the answer. */
function pricesOf(rates: Prices): object | undefined {
  const base = (name: string) => {
    const rate = rates[name];
    return typeof rate === "object" ? rate.base : rate;
  };
  const tiered = Object.entries(rates).flatMap(([name, rate]) => {
    const [tier, ...more] = typeof rate === "object" ? rate.tiers : [];
    if (!tier || typeof rate !== "object") return [];
    return [
      { name, over: tier.start, factor: more.length > 0 ? Number.NaN : tier.price / rate.base },
    ];
  });
  const ofInput = tiered.filter(({ name }) => name !== "output_mtok");
  const [first] = ofInput;
  if (ofInput.some(({ factor }) => factor !== first?.factor)) return undefined;
  const output = tiered.find(({ name }) => name === "output_mtok");
  return {
    input: base("input_mtok") ?? 0,
    output: base("output_mtok") ?? 0,
    ...(base("cache_read_mtok") === undefined ? {} : { cacheRead: base("cache_read_mtok") }),
    ...(base("cache_write_mtok") === undefined ? {} : { cacheWrite5m: base("cache_write_mtok") }),
    ...(first && {
      tier: { over: first.over, inputFactor: first.factor, outputFactor: output?.factor ?? 1 },
    }),
  };
}
