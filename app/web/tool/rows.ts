/** Lists, tables and maps as rows of cells. Each cell holds its JSON as it was written, so nothing that is not touched changes. */
import type { FieldSchema } from "../catalogue.ts";

type Columns = Readonly<Record<string, FieldSchema>>;

export type Shape =
  | { readonly kind: "list"; readonly item: FieldSchema }
  | { readonly kind: "map"; readonly value: FieldSchema }
  | { readonly kind: "table"; readonly columns: Columns; readonly required: readonly string[] }
  /** One object of known members: a single row that stays. */
  | { readonly kind: "record"; readonly columns: Columns; readonly required: readonly string[] };

export interface Row {
  /** Of this row, as rows move. */
  readonly key: number;
  /** The JSON of each cell by its column; what is left out has none. */
  readonly cells: Readonly<Record<string, string>>;
  /** It was added here: it is nothing until something stands in it. */
  readonly isNew: boolean;
}

/** The columns of lists and maps. */
export const ITEM = "value";
export const NAME = "name";

const SCALARS: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "null"]);

function isScalar({ type, enum: words, const: only, anyOf }: FieldSchema): boolean {
  if (words !== undefined || only !== undefined) return true;
  if (anyOf) return anyOf.every(isScalar);
  return Array.isArray(type) ? type.every((one) => SCALARS.has(one)) : SCALARS.has(type);
}

const isShort = (field: FieldSchema): boolean =>
  isScalar(field) || (field.type === "array" && field.items !== undefined && isScalar(field.items));

/** The forms of a field that rows can hold; none for what is better written as JSON. */
export function shapesOf(field: FieldSchema): readonly Shape[] {
  if (field.anyOf) return field.anyOf.flatMap(shapesOf);
  if (field.type === "array") return field.items ? listShapes(field.items) : [];
  return field.type === "object" ? objectShapes(field) : [];
}

function listShapes(item: FieldSchema): readonly Shape[] {
  const { type, properties: columns, required = [] } = item;
  if (type === "object" && columns && Object.values(columns).some(isScalar)) {
    return [{ kind: "table", columns, required }];
  }
  return isShort(item) ? [{ kind: "list", item }] : [];
}

function objectShapes(field: FieldSchema): readonly Shape[] {
  const { properties = {}, required = [], additionalProperties, patternProperties = {} } = field;
  const members = Object.values(properties);
  if (members.length > 0) {
    return members.every(isShort) ? [{ kind: "record", columns: properties, required }] : [];
  }
  const [value = additionalProperties] = Object.values(patternProperties);
  return typeof value === "object" && isShort(value) ? [{ kind: "map", value }] : [];
}

export function columnsOf(shape: Shape): Columns {
  switch (shape.kind) {
    case "list":
      return { [ITEM]: shape.item };
    case "map":
      return { [NAME]: { type: "string" }, [ITEM]: shape.value };
    default:
      return shape.columns;
  }
}

/** The columns of a shape, and those that only the rows have. */
export function namesOf(shape: Shape, rows: readonly Row[]): readonly string[] {
  const names = new Set(Object.keys(columnsOf(shape)));
  for (const { cells } of rows) for (const name of Object.keys(cells)) names.add(name);
  return [...names];
}

let keys = 0;

const rowOf = (cells: Row["cells"], isNew = false): Row => ({ key: keys++, cells, isNew });

export const newRow = (): Row => rowOf({}, true);

/** Undefined for a text that is not of this shape. */
export function readRows(shape: Shape, text: string): readonly Row[] | undefined {
  if (text.trim() === "") return shape.kind === "record" ? [newRow()] : [];
  const value = readJson(text);
  switch (shape.kind) {
    case "list":
      return Array.isArray(value)
        ? value.map((item) => rowOf({ [ITEM]: jsonOf(item) }))
        : undefined;
    case "table":
      return Array.isArray(value) && value.every(isObject)
        ? value.map((item) => rowOf(cellsOf(item)))
        : undefined;
    case "map":
      return isObject(value)
        ? Object.entries(value).map(([name, item]) =>
            rowOf({ [NAME]: JSON.stringify(name), [ITEM]: jsonOf(item) }),
          )
        : undefined;
    case "record":
      return isObject(value) ? [rowOf(cellsOf(value))] : undefined;
  }
}

