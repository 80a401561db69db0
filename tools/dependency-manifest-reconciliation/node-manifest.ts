/** The dependencies of package.json, with what replaces their ranges. */
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import { rangesMeet } from "./npm-range.ts";
import { type Data, isTable, type Table, tableIn, textIn, textsIn } from "./data.ts";
import type { Ecosystem, Group, Requirement } from "./model.ts";
import { readNodeSpec } from "./node-spec.ts";

const GROUPS: readonly (readonly [field: string, group: Group])[] = [
  ["dependencies", "prod"],
  ["devDependencies", "dev"],
  ["optionalDependencies", "optional"],
  ["peerDependencies", "peer"],
];

/** The ranges that package.json or its record in a lock file has, by group. */
export function readRanges(table: Table): Map<Group, Map<string, string>> {
  return new Map(
    GROUPS.map(([field, group]) => [
      group,
      new Map([...tableIn(table, field)].map(([name, spec]) => [name, specText(spec)])),
    ]),
  );
}

/** What is no text is no range either, and shows as JSON would write it. */
function specText(spec: Data): string {
  return typeof spec === "string" ? spec : isTable(spec) ? "{}" : JSON.stringify(spec);
}

export type Ranges = ReturnType<typeof readRanges>;

/** All names and ranges, whatever their group. */
export function allRanges(ranges: Ranges): [name: string, range: string][] {
  return [...ranges.values()].flatMap((group) => [...group]);
}

/** The range that a lock file has for a requirement: that of its group, or where that has none of another one. */
export function recordedRange(
  record: Ranges,
  { name, group }: Pick<Requirement, "name" | "group">,
): string | undefined {
  const own = record.get(group)?.get(name);
  if (own !== undefined || group === "peer") return own;
  const others = [...record].filter(([other]) => other !== "peer");
  return others.map(([, ranges]) => ranges.get(name)).find((range) => range !== undefined);
}

/** What lock files may know of ranges that package.json leaves open. */
export interface Replacements {
  readonly overrides: ReadonlyMap<string, readonly Override[]>;
  /** Ranges of `catalog:` and `catalog:name`, by that text and the package. */
  readonly catalogs: ReadonlyMap<string, Table>;
}

/** The requirements of package.json; another range may take the place of the written one. */
export function readNodeManifest(
  manifest: Table,
  { overrides, catalogs }: Replacements,
): Requirement[] {
  const ranges = readRanges(manifest);
  const requirements: Requirement[] = [];
  for (const [group, names] of ranges) {
    for (const [name, range] of names) {
      const replaced = replacementOf(range, overrides.get(name) ?? [], ranges);
      const spec = fromCatalog(name, replaced, catalogs);
      requirements.push({ name, group, range, spec: replaced, ...readNodeSpec(spec) });
    }
  }
  return requirements;
}

interface Override {
  readonly name: string;
  /** Only requirements with this range are meant; undefined for all. */
  readonly range: string | undefined;
  readonly value: string;
}

const FIELDS: Readonly<Partial<Record<Ecosystem, readonly string[]>>> = {
  npm: ["overrides"],
  yarn: ["resolutions"],
  pnpm: ["resolutions", "overrides"],
  bun: ["resolutions", "overrides"],
};

/** The overrides that count for the project's own dependencies, by name; later ones win. */
export function readOverrides(
  ecosystem: Ecosystem,
  manifest: Table,
  lock: Table,
): Map<string, Override[]> {
  const tables = (FIELDS[ecosystem] ?? []).map((field) => tableIn(manifest, field));
  if (ecosystem === "pnpm") tables.push(tableIn(tableIn(manifest, "pnpm"), "overrides"));
  if (ecosystem === "pnpm" || ecosystem === "bun") tables.push(tableIn(lock, "overrides"));
  const overrides = tables.flatMap((table) =>
    [...table].flatMap(([key, data]) => {
      const value = isTable(data) ? textIn(data, ".") : data;
      const [, name = "", range] = OVERRIDE.exec(key.replace(/^\*\*\//, "")) ?? [];
      const isNested = /[^ |@]>/.test(key) || name === "";
      return isNested || typeof value !== "string" || value === "-" ? [] : [{ name, range, value }];
    }),
  );
  // What is said of some ranges goes before what is said of all, whatever their order.
  overrides.sort((left, right) => byCodeUnit(left.range ?? "", right.range ?? ""));
  return groupBy(overrides, ({ name }) => name);
}

const OVERRIDE = /^((?:@[^/@]+\/)?[^/@]+)(?:@(.+))?$/;

function replacementOf(range: string, overrides: readonly Override[], ranges: Ranges): string {
  const plain = range.replace(/^npm:/, "");
  const override = overrides.findLast((one) => {
    const only = one.range?.replace(/^npm:/, "");
    return only === undefined || only === plain || rangesMeet(only, plain);
  });
  if (override === undefined) return range;
  const [, reference] = /^\$(.+)$/.exec(override.value) ?? [];
  if (reference === undefined) return override.value;
  return recordedRange(ranges, { name: reference, group: "prod" }) ?? range;
}

function fromCatalog(name: string, spec: string, catalogs: ReadonlyMap<string, Table>): string {
  if (!spec.startsWith("catalog:")) return spec;
  const key = spec.slice("catalog:".length).trim() || "default";
  const catalog = catalogs.get(key);
  return (catalog && textIn(catalog, name)) ?? spec;
}

/** Each name with the ranges that a package of a lock file asks for, those of groups that are not installed left out. */
export function neededBy(record: Table, isOwn: boolean): [name: string, spec: string][] {
  const fields = ["dependencies", "optionalDependencies", "peerDependencies"];
  if (isOwn) fields.push("devDependencies");
  return fields.flatMap((field) => textsIn(tableIn(record, field)));
}
