import type { Entry } from "../_core/tool.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { dataOf } from "../_lib/json/tree/value.ts";
import { writeJson } from "../_lib/json/tree/write.ts";
import { TextBuilder } from "../_lib/results/output-builder.ts";

export interface ResultLayout {
  readonly rawOutput: boolean;
  readonly compact: boolean;
  readonly sortKeys: boolean;
  /** The most characters there may be. */
  readonly longest: number;
}

export interface ListedResults {
  readonly output: string;
  readonly results: unknown[];
  readonly warnings: readonly Entry<"NUMBER_KEPT_AS_TEXT" | "WARNINGS_TRUNCATED">[];
  /** Whether there are too many characters: the results before the last that fits are listed. */
  readonly isFull: boolean;
}

/** Results, which are plain JSON, as text, a line end between them, and as data. */
export function listResults(nodes: readonly JsonNode[], layout: ResultLayout): ListedResults {
  const list = new WarningList<"NUMBER_KEPT_AS_TEXT">();
  const text = new TextBuilder(layout.longest);
  const lines: string[] = [];
  const results: unknown[] = [];
  let isFull = false;
  for (const node of nodes) {
    const line = writeResult(node, layout);
    text.put(line ?? "");
    text.put("\n");
    isFull = line === undefined || text.isFull;
    if (line === undefined || isFull) break;
    lines.push(line);
    results.push(dataOf(node, `/results/${results.length}`, list));
  }
  return { output: lines.join("\n"), results, warnings: list.list(), isFull };
}

function writeResult(
  node: JsonNode,
  { rawOutput, compact, sortKeys, longest }: ResultLayout,
): string | undefined {
  if (rawOutput && node.type === "string") return node.value;
  return writeJson(node, { indent: compact ? "" : "  ", sortKeys, longest });
}
