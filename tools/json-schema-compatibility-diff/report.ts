import { markdownTable } from "../_lib/text/markdown-table.ts";
import type { Change } from "../json-schema-compatibility-diff.ts";

/** The rest of a longer table is only counted. */
const MOST_ROWS = 1000;

/** The changes as a Markdown table. */
export function changeTable(changes: readonly Change[]): string {
  if (changes.length === 0) return "No changes.";
  const rows = changes
    .slice(0, MOST_ROWS)
    .map(({ code, path, backward, forward }) => [
      code,
      path === "" ? "(root)" : path,
      word(backward),
      word(forward),
    ]);
  const table = markdownTable(["Code", "Path", "Backward", "Forward"], rows);
  const left = changes.length - rows.length;
  return left > 0 ? `${table}\n\n${left} more changes.` : table;
}

function word(isCompatible: boolean): string {
  return isCompatible ? "yes" : "no";
}
