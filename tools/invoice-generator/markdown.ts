/** An invoice as Markdown, in which no text of the input can become anything but text of its place. */
import type { Currency } from "../_lib/money/amount.ts";
import { markdownTable } from "../_lib/text/markdown-table.ts";
import type { Value } from "../invoice-generator.ts";
import type { Labels } from "./labels.ts";
import { facts, heading, lineRows, partyLines, taxRows, totalRows } from "./rows.ts";

const LINE_END = /\r\n|\n|\r/g;
const HARD_BREAK = "  \n";

export function writeMarkdown(value: Value, currency: Currency, labels: Labels): string {
  const { seller, buyer, paymentInstructions, notes } = value;
  const blocks = [
    `# ${inLine(heading(value, labels))}`,
    facts(value, labels)
      .map(([label, text]) => `- ${label}: ${inLine(text)}`)
      .join("\n"),
    party(labels.from, partyLines(seller, labels)),
    party(labels.to, partyLines(buyer, labels)),
    table(labels.lineHead, "rlrlrrrr", lineRows(value, currency)),
    table(labels.taxHead, "lrrr", taxRows(value, currency)),
    table([labels.totals, ""], "lr", totalRows(value, currency, labels)),
    section(labels.payment, paymentInstructions),
    section(labels.notes, notes),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

function party(label: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [`**${label}**`, ...lines.map(inLine)].join(HARD_BREAK);
}

function section(label: string, text: string | null): string {
  if (text === null) return "";
  return [`**${label}**`, ...text.split(LINE_END).map(inLine)].join(HARD_BREAK);
}

/** `alignments`: r and l, one for each column. */
function table(
  head: readonly string[],
  alignments: string,
  rows: readonly (readonly string[])[],
): string {
  const sides = Array.from(alignments, (side) => (side === "r" ? "right" : "left"));
  const cells = rows.map((row) => row.map(inCell));
  return markdownTable(head, cells, sides);
}

function inCell(text: string): string {
  return escapeTags(text).replace(LINE_END, "<br>");
}

function inLine(text: string): string {
  return escapeTags(text).replace(LINE_END, " ");
}

/** Markdown lets HTML through. */
function escapeTags(text: string): string {
  return text.replaceAll("<", "&lt;");
}
