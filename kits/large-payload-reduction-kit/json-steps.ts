/** How JSON and JSON lines are made smaller. */
import type { Entry, Given } from "../../tools/_core/tool.ts";
import { readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import {
  type JsonMember,
  type JsonNode,
  memberNode,
  stringNode,
} from "../../tools/_lib/json/tree/tree.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { type PatternPlace, patternRoot } from "../../tools/_lib/results/pointer-patterns.ts";
import convertLines from "../../tools/csv-jsonl-converter.ts";
import fromCsv from "../../tools/csv-to-json.ts";
import formatJson from "../../tools/json-formatter.ts";
import shrinkJson from "../../tools/json-shrink.ts";
import toCsv from "../../tools/json-to-csv.ts";
import type { Input, Loss } from "../large-payload-reduction-kit.ts";
import type { Dial } from "./gauge.ts";
import { type Attempt, type Ctx, type Form, refusedBy, type Step } from "./ladder.ts";

type Switches = Omit<Given<typeof shrinkJson.input>, "input"> & {
  /** Objects with more members lose those after them. */
  readonly maxMembers?: number;
  /** So many members of all objects stay, those nearest to the root first. */
  readonly allMembers?: number;
};

const FEWEST_ROWS = 3;
/** As json-shrink's presets have it. */
const BALANCED_CHARS = 500;
const AGGRESSIVE = { items: 20, chars: 120 } as const;
const SHORTEST_CUT = 20;
/** Objects of so many members are records, not maps. */
const RECORD_MEMBERS = 20;

/** The step that comes before all others where `drop` names something. */
export const DROP: Step = {
  id: "drop",
  tool: shrinkJson,
  lossless: false,
  make: () => ({ refused: "It is done before" }),
};

/** The data without the members that `drop` names; `form.text` is of JSON lines such lines, `json` their array. */
export function dropMembers(
  text: string,
  { keep, drop }: Input,
  ctx: Ctx,
  isLines: boolean,
):
  | { readonly form: Form; readonly json: string }
  | { readonly errors: readonly Entry[] }
  | undefined {
  const made = ctx.step(shrinkJson, {
    input: text,
    level: "lossless",
    columnar: false,
    shortKeys: false,
    keep: [...keep],
    drop: [...drop],
  });
  const { ok, output: json, value, errors = [], warnings = [] } = made;
  if (!ok || json === undefined || !value) return { errors };
  if (value.losses.length === 0) return undefined;
  const losses: Loss[] = value.losses.map(({ code, path, count }) => ({ code, path, count }));
  const form: Form = {
    text: isLines ? linesOf(json) : json,
    name: isLines ? "jsonl" : "json",
    losses,
    warnings: warnings.filter(({ code }) => !UNTOLD.has(code)),
    lossless: false,
  };
  return { form, json };
}

function linesOf(array: string): string {
  const read = readJsonField(array, "/payload");
  const items = read.ok && read.document.root.type === "array" ? read.document.root.items : [];
  return items.map((item) => minifyJson(item)).join("\n");
}

/** `text` is one document; of JSON lines the array of all. */
export function jsonSteps(text: string, input: Input, ctx: Ctx, isLines: boolean): Step[] {
  const read = readJsonField(text, "/payload");
  if (!read.ok) return [];
  const root = read.document.root;
  const shrink = (switches: Switches) => shrunk(text, root, switches, input, ctx);
  const step = (id: string, lossless: boolean, make: Step["make"]): Step => ({
    id,
    tool: shrinkJson,
    lossless,
    make,
  });
  const free = (make: () => Attempt) => (input.keep.some(isIn(root)) ? KEPT : make());
  return [
    ...(isLines
      ? [{ ...step("table", true, () => free(() => linesTable(text, ctx))), tool: convertLines }]
      : [{ ...step("minify", true, () => minified(text, ctx)), tool: formatJson }]),
    step("columns", true, () => shrink({ level: "lossless" })),
    step("keys", true, () => shrink({ level: "lossless", shortKeys: true })),
    {
      ...step(isLines ? "table-quoted" : "table", true, () =>
        free(() => rowsTable(text, root, ctx)),
      ),
      tool: toCsv,
    },
    step("balanced", false, () => shrink({ level: "balanced" })),
    ...lossySteps(root, shrink, step),
  ];
}

const KEPT = { refused: "A table would change what `keep` names" } as const;

/** Whether a pattern names something of the data. */
const isIn =
  (root: JsonNode) =>
  (pattern: string): boolean => {
    const visit = (node: JsonNode, place: PatternPlace): boolean => {
      if (place.matches) return true;
      if (!place.isOpen) return false;
      if (node.type === "array")
        return node.items.some((item, index) => visit(item, place.enter(String(index))));
      if (node.type !== "object") return false;
      return node.members.some(({ key, value }) => visit(value, place.enter(key)));
    };
    return visit(root, patternRoot([pattern.trim()]));
  };

type MakeStep = (id: string, lossless: boolean, make: Step["make"]) => Step;

/** Items and members before strings and digits, and what makes a result of another shape last. */
function lossySteps(
  root: JsonNode,
  shrink: (switches: Switches) => Attempt,
  step: MakeStep,
): Step[] {
  const { items, members, all, depth, chars } = extremesOf(root);
  const dial = (
    base: Switches,
    name: keyof typeof PIECES,
    first: number,
    last: number,
    between = true,
  ): Dial => ({
    count: Math.max(0, first - last + 1),
    piece: PIECES[name],
    at: (index) => shrink({ ...base, [name]: first - index }),
    ...(between
      ? {
          between: (index: number) => {
            const milder = { ...base, [name]: first - index };
            const longest = Math.min(chars, base.maxStringChars ?? BALANCED_CHARS) - 1;
            return [
              dial(milder, "maxStringChars", longest, SHORTEST_CUT, false),
              dial(milder, "allMembers", all - 1, 1, false),
            ];
          },
        }
      : {}),
  });
  const mild: Switches = { level: "balanced" };
  const mildRecords: Switches = { ...mild, maxMembers: RECORD_MEMBERS };
  const strong: Switches = { level: "aggressive", maxArrayItems: 0 };
  const short: Switches = { ...strong, maxStringChars: AGGRESSIVE.chars };
  const few: Switches = { ...short, maxArrayItems: AGGRESSIVE.items };
  const records: Switches = { ...few, maxMembers: RECORD_MEMBERS };
  const single: Switches = { ...records, maxArrayItems: 1 };
  const shortest: Switches = { ...single, maxStringChars: SHORTEST_CUT };
  const longest = Math.min(BALANCED_CHARS, chars) - 1;
  const turned = (id: string, dials: readonly Dial[]) =>
    step(id, false, (_, gauge) => gauge.turn(dials));
  return [
    turned("items", [
      dial(mild, "maxArrayItems", items - 1, 1),
      dial(mild, "maxMembers", members - 1, RECORD_MEMBERS),
      dial(mildRecords, "maxArrayItems", items - 1, 1),
    ]),
    turned("aggressive", [
      dial(strong, "maxStringChars", longest, AGGRESSIVE.chars),
      dial(short, "maxArrayItems", Math.max(AGGRESSIVE.items, items - 1), AGGRESSIVE.items),
      dial(few, "maxMembers", members - 1, RECORD_MEMBERS),
    ]),
    turned("cut", [
      dial(records, "maxArrayItems", AGGRESSIVE.items - 1, 1),
      dial(single, "maxStringChars", AGGRESSIVE.chars - 1, SHORTEST_CUT),
      dial(shortest, "allMembers", all - 1, 1),
      dial({ ...shortest, allMembers: 1 }, "maxDepth", depth - 1, 1),
    ]),
  ];
}

const PIECES = {
  maxArrayItems: "Arrays are cut by whole items",
  maxMembers: "Large objects are cut by whole members",
  allMembers: "Members go one by one, the deepest first",
  maxStringChars: "All strings are cut at one length",
  maxDepth: "Levels are left out as a whole",
} as const;

/** The sizes beyond which no setting changes anything. */
function extremesOf(root: JsonNode) {
  const most = { items: 0, members: 0, all: 0, depth: 0, chars: 0 };
  let level: JsonNode[] = [root];
  for (; level.length > 0; most.depth++) {
    const next: JsonNode[] = [];
    for (const node of level) {
      if (node.type === "array") {
        most.items = Math.max(most.items, node.items.length);
        for (const item of node.items) next.push(item);
      } else if (node.type === "object") {
        most.members = Math.max(most.members, node.members.length);
        most.all += node.members.length;
        for (const { value } of node.members) next.push(value);
      } else if (node.type === "string") most.chars = Math.max(most.chars, node.value.length);
    }
    level = next;
  }
  return most;
}

function minified(text: string, ctx: Ctx): Attempt {
  const {
    ok,
    output,
    errors,
    warnings = [],
  } = ctx.step(formatJson, {
    input: text,
    action: "minify",
  });
  if (!ok || output === undefined) return refusedBy(errors);
  return { text: output, name: "json", losses: [], warnings, lossless: true };
}

/** What json-shrink says that is no news here. */
const UNTOLD: ReadonlySet<string> = new Set(["BUDGET_NOT_MET", "NO_SAVING"]);

function shrunk(
  text: string,
  root: JsonNode,
  { maxMembers, allMembers, ...switches }: Switches,
  { keep }: Input,
  ctx: Ctx,
): Attempt {
  const room = { each: maxMembers, all: allMembers, items: switches.maxArrayItems };
  // What `keep` names may be in any member.
  const cut = keep.length === 0 ? cutMembers(root, room) : undefined;
  const given = (cut && minifyJson(cut.root)) ?? text;
  const {
    ok,
    output,
    value,
    errors,
    warnings = [],
  } = ctx.step(shrinkJson, {
    input: given,
    ...switches,
    keep: [...keep],
  });
  if (!ok || output === undefined || !value) return refusedBy(errors);
  const losses: Loss[] = value.losses.map(({ code, path, count }) => ({ code, path, count }));
  const removed = cut?.removed ?? 0;
  if (removed > 0) losses.push({ code: "MEMBERS_CUT", path: null, count: removed });
  const isTable = value.tables.length > 0;
  const hasKeys = value.legend !== null;
  return {
    text: output,
    name: "json",
    losses,
    warnings: warnings.filter(({ code }) => !UNTOLD.has(code)),
    lossless: losses.length === 0,
    restore: isTable || hasKeys ? "expand" : undefined,
    legend: value.legend,
    remark: isTable
      ? 'An array of objects of one shape is a table: {"$cols":[names],"$rows":[[values]]}.'
      : undefined,
  };
}

interface Room {
  /** Members of one object. */
  readonly each: number | undefined;
  /** Members of all objects. */
  readonly all: number | undefined;
  /** Items of an array that will be left; 0 for all. */
  readonly items: number | undefined;
}

/** Keeps members in their order, level by level, as long as there is room; where some went an object says how many. */
function cutMembers(root: JsonNode, { each = Infinity, all = Infinity, items = 0 }: Room) {
  if (each === Infinity && all === Infinity) return undefined;
  const kept = new Map<JsonNode, number>();
  let [level, room]: [JsonNode[], number] = [[root], all];
  while (level.length > 0) {
    const next: JsonNode[] = [];
    for (const node of level) {
      if (node.type === "array")
        for (const item of node.items.slice(0, items || undefined)) next.push(item);
      if (node.type !== "object") continue;
      const count = Math.min(node.members.length, each, room);
      room -= count;
      kept.set(node, count);
      for (const { value } of node.members.slice(0, count)) next.push(value);
    }
    level = next;
  }
  let removed = 0;
  const rebuild = (node: JsonNode): JsonNode => {
    if (node.type === "array") return { ...node, items: node.items.map(rebuild) };
    const count = node.type === "object" ? kept.get(node) : undefined;
    if (node.type !== "object" || count === undefined) return node;
    const members: JsonMember[] = node.members
      .slice(0, count)
      .map((member) => ({ ...member, value: rebuild(member.value) }));
    const rest = node.members.length - count;
    if (rest === 0) return { ...node, members };
    removed += rest;
    if (count === 0) return stringNode(`…{${rest} keys}`);
    return { ...node, members: [...members, memberNode("…", stringNode(`+${rest} keys`))] };
  };
  return { root: rebuild(root), removed };
}

/** The data as text that is equal for equal data, whatever the order of members and the escapes. */
function normalForm(text: string, ctx: Ctx): string | undefined {
  const { ok, output } = ctx.step(formatJson, {
    input: text,
    action: "sort",
    indent: 0,
    escapes: "minimal",
    duplicateKeys: "error",
  });
  return ok ? output : undefined;
}

const UNEQUAL = { refused: "The table read back is not the data" } as const;

/** A root array of flat objects as CSV, where that reads back as it was. */
function rowsTable(text: string, root: JsonNode, ctx: Ctx): Attempt {
  const isRows =
    root.type === "array" &&
    root.items.length >= FEWEST_ROWS &&
    root.items.every(({ type }) => type === "object");
  if (!isRows) return { refused: "The data is no array of 3 or more objects" };
  const table = ctx.step(toCsv, {
    input: text,
    nested: "error",
    arrays: "error",
    quote: "strings",
  });
  if (!table.ok || table.output === undefined) return refusedBy(table.errors);
  const back = ctx.step(fromCsv, { input: table.output, types: "infer", indent: 0 });
  const before = normalForm(text, ctx);
  if (before === undefined || before !== normalForm(back.output ?? "", ctx)) return UNEQUAL;
  return csvForm(table.output, "table-quoted");
}

/** JSON lines of one shape as CSV, where that reads back as it was. */
function linesTable(array: string, ctx: Ctx): Attempt {
  const read = readJsonField(array, "/payload");
  if (!read.ok || read.document.root.type !== "array") return refusedBy([]);
  const rows = read.document.root.items;
  const shape = (node: JsonNode | undefined) =>
    node?.type === "object" ? JSON.stringify(node.members.map(({ key }) => key)) : undefined;
  const first = shape(rows[0]);
  const isFlat = rows.every(
    (row) =>
      row.type === "object" &&
      shape(row) === first &&
      row.members.every(({ value }) => value.type !== "object" && value.type !== "array"),
  );
  if (!isFlat) return { refused: "The lines are no objects of equal keys and plain values" };
  const lines = rows.map((row) => minifyJson(row)).join("\n");
  const table = ctx.step(convertLines, { input: lines, direction: "jsonl-to-csv" });
  if (!table.ok || table.output === undefined) return refusedBy(table.errors);
  const back = ctx.step(convertLines, {
    input: table.output,
    direction: "csv-to-jsonl",
    types: "json",
  });
  const again = (back.output ?? "").trim().split("\n").join(",");
  const before = normalForm(array, ctx);
  if (before === undefined || before !== normalForm(`[${again}]`, ctx)) return UNEQUAL;
  return csvForm(table.output, "table");
}

function csvForm(text: string, restore: "table" | "table-quoted"): Attempt {
  // JSON writes it as an escape; a file of anything else cannot hold it.
  if (!text.isWellFormed()) return { refused: "The data has one half of a surrogate pair" };
  const remark =
    "It is a table: the first line names the members, each further line is one object.";
  return { text, name: "csv", losses: [], warnings: [], lossless: true, restore, remark };
}
