/** The models of many providers with their prices, for those that our own table does not have. */
import { TEXTS } from "./price-list.gen.ts";

/** How names are told; the first member that there is decides. */
export interface NameMatch {
  readonly or?: readonly NameMatch[];
  readonly and?: readonly NameMatch[];
  readonly equals?: string;
  readonly starts_with?: string;
  readonly ends_with?: string;
  readonly contains?: string;
  readonly regex?: string;
}

/** USD for a million tokens, as decimal text. */
export interface ListedRates {
  readonly input: string;
  readonly output: string;
  readonly cacheRead: string | undefined;
  readonly cacheWrite: string | undefined;
  readonly cacheWrite1h: string | undefined;
  /** For a thousand. */
  readonly webSearches: string | undefined;
  /** The names of rates for what is not counted in tokens. */
  readonly others: readonly string[] | undefined;
  /** Multiples above so many prompt tokens. */
  readonly tier:
    | {
        readonly above: number;
        readonly input: string;
        readonly output: string;
        readonly cacheRead: string;
        readonly cacheWrite: string;
      }
    | undefined;
}

export interface ListedModel {
  readonly id: string;
  readonly match: NameMatch;
  readonly context: number | undefined;
  /** By day; `byHour` are the highest of a day whose prices change by the hour. */
  readonly prices: readonly (ListedRates & {
    readonly from: string | undefined;
    readonly byHour: true | undefined;
  })[];
}

export interface ListedProvider {
  readonly id: string;
  /** Names of the provider itself beside its id. */
  readonly named: NameMatch | undefined;
  /** Models that are its own wherever they are named without a provider. */
  readonly holds: NameMatch | undefined;
  /** Providers whose models it sells, too, at their prices. */
  readonly falls: readonly string[] | undefined;
  readonly models: readonly ListedModel[];
}

let list: readonly ListedProvider[] | undefined;

function providers(): readonly ListedProvider[] {
  list ??= JSON.parse(TEXTS.list()) as ListedProvider[];
  return list;
}

export interface Listed {
  readonly provider: string;
  readonly model: ListedModel;
}

const LONGEST_NAME = 200;
const MOST_PREFIXES = 6;
/** Paths of Vertex, Fireworks and the like, and the word before a region of Azure. */
const FILLERS: ReadonlySet<string> = new Set(
  "models publishers projects locations accounts global litellm_proxy".split(" "),
);

/**
 * The model that a name means: of the provider that it begins with, else of the one whose own it is, else of the
 * first that has it; then the same without what the name begins with, up to `/` or the dot of a region or vendor.
 */
export function findListed(name: string): Listed | undefined {
  let rest = name.slice(0, LONGEST_NAME).trim().toLowerCase();
  for (let prefixes = 0; prefixes <= MOST_PREFIXES && rest !== ""; prefixes++) {
    const found = ofNamed(rest) ?? ofOwner(rest) ?? ofAny(rest);
    if (found !== undefined) return found;
    const next = /^[^/]*\/|^[a-z-]+\.(?=[a-z])/.exec(rest)?.[0];
    if (next === undefined) return undefined;
    rest = rest.slice(next.length);
  }
  return undefined;
}

/** By a prefix `provider/`. */
function ofNamed(name: string): Listed | undefined {
  const slash = name.indexOf("/");
  if (slash <= 0) return undefined;
  const prefix = name.slice(0, slash);
  if (FILLERS.has(prefix)) return undefined;
  const provider = providers().find(
    ({ id, named }) => id === prefix || (named !== undefined && matches(named, prefix)),
  );
  return provider && inProvider(provider, name.slice(slash + 1));
}

function ofOwner(name: string): Listed | undefined {
  const provider = providers().find(({ holds }) => holds !== undefined && matches(holds, name));
  return provider && inProvider(provider, name);
}

function ofAny(name: string): Listed | undefined {
  for (const provider of providers()) {
    const model = modelIn(provider, name);
    if (model !== undefined) return { provider: provider.id, model };
  }
  return undefined;
}

function inProvider(provider: ListedProvider, name: string): Listed | undefined {
  for (const spelling of spellingsOf(name)) {
    const model = modelIn(provider, spelling);
    if (model !== undefined) return { provider: provider.id, model };
    for (const other of provider.falls ?? []) {
      const seller = providers().find(({ id }) => id === other);
      const sold = seller && modelIn(seller, spelling);
      if (sold !== undefined) return { provider: provider.id, model: sold };
    }
  }
  return undefined;
}

/** As given, with the hyphens of its date, and without its date and tag. */
function spellingsOf(name: string): ReadonlySet<string> {
  const dated = name.replace(/-(20\d{2})([01]\d)([0-3]\d)(?=-|:|$)/, "-$1-$2-$3");
  const bare = name.replace(/(?:@[^@]*|:[a-z]+)$/, "");
  return new Set([name, dated, bare, bare.replace(/-20\d{2}-?[01]\d-?[0-3]\d$/, "")]);
}

function modelIn({ models }: ListedProvider, name: string): ListedModel | undefined {
  return models.find(({ match }) => matches(match, name));
}

/** `name` is in lower case. */
function matches(match: NameMatch, name: string): boolean {
  if (match.or) return match.or.some((one) => matches(one, name));
  if (match.and) return match.and.every((one) => matches(one, name));
  if (match.equals !== undefined) return name === match.equals.toLowerCase();
  if (match.starts_with !== undefined) return name.startsWith(match.starts_with.toLowerCase());
  if (match.ends_with !== undefined) return name.endsWith(match.ends_with.toLowerCase());
  if (match.contains !== undefined) return name.includes(match.contains.toLowerCase());
  // Bounded: patterns of the list, for names of at most 200 characters.
  return match.regex !== undefined && new RegExp(match.regex).test(name);
}
