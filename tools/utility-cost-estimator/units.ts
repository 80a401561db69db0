/** Units in which power, gas and water are metered and priced. */
import { divide, type Fraction, multiply, readFraction } from "../_lib/numbers/fraction.ts";

export const UTILITIES = ["electricity", "gas", "water"] as const;
export type Utility = (typeof UTILITIES)[number];

/** What units are called; each utility has some of them. */
export const UNIT_NAMES = [
  "kWh",
  "Wh",
  "MWh",
  "MJ",
  "GJ",
  "therm",
  "m3",
  "m³",
  "ft3",
  "ft³",
  "ccf",
  "L",
  "gal",
  "kgal",
] as const;

type Kind = "energy" | "volume";

export interface MeterUnit {
  readonly symbol: string;
  readonly kind: Kind;
  /** Of an energy in MJ, of a volume in m³. */
  readonly size: Fraction;
}

// A therm is the US one; gallons are US ones, ccf and kgal a hundred ft³ and a thousand gallons.
const SIZES: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  energy: { Wh: "0.0036", kWh: "3.6", MWh: "3600", MJ: "1", GJ: "1000", therm: "105.4804" },
  volume: {
    m3: "1",
    L: "0.001",
    gal: "0.003785411784",
    kgal: "3.785411784",
    ft3: "0.028316846592",
    ccf: "2.8316846592",
  },
};

const UNITS: ReadonlyMap<string, MeterUnit> = new Map(
  (Object.keys(SIZES) as Kind[]).flatMap((kind) =>
    Object.entries(SIZES[kind]).map(([symbol, size]): [string, MeterUnit] => [
      symbol.toLowerCase(),
      { symbol, kind, size: readFraction(size) as Fraction },
    ]),
  ),
);

/** Of each utility the units that it has, the usual one of its prices first. */
export const SYMBOLS: Readonly<Record<Utility, readonly string[]>> = {
  electricity: ["kWh", "Wh", "MWh", "MJ"],
  gas: ["therm", "kWh", "MWh", "MJ", "GJ", "m3", "ft3", "ccf"],
  water: ["m3", "L", "gal", "kgal", "ft3", "ccf"],
};

/** The unit that a text names in any letter case; undefined if the utility has none of that name. */
export function readUnit(text: string, utility: Utility): MeterUnit | undefined {
  const unit = UNITS.get(text.trim().toLowerCase().replace("³", "3"));
  return unit && SYMBOLS[utility].includes(unit.symbol) ? unit : undefined;
}

export function usualUnit(utility: Utility): MeterUnit {
  return readUnit(SYMBOLS[utility][0] ?? "", utility) as MeterUnit;
}

/** What an amount in one unit is in another; across kinds by the MJ that burning 1 m³ gives. */
export function convertUnit(
  amount: Fraction,
  from: MeterUnit,
  to: MeterUnit,
  calorificValue: Fraction | undefined,
): Fraction | undefined {
  const base = multiply(amount, from.size);
  if (from.kind === to.kind) return divide(base, to.size);
  if (!calorificValue) return undefined;
  const other =
    from.kind === "volume" ? multiply(base, calorificValue) : divide(base, calorificValue);
  return divide(other, to.size);
}
