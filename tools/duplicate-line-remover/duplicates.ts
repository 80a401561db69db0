import { fieldOf, keyOf, type KeyOptions } from "../_lib/fields/line-key.ts";
import { isBlankLine } from "../_lib/text/lines.ts";

export const KEEP_RULES = ["first", "last", "none", "repeated"] as const;

export interface DuplicateOptions extends KeyOptions {
  /** Which of the lines that are equal stay: one, none, or one of those only that have an equal. */
  readonly keep: (typeof KEEP_RULES)[number];
  /** Whether only lines that follow one another can be equal. */
  readonly adjacent: boolean;
  /** keep: never equal to another; dedupe: as all other lines. */
  readonly blankLines: "keep" | "dedupe" | "remove";
}

/** Lines that are equal, of which there may be one alone. */
export interface LineGroup {
  /** The first of them. */
  readonly line: string;
  /** From 0, ascending. */
  readonly indexes: readonly number[];
}

export interface Deduplicated {
  readonly lines: readonly string[];
  /** Groups of two or more, in the order of their first lines. */
  readonly repeated: readonly LineGroup[];
}

/** Keeps of equal lines what the options say, in the order in which they were. */
export function removeDuplicates(
  lines: readonly string[],
  options: DuplicateOptions,
): Deduplicated {
  const groups = groupLines(lines, options);
  const kept = groups
    .map(({ indexes }) => keptIndex(indexes, options.keep))
    .filter((index) => index !== undefined)
    .toSorted((a, b) => a - b);
  return {
    lines: kept.map((index) => lines[index] ?? ""),
    repeated: groups.filter(({ indexes }) => indexes.length > 1),
  };
}

function groupLines(lines: readonly string[], options: DuplicateOptions): LineGroup[] {
  const { adjacent, blankLines } = options;
  const groups: { readonly line: string; readonly indexes: number[] }[] = [];
  const known = new Map<string, number[]>();
  let last: string | undefined;
  for (const [index, line] of lines.entries()) {
    const isApart = blankLines !== "dedupe" && isBlankLine(line);
    if (isApart && blankLines === "remove") continue;
    const key = isApart ? undefined : keyOf(fieldOf(line, options) ?? "", options);
    const group = key === undefined || (adjacent && key !== last) ? undefined : known.get(key);
    last = key;
    if (group) {
      group.push(index);
      continue;
    }
    const indexes = [index];
    groups.push({ line, indexes });
    if (key !== undefined) known.set(key, indexes);
  }
  return groups;
}

function keptIndex(indexes: readonly number[], keep: DuplicateOptions["keep"]): number | undefined {
  if (keep === "none") return indexes.length === 1 ? indexes[0] : undefined;
  if (keep === "repeated") return indexes.length > 1 ? indexes[0] : undefined;
  return keep === "first" ? indexes[0] : indexes.at(-1);
}
