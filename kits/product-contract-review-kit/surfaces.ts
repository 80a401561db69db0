/** Surfaces: what a product says about itself, as sentences with places and as data. */
import type { Entry } from "../../tools/_core/tool.ts";
import { readDocumentField } from "../../tools/_lib/fields/document-field.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { arrayNode, objectNode, stringNode } from "../../tools/_lib/json/tree/tree.ts";
import { prettyJson } from "../../tools/_lib/json/tree/write.ts";
import { replaceSensitive } from "../../tools/_lib/secrets/detectors/redact.ts";
import { isDelimiterRow, tableCells } from "../../tools/_lib/formats/markdown/table.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";
import { positionFinder } from "../../tools/_lib/text/position.ts";
import { isContentWord } from "../../tools/_lib/text/prose/terms.ts";
import { type TextUnit, unitsOf } from "../../tools/_lib/text/prose/units.ts";
import { wordsOf } from "../../tools/_lib/text/words.ts";
import type { Given } from "../product-contract-review-kit.ts";
import { plainStem, type Quantity, quantitiesIn, readUnit } from "./quantities.ts";

export const DATA_KINDS = ["openapi", "mcp-tools", "json"] as const;
export const TEXT_KINDS = ["docs", "pricing", "changelog", "terms"] as const;
export const KINDS = [...DATA_KINDS, ...TEXT_KINDS] as const;

export type Kind = (typeof KINDS)[number];

/** A surface that can be read. */
export interface Raw {
  readonly index: number;
  readonly name: string;
  readonly kind: Kind;
  /** `/surfaces/0` */
  readonly path: string;
  /** As it was given; of data that was no text, as JSON. */
  readonly text: string;
  /** Whether lines of `text` are those of what was given. */
  readonly isText: boolean;
  /** Of openapi, mcp-tools and json. */
  readonly root: JsonNode | undefined;
  /** What other readers may read in another way. */
  readonly lost: readonly Entry[];
}

/** What makes a document another one for another reader. */
const LOSSES: ReadonlySet<string> = new Set(["DUPLICATE_KEY", "JSON_RELAXED"]);

/** What stands above a column. */
interface Head {
  readonly words: readonly string[];
  /** As in `Timeout (ms)` and `Requests per minute`. */
  readonly unit: string | undefined;
}

interface Place {
  /** Of a row of a table. */
  readonly heads?: readonly Head[];
  readonly isHeader?: boolean;
  /** In which the number is that a cell is. */
  readonly unit?: string | undefined;
}

/** A sentence, heading, list item or row of a table. */
export class Sentence {
  readonly kind: Exclude<TextUnit["kind"], "code">;
  readonly text: string;
  readonly start: number;
  readonly surface: Surface;
  /** Whether it is the first row of a table, which names columns. */
  readonly isHeader: boolean;
  readonly #heads: readonly Head[];
  readonly #unit: string | undefined;
  #words: readonly string[] | undefined;
  #quantities: readonly Quantity[] | undefined;
  #cells: readonly Cell[] | undefined;

  constructor(
    unit: Pick<TextUnit, "kind" | "text" | "start">,
    surface: Surface,
    { heads = [], isHeader = false, unit: behind }: Place = {},
  ) {
    this.kind = unit.kind === "code" ? "sentence" : unit.kind;
    this.text = unit.text;
    this.start = unit.start;
    this.surface = surface;
    this.isHeader = isHeader;
    this.#heads = heads;
    this.#unit = behind;
  }

