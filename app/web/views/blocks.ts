/** An overview of a value: figures, plots, values with their names, lists, tables, and trees of what is deeper. */
import { TEXTS } from "../texts.ts";
import type { Plan } from "./plan.ts";
import { type Bin, binsOf } from "./plot-scale.ts";
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
import { columnsOf, csvOf, flattened } from "./table-rows.ts";

export interface Named {
  readonly label: string;
  readonly text: string;
}

export type Block =
  | {
      readonly kind: "figures";
      readonly title: string;
      readonly main: Named | undefined;
      readonly others: readonly Named[];
    }
  | { readonly kind: "plot"; readonly plot: Plot }
  | {
      readonly kind: "values";
      readonly title: string;
      readonly values: readonly Named[];
      readonly isLead?: boolean;
    }
  | { readonly kind: "list"; readonly title: string; readonly items: readonly string[] }
  | { readonly kind: "table"; readonly title: string; readonly rows: readonly Row[] }
  | { readonly kind: "text"; readonly title: string; readonly text: string }
  | { readonly kind: "tree"; readonly title: string; readonly value: object };

export type Plot =
  | { readonly kind: "schedule"; readonly rows: readonly Row[] }
  | { readonly kind: "histogram"; readonly bins: readonly Bin[] }
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

export interface Viewed {
  readonly value: Row;
  readonly output: string | undefined;
  readonly plan: Plan;
  /** What was put in is not told again. */
  readonly input: Row;
}

export function blocksOf({ value, output, plan, input }: Viewed): readonly Block[] {
  const blocks: Block[] = [];
  const lines = plan.hasLines === true ? [] : linesOf(output, plan);
  const [first, ...others] = lines;
  const said = new Set(lines.map(({ label }) => label.toLowerCase()));
  const isSaid = (name: string): boolean =>
    said.has(labelOf(name).toLowerCase()) ||
    (input[name] !== undefined && input[name] === value[name]);
  const shown = new Set(lines.length === 0 ? [] : Object.keys(value).filter(isSaid));
  const planned = (plan.figures ?? []).flatMap((name) => {
    if (shown.has(name)) return [];
    shown.add(name);
    const member = value[name];
    return isScalar(member) && !isNothing(member)
      ? [{ label: labelOf(name), text: textOfScalar(member) }]
      : [];
  });
  if (first) {
    const all = [...others, ...planned];
    blocks.push({ kind: "figures", title: "", main: camelFree(first), others: all });
  }
  blocks.push(...leadOf(value, output, plan, shown));
  const plots = plotsOf(value);
  for (const plot of plots) {
    blocks.push({ kind: "plot", plot });
    if (plot.kind === "histogram") {
      const rows = plot.bins.map(({ label, count }) => ({ number: label, count }));
      blocks.push({ kind: "table", title: TEXTS.plots.bars, rows });
    }
  }
  for (const [title, names] of Object.entries(plan.groups ?? {})) {
    const values = names.flatMap((name) => {
      shown.add(name);
      return named(name, value[name]);
    });
    const isLead = blocks.length === 0;
    if (values.length > 0) blocks.push({ kind: "values", title, values, isLead });
  }
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !shown.has(name)));
  const parts = partsOf(rest, { title: "", depth: 0, raw: plan.raw ?? [] });
  // With a plot, its table comes right behind it.
  const tables = plots.length > 0 ? parts.filter(({ kind }) => kind === "table") : [];
  blocks.push(...tables, ...parts.filter((part) => !tables.includes(part)));
  return blocks;
}

/** A code of the tool as a label is put into words. */
function camelFree({ label, text }: Named): Named {
  return { label: /^[a-z]+[A-Z]/.test(label) ? labelOf(label) : label, text };
}

/** A few scalars that are the result are its figure; more of them, a list. */
const MOST_IN_FIGURE = 12;

