import { tableRow } from "../_lib/results/review/table.ts";
import type { Change } from "../json-schema-compatibility-diff.ts";

/** The rest of a longer table is only counted. */
const MOST_ROWS = 1000;

/** The changes as a Markdown table. */
export function changeTable(changes: readonly Change[]): string {
  if (changes.length === 0) return "No changes.";
  const head = [tableRow(["Code", "Path", "Backward", "Forward"]), "| --- | --- | --- | --- |"];
  const rows = changes
    .slice(0, MOST_ROWS)
    .map(({ code, path, backward, forward }) =>
      tableRow([code, path === "" ? "(root)" : path, word(backward), word(forward)]),
    );
  const left = changes.length - rows.length;
  return [...head, ...rows, ...(left > 0 ? ["", `${left} more changes.`] : [])].join("\n");
}

function word(isCompatible: boolean): string {
  return isCompatible ? "yes" : "no";
}
