/** The units: their symbols and names, dimensions and exact factors. */
import { type Fraction, ONE, readFraction, ZERO } from "../fraction.ts";
import { PHYSICS } from "./table-physics.ts";
import { SPACE_AND_TIME } from "./table-space-time.ts";

/** The base units, in the order in which expressions in them are written. */
export const BASE_UNITS = ["kg", "m", "s", "A", "K", "mol", "cd", "rad", "bit"] as const;

/** Exponents of the base units, in their order. */
export type Dimension = readonly number[];

/** `fraction · π^pi` */
export interface Factor {
  readonly fraction: Fraction;
  readonly pi: number;
}

export interface Unit {
  readonly symbol: string;
  readonly names: readonly string[];
  readonly quantity: string;
  readonly dimension: Dimension;
  /** How many SI units one is. */
  readonly factor: Factor;
  /** Of a temperature scale: what is added to a number on it, in its own degrees, to count from absolute zero. */
  readonly zero: Fraction;
  readonly takesPrefixes: boolean;
}

const HEADING = /^(\w+) \[(.+)\]$/;
const ROW = /^ {2}(\S+?)(\*?) ([\d./e-]+)(?:·π(?:\^(-?\d))?)?(?: \+([\d.]+))?(?: \((.+)\))?$/;

/** By quantity, in the order of the tables. */
export const UNITS: ReadonlyMap<string, readonly Unit[]> = readTables();

function readTables(): Map<string, Unit[]> {
  const quantities = new Map<string, Unit[]>();
  let units: Unit[] = [];
  let [quantity, dimension]: [string, Dimension] = ["", []];
  for (const line of `${SPACE_AND_TIME}${PHYSICS}`.split("\n").filter(Boolean)) {
    const heading = HEADING.exec(line);
    if (heading) {
      [quantity, dimension] = [heading[1] ?? "", readDimension(heading[2] ?? "")];
      quantities.set(quantity, (units = []));
    } else units.push(readUnit(line, quantity, dimension));
  }
  return quantities;
}

function readUnit(line: string, quantity: string, dimension: Dimension): Unit {
  const [, symbol = "", star, number = "", power = "1", zero = "0", names] = ROW.exec(line) ?? [];
  return {
    symbol,
    names: names?.split(", ") ?? [],
    quantity,
    dimension,
    factor: { fraction: readFraction(number) ?? ONE, pi: line.includes("·π") ? Number(power) : 0 },
    zero: readFraction(zero) ?? ZERO,
    takesPrefixes: star === "*",
  };
}

/** `kg·m^2·s^-3`, or `1` */
function readDimension(text: string): Dimension {
  const exponents = new Map(
    text.split("·").map((part) => {
      const [base = "", exponent = "1"] = part.split("^");
      return [base, Number(exponent)] as const;
    }),
  );
  return BASE_UNITS.map((base) => exponents.get(base) ?? 0);
}

/** `kg·m^2·s^-3`; empty for a pure number. */
export function dimensionText(dimension: Dimension): string {
  return dimension
    .flatMap((exponent, index) => {
      const base = BASE_UNITS[index] ?? "";
      return exponent === 0 ? [] : [exponent === 1 ? base : `${base}^${exponent}`];
    })
    .join("·");
}

export function isSameDimension(a: Dimension, b: Dimension): boolean {
  return a.every((exponent, index) => exponent === b[index]);
}

export function isInverseDimension(a: Dimension, b: Dimension): boolean {
  return a.every((exponent, index) => exponent === -(b[index] ?? 0));
}

/** The units most asked for, by quantity. */
const COMMON: Readonly<Record<string, string>> = {
  length: "km m cm mm mi yd ft in nmi",
  area: "km^2 ha m^2 cm^2 mi^2 acre ft^2 in^2",
  volume: "m^3 L mL gal qt pt cup floz tbsp tsp gal_imp ft^3 in^3",
  mass: "t kg g mg lb oz st ton",
  time: "yr mo wk d h min s ms",
  speed: "m/s km/h mph kn ft/s",
  temperature: "°C °F K °R",
  pressure: "Pa kPa bar psi atm mmHg inHg",
  energy: "J kJ Wh kWh cal kcal BTU eV ftlbf",
  power: "W kW hp PS BTU/h",
  force: "N kN kgf lbf dyn",
  torque: "Nm lbfft lbfin kgfm",
  temperatureDifference: "Δ°C Δ°F ΔK",
  angle: "deg rad gon rev arcmin arcsec",
  data: "bit B kB MB GB TB KiB MiB GiB TiB",
  dataRate: "bps kbps Mbps Gbps MB/s MiB/s",
  fuelEconomy: "mpg mpg_imp km/L L/100km",
  frequency: "Hz kHz MHz GHz rpm",
};

export function commonUnits(quantity: string): readonly string[] {
  return Object.hasOwn(COMMON, quantity) ? (COMMON[quantity] ?? "").split(" ") : [];
}
