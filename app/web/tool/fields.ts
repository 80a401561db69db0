/** What stands in the controls of a unit's fields, and the input that it makes. */
import type { FieldSchema, UnitDetail, UnitExample } from "../catalogue.ts";
import { shapesOf, wordsIn } from "./rows.ts";

/** The text of each control; a check box holds "true" or "false". Nothing stands for a field that is left alone. */
export type Texts = Readonly<Record<string, string>>;

export type Kind = "choice" | "check" | "number" | "list" | "rows" | "data" | "text";

/** The kind of control that a field gets. */
export function kindOf(field: FieldSchema): Kind {
  const { type, anyOf = [], enum: words } = field;
  if (words !== undefined) return "choice";
  if (type === "boolean") return "check";
  if (type === "number" || type === "integer") return "number";
  if (isShortList(anyOf)) return "list";
  if (shapesOf(field).length > 0) return "rows";
  const isData = (kind: FieldSchema["type"]): boolean =>
    kind === "array" || kind === "object" || Array.isArray(kind);
  return isData(type) || anyOf.some((one) => isData(one.type)) ? "data" : "text";
}

const takesText = ({ anyOf = [] }: FieldSchema): boolean =>
  anyOf.some(({ type }) => type === "string");

/** A single one may stand without a list around it, so several stand in a line. */
function isShortList(shapes: readonly FieldSchema[]): boolean {
  const items = shapes.find((one) => one.type === "array")?.items;
  const single = shapes.some(({ type }) => type !== undefined && type === items?.type);
  return single && shapes.every(({ type }) => type !== "object");
}

/** The text in which a control shows a value. */
export function textOf(value: unknown, field: FieldSchema): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  // A unit may read a line of words in its own way, so a list of words stays one.
  if (Array.isArray(value) && kindOf(field) === "list" && !takesText(field)) {
    return value.join(", ");
  }
  return typeof value === "object" ? JSON.stringify(value, null, 2) : JSON.stringify(value);
}

/** What the service makes of a field that is left alone. */
export function defaultText(field: FieldSchema): string {
  return textOf(field.default, field);
}

/** The input of a run: what differs from the defaults, each as its field wants it. */
export function inputOf(
  { fields, texts: documents }: UnitDetail,
  texts: Texts,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const text = texts[name];
    if (text === undefined || text === "") continue;
    if (!documents.includes(name) && text === defaultText(field)) continue;
    input[name] = valueOf(text, field, documents.includes(name));
  }
  return input;
}

function valueOf(text: string, field: FieldSchema, isDocument: boolean): unknown {
  // The runner reads the text of documents itself, and keeps their digits.
  if (isDocument) return text;
  switch (kindOf(field)) {
    case "check":
      return text === "true";
    case "number": {
      const number = Number(text);
      return text.trim() !== "" && Number.isFinite(number) ? number : text;
    }
    case "list":
      return listOf(text, field);
    case "rows":
    case "data":
      return dataOf(text, field);
    default:
      return text;
  }
}

/** JSON where it is JSON; a bare list of words is one, too. */
function dataOf(text: string, { type, items }: FieldSchema): unknown {
  const json = jsonIn(text);
  if (json !== undefined) return json;
  const isWords = type === "array" && (items?.type === "string" || items?.enum !== undefined);
  return isWords ? wordsIn(text) : text;
}

/** The unit itself reads a line of words; a line of numbers is read here. */
function listOf(text: string, field: FieldSchema): unknown {
  const json = jsonIn(text);
  if (Array.isArray(json)) return json;
  if (takesText(field)) return text;
  const numbers = wordsIn(text).map((word) =>
    Number.isFinite(Number(word)) ? Number(word) : word,
  );
  return numbers.length === 1 ? numbers[0] : numbers;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What the controls show for an input: that of an example, of a link, of another tool. */
export function textsOf(
  { fields, primary }: UnitDetail,
  input: UnitExample["input"],
): Record<string, string> {
  const given = typeof input === "string" ? { [primary]: input } : input;
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => Object.hasOwn(fields, name))
      .map(([name, value]) => [name, textOf(value, fields[name] ?? {})]),
  );
}

/** The same for a text that was chosen for the unit. */
export function handedTexts(detail: UnitDetail, text: string): Record<string, string> {
  const { field = detail.primary, with: set = {} } = detail.detects ?? {};
  return { ...textsOf(detail, set), [field]: text };
}

/** `inlineWidth` → "Inline width". */
export function wordsOf(name: string): string {
  const words = name.replace(
    /([a-z0-9])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1).replaceAll("_", " ");
}

/** What the number of a field counts, if its name does not say so; of money the currency that is chosen. */
export function measureOf(name: string, { fields }: UnitDetail, texts: Texts): string | undefined {
  const unit = fields[name]?.["x-unit"];
  if (unit === undefined || ` ${wordsOf(name).toLowerCase()}`.endsWith(` ${unit}`))
    return undefined;
  const chosen = fields[unit];
  if (chosen) return texts[unit] ?? defaultText(chosen);
  return unit === "percent" ? "%" : unit;
}

/** The fields in their order, those beside one another that belong together in one list. */
export function groupedFields(
  names: readonly string[],
  { fields }: UnitDetail,
): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let last: string | undefined;
  for (const name of names) {
    const group = fields[name]?.["x-group"];
    if (group !== undefined && group === last) groups.at(-1)?.push(name);
    else groups.push([name]);
    last = group;
  }
  return groups;
}
