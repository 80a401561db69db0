/** The compiled-in zones by name, unpacked when first asked for. */
import { TZDATA_VERSION, ZONES } from "./data.ts";
import { type Change, type Period, type Rule, readRule } from "./rule.ts";

export { TZDATA_VERSION };

/** Seconds in the unit of packed times. */
const QUARTER_HOUR = 900;

export interface ZoneTable {
  /** Before the first change. */
  readonly first: Period;
  readonly changes: readonly Change[];
  /** After the last of `changes`. */
  readonly rule: Rule;
}

interface Packed {
  readonly name: string;
  /** All names of the zone. */
  readonly names: readonly string[];
  readonly line: string;
}

let packed: Map<string, Packed> | undefined;
const unpacked = new Map<string, ZoneTable>();

function packedZones(): Map<string, Packed> {
  if (packed) return packed;
  packed = new Map();
  for (const line of ZONES.split("\n")) {
    const names = line.slice(0, line.indexOf("|")).split(" ");
    for (const name of names) packed.set(name.toLowerCase(), { name, names, line });
  }
  return packed;
}

/** Every registered name, links included. */
export function zoneNames(): string[] {
  return Array.from(packedZones().values(), ({ name }) => name);
}

export interface NamedTable {
  /** In its registered letter case. */
  readonly name: string;
  /** All names of the zone. */
  readonly names: readonly string[];
  readonly table: ZoneTable;
}

/** The zone of an IANA name in any letter case. */
export function findTable(text: string): NamedTable | undefined {
  const found = packedZones().get(text.toLowerCase());
  if (!found) return undefined;
  let table = unpacked.get(found.line);
  if (!table) unpacked.set(found.line, (table = unpack(found.line)));
  return { name: found.name, names: found.names, table };
}

function unpack(line: string): ZoneTable {
  const [, periods = "", order = "", times = "", rule = ""] = line.split("|");
  const known = periods.split(",").map((period): Period => {
    const [abbreviation = "", offset] = period.split(" ");
    return { abbreviation, offset: Number(offset) };
  });
  const [first, ...sequence] = Array.from(
    order,
    (digit) => known[Number.parseInt(digit, 36)] as Period,
  );
  const deltas = times === "" ? [] : times.split(" ").map(readTime);
  let at = 0;
  const changes = sequence.map((to, index): Change => ({ at: (at += deltas[index] ?? 0), to }));
  return { first: first as Period, changes, rule: readRule(rule) };
}

function readTime(text: string): number {
  const [quarters = "", rest = "0"] = text.replace("-", "").split(".");
  const size = Number.parseInt(quarters, 36) * QUARTER_HOUR + Number.parseInt(rest, 36);
  return text.startsWith("-") ? 0 - size : size;
}
