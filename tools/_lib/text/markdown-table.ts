export type Alignment = "left" | "right";

/** A table of GitHub's Markdown, in which no cell can become two; columns are aligned left unless said otherwise. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  alignments: readonly Alignment[] = [],
): string {
  const ruler = head.map((_, column) => (alignments[column] === "right" ? "---:" : "---"));
  return [head, ruler, ...rows].map(markdownRow).join("\n");
}

/** One row of a Markdown table. */
export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(" | ")} |`;
}

function cell(text: string): string {
  return text.replaceAll("|", String.raw`\|`).replace(/\r\n|[\r\n]/g, " ");
}
