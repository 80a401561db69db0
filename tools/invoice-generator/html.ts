/** An invoice as one HTML document that needs nothing else and runs nothing. */
import { escapeHtml } from "../_lib/text/markup-escape.ts";
import type { Currency } from "../_lib/money/amount.ts";
import type { Input, Value } from "../invoice-generator.ts";
import { type Labels, LABELS } from "./labels.ts";
import { facts, heading, lineRows, partyLines, taxRows, totalRows } from "./rows.ts";

const STYLE = `
body { font: 14px/1.45 system-ui, sans-serif; color: #1a1a1a; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; }
h2 { font-size: 1rem; margin: 0 0 .25rem; }
dl { display: grid; grid-template-columns: max-content auto; gap: .15rem 1rem; }
dd { margin: 0; }
.parties { display: flex; gap: 3rem; flex-wrap: wrap; margin: 1.5rem 0; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { padding: .35rem .5rem; border-bottom: 1px solid #d0d0d0; text-align: left; vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.totals { width: auto; margin-left: auto; }
.totals tr:last-child td { font-weight: 700; border-bottom: 2px solid #1a1a1a; }
.text { white-space: pre-line; }
@media print {
  @page { margin: 15mm; }
  body { margin: 0; padding: 0; max-width: none; }
  thead { display: table-header-group; }
  tr, .totals, .parties { break-inside: avoid; }
}
`;

export function writeHtml(value: Value, currency: Currency, language: Input["language"]): string {
  const labels = LABELS[language];
  const title = escapeHtml(heading(value, labels));
  const parts = [
    `<h1>${title}</h1>`,
    definitions(facts(value, labels)),
    parties(value, labels),
    table(labels.lineHead, "rlrlrrrr", lineRows(value, currency)),
    table(labels.taxHead, "lrrr", taxRows(value, currency)),
    table(undefined, "lr", totalRows(value, currency, labels), "totals"),
    section(labels.payment, value.paymentInstructions),
    section(labels.notes, value.notes),
  ].filter((part) => part !== "");
  return [
    "<!DOCTYPE html>",
    `<html lang="${language}">`,
    `<head>\n<meta charset="utf-8">\n<title>${title}</title>\n<style>${STYLE}</style>\n</head>`,
    `<body>\n${parts.join("\n")}\n</body>`,
    "</html>",
  ].join("\n");
}

function definitions(rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return "";
  const items = rows.map(
    ([label, text]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(text)}</dd>`,
  );
  return `<dl>\n${items.join("\n")}\n</dl>`;
}

function parties({ seller, buyer }: Value, labels: Labels): string {
  const blocks = [
    [labels.from, partyLines(seller, labels)] as const,
    [labels.to, partyLines(buyer, labels)] as const,
  ].flatMap(([label, lines]) =>
    lines.length === 0
      ? []
      : `<section><h2>${escapeHtml(label)}</h2>${lines.map(escapeHtml).join("<br>")}</section>`,
  );
  return blocks.length === 0 ? "" : `<div class="parties">\n${blocks.join("\n")}\n</div>`;
}

function section(label: string, text: string | null): string {
  if (text === null) return "";
  return `<section><h2>${escapeHtml(label)}</h2><p class="text">${escapeHtml(text)}</p></section>`;
}

/** `alignments`: r and l, one for each column. */
function table(
  head: readonly string[] | undefined,
  alignments: string,
  rows: readonly (readonly string[])[],
  name?: string,
): string {
  const cells = (tag: "td" | "th", texts: readonly string[]) => {
    const written = texts.map((text, column) => {
      const side = alignments[column] === "r" ? ' class="number"' : "";
      return `<${tag}${side}>${escapeHtml(text)}</${tag}>`;
    });
    return `<tr>${written.join("")}</tr>`;
  };
  return [
    name === undefined ? "<table>" : `<table class="${name}">`,
    ...(head ? [`<thead>${cells("th", head)}</thead>`] : []),
    "<tbody>",
    ...rows.map((row) => cells("td", row)),
    "</tbody>",
    "</table>",
  ].join("\n");
}
