/** Objects of one kind as a table: sorted by a column, copied or saved as CSV, and only what is seen of a long one. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { writeRecord } from "../../../tools/_lib/formats/csv/write.ts";
import { copyText, saveFile } from "../parts/copy.tsx";
import { grouped, TEXTS } from "../texts.ts";
import { isNothing, isRecord, isScalar, labelOf, type Row, textOfCell } from "./shape.ts";

export interface TableProps {
  readonly title: string;
  readonly rows: readonly Row[];
  /** The file's name, without its ending. */
  readonly name: string;
  /** Names are data, and stay as they are. */
  readonly isRaw?: boolean;
}

interface Sorting {
  readonly column: string;
  readonly step: 1 | -1;
}

const LONG = 500;
const ROW = 28;
const AROUND = 12;
const MOST_COLUMNS = 40;

export default function Table({ title, rows: given, name, isRaw = false }: TableProps) {
  const rows = useMemo(() => flattened(given), [given]);
  const [sorting, setSorting] = useState<Sorting>();
  const columns = useMemo(() => columnsOf(rows), [rows]);
  const sorted = useMemo(() => sort(rows, sorting), [rows, sorting]);
  const body = useRef<HTMLTableElement>(null);
  const seen = useSeen(body, rows.length);
  // The first column names the row, and stands at its beginning.
  const numeric = useMemo(
    () =>
      new Set(columns.slice(1).filter((column) => rows.every((row) => holdsNumber(row[column])))),
    [rows, columns],
  );
  const shown = sorted.slice(seen.from, seen.to);
  return (
    <section class="part table">
      <div class="part-head">
        <h3>
          {title === ""
            ? TEXTS.views.rows(grouped(rows.length))
            : `${title}, ${grouped(rows.length)}`}
        </h3>
        <TableActs columns={columns} rows={sorted} name={name} />
      </div>
      <table
        ref={body}
        class={rows.length >= LONG ? "long" : undefined}
        aria-label={title || TEXTS.views.table}
        aria-rowcount={rows.length + 1}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead
                key={column}
                label={isRaw ? column : column.split(".").map(labelOf).join(" ")}
                isNumeric={numeric.has(column)}
                step={sorting?.column === column ? sorting.step : undefined}
                onSort={() => setSorting(next(sorting, column))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {seen.from > 0 && <Space height={seen.from * ROW} />}
          {shown.map((row, index) => (
            <tr key={seen.from + index} aria-rowindex={seen.from + index + 2}>
              {columns.map((column) => (
                <Cell key={column} value={row[column]} isNumeric={numeric.has(column)} />
              ))}
            </tr>
          ))}
          {seen.to < rows.length && <Space height={(rows.length - seen.to) * ROW} />}
        </tbody>
      </table>
    </section>
  );
}

function Space({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden="true" class="space">
      <td style={{ height: `${height}px` }} />
    </tr>
  );
}

function Cell({ value, isNumeric }: { readonly value: unknown; readonly isNumeric: boolean }) {
  const text = textOfCell(value);
  const isLong = text.length > 60;
  return (
    <td class={isNumeric ? "num" : undefined} {...(isLong ? { title: text.slice(0, 2000) } : {})}>
      {isLong ? <span class="cut">{text.slice(0, 400)}</span> : text}
    </td>
  );
}

function ColumnHead({
  label,
  isNumeric,
  step,
  onSort,
}: {
  readonly label: string;
  readonly isNumeric: boolean;
  readonly step: Sorting["step"] | undefined;
  readonly onSort: () => void;
}) {
  const order = step === undefined ? "none" : step === 1 ? "ascending" : "descending";
  return (
    <th scope="col" aria-sort={order} class={isNumeric ? "num" : undefined}>
      <button type="button" onClick={onSort}>
        {label}
        <span aria-hidden="true">{step === undefined ? "" : step === 1 ? " ↑" : " ↓"}</span>
      </button>
    </th>
  );
}

function TableActs({
  columns,
  rows,
  name,
}: {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly name: string;
}) {
  const csv = (): string =>
    [columns, ...rows.map((row) => columns.map((column) => textOfCell(row[column])))]
      .map((cells) => `${writeRecord(cells, ",")}\r\n`)
      .join("");
  return (
    <span class="acts">
      <button type="button" class="btn" onClick={() => void copyText(csv())}>
        {TEXTS.views.copyCsv}
      </button>
      <button type="button" class="btn" onClick={() => saveFile(`${name}.csv`, csv(), "text/csv")}>
        {TEXTS.views.saveCsv}
      </button>
    </span>
  );
}

const MOST_MEMBERS = 12;

/** Small objects in cells become columns of their own. */
function flattened(rows: readonly Row[]): readonly Row[] {
  const wide = Object.keys(rows[0] ?? {}).filter((name) => isFlatColumn(rows, name));
  if (wide.length === 0) return rows;
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) =>
        wide.includes(name) && isRecord(value)
          ? Object.entries(value).map(([member, part]) => [`${name}.${member}`, part] as const)
          : [[name, value] as const],
      ),
    ),
  );
}

