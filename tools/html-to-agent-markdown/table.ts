/** Tables: those of data as GFM, all others as text in reading order. */
import { delimiterCell, printRow } from "../_lib/formats/markdown/table.ts";
import { outputFault } from "./output-fault.ts";
import {
  attributeOf,
  childElements,
  descendants,
  type HtmlElement,
} from "../_lib/formats/html/tree.ts";

/** A cell of the grid; the same one stands at each place that it spans. */
export interface Grid {
  readonly header: readonly HtmlElement[] | undefined;
  readonly rows: readonly (readonly (HtmlElement | undefined)[])[];
}

/** More cells than an output of 2,000,000 characters can hold. */
const MOST_CELLS = 600_000;

const MOST_COLUMNS = 1000;

/** The rows of a table, those of its head, body and foot in this order. */
export function rowsOf(table: HtmlElement): HtmlElement[] {
  const parts = childElements(table);
  const named = (name: string) => parts.filter(({ tagName }) => tagName === name);
  return [...named("thead"), ...named("tbody"), ...named("tr"), ...named("tfoot")].flatMap(
    (part) =>
      part.tagName === "tr"
        ? [part]
        : childElements(part).filter(({ tagName }) => tagName === "tr"),
  );
}

export function cellsOf(row: HtmlElement): HtmlElement[] {
  return childElements(row).filter(({ tagName }) => tagName === "td" || tagName === "th");
}

/** The grid of a table of data; undefined for a table of layout, or one with nested tables, a row or a column. */
export function gridOf(table: HtmlElement): Grid | undefined {
  const role = (attributeOf(table, "role") ?? "").trim().toLowerCase();
  if (role === "presentation" || role === "none") return undefined;
  for (const each of descendants(table)) if (each.tagName === "table") return undefined;
  const rows = rowsOf(table).filter((row) => cellsOf(row).length > 0);
  if (rows.length < 2) return undefined;
  const grid = spread(rows);
  if ((grid[0]?.length ?? 0) < 2) return undefined;
  const [first] = rows;
  const isHead =
    first !== undefined &&
    (first.parentNode?.nodeName === "thead" ||
      cellsOf(first).every(({ tagName }) => tagName === "th"));
  return { header: isHead ? cellsOf(first) : undefined, rows: grid };
}

interface Span {
  readonly cell: HtmlElement;
  left: number;
}

/** Puts each cell at every place it spans; columns that no cell begins in are dropped at the right. */
function spread(rows: readonly HtmlElement[]): (HtmlElement | undefined)[][] {
  const grid: (HtmlElement | undefined)[][] = [];
  const spans: (Span | undefined)[] = [];
  let width = 0;
  let size = 0;
  for (const row of rows) {
    const places: (HtmlElement | undefined)[] = [];
    let column = 0;
    const passSpans = (): void => {
      for (let span = spans[column]; span && span.left > 0; span = spans[column]) {
        places[column++] = span.cell;
        span.left--;
      }
    };
    for (const cell of cellsOf(row)) {
      passSpans();
      width = Math.max(width, column + 1);
      const [columns, height] = [spanOf(cell, "colspan"), spanOf(cell, "rowspan")];
      for (let left = columns; left > 0 && column < MOST_COLUMNS; left--) {
        spans[column] = { cell, left: height - 1 };
        places[column++] = cell;
      }
    }
    while (column < spans.length) {
      passSpans();
      column++;
    }
    grid.push(places);
    size += places.length;
    if (Math.max(size, width * rows.length) > MOST_CELLS) throw outputFault();
  }
  return grid.map((places) => Array.from({ length: width }, (_, column) => places[column]));
}

function spanOf(cell: HtmlElement, name: string): number {
  const written = Number.parseInt(attributeOf(cell, name) ?? "", 10);
  return written >= 1 ? Math.min(written, MOST_COLUMNS) : 1;
}

/** The lines of a GFM table; the first row is the header. */
export function printTable(
  rows: readonly (readonly string[])[],
  aligned: readonly string[],
): string[] {
  const [header = [], ...body] = rows.map((row) => printRow(row));
  return [String(header), printRow(aligned.map(delimiterCell)), ...body];
}

const ALIGNED: Readonly<Record<string, string>> = { left: ":-", right: "-:", center: ":-:" };

/** How a cell's text is aligned, as a delimiter cell of any length. */
export function alignmentOf(cell: HtmlElement | undefined): string {
  if (!cell) return "-";
  const style = /text-align\s*:\s*(\w+)/i.exec(attributeOf(cell, "style") ?? "")?.[1];
  return ALIGNED[(style ?? attributeOf(cell, "align") ?? "").trim().toLowerCase()] ?? "-";
}
