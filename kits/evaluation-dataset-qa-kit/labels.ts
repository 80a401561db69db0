/** The classes of rows and how evenly they are spread. */
import { memberOf } from "../../tools/_lib/json/tree/members.ts";
import { nodeAt } from "../../tools/_lib/json/tree/rows.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { byCodeUnit } from "../../tools/_lib/results/pointer.ts";
import { ln } from "../../tools/_lib/numbers/logarithm.ts";
import { normalText } from "../../tools/_lib/text/prose/normal-form.ts";
import { wordsOf } from "../../tools/_lib/text/words.ts";
import type { Row } from "./checks.ts";

export interface Label {
  readonly label: string;
  readonly count: number;
  readonly percent: number;
}

const MOST_LABELS = 20;
const ROWS_OF_A_LABEL = 3;
const MOST_WORDS = 5;

/** Of a member, or of the targets where they look like classes; null where there are none. */
export function labelsOf(rows: readonly Row[], field: string | undefined): readonly Label[] | null {
  const texts = rows.flatMap((row) => {
    const text = field === undefined ? row.target : memberText(row, field);
    return text === null ? [] : [text];
  });
  if (field === undefined && !areClasses(texts, rows.length)) return null;
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .map(([label, count]) => ({
      label,
      count,
      percent: Math.round((10_000 * count) / texts.length) / 100,
    }))
    .toSorted((a, b) => b.count - a.count || byCodeUnit(a.label, b.label));
}

function memberText({ source }: Row, field: string): string | null {
  if (source.node === undefined) return null;
  const node =
    memberOf(source.node, field) ??
    (field.startsWith("/") ? nodeAt(source.node, field) : undefined);
  if (node === undefined || node.type === "null") return null;
  return node.type === "string" ? node.value : (minifyJson(node) ?? null);
}

function areClasses(texts: readonly string[], rows: number): boolean {
  const distinct = new Set(texts);
  if (distinct.size === 0 || distinct.size > Math.min(MOST_LABELS, rows / ROWS_OF_A_LABEL)) {
    return false;
  }
  return [...distinct].every((text) => wordsOf(text).length <= MOST_WORDS);
}

/** Entropy over that of an even spread, from 0 to 1; 0 for one label. */
export function balanceOf(labels: readonly Label[] | null): number | null {
  if (labels === null || labels.length === 0) return null;
  if (labels.length === 1) return 0;
  const total = labels.reduce((sum, { count }) => sum + count, 0);
  const entropy = labels.reduce((sum, { count }) => {
    const share = count / total;
    return sum - share * ln(share);
  }, 0);
  return Math.round((10_000 * entropy) / ln(labels.length)) / 10_000;
}

/** Labels that are other writings of a commoner one. */
export function variantsOf(
  labels: readonly Label[],
): { readonly label: string; readonly of: string }[] {
  const commonest = new Map<string, string>();
  return labels.flatMap(({ label }) => {
    const key = normalText(label).text.replace(/[^\p{L}\p{N}]/gu, "");
    if (key === "") return [];
    const of = commonest.get(key);
    if (of !== undefined) return [{ label, of }];
    commonest.set(key, label);
    return [];
  });
}