  /** The words by which it may be called: those of a row are also in the header. */
  get callable(): ReadonlySet<string> {
    return new Set([...this.words, ...this.#headed().flatMap(({ head }) => head.words)]);
  }

  /**
   * What of it has the label: all of it where its own words are those; of a row also each cell that has the missing
   * words in the header of its column.
   */
  labelled(stems: readonly string[]): readonly Sentence[] {
    const missing = stems.filter((word) => !this.words.includes(word));
    if (missing.length === 0) return [this];
    return this.#headed()
      .filter(({ head }) => missing.every((word) => head.words.includes(word)))
      .map(({ sentence }) => sentence);
  }

  #headed(): readonly Cell[] {
    return (this.#cells ??= this.#heads.length === 0 ? [] : this.#readCells());
  }

  #readCells(): Cell[] {
    let at = 0;
    return tableCells(this.text).flatMap((text, column): Cell[] => {
      const place = this.text.indexOf(text, at);
      at = place + text.length;
      const head = this.#heads[column];
      if (text === "" || head === undefined || head.words.length === 0) return [];
      const found = { kind: this.kind, text, start: this.start + place };
      const unit = BARE_NUMBER.test(text) ? head.unit : undefined;
      return [{ sentence: new Sentence(found, this.surface, { unit }), head }];
    });
  }

  /** Stems of all words, parts of compounds apart. */
  get words(): readonly string[] {
    return (this.#words ??= plainWords(this.text));
  }

  get quantities(): readonly Quantity[] {
    return (this.#quantities ??= this.#readQuantities());
  }

  #readQuantities(): readonly Quantity[] {
    if (this.#unit === undefined) return quantitiesIn(this.text);
    const most = this.text.length;
    return quantitiesIn(`${this.text} ${this.#unit}`).map((quantity) => {
      return { ...quantity, end: Math.min(quantity.end, most) };
    });
  }

  /** In one line; the cells of a row with dashes between. */
  get shown(): string {
    if (this.kind !== "table") return oneLine(this.text);
    return tableCells(this.text)
      .filter((cell) => cell !== "")
      .join(" – ")
      .replaceAll(String.raw`\|`, "|");
  }

  /** Of an offset in the sentence, or of its beginning. */
  lineAt(offset = 0): number | null {
    return this.surface.lineAt(this.start + offset);
  }
}

interface Cell {
  readonly sentence: Sentence;
  readonly head: Head;
}

const BARE_NUMBER = /^[$€£]?[\d.,_ \u00a0\u202f]+[kM]?$/;
/** A cell with more words is no name of a column. */
const MOST_HEAD_WORDS = 16;

function headOf(cell: string): Head {
  const words = [...new Set(plainWords(cell))];
  if (words.length > MOST_HEAD_WORDS) return { words: [], unit: undefined };
  const inBrackets = /\(([^()]{1,40})\)$/.exec(cell)?.[1];
  const said = inBrackets ?? (/\/|\b(?:per|an?|each|every)\b/.test(cell) ? cell : undefined);
  return { words, unit: said !== undefined && readUnit(said) !== undefined ? said : undefined };
}

/** Words by their stems; `rate-limit` and `rate_limit` are two words. */
export function plainWords(text: string): string[] {
  return wordsOf(text.replace(/[-_\u2010-\u2015]/g, " ")).map(plainStem);
}

/** Stems of the words that carry meaning. */
export function labelOf(text: string): string[] {
  const words = wordsOf(text.replace(/[-_\u2010-\u2015]/g, " "));
  return [...new Set(words.filter(isContentWord).map(plainStem))];
}

export class Surface {
  readonly index: number;
  readonly name: string;
  readonly kind: Kind;
  readonly path: string;
  readonly text: string;
  readonly root: JsonNode | undefined;
  readonly sentences: readonly Sentence[];
  /** Fenced code, of texts only. */
  readonly code: readonly TextUnit[];
  readonly #find: ReturnType<typeof positionFinder>;
  #byWord: Map<string, number[]> | undefined;

  constructor({ index, name, kind, path, text, root }: Raw) {
    this.index = index;
    this.name = name;
    this.kind = kind;
    this.path = path;
    this.root = root;
    const paragraphs = root === undefined ? [text] : [...descriptionsIn(root)];
    this.text = paragraphs.join("\n\n");
    this.#find = positionFinder(this.text);
    const sentences: Sentence[] = [];
    const code: TextUnit[] = [];
    let start = 0;
    for (const paragraph of paragraphs) {
      for (const unit of unitsOf(paragraph)) {
        const placed = { ...unit, start: unit.start + start };
        if (unit.kind === "code") code.push(placed);
        else if (unit.kind === "table") sentences.push(...rowsOf(placed, this));
        else sentences.push(new Sentence(placed, this));
      }
      start += paragraph.length + 2;
    }
    this.sentences = sentences;
    this.code = code;
  }

  get isProse(): boolean {
    return this.root === undefined;
  }

  /** Null where lines mean nothing. */
  lineAt(offset: number): number | null {
    return this.isProse ? this.#find(offset).line : null;
  }

  /** The sentences, and cells of rows under their headers, that hold all of the stems; in order. */
  labelled(stems: readonly string[]): Sentence[] {
    const lists = stems.map((word) => this.#index.get(word) ?? []);
    const [rarest = []] = lists.toSorted((left, right) => left.length - right.length);
    const rest = lists.filter((list) => list !== rarest).map((list) => new Set(list));
    return rarest
      .filter((at) => rest.every((list) => list.has(at)))
      .flatMap((at) => this.sentences[at]?.labelled(stems) ?? []);
  }

  get #index(): ReadonlyMap<string, readonly number[]> {
    if (this.#byWord !== undefined) return this.#byWord;
    const index = new Map<string, number[]>();
    for (const [at, { callable }] of this.sentences.entries()) {
      for (const word of callable) {
        const list = index.get(word);
        if (list === undefined) index.set(word, [at]);
        else list.push(at);
      }
    }
    return (this.#byWord = index);
  }
}

const RULER = /^[\s|:-]+$/;

function rowsOf({ text, start }: TextUnit, surface: Surface): Sentence[] {
  const rows = Array.from(text.matchAll(/[^\r\n]+/g), ({ 0: row, index }) => ({ row, index }));
  const isHeaded = isDelimiterRow(rows[1]?.row ?? "");
  const heads = isHeaded ? tableCells(rows[0]?.row ?? "").map(headOf) : [];
  return rows.flatMap(({ row, index }, at) => {
    if (RULER.test(row)) return [];
    const place = start + index + row.length - row.trimStart().length;
    const unit = { kind: "table", text: row.trim(), start: place } as const;
    const isHeader = isHeaded && at === 0;
    return [new Sentence(unit, surface, isHeader ? { isHeader } : { heads })];
  });
}

const DESCRIBING: ReadonlySet<string> = new Set(["description", "summary", "title"]);

/** The texts in which data describes itself, in document order. */
function* descriptionsIn(root: JsonNode): Generator<string> {
  for (const { key, node } of stringsIn(root)) if (DESCRIBING.has(key)) yield node.value;
}

export interface PlacedString {
  readonly node: Extract<JsonNode, { type: "string" }>;
  /** The member that holds it, or the array it is in. */
  readonly key: string;
  /** All keys that lead to it. */
  readonly within: readonly string[];
}

/** All strings, in document order. */
export function* stringsIn(root: JsonNode): Generator<PlacedString> {
  const open: { node: JsonNode; within: readonly string[] }[] = [{ node: root, within: [] }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { node, within } = one;
    if (node.type === "string") yield { node, key: within.at(-1) ?? "", within };
    else if (node.type === "array") {
      for (const item of node.items.toReversed()) open.push({ node: item, within });
    } else if (node.type === "object") {
      for (const { key, value } of node.members.toReversed()) {
        if (value.type === "string" || value.type === "array" || value.type === "object") {
          open.push({ node: value, within: [...within.slice(-DEEPEST_WITHIN), key] });
        }
      }
    }
  }
}

/** Only the nearest keys are of interest. */
const DEEPEST_WITHIN = 7;

type Read = { readonly raw: Raw; readonly error?: undefined } | { readonly error: Entry };

const CONTAINERS: Readonly<Record<(typeof DATA_KINDS)[number], readonly JsonNode["type"][]>> = {
  openapi: ["object"],
  "mcp-tools": ["object", "array"],
  json: ["object", "array"],
};

export function isData(kind: Kind): kind is (typeof DATA_KINDS)[number] {
  return (DATA_KINDS as readonly string[]).includes(kind);
}

export function readSurface({ name, kind, content }: Given, index: number, field: string): Read {
  const path = `${field}/${index}`;
  const place = { index, name, kind, path };
  if (!isData(kind)) {
    if (typeof content !== "string") {
      const message = `Cannot read ${path}/content: found JSON data, expected the text of ${kind}`;
      return { error: { code: "SURFACE_SYNTAX", message, path: `${path}/content` } };
    }
    const text = content.replace(/^\ufeff/, "");
    return { raw: { ...place, text, isText: true, root: undefined, lost: [] } };
  }
  const read = readDocumentField(content, `${path}/content`, CONTAINERS[kind]);
  if (!read.ok) return { error: { ...read.error, code: "SURFACE_SYNTAX" } };
  const isText = typeof content === "string";
  const text = isText ? content : (prettyJson(read.root, Number.MAX_SAFE_INTEGER) ?? "");
  const lost = read.warnings.filter(({ code }) => LOSSES.has(code));
  return { raw: { ...place, text, isText, root: read.root, lost } };
}

/** The surface with tokens for its credentials; lines stay where they are. */
export function withoutSecrets(raw: Raw): Raw {
  const { redacted } = replaceSensitive(raw.text, { categories: ["credential"], entropy: "off" });
  if (redacted.values.length === 0) return raw;
  if (raw.root !== undefined) {
    const tokens = new Map<string, string>();
    for (const { token, occurrences } of redacted.values) {
      for (const { start, end } of occurrences)
        tokens.set(unescaped(raw.text.slice(start, end)), token);
    }
    return { ...raw, root: withTokens(raw.root, [...tokens]) };
  }
  const spans = redacted.values
    .flatMap(({ token, occurrences }) =>
      occurrences.map(({ start, end }) => ({ token, start, end })),
    )
    .toSorted((left, right) => left.start - right.start);
  const parts: string[] = [];
  let at = 0;
  for (const { token, start, end } of spans) {
    const lineEnds = raw.text.slice(start, end).replace(/[^\n\r]/g, "");
    parts.push(raw.text.slice(at, start), token, lineEnds);
    at = end;
  }
  return { ...raw, text: parts.join("") + raw.text.slice(at) };
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(["\\/])/g, "$1");
}

function withTokens(node: JsonNode, tokens: readonly (readonly [string, string])[]): JsonNode {
  if (node.type === "string") {
    let text = node.value;
    for (const [value, token] of tokens) text = text.replaceAll(value, () => token);
    return text === node.value ? node : stringNode(text);
  }
  if (node.type === "array") return arrayNode(node.items.map((item) => withTokens(item, tokens)));
  if (node.type !== "object") return node;
  return objectNode(
    node.members.map((member) => ({ ...member, value: withTokens(member.value, tokens) })),
    node.repeated,
  );
}

/** Whether an offset is inside one of the spans, of which none overlaps another. */
export function insideOf(
  spans: readonly (readonly [start: number, end: number])[],
): (offset: number) => boolean {
  const sorted = spans.toSorted(([left], [right]) => left - right);
  return (offset) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.[0] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return offset < (sorted[low - 1]?.[1] ?? 0);
  };
}

/** A line as findings have it. */
export function atLine(line: number | null): { readonly line?: number } {
  return line === null ? {} : { line };
}