function leadOf(
  value: Row,
  output: string | undefined,
  { lead, hasLines, ...plan }: Plan,
  shown: Set<string>,
): Block[] {
  const lines = hasLines === true ? linesOf(output, plan) : [];
  if (lines.length > 0) return [{ kind: "values", title: "", values: lines }];
  const member = lead === undefined ? undefined : value[lead];
  if (lead === undefined || !Array.isArray(member)) return [];
  const items: readonly unknown[] = member;
  if (isLike(items)) {
    shown.add(lead);
    return [{ kind: "table", title: labelOf(lead), rows: items }];
  }
  if (!items.every(isScalar)) return [];
  if (items.length === 0 || items.length >= FEWEST_NUMBERS) return [];
  shown.add(lead);
  const title = labelOf(lead);
  const text = textOfCell(items);
  return items.length <= MOST_IN_FIGURE && !isList(items)
    ? [{ kind: "figures", title: "", main: { label: title, text }, others: [] }]
    : [{ kind: "list", title, items: items.map(textOfScalar) }];
}

function named(name: string, value: unknown): Named[] {
  return isNothing(value) ? [] : [{ label: labelOf(name), text: textOfCell(value) }];
}

const LONGEST_VALUE = 240;
const DEEPEST_PART = 2;

interface Within {
  readonly title: string;
  readonly depth: number;
  readonly raw: readonly string[];
  readonly isRaw?: boolean;
}

/** The scalars of an object together, then its other members one by one. */
function partsOf(object: Row, { title, depth, raw, isRaw = false }: Within): Block[] {
  const values: Named[] = [];
  const deeper: Block[] = [];
  for (const [name, value] of Object.entries(object)) {
    if (isNothing(value)) continue;
    const label = isRaw ? name : labelOf(name);
    const own = title === "" ? label : `${title}, ${label.toLowerCase()}`;
    if (isShort(value)) values.push({ label, text: textOfCell(value) });
    else deeper.push(...partOf(value, { title: own, depth, raw, isRaw: raw.includes(name) }));
  }
  if (values.length === 0) return deeper;
  const members = Object.values(object);
  const isCounts =
    title !== "" && values.length > 1 && members.every((one) => typeof one === "number");
  return isCounts
    ? [{ kind: "figures", title, main: undefined, others: values }, ...deeper]
    : [{ kind: "values", title, values }, ...deeper];
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

function partOf(value: unknown, within: Within): Block[] {
  const { title, depth } = within;
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
  return isDeep ? [tree(title, value)] : partsOf(value, { ...within, depth: depth + 1 });
}

function isFlat(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isFlatMember);
}

function isFlatMember(member: unknown): boolean {
  return isScalar(member) || (Array.isArray(member) && member.every(isScalar));
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
    const hasAll = (name: string): boolean => schedule.every((row) => Number.isFinite(row[name]));
    if (hasAll("balance")) return [{ kind: "schedule", rows: schedule }];
    if (hasAll("start") && hasAll("end")) return [{ kind: "spans", rows: schedule }];
  }
  if (Array.isArray(values) && values.length >= FEWEST_NUMBERS) {
    const numbers = values.filter((item): item is number => Number.isFinite(item));
    if (numbers.length === values.length) return [{ kind: "histogram", bins: binsOf(numbers) }];
  }
  if (isRecord(source) && typeof source["local"] === "string" && Array.isArray(conversions)) {
    return [{ kind: "zones", value }];
  }
  return [];
}

/** An overview as text: a name and its value in each line, tables as CSV, all else as it is. */
export function textOfBlocks(blocks: readonly Block[]): string {
  return blocks
    .map(textOfBlock)
    .filter((text) => text !== "")
    .join("\n\n");
}

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case "figures":
      return titled(block, namedLines(block.main ? [block.main, ...block.others] : block.others));
    case "values":
      return titled(block, namedLines(block.values));
    case "list":
      return titled(block, block.items.join("\n"));
    case "table": {
      const rows = flattened(block.rows);
      return titled(block, csvOf(columnsOf(rows), rows).trimEnd());
    }
    case "text":
      return titled(block, block.text);
    case "tree":
      return titled(block, JSON.stringify(block.value, null, 2));
    // What it is drawn from is in the tables and values.
    case "plot":
      return "";
  }
}

function titled({ title }: { readonly title: string }, text: string): string {
  return title === "" ? text : `${title}\n${text}`;
}

function namedLines(values: readonly Named[]): string {
  return values.map(({ label, text }) => `${label}: ${text}`).join("\n");
}
