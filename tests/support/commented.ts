/** Documents with comments, as people write them: a model that is edited, and printed in several notations. */
import fc from "fast-check";

export type Model = ScalarModel | MapModel | ListModel;

interface ScalarModel {
  readonly type: "scalar";
  readonly value: string | number | boolean | null;
  /** One of the ways to write it. */
  readonly style: number;
}

interface MapModel {
  readonly type: "map";
  readonly flow: boolean;
  readonly entries: readonly Entry[];
}

interface ListModel {
  readonly type: "list";
  readonly flow: boolean;
  readonly entries: readonly Entry[];
}

interface Entry {
  /** Empty in a list. */
  readonly key: string;
  readonly above: string | undefined;
  readonly beside: string | undefined;
  readonly blank: boolean;
  readonly value: Model;
}

const KEYS = ["a", "b", "c", "d e", "name", "x-y"];
const scalar: fc.Arbitrary<Model> = fc.record(
  {
    type: fc.constant("scalar" as const),
    value: fc.constantFrom<ScalarModel["value"]>(
      1,
      2.5,
      -3,
      true,
      false,
      "x",
      "two words",
      "yes",
      "",
      "a: b",
      "it's # no comment",
      "[1, 2]",
      "line\nline",
      "ends\n",
    ),
    style: fc.nat(2),
  },
  { noNullPrototype: true },
);

let count = 0;
/** Comments are told apart by a number of their own. */
const comment = fc.boolean().map((wanted) => (wanted ? `note ${++count}` : undefined));

const entry = (value: fc.Arbitrary<Model>, key: fc.Arbitrary<string>) =>
  fc.record(
    { key, above: comment, beside: comment, blank: fc.boolean(), value },
    { noNullPrototype: true },
  );

const mapOf = (value: fc.Arbitrary<Model>, least = 0): fc.Arbitrary<Model> =>
  fc.record(
    {
      type: fc.constant("map" as const),
      flow: fc.nat(3).map((chance) => chance === 0),
      entries: fc.uniqueArray(entry(value, fc.constantFrom(...KEYS)), {
        minLength: least,
        maxLength: 4,
        selector: ({ key }) => key,
      }),
    },
    { noNullPrototype: true },
  );

const value = fc.letrec<{ any: Model }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 3, arbitrary: scalar },
    { weight: 2, arbitrary: mapOf(tie("any")) },
    {
      weight: 2,
      arbitrary: fc.record(
        {
          type: fc.constant("list" as const),
          flow: fc.boolean(),
          entries: fc.array(entry(tie("any"), fc.constant("")), { maxLength: 4 }),
        },
        { noNullPrototype: true },
      ),
    },
  ),
})).any;

export const documentModel = mapOf(value, 1).map(
  (model): Model => ({ ...model, flow: false }) as Model,
);

/** One change: of what the path of numbers leads to. */
export interface Change {
  readonly path: readonly number[];
  readonly kind: "set" | "remove" | "add";
  readonly key: string;
  readonly value: Model;
}

export const changesOfModel = fc.array(
  fc.record<Change>(
    {
      path: fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }),
      kind: fc.constantFrom("set", "remove", "add"),
      key: fc.constantFrom(...KEYS, "new"),
      value,
    },
    { noNullPrototype: true },
  ),
  { maxLength: 3 },
);

export function changed(model: Model, changes: readonly Change[]): Model {
  return changes.reduce((before, change) => applied(before, change, change.path), model);
}

function applied(model: Model, change: Change, path: readonly number[]): Model {
  if (model.type === "scalar") return model;
  const [first = 0, ...rest] = path;
  const { entries } = model;
  const at = entries.length === 0 ? 0 : first % entries.length;
  const target = entries[at];
  if (rest.length > 0 && target !== undefined && target.value.type !== "scalar") {
    const inner = applied(target.value, change, rest);
    return { ...model, entries: entries.with(at, { ...target, value: inner }) };
  }
  if (change.kind === "add" || target === undefined) {
    const isTaken = model.type === "map" && entries.some(({ key }) => key === change.key);
    if (isTaken) return model;
    const key = model.type === "map" ? change.key : "";
    const added = {
      key,
      above: `note ${++count}`,
      beside: undefined,
      blank: false,
      value: change.value,
    };
    return { ...model, entries: entries.toSpliced(first % (entries.length + 1), 0, added) };
  }
  if (change.kind === "remove") {
    return entries.length < 2 ? model : { ...model, entries: entries.toSpliced(at, 1) };
  }
  return { ...model, entries: entries.with(at, { ...target, value: change.value }) };
}