function isFlatColumn(rows: readonly Row[], name: string): boolean {
  const members = new Set<string>();
  for (const row of rows) {
    const value = row[name];
    if (value === null || value === undefined) continue;
    if (!isRecord(value) || !Object.values(value).every(isScalar)) return false;
    for (const member of Object.keys(value)) members.add(member);
  }
  return members.size > 0 && members.size <= MOST_MEMBERS;
}

/** Those that hold something in some row. */
function columnsOf(rows: readonly Row[]): readonly string[] {
  const columns = new Set<string>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) if (!isNothing(value)) columns.add(name);
  }
  // In the order of the first row, which has them all as a rule.
  const first = Object.keys(rows[0] ?? {}).filter((name) => columns.has(name));
  return [...new Set([...first, ...columns])].slice(0, MOST_COLUMNS);
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

function holdsNumber(value: unknown): boolean {
  return value === null || value === undefined || typeof value === "number";
}

const ORDER = new Intl.Collator("en", { numeric: true });

function compare(left: unknown, right: unknown): number {
  const [a, b] = [textOfCell(left), textOfCell(right)];
  return NUMBER.test(a) && NUMBER.test(b) ? Number(a) - Number(b) : ORDER.compare(a, b);
}

function sort(rows: readonly Row[], sorting: Sorting | undefined): readonly Row[] {
  if (!sorting) return rows;
  const { column, step } = sorting;
  return rows.toSorted((left, right) => step * compare(left[column], right[column]));
}

/** Upwards, downwards, as it came. */
function next(sorting: Sorting | undefined, column: string): Sorting | undefined {
  if (sorting?.column !== column) return { column, step: 1 };
  return sorting.step === 1 ? { column, step: -1 } : undefined;
}

interface Seen {
  readonly from: number;
  readonly to: number;
}

/** The rows of a long table that are in sight, and some around them. */
function useSeen(table: { readonly current: HTMLTableElement | null }, count: number): Seen {
  const [seen, setSeen] = useState<Seen>({ from: 0, to: Math.min(count, LONG - 1) });
  useEffect(() => {
    const view = table.current?.closest<HTMLElement>(".view");
    if (count < LONG || !view) {
      setSeen({ from: 0, to: count });
      return;
    }
    const look = (): void => {
      const top = (table.current?.offsetTop ?? 0) + ROW;
      const first = Math.floor((view.scrollTop - top) / ROW) - AROUND;
      const from = Math.min(Math.max(0, first), Math.max(0, count - 1));
      const to = Math.min(count, from + Math.ceil(view.clientHeight / ROW) + 2 * AROUND);
      setSeen((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    look();
    view.addEventListener("scroll", look, { passive: true });
    return () => view.removeEventListener("scroll", look);
  }, [count]);
  return seen;
}
