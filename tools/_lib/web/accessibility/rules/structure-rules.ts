/** Rules about tables and lists. */
import {
  attributeOf,
  childElements,
  containerOf,
  type HtmlElement,
} from "../../../formats/html/tree.ts";
import { quoted } from "../../../text/shown.ts";
import { isHtml } from "../page/page.ts";
import { type Rule, type Scope, suggestedElement } from "./rule.ts";
import { explicitRole, idsIn, isNone, tableOf } from "../page/semantics.ts";

const CELL = /^t[dh]$/;

/** The cells of each table, without those of tables inside. */
function cellsByTable(scope: Scope): Map<HtmlElement, HtmlElement[]> {
  const tables = new Map<HtmlElement, HtmlElement[]>();
  for (const element of scope.page.elements) {
    if (!CELL.test(element.tagName)) continue;
    const table = tableOf(element);
    if (table === undefined || scope.page.isHidden(table)) continue;
    const cells = tables.get(table);
    if (cells) cells.push(element);
    else tables.set(table, [element]);
  }
  return tables;
}

function tableHeaders(scope: Scope): void {
  for (const [table, cells] of cellsByTable(scope)) {
    const ids = new Set(cells.map((cell) => attributeOf(cell, "id")));
    for (const cell of cells) {
      const names = idsIn(attributeOf(cell, "headers"));
      if (names.length === 0 || isNone(scope.roleOf(table))) continue;
      const wrong = names.find((id) => !ids.has(id) || id === attributeOf(cell, "id"));
      if (wrong === undefined) scope.pass(cell);
      else scope.fail(cell, `headers names ${quoted(wrong)}, which is no other cell of this table`);
    }
  }
}

const MOST_SLOTS = 200_000;

