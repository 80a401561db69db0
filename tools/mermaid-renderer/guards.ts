/** How large a diagram may be: layouts take more than linear time, and pictures memory. */
import type { Entry } from "../_core/tool.ts";
import type { DiagramType } from "./types.ts";

export const MOST_CHARACTERS = 50_000;
const MOST_EDGES = 300;
const MOST_MINDMAP_NODES = 200;
const MOST_MESSAGES = 1_000;
const LONGEST_LABEL = 2_000;
const MOST_PIXELS = 16_000_000;
const LONGEST_SIDE = 16_384;
export const LARGEST_SCALE = 4;

type TooLarge = Entry<"DIAGRAM_TOO_LARGE">;

function tooLarge(what: string, expected: number, received: number): TooLarge {
  return {
    code: "DIAGRAM_TOO_LARGE",
    message: `Cannot draw the diagram: found ${received} ${what}, expected at most ${expected}`,
    path: "/input",
    expected,
    received,
    hint: "Split the diagram into several",
  };
}

export function checkLength(field: string): TooLarge | undefined {
  if (field.length <= MOST_CHARACTERS) return undefined;
  return tooLarge("characters", MOST_CHARACTERS, field.length);
}

/** At each place of a run of white space mermaid looks for an arrow behind the rest of it. */
const MOST_BLANKS = 500;
const BLANKS = /(?<!\s)\s{501,}/g;

export function checkBlanks(text: string): TooLarge | undefined {
  const longest = Math.max(0, ...Array.from(text.matchAll(BLANKS), ([run]) => run.length));
  if (longest === 0) return undefined;
  return tooLarge("white-space characters in a row", MOST_BLANKS, longest);
}

/** Quoted, in brackets, or behind a colon: where diagrams have their labels. */
const LABELS =
  /"(?!data:image\/)[^"]*"|(?<![^\s"[\](){}|:;])[^\s"[\](){}|:;]{2001,}|\[[^[\]]*\]|\([^()]*\)|\{[^{}]*\}|\|[^|\n]*\||:[^:;\n]*/g;
/** Diagrams where a line is a label. */
const LINES_ARE_LABELS: ReadonlySet<string> = new Set(
  "ishikawa journey kanban mindmap timeline treeView".split(" "),
);
/** A list of numbers is no label, however long. */
const NUMBERS = /^[\s\d.,;:+\-e[\](){}"]*$/i;

export function checkLabels(body: string, type: DiagramType): TooLarge | undefined {
  const pattern = LINES_ARE_LABELS.has(type) ? /[^\n]+/g : LABELS;
  let longest = 0;
  for (const [label] of body.matchAll(pattern)) {
    if (label.length <= LONGEST_LABEL || NUMBERS.test(label)) continue;
    const { length } = label.replace(/^[\s"[({|:]+/, "").replace(/(?<![\s"\])}|])[\s"\])}|]+$/, "");
    if (length > LONGEST_LABEL) longest = Math.max(longest, length);
  }
  return longest === 0 ? undefined : tooLarge("characters in a label", LONGEST_LABEL, longest);
}

/** What a diagram holds after it was read; each kind has some of these. */
export interface DiagramData {
  getEdges?(): unknown;
  getRelations?(): unknown;
  getRelationships?(): unknown;
  getRels?(): unknown;
  getLinks?(): unknown;
  getMessages?(): unknown;
  getMindmap?(): unknown;
  getTasks?(): unknown;
  getDiagramTitle?(): unknown;
  getTitle?(): unknown;
  getAccTitle?(): unknown;
  getAccDescription?(): unknown;
}

const EDGES: Partial<Record<DiagramType, keyof DiagramData>> = {
  flowchart: "getEdges",
  class: "getRelations",
  state: "getRelations",
  er: "getRelationships",
  requirement: "getRelationships",
  block: "getEdges",
  architecture: "getEdges",
  c4: "getRels",
  sankey: "getLinks",
};

export function checkSize(type: DiagramType, data: DiagramData): TooLarge | undefined {
  const count = countOf(data[EDGES[type] ?? "getEdges"]?.());
  if (EDGES[type] && count > MOST_EDGES) return tooLarge("edges", MOST_EDGES, count);
  if (type === "sequence") {
    const messages = itemsOf(data.getMessages?.()).filter(isMessage).length;
    if (messages > MOST_MESSAGES) return tooLarge("messages", MOST_MESSAGES, messages);
  }
  if (type === "mindmap") {
    const nodes = countNodes(data.getMindmap?.());
    if (nodes > MOST_MINDMAP_NODES) return tooLarge("nodes", MOST_MINDMAP_NODES, nodes);
  }
  return undefined;
}

function itemsOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}

function countOf(list: unknown): number {
  return list instanceof Map || list instanceof Set ? list.size : itemsOf(list).length;
}

/** Notes have no two ends, and loops neither. */
function isMessage(entry: unknown): boolean {
  const { from, to, placement } = entry as Readonly<Record<string, unknown>>;
  return from !== undefined && to !== undefined && placement === undefined;
}

function countNodes(root: unknown): number {
  let count = 0;
  for (const open = [root]; open.length > 0;) {
    const node = open.pop() as { readonly children?: unknown } | null | undefined;
    if (!node) continue;
    count++;
    for (const child of itemsOf(node.children)) open.push(child);
  }
  return count;
}

export interface PngSize {
  readonly width: number;
  readonly height: number;
}

export function pngSize({ width, height }: PngSize, scale: number): PngSize {
  // 10 × 1.1 is 11, though the product of the two doubles is a little more.
  const pixels = (units: number): number => Math.ceil(Math.round(units * scale * 1e6) / 1e6);
  return { width: pixels(width), height: pixels(height) };
}

export function checkPng(size: PngSize, scale: number): Entry<"PNG_TOO_LARGE"> | undefined {
  if (fits(size, scale)) return undefined;
  const { width, height } = pngSize(size, scale);
  let largest = Math.floor(
    100 *
      Math.min(
        Math.sqrt(MOST_PIXELS / (size.width * size.height)),
        LONGEST_SIDE / Math.max(size.width, size.height),
      ),
  );
  while (largest > 0 && !fits(size, largest / 100)) largest--;
  return {
    code: "PNG_TOO_LARGE",
    message: `Cannot draw the PNG: found ${width} × ${height} pixels, expected at most ${MOST_PIXELS} and no side above ${LONGEST_SIDE}`,
    path: "/scale",
    expected: largest / 100,
    received: scale,
    hint: `The largest scale that fits is ${largest / 100}; format svg has no such limit`,
  };
}

function fits(size: PngSize, scale: number): boolean {
  const { width, height } = pngSize(size, scale);
  return width * height <= MOST_PIXELS && Math.max(width, height) <= LONGEST_SIDE;
}