export function dataOf(model: Model): unknown {
  if (model.type === "scalar") return model.value;
  if (model.type === "list") return model.entries.map((item) => dataOf(item.value));
  return Object.fromEntries(model.entries.map((member) => [member.key, dataOf(member.value)]));
}

/** The comments of members that stand in lines of their own, by the pointer of the member. */
export function commentsOf(model: Model, pointer = ""): Map<string, string[]> {
  const found = new Map<string, string[]>();
  if (model.type !== "map" || model.flow) return found;
  for (const { key, above, beside, value: inner } of model.entries) {
    const path = `${pointer}/${key}`;
    const isBeside = beside !== undefined && inner.type === "scalar" && !isBlockText(inner);
    found.set(
      path,
      [above, isBeside ? beside : undefined].filter((text) => text !== undefined),
    );
    for (const [at, comments] of commentsOf(inner, path)) found.set(at, comments);
  }
  return found;
}

function isBlockText({ value: text, style }: ScalarModel): boolean {
  return typeof text === "string" && text.includes("\n") && style > 0;
}

export interface YamlLayout {
  readonly step: number;
  /** Items in the column of their key. */
  readonly low: boolean;
  readonly lineEnd: string;
}

export function yamlOf(model: Model, layout: YamlLayout): string {
  return yamlLines(model, 0, layout)
    .map((line) => line + layout.lineEnd)
    .join("");
}

function yamlLines(model: Model, column: number, layout: YamlLayout): string[] {
  if (model.type === "scalar" || model.flow || model.entries.length === 0) return [yamlFlow(model)];
  const indent = " ".repeat(column);
  return model.entries.flatMap((member) => [
    ...(member.blank ? [""] : []),
    ...(member.above === undefined ? [] : [`${indent}# ${member.above}`]),
    ...yamlEntry(member, model.type, column, layout),
  ]);
}

