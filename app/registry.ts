/** The catalogue: every unit by id, alias and short name. */
import { nearest } from "../tools/_lib/text/nearest.ts";
import type { RegistryEntry, Unit, UnitDetail } from "./registry-entry.ts";
import { FACTS, LOADS, NAMES } from "./registry.gen.ts";

type Facts = Omit<RegistryEntry, "id" | "kind" | "aliases" | "load">;

const nameLines = NAMES.split("\n");
const factLines = FACTS.split("\n");
let loads: ReturnType<typeof LOADS> | undefined;

/** A unit, of which nothing is read before it is asked for: few calls are about more than one, and a start about none. */
class LateEntry implements RegistryEntry {
  readonly #at: number;
  #names: readonly string[] | undefined;
  #facts: Facts | undefined;

  constructor(at: number) {
    this.#at = at;
  }

  load() {
    loads ??= LOADS();
    return (loads[this.#at] as RegistryEntry["load"])();
  }

  get #given(): readonly string[] {
    return (this.#names ??= (nameLines[this.#at] ?? "").split(" "));
  }

  get kind() {
    return this.#given[0] === "kit" ? "kit" : "tool";
  }
  get id() {
    return this.#given[1] ?? "";
  }
  get aliases() {
    return this.#given.slice(2);
  }

  get #read(): Facts {
    return (this.#facts ??= JSON.parse(factLines[this.#at] ?? "") as Facts);
  }

  get name() {
    return this.#read.name;
  }
  get category() {
    return this.#read.category;
  }
  get summary() {
    return this.#read.summary;
  }
  get signature() {
    return this.#read.signature;
  }
  get version() {
    return this.#read.version;
  }
  get primary() {
    return this.#read.primary;
  }
  get isolated() {
    return this.#read.isolated;
  }
  get browser() {
    return this.#read.browser;
  }
  get detects() {
    return this.#read.detects;
  }
  get takesBytes() {
    return this.#read.takesBytes;
  }
  get uses() {
    return this.#read.uses;
  }
  get chooses() {
    return this.#read.chooses;
  }
}

export const ENTRIES: readonly RegistryEntry[] = nameLines.map((_, at) => new LateEntry(at));

export const SERVICE = "purebox";
/** Of the service and of the interface it offers. */
export const SERVICE_VERSION = "2026-11-20";

let byName: ReadonlyMap<string, RegistryEntry> | undefined;

/** Every unit by its id and its aliases. */
function allNames(): ReadonlyMap<string, RegistryEntry> {
  byName ??= new Map(
    ENTRIES.flatMap((entry) => [entry.id, ...entry.aliases].map((name) => [name, entry] as const)),
  );
  return byName;
}

/** The unit that an id or alias names. */
export function findEntry(name: string): RegistryEntry | undefined {
  return allNames().get(name) ?? allNames().get(name.trim().toLowerCase());
}

/** What an id may be called without, where that leaves one unit only: `uuid`, `curl`, `hash`. */
const LAST_WORDS =
  /-(?:calculator|checker|cleaner|converter|counter|encoder|estimator|explainer|formatter|generator|kit|parser|planner|renderer|repair|tester|validator)$/;

/** Of several units whose ids begin with the same word, the one that is meant by it. */
const MAIN: ReadonlyMap<string, string> = new Map([
  ["cron", "cron-parser"],
  ["csv", "csv-to-json"],
  ["json", "json-formatter"],
  ["jwt", "jwt-decoder"],
]);

let shortNames: ReadonlyMap<string, RegistryEntry> | undefined;

/** The unit that an id, an alias or a short name names. */
export function findByAnyName(name: string): RegistryEntry | undefined {
  return findEntry(name) ?? allShortNames().get(name.trim().toLowerCase());
}

/** Other words than its id that name the unit. */
export function otherNames(entry: RegistryEntry): readonly string[] {
  const short = [...allShortNames()].filter(([, meant]) => meant === entry);
  return [...entry.aliases, ...short.map(([name]) => name)];
}

/** Every short name names one unit, and is no id or alias. */
export function allShortNames(): ReadonlyMap<string, RegistryEntry> {
  shortNames ??= collectShortNames();
  return shortNames;
}

/** By the first word of an id, and by all words but the last. */
function collectShortNames(): ReadonlyMap<string, RegistryEntry> {
  const named = new Map<string, Set<RegistryEntry>>();
  for (const entry of ENTRIES) {
    const [first = ""] = entry.id.split("-");
    for (const short of [first, entry.id.replace(LAST_WORDS, "")]) {
      if (!allNames().has(short)) named.set(short, (named.get(short) ?? new Set()).add(entry));
    }
  }
  const names = [...named].flatMap(([short, meant]) => {
    const [only, ...others] = meant;
    const main = findEntry(MAIN.get(short) ?? "") ?? (others.length === 0 ? only : undefined);
    return main ? [[short, main] as const] : [];
  });
  return new Map(names);
}

/** The ids of the three units of which a name is nearest to an unknown one. */
export function nearestIds(name: string): string[] {
  const names = [...allNames(), ...allShortNames()].map(([known]) => known);
  const near = nearest(name, names, { within: Number.POSITIVE_INFINITY, limit: 12 });
  const ids = near.flatMap((known) => findByAnyName(known)?.id ?? []);
  return [...new Set(ids)].slice(0, 3);
}

let detailTexts: Readonly<Record<string, () => string>> | undefined;
const details = new Map<string, UnitDetail>();

/** Details are needed by whoever asks about tools, not by whoever runs them, so the start does not load them. */
export async function loadDetails(): Promise<void> {
  detailTexts ??= (await import("./registry-details.gen.ts")).TEXTS;
}

/** The longer part of a unit's metadata, once `loadDetails` is done; read when it is first asked for. */
export function detailOf({ id }: RegistryEntry): UnitDetail {
  let detail = details.get(id);
  if (!detail) {
    const text = detailTexts?.[id]?.();
    if (text === undefined) throw new Error(`The details of ${id} are not loaded`);
    detail = JSON.parse(text) as UnitDetail;
    details.set(id, detail);
  }
  return detail;
}

const loaded = new Map<string, Unit>();

/** The unit if its file has been loaded already. */
export function loadedUnit(entry: RegistryEntry): Unit | undefined {
  return loaded.get(entry.id);
}

export async function loadUnit(entry: RegistryEntry): Promise<Unit> {
  const known = loaded.get(entry.id);
  if (known) return known;
  const unit = (await entry.load()).default as Unit;
  loaded.set(entry.id, unit);
  return unit;
}
