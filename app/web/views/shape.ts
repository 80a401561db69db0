/** What a value is made of, as far as it decides how it is shown. */
import { wordsOf } from "../tool/fields.ts";

/** A number of a text that no double writes in the same way. */
export class Digits {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toJSON(): string {
    return this.#text;
  }
}

export type Scalar = string | number | boolean | Digits | null;
export type Row = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Row {
  return !isScalar(value) && !Array.isArray(value);
}

export function isScalar(value: unknown): value is Scalar {
  return value === null || typeof value !== "object" || value instanceof Digits;
}

/** There is nothing to show of it. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && keysOf(value).length === 0;
}

export function keysOf(value: object): readonly string[] {
  return Object.keys(value);
}

/** Objects that have most of their members in common. */
export function isLike(items: readonly unknown[]): items is readonly Row[] {
  const [first] = items;
  if (!isRecord(first) || keysOf(first).length === 0) return false;
  const names = new Set(keysOf(first));
  return items.every((item) => {
    if (!isRecord(item)) return false;
    const own = keysOf(item);
    const shared = own.filter((name) => names.has(name)).length;
    return shared * 2 >= Math.max(own.length, names.size);
  });
}

/** A scalar as the tool gives it: numbers are not grouped, rounded or translated. */
export function textOfScalar(value: Scalar): string {
  if (value instanceof Digits) return value.toJSON();
  return typeof value === "string" ? value : String(value);
}

/** What stands in a cell or a row: lists of scalars with commas, all else as JSON. */
export function textOfCell(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (isScalar(value)) return textOfScalar(value);
  if (Array.isArray(value) && value.every(isScalar)) return value.map(textOfScalar).join(", ");
  return JSON.stringify(value);
}

const ACRONYMS =
  /\b(?:utc|iso|url|id|sha256|ppi|bmi|bmr|gpa|apr|irr|npv|mirr|roi|tdee|cjk|pmi|hoa|agi|http|filetime|hex|utf8|cidr|xml|json|eol|uuid|ulid|csv|html|mime|ip)\b/gi;
const NAME = /^[a-z][A-Za-z0-9]*$/;

/** A member's name in words; names that are data, as "http://example.com" or "sha3-256", stay as they are. */
export function labelOf(name: string): string {
  if (!NAME.test(name)) return name;
  return wordsOf(name)
    .replace(ACRONYMS, (word) => word.toUpperCase())
    .replace(/\b(id|uuid|ulid|url)s\b/i, (_, one: string) => `${one.toUpperCase()}s`)
    .replace(/\brfc(?=\d)/i, "RFC ");
}

/** A drawing, with its size; an image that only went through a tool is none. */
export function isPicture({ mediaType, width, height }: Row): boolean {
  const isKnown = mediaType === "image/svg+xml" || mediaType === "image/png";
  return isKnown && typeof width === "number" && typeof height === "number";
}