interface Placed {
  readonly cell: HtmlElement;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** Where the cells stand, those that span others included; undefined for a table that is too large. */
function gridOf(cells: readonly HtmlElement[]): Placed[] | undefined {
  const rows = new Map<HtmlElement, number>();
  for (const cell of cells) {
    const row = containerOf(cell);
    if (row !== undefined && !rows.has(row)) rows.set(row, rows.size);
  }
  const takenUntil: number[] = [];
  const placed: Placed[] = [];
  let [slots, before, column] = [0, -1, 0];
  for (const cell of cells) {
    const row = rows.get(containerOf(cell) as HtmlElement) ?? 0;
    if (row !== before) [before, column] = [row, 0];
    while ((takenUntil[column] ?? 0) > row) column++;
    const columns = spanOf(cell, "colspan", 1000);
    const height = Math.min(spanOf(cell, "rowspan", 65_534) || rows.size, rows.size - row);
    slots += columns + height;
    if (slots > MOST_SLOTS) return undefined;
    for (let at = column; at < column + columns; at++) takenUntil[at] = row + height;
    placed.push({ cell, row, column, rows: height, columns });
    column += columns;
  }
  return placed;
}

function spanOf(cell: HtmlElement, name: string, most: number): number {
  const value = Number.parseInt(attributeOf(cell, name) ?? "1", 10);
  return Number.isNaN(value) ? 1 : Math.max(name === "rowspan" ? 0 : 1, Math.min(value, most));
}

function tableHeaderCells(scope: Scope): void {
  for (const [table, cells] of cellsByTable(scope)) {
    if (isNone(scope.roleOf(table))) continue;
    const headers = cells.filter((cell) => /^(?:column|row)header$/.test(scope.roleOf(cell) ?? ""));
    const grid = headers.length === 0 ? undefined : gridOf(cells);
    if (grid === undefined) continue;
    const named = new Set(cells.flatMap((cell) => idsIn(attributeOf(cell, "headers"))));
    const assigned = assignedHeaders(scope, grid);
    for (const header of headers) {
      if (scope.page.isHidden(header)) continue;
      const isNamed = named.has(attributeOf(header, "id") ?? "");
      if (isNamed || assigned.has(header)) scope.pass(header);
      else scope.fail(header, "The header has no cell that it is the header of");
    }
  }
}

/** Headers with a cell below or beside them that names no headers itself. */
function assignedHeaders(scope: Scope, grid: readonly Placed[]): Set<HtmlElement> {
  const lastDataRow: number[] = [];
  const dataRows = new Set<number>();
  const isHeader = ({ cell }: Placed) => /^(?:column|row)header$/.test(scope.roleOf(cell) ?? "");
  for (const one of grid) {
    // A header of a row is a cell of its column, and a cell that names its headers has no others.
    const role = scope.roleOf(one.cell);
    if (role === "columnheader" || attributeOf(one.cell, "headers") !== undefined) continue;
    for (let at = one.column; at < one.column + one.columns; at++) {
      lastDataRow[at] = Math.max(lastDataRow[at] ?? -1, one.row + one.rows - 1);
    }
    const rows = role === "rowheader" ? 0 : one.rows;
    for (let at = one.row; at < one.row + rows; at++) dataRows.add(at);
  }
  const assigned = new Set<HtmlElement>();
  for (const one of grid.filter(isHeader)) {
    const isColumn = scope.roleOf(one.cell) === "columnheader";
    const length = isColumn ? one.columns : one.rows;
    const has = Array.from({ length }, (_, at) =>
      isColumn ? (lastDataRow[one.column + at] ?? -1) > one.row : dataRows.has(one.row + at),
    );
    if (has.includes(true)) assigned.add(one.cell);
  }
  return assigned;
}

const LIST = /^(?:ul|ol|menu)$/;
const IN_A_LIST = /^(?:li|script|template)$/;

function listStructure(scope: Scope): void {
  for (const element of scope.page.elements) {
    if (!isHtml(element)) continue;
    const role = explicitRole(element);
    if (/^(?:ul|ol)$/.test(element.tagName) && (role === null || role === "list")) {
      judgeList(scope, element);
    }
    if (element.tagName === "li" && (role === null || role === "listitem"))
      judgeItem(scope, element);
    if (/^d[td]$/.test(element.tagName) && role === null) judgeTerm(scope, element);
  }
}

function judgeList(scope: Scope, element: HtmlElement): void {
  const other = childElements(element).find(
    (child) => !IN_A_LIST.test(child.tagName) && explicitRole(child) !== "listitem",
  );
  if (other === undefined) return scope.pass(element);
  const tag = scope.page.startTagOf(other) || `<${other.tagName}>`;
  scope.fail(element, `The list holds ${other.tagName}, which is no item: put it into li`, {
    fix: suggestedElement(`<li>${tag}`),
  });
}

function judgeItem(scope: Scope, element: HtmlElement): void {
  const parent = containerOf(element);
  const isInList =
    parent !== undefined && (LIST.test(parent.tagName) || explicitRole(parent) === "list");
  if (!isInList) {
    scope.fail(element, "The item stands in no list: put it into ul or ol", {
      fix: suggestedElement(`<ul>${scope.page.startTagOf(element)}`),
    });
  }
}

function judgeTerm(scope: Scope, element: HtmlElement): void {
  let parent = containerOf(element);
  if (parent?.tagName === "div") parent = containerOf(parent);
  if (parent?.tagName !== "dl") {
    scope.fail(element, `${element.tagName} stands in no dl: put it into one`, {
      fix: suggestedElement(`<dl>${scope.page.startTagOf(element)}`),
    });
  }
}

export const STRUCTURE_RULES: readonly Rule[] = [
  {
    id: "table-headers",
    act: ["a25f45"],
    wcag: ["1.3.1"],
    level: "A",
    title: "Cells name headers of their table",
    check: tableHeaders,
  },
  {
    id: "table-header-cells",
    act: ["d0f69e"],
    wcag: ["1.3.1"],
    level: "A",
    title: "Headers have cells",
    check: tableHeaderCells,
  },
  {
    id: "list-structure",
    act: [],
    wcag: ["1.3.1"],
    level: "A",
    title: "Lists hold items, and items stand in lists",
    check: listStructure,
  },
];