/** An entry from its key or dash on. */
function yamlEntry(
  { key, beside, value: inner }: Entry,
  type: "map" | "list",
  column: number,
  layout: YamlLayout,
): string[] {
  const lead = `${" ".repeat(column)}${type === "list" ? "-" : `${yamlKey(key)}:`}`;
  if (inner.type === "scalar") {
    if (isBlockText(inner)) return yamlText(lead, String(inner.value), column + 2);
  } else if (!inner.flow && inner.entries.length > 0) {
    const isLow = layout.low && type === "map" && inner.type === "list";
    const step = isLow ? 0 : layout.step;
    const [first = "", ...rest] = yamlLines(inner, column + (type === "list" ? 2 : step), layout);
    const isCompact = type === "list" && /^ *[^# ]/.test(first);
    return isCompact ? [`${lead} ${first.trimStart()}`, ...rest] : [lead, first, ...rest];
  }
  return [`${lead} ${yamlFlow(inner)}${beside === undefined ? "" : ` # ${beside}`}`];
}

function yamlText(lead: string, text: string, column: number): string[] {
  const ended = text.endsWith("\n");
  const lines = (ended ? text.slice(0, -1) : text).split("\n");
  return [`${lead} ${ended ? "|" : "|-"}`, ...lines.map((line) => " ".repeat(column) + line)];
}

const yamlKey = (key: string) => (key === "d e" ? '"d e"' : key);

function yamlFlow(model: Model): string {
  if (model.type === "list")
    return `[${model.entries.map((item) => yamlFlow(item.value)).join(", ")}]`;
  if (model.type === "map") {
    const members = model.entries.map(
      (member) => `${yamlKey(member.key)}: ${yamlFlow(member.value)}`,
    );
    return `{${members.join(", ")}}`;
  }
  const { value: data, style } = model;
  if (typeof data !== "string") return style === 1 && data === 1 ? "0x1" : String(data);
  const isPlain = /^[a-z][a-z ]*$/.test(data) && data !== "yes";
  if (isPlain && style === 0) return data;
  return style === 1 && !data.includes("\n")
    ? `'${data.replaceAll("'", "''")}'`
    : JSON.stringify(data);
}

export interface JsoncLayout {
  readonly indent: string;
  readonly comma: boolean;
  readonly comments: boolean;
  readonly lineEnd: string;
}

export function jsoncOf(model: Model, layout: JsoncLayout): string {
  return `${jsonLines(model, "", layout).join(layout.lineEnd)}${layout.lineEnd}`;
}

function jsonLines(model: Model, indent: string, layout: JsoncLayout): string[] {
  if (model.type === "scalar") return [JSON.stringify(model.value)];
  const [open, close] = model.type === "map" ? ["{", "}"] : ["[", "]"];
  const nameOf = ({ key }: Entry) => (model.type === "map" ? `${JSON.stringify(key)}: ` : "");
  if (model.flow || model.entries.length === 0) {
    const items = model.entries.map(
      (entryOf) => nameOf(entryOf) + jsonLines(flowed(entryOf.value), "", layout).join(""),
    );
    return [`${open}${items.join(", ")}${close}`];
  }
  const lines = model.entries.flatMap((member, index) => {
    const isLast = index === model.entries.length - 1;
    const comma = isLast && !(layout.comma && layout.comments) ? "" : ",";
    return jsonEntry(member, nameOf(member), comma, { indent: indent + layout.indent, layout });
  });
  return [open, ...lines, `${indent}${close}`];
}

function jsonEntry(
  { above, beside, blank, value: inner }: Entry,
  name: string,
  comma: string,
  { indent, layout }: { readonly indent: string; readonly layout: JsoncLayout },
): string[] {
  const [first = "", ...rest] = jsonLines(inner, indent, layout);
  const written = [indent + name + first, ...rest];
  const isNoted = beside !== undefined && layout.comments && inner.type === "scalar";
  return [
    ...(blank ? [""] : []),
    ...(above !== undefined && layout.comments ? [`${indent}// ${above}`] : []),
    ...written.slice(0, -1),
    `${written.at(-1)}${comma}${isNoted ? ` // ${beside}` : ""}`,
  ];
}

function flowed(model: Model): Model {
  return model.type === "scalar" ? model : { ...model, flow: true };
}

export function tomlOf(model: Model, lineEnd: string): string {
  if (model.type !== "map") return "";
  return tomlLines(model, "")
    .map((line) => line + lineEnd)
    .join("");
}

function tomlLines({ entries }: MapModel, name: string): string[] {
  const lines: string[] = [];
  const sections: string[] = [];
  for (const { key, above, beside, blank, value: inner } of entries) {
    const path = name === "" ? tomlKey(key) : `${name}.${tomlKey(key)}`;
    const lead = [...(blank ? [""] : []), ...(above === undefined ? [] : [`# ${above}`])];
    const note = beside === undefined ? "" : ` # ${beside}`;
    const tables = tablesOf(inner);
    if (tables === undefined) lines.push(...lead, `${tomlKey(key)} = ${tomlValue(inner)}${note}`);
    else {
      for (const [index, table] of tables.entries()) {
        const header = inner.type === "map" ? `[${path}]` : `[[${path}]]`;
        sections.push(...(index === 0 ? lead : [""]), header + (index === 0 ? note : ""));
        sections.push(...tomlLines(table, path));
      }
    }
  }
  return [...lines, ...sections];
}

/** The tables that a value is written as, if it is not in one line. */
function tablesOf(model: Model): readonly MapModel[] | undefined {
  if (model.type === "map") return model.flow ? undefined : [model];
  if (model.type === "scalar" || model.flow || model.entries.length === 0) return undefined;
  const tables = model.entries.map(({ value: item }) => item);
  return tables.every((item) => item.type === "map") ? tables : undefined;
}

const tomlKey = (key: string) => (key === "d e" ? '"d e"' : key);

function tomlValue(model: Model): string {
  if (model.type === "list") {
    if (model.flow) return `[${model.entries.map((item) => tomlValue(item.value)).join(", ")}]`;
    const lines = model.entries.map(({ above, beside, value: item }) => {
      const lead = above === undefined ? "" : `\n  # ${above}`;
      return `${lead}\n  ${tomlValue(item)},${beside === undefined ? "" : ` # ${beside}`}`;
    });
    return lines.length === 0 ? "[]" : `[${lines.join("")}\n]`;
  }
  if (model.type === "map") {
    const members = model.entries.map(
      (member) => `${tomlKey(member.key)} = ${tomlValue(member.value)}`,
    );
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  const { value: data, style } = model;
  if (typeof data !== "string") return style === 1 && data === 1 ? "0x1" : String(data);
  return style === 1 && !/[\n']/.test(data) ? `'${data}'` : JSON.stringify(data);
}
