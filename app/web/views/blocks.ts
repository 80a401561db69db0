/** An overview of a value: figures, plots, values with their names, lists, tables, and trees of what is deeper. */
import type { Plan } from "./plan.ts";
import {
  isLike,
  isNothing,
  isRecord,
  isScalar,
  keysOf,
  labelOf,
  type Row,
  type Scalar,
  textOfCell,
  textOfScalar,
} from "./shape.ts";

export interface Named {
  readonly label: string;
  readonly text: string;
}

export type Block =
  | {
      readonly kind: "figures";
      readonly main: Named | undefined;
      readonly others: readonly Named[];
    }
  | { readonly kind: "plot"; readonly plot: Plot }
  | { readonly kind: "values"; readonly title: string; readonly values: readonly Named[] }
  | { readonly kind: "list"; readonly title: string; readonly items: readonly string[] }
  | { readonly kind: "table"; readonly title: string; readonly rows: readonly Row[] }
  | { readonly kind: "text"; readonly title: string; readonly text: string }
  | { readonly kind: "tree"; readonly title: string; readonly value: object };

export type Plot =
  | { readonly kind: "schedule"; readonly rows: readonly Row[] }
  | { readonly kind: "histogram"; readonly numbers: readonly number[] }
  | { readonly kind: "spans"; readonly rows: readonly Row[] }
  | { readonly kind: "zones"; readonly value: Row };

const LINE = /^([^:\n]{1,60}): (.+)$/;
/** More lines than these are a list of values. */
const MOST_FIGURES = 9;

/** The lines of an output that says its results line by line. */
function linesOf(output: string | undefined, plan: Plan): readonly Named[] {
  if (output === undefined || plan.isData || output.length > 1200) return [];
  const lines = output.trimEnd().split("\n");
  if (lines.length > MOST_FIGURES) return [];
  const figures = lines.map((line, index): Named | undefined => {
    if (index === 0 && plan.main !== undefined) return { label: plan.main, text: line };
    const [, label, text] = LINE.exec(line) ?? [];
    return label !== undefined && text !== undefined ? { label, text } : undefined;
  });
  return figures.every((one) => one !== undefined) ? figures : [];
}

export function blocksOf(value: Row, output: string | undefined, plan: Plan): readonly Block[] {
  const blocks: Block[] = [];
  const shown = new Set<string>();
  const [first, ...others] = linesOf(output, plan);
  const planned = (plan.figures ?? []).flatMap((name) => {
    shown.add(name);
    const member = value[name];
    return isScalar(member) && !isNothing(member)
      ? [{ label: labelOf(name), text: textOfScalar(member) }]
      : [];
  });
  if (first) blocks.push({ kind: "figures", main: first, others: [...others, ...planned] });
  const plots = plotsOf(value);
  blocks.push(...plots.map((plot): Block => ({ kind: "plot", plot })));
  for (const [title, names] of Object.entries(plan.groups ?? {})) {
    const values = names.flatMap((name) => {
      shown.add(name);
      return named(name, value[name]);
    });
    if (values.length > 0) blocks.push({ kind: "values", title, values });
  }
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !shown.has(name)));
  const parts = partsOf(rest, "", 0);
  // With a plot, its table comes right behind it.
  const tables = plots.length > 0 ? parts.filter(({ kind }) => kind === "table") : [];
  blocks.push(...tables, ...parts.filter((part) => !tables.includes(part)));
  return blocks;
}

function named(name: string, value: unknown): Named[] {
  return isNothing(value) ? [] : [{ label: labelOf(name), text: textOfCell(value) }];
}

const LONGEST_VALUE = 240;
const DEEPEST_PART = 2;

/** The scalars of an object together, then its other members one by one. */
function partsOf(object: Row, title: string, depth: number): Block[] {
  const values: Named[] = [];
  const deeper: Block[] = [];
  for (const [name, value] of Object.entries(object)) {
    if (isNothing(value)) continue;
    const own = title === "" ? labelOf(name) : `${title}, ${labelOf(name).toLowerCase()}`;
    if (isShort(value)) values.push({ label: labelOf(name), text: textOfCell(value) });
    else deeper.push(...partOf(value, own, depth));
  }
  return values.length > 0 ? [{ kind: "values", title, values }, ...deeper] : deeper;
}

function isShort(value: unknown): boolean {
  if (typeof value === "string") return value.length <= LONGEST_VALUE && !value.includes("\n");
  if (isScalar(value)) return true;
  if (!Array.isArray(value) || !value.every(isScalar)) return false;
  return value.length <= 40 && textOfCell(value).length <= 100 && !isList(value);
}

/** Values of one kind that one copies one by one. */
function isList(items: readonly Scalar[]): boolean {
  return items.every((item) => typeof item === "string" && item.length >= 20);
}

function partOf(value: unknown, title: string, depth: number): Block[] {
  if (typeof value === "string") return [{ kind: "text", title, text: value }];
  if (Array.isArray(value)) {
    if (value.every(isScalar)) return [{ kind: "list", title, items: value.map(textOfScalar) }];
    return isLike(value) ? [{ kind: "table", title, rows: value }] : [tree(title, value)];
  }
  if (!isRecord(value)) return [];
  const members = Object.values(value);
  if (members.length > 1 && members.every(isFlat) && isLike(members)) {
    const rows = keysOf(value).map((name, index) => ({ name, ...members[index] }));
    return [{ kind: "table", title, rows }];
  }
  const isDeep = depth >= DEEPEST_PART || isSchema(value);
  return isDeep ? [tree(title, value)] : partsOf(value, title, depth + 1);
}

function isFlat(value: unknown): boolean {
  return (
    isRecord(value) && Object.values(value).every((member) => isScalar(member) || isShort(member))
  );
}

/** What is a document itself is not taken apart. */
function isSchema(value: Row): boolean {
  return ["$schema", "properties", "type", "jsonrpc"].some((name) => Object.hasOwn(value, name));
}

function tree(title: string, value: object): Block {
  return { kind: "tree", title, value };
}

const FEWEST_POINTS = 2;
const FEWEST_NUMBERS = 20;

function plotsOf(value: Row): Plot[] {
  const { schedule, values, conversions, source } = value;
  if (Array.isArray(schedule) && schedule.length >= FEWEST_POINTS && isLike(schedule)) {
    const [row = {}] = schedule;
    if (typeof row["balance"] === "number") return [{ kind: "schedule", rows: schedule }];
    if (typeof row["start"] === "number" && typeof row["end"] === "number") {
      return [{ kind: "spans", rows: schedule }];
    }
  }
  if (Array.isArray(values) && values.length >= FEWEST_NUMBERS) {
    const numbers = values.filter((item) => typeof item === "number");
    if (numbers.length === values.length) return [{ kind: "histogram", numbers }];
  }
  if (isRecord(source) && typeof source["local"] === "string" && Array.isArray(conversions)) {
    return [{ kind: "zones", value }];
  }
  return [];
}
