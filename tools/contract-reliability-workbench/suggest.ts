/** Values that would notice what no fixture does, each of them tried out. */
import type { Budget } from "../_core/tool.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { minifyJson } from "../_lib/json/tree/write.ts";
import type { SchemaVariants, Trial } from "../_lib/schemas/json-schema/variants.ts";
import type { SampleSource } from "../_lib/schemas/samples/source.ts";
import { exchanged } from "./hosts.ts";
import type { Judged } from "./kill.ts";
import { probesOf } from "./probes.ts";

export interface Suggestion {
  readonly path: string;
  readonly expected: "accept" | "reject";
  readonly value: JsonNode;
}

/** In one host the rule may meet many values; a few are enough. */
const MOST_PLACES = 3;
/** What all suggestions together may cost in steps and in characters, and the steps of a run at which they end. */
const MOST_STEPS = 4_000_000;
const LAST_STEP = 16_000_000;
const MOST_CHARACTERS = 500_000;

/** Counts what is spent, so that suggestions take no more than their share. */
export class Meter implements Budget {
  used = 0;
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  spend(units: number): void {
    this.used += units;
    this.#budget.spend(units);
  }
}

export function suggestionsFor(
  survivors: readonly Judged[],
  hosts: readonly Trial[],
  variants: SchemaVariants,
  source: SampleSource,
  meter: Meter,
): Suggestion[] {
  const most = Math.min(meter.used + MOST_STEPS, LAST_STEP);
  const suggestions: Suggestion[] = [];
  let characters = 0;
  for (const survivor of survivors) {
    if (meter.used > most || characters > MOST_CHARACTERS) break;
    const suggestion = suggestionFor(survivor, hosts, variants, source);
    if (suggestion === undefined) continue;
    characters += minifyJson(suggestion.value)?.length ?? 0;
    suggestions.push(suggestion);
  }
  return suggestions;
}

function suggestionFor(
  { mutant, variant }: Judged,
  hosts: readonly Trial[],
  variants: SchemaVariants,
  source: SampleSource,
): Suggestion | undefined {
  for (const host of hosts) {
    for (const place of variants.met(host, mutant.schema).slice(0, MOST_PLACES)) {
      for (const probe of probesOf(mutant, place, source)) {
        if (!variants.isDifferentAt(probe, variant)) continue;
        const value = exchanged(host.data, place, probe);
        const accepted = variants.accepts(value);
        if (variants.accepts(value, variant) === accepted || !isShownExactly(value)) continue;
        return { path: mutant.path, expected: accepted ? "accept" : "reject", value };
      }
    }
  }
  return undefined;
}

function isShownExactly(value: JsonNode): boolean {
  return valueOf(value).warnings.length === 0;
}
