/** How many lines, rows, items there were, and how many of them are shown. */
import { readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { appendPointer } from "../../tools/_lib/results/pointer.ts";
import shrinkJson from "../../tools/json-shrink.ts";
import type { Kind, Loss } from "../large-payload-reduction-kit.ts";
import type { Ctx, Form } from "./ladder.ts";

export interface Part {
  /** Of the loss that it tells more of. */
  readonly code: string;
  readonly path: string | null;
  readonly unit: string;
  readonly total: number;
  readonly shown: number;
  /** So many more are told of by a line that says how often what is above it repeats. */
  readonly folded?: number;
}

export function goneOf({ total, shown, folded = 0 }: Part): number {
  return total - shown - folded;
}

/** Where a later step drops more of the same, what there was at first and what is there at last. */
export function joinedParts(parts: readonly Part[]): Part[] {
  const joined = new Map<string, Part>();
  for (const part of parts) {
    const key = `${part.code} ${part.path ?? ""} ${part.unit}`;
    joined.set(key, { ...part, total: joined.get(key)?.total ?? part.total });
  }
  return [...joined.values()].filter((part) => goneOf(part) > 0);
}

const GAP = /^\.\.\. \[\d+ (?:lines? omitted: \d+-\d+|more output lines? cut to fit)\]$/;
const REPEATS = /^\.\.\. \[previous (?:(\d+) lines|line) repeated (\d+) more times?\]$/;

/** Of a text of so many lines, those that stand in what log-context-trimmer made of it. */
export function shownLines(output: string, total: number): Part {
  let [shown, folded] = [0, 0];
  for (const line of output.split("\n")) {
    const repeats = REPEATS.exec(line);
    if (repeats) folded += Number(repeats[1] ?? 1) * Number(repeats[2]);
    else if (!GAP.test(line)) shown++;
  }
  const most = Math.min(shown, total);
  const more = Math.min(folded, total - most);
  return { code: "LINES_DROPPED", path: null, unit: "lines", total, shown: most, folded: more };
}

const ITEMS_MARK = /^…\+\d+ items$/;
const MEMBERS_MARK = "…";

interface Counts {
  /** By pointer, with `*` for every index. */
  readonly items: Map<string, number>;
  members: number;
}

function countsOf(root: JsonNode): Counts {
  const counts: Counts = { items: new Map(), members: 0 };
  const visit = (node: JsonNode, path: string): void => {
    if (node.type === "array") {
      const last = node.items.at(-1);
      const isMarked = last?.type === "string" && ITEMS_MARK.test(last.value);
      const length = node.items.length - (isMarked ? 1 : 0);
      counts.items.set(path, (counts.items.get(path) ?? 0) + length);
      for (const item of node.items) visit(item, `${path}/*`);
    } else if (node.type === "object") {
      for (const { key, value } of node.members) {
        if (key !== MEMBERS_MARK) counts.members++;
        visit(value, appendPointer(path, key));
      }
    }
  };
  visit(root, "");
  return counts;
}

/** Of the arrays and objects that were cut, by comparing the data with what the result expands to. */
export function jsonParts(
  json: string,
  { text, restore }: Form,
  losses: readonly Loss[],
  kind: Kind,
  ctx: Ctx,
): Part[] {
  const cuts = losses.filter(({ code }) => code === "ITEMS_CUT" || code === "MEMBERS_CUT");
  if (cuts.length === 0) return [];
  const expanded =
    restore === "expand" ? ctx.step(shrinkJson, { input: text, action: "expand" }).output : text;
  const [before, after] = [json, expanded ?? ""].map((some) => readJsonField(some, "/payload"));
  if (!before?.ok || !after?.ok) return [];
  const [all, left] = [countsOf(before.document.root), countsOf(after.document.root)];
  return cuts.map(({ code, path }) => {
    if (code === "MEMBERS_CUT")
      return { code, path, unit: "members of objects", total: all.members, shown: left.members };
    const unit = kind === "jsonl" && path === "" ? "lines" : "items";
    const [total, shown] = [all, left].map(({ items }) => items.get(path ?? "") ?? 0);
    return { code, path, unit, total: total ?? 0, shown: shown ?? 0 };
  });
}
