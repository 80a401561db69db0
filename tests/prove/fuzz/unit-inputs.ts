/** Calls of one unit: inputs that its schema allows, inputs that it does not, and its examples with something changed. */
import fc from "fast-check";
import type { RegistryEntry, UnitDetail } from "../../../app/registry-entry.ts";
import { allowedBy, type PublishedSchema } from "../../support/valid-inputs.ts";
import { changedValue, type Pool } from "./changed-values.ts";
import { Chance } from "./chance.ts";
import { withWrongFields } from "./wrong-fields.ts";

export const KINDS = ["allowed by the schema", "wrong fields", "changed examples"] as const;
export type Kind = (typeof KINDS)[number];

export interface FuzzedCall {
  readonly kind: Kind;
  readonly tool_id: string;
  readonly input: unknown;
  readonly options?: object;
}

/** Of so many inputs one is of the first kind, one of the second, and the rest of the third. */
const SHARES = 4;
/** One call in so many has options, and one goes by another name of the unit. */
const OPTIONS_OF = 6;
const ALIASES_OF = 10;

export interface Drawn {
  readonly seed: number;
  readonly inputs: number;
  readonly pool: Pool;
}

export function callsOf(
  entry: RegistryEntry,
  { examples, input_schema }: UnitDetail,
  { seed, inputs, pool }: Drawn,
): FuzzedCall[] {
  const chance = new Chance(seed, entry.id);
  const schema = input_schema as PublishedSchema;
  const allowed = fc.sample(allowedBy(schema), {
    seed: chance.below(2 ** 31),
    numRuns: Math.ceil(inputs / SHARES),
  }) as Readonly<Record<string, unknown>>[];
  const bases = examples.map(({ input }) =>
    typeof input === "string" ? { [entry.primary]: input } : (input as Record<string, unknown>),
  );
  const names = [entry.id, ...entry.aliases];
  return Array.from({ length: inputs }, (_, at): FuzzedCall => {
    const whole = allowed[Math.floor(at / SHARES)] ?? {};
    const base = chance.once(10) ? whole : chance.of(bases);
    const [kind, input] = drawn(at % SHARES, { whole, base, schema, chance, pool });
    return {
      kind,
      tool_id: chance.once(ALIASES_OF) ? chance.of(names) : entry.id,
      // What JSON cannot say is not sent.
      input: JSON.parse(JSON.stringify(input) ?? "null") as unknown,
      ...(chance.once(OPTIONS_OF) ? { options: optionsOf(chance) } : {}),
    };
  });
}

interface Parts {
  readonly whole: Readonly<Record<string, unknown>>;
  readonly base: Readonly<Record<string, unknown>>;
  readonly schema: PublishedSchema;
  readonly chance: Chance;
  readonly pool: Pool;
}

function drawn(share: number, { whole, base, schema, chance, pool }: Parts): [Kind, unknown] {
  if (share === 0) return [KINDS[0], chance.once(3) ? whole : someOf(whole, base, chance)];
  if (share === 1) return [KINDS[1], withWrongFields(base, schema, chance, pool)];
  return [KINDS[2], changedValue(base, chance, pool)];
}

/** Most of an example stays: what is allowed says nothing, and most units ask for more than that. */
function someOf(whole: Parts["whole"], base: Parts["base"], chance: Chance): object {
  const names = Object.keys(whole);
  const chosen = names.length === 0 ? [] : [chance.of(names), chance.of(names)];
  return { ...base, ...Object.fromEntries(chosen.map((name) => [name, whole[name]])) };
}

const INSTANTS = ["2026-11-20T12:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z"];

function optionsOf(chance: Chance): object {
  return {
    ...(chance.once(2) ? { seed: chance.of(["", "a", "\ud800", "seed ".repeat(50)]) } : {}),
    ...(chance.once(2) ? { now: chance.of(INSTANTS) } : {}),
    ...(chance.once(2) ? { receipt: true } : {}),
  };
}
