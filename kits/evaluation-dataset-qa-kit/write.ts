/** Writes the rows that are kept, whole and divided. */
import { groupBy } from "../../tools/_lib/algorithms/group-by.ts";
import { memberOf } from "../../tools/_lib/json/tree/members.ts";
import { nodeAt } from "../../tools/_lib/json/tree/rows.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import formatRows from "../../tools/eval-dataset-jsonl-formatter.ts";
import type { Work } from "../evaluation-dataset-qa-kit.ts";
import { Clusters } from "./clusters.ts";
import type { NearRows, Row } from "./checks.ts";
import { rowsText } from "./rows.ts";

export interface Split {
  readonly name: string;
  readonly rows: number;
}

export interface Written {
  readonly splits: readonly Split[] | null;
  /** Rows that the format has no line for. */
  readonly withoutLine: number;
}

/** Undefined where the stage failed; a split that cannot be made ends the run. */
export function write(kept: readonly Row[], near: NearRows, work: Work): Written | undefined {
  const { input, report } = work;
  const clean = linesOf(kept, work);
  if (clean === undefined) return undefined;
  report.file("dataset.clean.jsonl", clean.join("\n"));
  const withoutLine = kept.length - clean.length;
  if (input.split === undefined) {
    report.done("write", summaryOf(clean.length, withoutLine, input.to));
    return { splits: null, withoutLine };
  }
  const parts = divide(kept, near, work);
  if (parts === undefined) return undefined;
  const splits: Split[] = [];
  for (const [name, rows] of parts) {
    const lines = linesOf(rows, work);
    if (lines === undefined) return undefined;
    report.file(`splits/${name}.jsonl`, lines.join("\n"));
    splits.push({ name, rows: lines.length });
  }
  const divided = splits.map(({ name, rows }) => `${name} ${rows}`).join(", ");
  report.done("write", `${summaryOf(clean.length, withoutLine, input.to)}; ${divided}`);
  return { splits, withoutLine };
}

function summaryOf(lines: number, withoutLine: number, to: string): string {
  const left = withoutLine === 0 ? "" : `, ${counted(withoutLine, "row")} without a line in ${to}`;
  return `${counted(lines, "line")} written${left}`;
}

/** In the rows' own format they stay as they were; any other is written by the formatter. */
function linesOf(rows: readonly Row[], { input, ctx, report }: Work): string[] | undefined {
  const { to, format, mapping } = input;
  if (to === "source")
    return rows.map(({ source }) => (source.node && minifyJson(source.node)) ?? "{}");
  if (rows.length === 0) return [];
  const written = ctx.step(formatRows, {
    rows: rowsText(rows.map(({ source }) => source)),
    from: format,
    to,
    mapping,
    dedup: "none",
  });
  const [error] = written.errors ?? [];
  if (written.ok) return (written.output ?? "").split("\n").filter((line) => line !== "");
  if (error) report.stageFailed("write", error);
  return undefined;
}

/** Rows that ask nearly the same, or have the same value of groupBy, go into one split. */
function divide(
  kept: readonly Row[],
  near: NearRows,
  { input, ctx, report }: Work,
): ReadonlyMap<string, readonly Row[]> | undefined {
  const { split, seed } = input;
  const names = Object.keys(split ?? {});
  const groups = groupsOf(kept, near, input.groupBy);
  const rows = kept.map((row, at) => ({
    input: row.input,
    output: row.target ?? NO_TARGET,
    id: at + 1,
    group: groups.get(row) ?? "",
  }));
  const divided = ctx.step(formatRows, {
    // The shares are judged even where there is nothing to divide.
    rows: rows.length === 0 ? [{ input: NO_TARGET, output: NO_TARGET }] : rows,
    from: "generic",
    to: "inspect",
    mapping: {},
    dedup: "none",
    split: split ?? {},
    seed,
    groupBy: "group",
  });
  if (!divided.ok || !divided.value?.splits) {
    report.stop("write", divided.errors ?? []);
    return undefined;
  }
  const leaks = divided.value.leaks;
  for (const { a, b, similarity } of leaks) {
    const [first, second] = [kept[a.index], kept[b.index]];
    if (first === undefined || second === undefined) continue;
    report.find("error", "write", {
      code: "LEAK_BETWEEN_SPLITS",
      message: `Cannot keep ${a.split} and ${b.split} apart: found rows ${first.index} and ${second.index} asking nearly the same, expected different questions`,
      path: `/dataset/${second.index}`,
      subject: second.id ?? undefined,
      received: similarity,
    });
  }
  const parts = divided.value.splits;
  return new Map(
    names.map((name) => {
      const lines = (parts[name]?.jsonl ?? "").split("\n").filter((line) => line !== "");
      const taken = lines.map((line) => (JSON.parse(line) as { id: number }).id - 1);
      return [name, taken.flatMap((at) => kept[at] ?? [])];
    }),
  );
}

const NO_TARGET = "-";

/** By the least of their texts, so that the order of rows does not matter. */
function groupsOf(
  kept: readonly Row[],
  near: NearRows,
  field: string | undefined,
): ReadonlyMap<Row, string> {
  const clusters = new Clusters(kept.length);
  const firsts = new Map<string, number>();
  const joinBy = (kind: string, key: string | undefined, at: number) => {
    if (key === undefined) return;
    const name = `${kind} ${key}`;
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, at);
    else clusters.join(first, at);
  };
  for (const [at, row] of kept.entries()) {
    joinBy("near", near.clusters.get(row.normalInput), at);
    joinBy("field", groupOf(row, field), at);
  }
  const groups = new Map<Row, string>();
  for (const places of groupBy(kept.keys(), (at) => clusters.rootOf(at)).values()) {
    const members = places.flatMap((at) => kept[at] ?? []);
    const keys = members.map((row) => groupOf(row, field) ?? row.normalInput);
    const least = keys.reduce((low, key) => (key < low ? key : low));
    for (const row of members) groups.set(row, least);
  }
  return groups;
}

function groupOf({ source }: Row, field: string | undefined): string | undefined {
  if (field === undefined || source.node === undefined) return undefined;
  const node =
    memberOf(source.node, field) ??
    (field.startsWith("/") ? nodeAt(source.node, field) : undefined);
  if (node === undefined || node.type === "null") return undefined;
  return node.type === "string" ? node.value : minifyJson(node);
}
