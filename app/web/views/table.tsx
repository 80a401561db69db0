/** Objects of one kind as a table: sorted by a column, copied or saved as CSV, and only what is seen of a long one. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { copyText, saveFile } from "../parts/copy.tsx";
import { grouped, TEXTS } from "../texts.ts";
import { labelOf, type Row, textOfCell } from "./shape.ts";
import {
  cellOf,
  columnsOf,
  csvOf,
  flattened,
  nextSorting,
  numericOf,
  sorted as sort,
  type Sorting,
} from "./table-rows.ts";

export interface TableProps {
  readonly title: string;
  readonly rows: readonly Row[];
  /** The file's name, without its ending. */
  readonly name: string;
  /** It is an output itself: its names are data, and stay as they are. */
  readonly isOutput?: boolean;
  /** The CSV from which it was read. */
  readonly csv?: string | undefined;
  /** Where it says what is copied of it as it is sorted now; it has no buttons for that then. */
  readonly taken?: Taken;
}

/** What a view that is drawn gives to those who copy or save it. */
export interface Taken {
  text?: () => string;
}

const LONG = 500;
const ROW = 28;
const AROUND = 12;
const MOST_COLUMNS = 40;

export default function Table(props: TableProps) {
  const { title, rows: given, name, isOutput = false, csv: source, taken } = props;
  const rows = useMemo(() => flattened(given), [given]);
  const [sorting, setSorting] = useState<Sorting>();
  const columns = useMemo(() => columnsOf(rows), [rows]);
  const sorted = useMemo(() => sort(rows, sorting), [rows, sorting]);
  const body = useRef<HTMLTableElement>(null);
  const seen = useSeen(body, rows.length);
  const numeric = useMemo(() => numericOf(rows, columns), [rows, columns]);
  const csv = (): string =>
    sorting === undefined && source !== undefined ? source : csvOf(columns, sorted);
  if (taken) taken.text = csv;
  const heads = columns.slice(0, MOST_COLUMNS);
  const count = TEXTS.views.rows(grouped(rows.length));
  const shown = sorted.slice(seen.from, seen.to);
  return (
    <section class="part table">
      <div class="part-head">
        <h3>{title === "" ? count : `${title}, ${grouped(rows.length)}`}</h3>
        {heads.length < columns.length && (
          <span class="muted">{TEXTS.views.columns(heads.length, columns.length)}</span>
        )}
        {!taken && <TableActs csv={csv} name={name} />}
      </div>
      <table
        ref={body}
        class={rows.length >= LONG ? "long" : undefined}
        aria-label={title || TEXTS.views.table}
        aria-rowcount={rows.length + 1}
      >
        <thead>
          <tr>
            {heads.map((column) => (
              <ColumnHead
                key={column}
                label={isOutput ? column : column.split(".").map(labelOf).join(" ")}
                isNumeric={numeric.has(column)}
                step={sorting?.column === column ? sorting.step : undefined}
                onSort={() => setSorting(nextSorting(sorting, column))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {seen.from > 0 && <Space height={seen.from * ROW} />}
          {shown.map((row, index) => (
            <tr key={seen.from + index} aria-rowindex={seen.from + index + 2}>
              {heads.map((column) => (
                <Cell key={column} value={cellOf(row, column)} isNumeric={numeric.has(column)} />
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

function TableActs({ csv, name }: { readonly csv: () => string; readonly name: string }) {
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