/** The first shape that the text has, and its rows. */
export function rowsIn(
  shapes: readonly Shape[],
  text: string,
): { readonly shape: Shape; readonly rows: readonly Row[] } | undefined {
  for (const shape of shapes) {
    const rows = readRows(shape, text);
    if (rows) return { shape, rows };
  }
  return undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isRawNumber(value);

const cellsOf = (object: Readonly<Record<string, unknown>>): Row["cells"] =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, jsonOf(value)]));

const jsonOf = (value: unknown): string => JSON.stringify(value) ?? "null";

/** Of newer engines: a number that keeps the text in which it was written. */
interface RawJson {
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
}
const RAW = JSON as unknown as Partial<RawJson>;

const isRawNumber = (value: unknown): boolean => RAW.isRawJSON?.(value) === true;

/** Numbers keep their digits where the engine lets them. Undefined for what is no JSON. */
function readJson(text: string): unknown {
  const keep = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === "number" && context?.source !== undefined && RAW.rawJSON
      ? RAW.rawJSON(context.source)
      : value;
  try {
    return JSON.parse(text, keep as (key: string, value: unknown) => unknown);
  } catch {
    return undefined;
  }
}

/** An object without members is one where it came so. */
const isNothing = ({ kind }: Shape, { cells, isNew }: Row): boolean =>
  Object.keys(cells).length === 0 && (isNew || kind === "list" || kind === "map");

/** Where a row stands in the text; undefined for one that is nothing yet. */
export function placesOf(shape: Shape, rows: readonly Row[]): ReadonlyMap<number, string> {
  const written = rows.filter((row) => !isNothing(shape, row));
  return new Map(
    written.map((row, index) => [row.key, shape.kind === "map" ? nameOf(row) : String(index)]),
  );
}

function nameOf({ cells }: Row): string {
  return String(JSON.parse(cells[NAME] ?? '""'));
}

/** One line a row; empty for no rows. */
export function writeRows(shape: Shape, rows: readonly Row[]): string {
  const written = rows.filter((row) => !isNothing(shape, row));
  if (written.length === 0) return "";
  switch (shape.kind) {
    case "list":
      return within(
        "[",
        "]",
        written.map(({ cells }) => cells[ITEM] ?? '""'),
      );
    case "table":
      return within("[", "]", written.map(objectOf));
    case "map":
      return within(
        "{",
        "}",
        written.map(({ cells }) => `${cells[NAME] ?? '""'}: ${cells[ITEM] ?? '""'}`),
      );
    case "record":
      return written.map(objectOf).join("");
  }
}

const within = (start: string, end: string, lines: readonly string[]): string =>
  `${start}\n${lines.map((line) => `  ${line}`).join(",\n")}\n${end}`;

function objectOf({ cells }: Row): string {
  const members = Object.entries(cells).map(([name, json]) => `${JSON.stringify(name)}: ${json}`);
  return `{${members.join(", ")}}`;
}

/** A row with another text in a cell; an empty text leaves the cell out. */
export function withCell(row: Row, name: string, field: FieldSchema, text: string): Row {
  const json = jsonOfText(text, field);
  if (json !== undefined) return { ...row, cells: { ...row.cells, [name]: json } };
  const { [name]: _, ...others } = row.cells;
  return { ...row, cells: others };
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** What a cell's text is as JSON. A text that does not fit stays a text: whoever reads it says what is wrong. */
export function jsonOfText(text: string, field: FieldSchema): string | undefined {
  if (text === "") return undefined;
  const { enum: words, type } = field;
  if (words !== undefined) {
    return JSON.stringify(words.find((word) => String(word) === text) ?? text);
  }
  if (type === "string") return JSON.stringify(text);
  if (type === "number" || type === "integer") {
    return NUMBER.test(text.trim()) ? text.trim() : JSON.stringify(text);
  }
  const value = readJson(text);
  if (value !== undefined) return jsonOf(value);
  return type === "array" ? JSON.stringify(wordsIn(text)) : JSON.stringify(text);
}

export function wordsIn(text: string): readonly string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}

/** The text that a cell shows; `jsonOfText` makes the same JSON of it. */
export function textOfJson(json: string | undefined, field: FieldSchema): string {
  if (json === undefined) return "";
  const value: unknown = JSON.parse(json);
  if (typeof value === "string") return isSame(value, json, field) ? value : json;
  if (Array.isArray(value) && value.length > 0) {
    const words = value.map(String).join(", ");
    return isSame(words, json, field) ? words : json;
  }
  return json;
}

const isSame = (text: string, json: string, field: FieldSchema): boolean =>
  jsonOfText(text, field) === json;
