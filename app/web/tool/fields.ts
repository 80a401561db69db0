/** What stands in the controls of a unit's fields, and the input that it makes. */
import type { FieldSchema, UnitDetail, UnitExample } from "../catalogue.ts";

/** The text of each control; a check box holds "true" or "false". Nothing stands for a field that is left alone. */
export type Texts = Readonly<Record<string, string>>;

export type Kind = "choice" | "check" | "number" | "list" | "data" | "text";

/** The kind of control that a field gets. */
export function kindOf({ type, anyOf, enum: words }: FieldSchema): Kind {
  if (words !== undefined) return "choice";
  if (type === "boolean") return "check";
  if (type === "number" || type === "integer") return "number";
  if (type === "array" || type === "object" || Array.isArray(type)) return "data";
  return kindOfUnion(anyOf ?? []);
}

function kindOfUnion(shapes: readonly FieldSchema[]): Kind {
  const kinds = new Set(shapes.map((one) => one.type));
  if (kinds.has("object")) return "data";
  if (!kinds.has("array")) return "text";
  const items = shapes.find((one) => one.type === "array")?.items;
  return kinds.has("string") && items?.type === "string" ? "list" : "data";
}

/** The text in which a control shows a value. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value, null, 2) : JSON.stringify(value);
}

/** What the service makes of a field that is left alone. */
export function defaultText({ default: fallback }: FieldSchema): string {
  return textOf(fallback);
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
    case "data":
      return dataOf(text, field);
    default:
      return text;
  }
}

/** JSON where it is JSON; a bare list of words is one, too. */
function dataOf(text: string, { type, items }: FieldSchema): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const isWords = type === "array" && (items?.type === "string" || items?.enum !== undefined);
    return isWords
      ? text
          .split(",")
          .map((word) => word.trim())
          .filter(Boolean)
      : text;
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
      .map(([name, value]) => [name, textOf(value)]),
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
