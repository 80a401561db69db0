/** Makes a JSON tree cost fewer tokens and says what was lost on the way. */
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { COLUMNS, ROWS, type TableFigures, Tabulator } from "./columnar.ts";
import { Cutter } from "./cut.ts";
import type { ShrinkOptions } from "./levels.ts";
import { type Loss, Losses } from "./losses.ts";
import { markNodes } from "./patterns.ts";
import { Remover } from "./remove.ts";
import { DATA, LEGEND, shortenKeys } from "./short-keys.ts";
import { Sizes } from "./size.ts";

export interface Shrunk {
  readonly root: JsonNode;
  readonly losses: readonly Loss[];
  /** Short → long keys. */
  readonly legend: ReadonlyMap<string, string> | undefined;
  readonly tables: readonly TableFigures[];
  /** Bytes of the minified text. */
  readonly size: number;
}

/** `written` is the document with every copy of a repeated key, `root` the same with the last one. */
export function shrinkTree(written: JsonNode, root: JsonNode, options: ShrinkOptions): Shrunk {
  const losses = new Losses();
  const sizes = new Sizes();
  if (written !== root) noteRepeats(written, "", losses);
  const marks = markNodes(root, options.drop, options.keep);
  const less = new Remover(options, marks, losses).visit(root, "");
  const cutter = new Cutter(options, marks, losses, sizes);
  const short = cutter.run(less);
  const mayMark = !hasMarkers(root);
  const { fillsTables } = options;
  const tabulator = new Tabulator({ fillsTables, marks, losses, sizes, cut: cutter.cut });
  const tabled = options.columnar && mayMark ? tabulator.visit(short) : short;
  const named =
    options.shortKeys && mayMark ? shortenKeys(tabled, tabulator.nodes, sizes) : undefined;
  const result = named?.root ?? tabled;
  return {
    root: result,
    losses: losses.list(),
    legend: named?.legend,
    tables: tabulator.figures,
    size: sizes.of(result),
  };
}

function noteRepeats(node: JsonNode, path: string, losses: Losses): void {
  if (node.type === "array") for (const item of node.items) noteRepeats(item, `${path}/*`, losses);
  if (node.type !== "object") return;
  const seen = new Set<string>();
  for (const { key, value } of node.members) {
    const at = appendPointer(path, key);
    if (seen.has(key)) losses.add("VALUE_DROPPED", at);
    seen.add(key);
    noteRepeats(value, at, losses);
  }
}

const MARKERS: ReadonlySet<string> = new Set([COLUMNS, ROWS, LEGEND, DATA]);

/** Whether a key could be taken for one that shrinking writes. */
export function hasMarkers(node: JsonNode): boolean {
  if (node.type === "array") return node.items.some(hasMarkers);
  if (node.type !== "object") return false;
  return node.members.some(({ key, value }) => MARKERS.has(key) || hasMarkers(value));
}
