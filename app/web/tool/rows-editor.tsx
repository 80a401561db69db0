/** Rows that one adds, moves and removes; the same value as JSON is one press away. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { appendPointer } from "../../../tools/_lib/results/pointer.ts";
import type { FieldSchema } from "../catalogue.ts";
import { TEXTS } from "../texts.ts";
import { wordsOf } from "./fields.ts";
import {
  columnsOf,
  ITEM,
  NAME,
  namesOf,
  newRow,
  placesOf,
  type Row,
  rowsIn,
  type Shape,
  shapesOf,
  textOfJson,
  withCell,
  writeRows,
} from "./rows.ts";

interface RowsProps {
  readonly id: string;
  readonly name: string;
  readonly field: FieldSchema;
  readonly text: string;
  /** Messages by the pointer of their place. */
  readonly errors: ReadonlyMap<string, string>;
  readonly describedBy: string;
  readonly onText: (text: string) => void;
}

/** More columns than these are shown when they are asked for. */
const FEW_COLUMNS = 4;
/** Their names stand once, above the first row. */
const MOST_BESIDE = 3;

export function RowsEditor(props: RowsProps) {
  const { id, name, field, text, errors, describedBy, onText } = props;
  const shapes = shapesOf(field);
  const read = () => ({ text, found: rowsIn(shapes, text) });
  const [held, setHeld] = useState(read);
  const [isText, setText] = useState(false);
  // Rows that are nothing yet are not in the text, so what was written here is not read again.
  const { found } = held.text === text ? held : read();
  const asText = isText || !found;
  const change = (shape: Shape, rows: readonly Row[]): void => {
    const written = writeRows(shape, rows);
    const isCleared = written === "" && field.default !== undefined;
    const next = isCleared
      ? shape.kind === "list" || shape.kind === "table"
        ? "[]"
        : "{}"
      : written;
    setHeld({ text: next, found: { shape, rows } });
    onText(next);
  };
  const { rows: words } = TEXTS;
  // What is wrong with the field as a whole is told below it.
  const inner = errors.has(appendPointer("", name)) ? undefined : errors.get(name);
  return (
    <>
      <div class="bar rowsbar">
        <span id={`${id}-l`}>{wordsOf(name)}</span>
        {found && <span class="facts">{factsOf(found.shape, found.rows)}</span>}
        <span class="acts">
          <button
            type="button"
            class="btn"
            aria-pressed={asText}
            disabled={!found}
            onClick={() => setText(!isText)}
          >
            JSON<span class="hidden"> {wordsOf(name)}</span>
          </button>
        </span>
      </div>
      {asText ? (
        <>
          <textarea
            id={id}
            class="json"
            aria-labelledby={`${id}-l`}
            aria-describedby={describedBy}
            rows={Math.min(12, Math.max(3, text.split("\n").length))}
            spellcheck={false}
            autocomplete="off"
            value={text}
            onInput={(event) => onText(event.currentTarget.value)}
          />
          {!found && <p class="muted small">{words.noRows}</p>}
          {inner !== undefined && (
            <p class="err" role="alert">
              {inner}
            </p>
          )}
        </>
      ) : (
        <Rows {...props} {...found} onRows={(rows) => change(found.shape, rows)} />
      )}
    </>
  );
}

function factsOf({ kind }: Shape, rows: readonly Row[]): string {
  return kind === "record" ? "" : TEXTS.rows.count(rows.length);
}

interface ShownRows extends RowsProps {
  readonly shape: Shape;
  readonly rows: readonly Row[];
  readonly onRows: (rows: readonly Row[]) => void;
}

function Rows({ id, name, shape, rows, errors, describedBy, onRows }: ShownRows) {
  const [isWide, setWide] = useState(false);
  const { box, add, hear, ...moves } = useRowMoves(shape, rows, onRows);
  const names = namesOf(shape, rows);
  const shown = isWide ? names : shownOf(shape, rows, names);
  const isFixed = shape.kind === "record";
  const places = placesOf(shape, rows);
  const { rows: words } = TEXTS;
  return (
    <div
      class={`rowset${shown.length <= MOST_BESIDE && !isFixed ? " beside" : ""}`}
      ref={box}
      id={id}
      tabIndex={-1}
      role="group"
      aria-labelledby={`${id}-l`}
      aria-describedby={describedBy}
    >
      <ol>
        {rows.map((row, index) => {
          const place = places.get(row.key);
          const pointer = rowPointer(name, isFixed ? undefined : place);
          return (
            <li key={row.key} data-row={row.key} onKeyDown={(event) => hear(event, index)}>
              {!isFixed && <span class="no">{index + 1}</span>}
              <Cells
                id={`${id}-e${row.key}`}
                shape={shape}
                columns={shown}
                row={row}
                number={isFixed ? undefined : index + 1}
                pointer={pointer}
                errors={place === undefined ? [] : errorsAt(errors, pointer, shape)}
                onRow={(next) => onRows(rows.map((one) => (one === row ? next : one)))}
              />
              {!isFixed && <RowActs index={index} count={rows.length} {...moves} />}
            </li>
          );
        })}
      </ol>
      <p class="rowacts">
        {!isFixed && (
          <button type="button" class="btn line addrow" onClick={add}>
            {words.add}
            <span class="hidden"> {wordsOf(name)}</span>
          </button>
        )}
        {names.length > shown.length && rows.length > 0 && (
          <button type="button" class="btn" aria-expanded="false" onClick={() => setWide(true)}>
            {words.more(names.filter((one) => !shown.includes(one)).map(wordsOf))}
          </button>
        )}
      </p>
    </div>
  );
}

const cellIn = (key: number, column = ""): string =>
  `[data-row="${key}"] [data-column${column === "" ? "" : `="${CSS.escape(column)}"`}]`;

/** Adding, removing and moving, by buttons and by keys; the focus goes where the work goes on. */
function useRowMoves(shape: Shape, rows: readonly Row[], onRows: ShownRows["onRows"]) {
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<string | undefined>(undefined);
  // The row that is to have the focus exists after it was drawn.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    box.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = undefined;
  });
  const isFixed = shape.kind === "record";
  const add = (): void => {
    const row = newRow();
    wanted.current = cellIn(row.key);
    onRows([...rows, row]);
  };
  const remove = (index: number): void => {
    const left = rows.filter((_, at) => at !== index);
    const next = left[Math.min(index, left.length - 1)];
    wanted.current = next ? cellIn(next.key) : ".addrow";
    onRows(left);
  };
  const move = (index: number, by: number, column?: string): void => {
    const row = rows[index];
    const to = index + by;
    if (!row || to < 0 || to >= rows.length) return;
    wanted.current =
      column === undefined
        ? `[data-row="${row.key}"] .acts button:not(:disabled)`
        : cellIn(row.key, column);
    const others = rows.filter((_, at) => at !== index);
    onRows([...others.slice(0, to), row, ...others.slice(to)]);
  };
  const hear = (event: KeyboardEvent, index: number): void => {
    const { target, key, altKey } = event;
    if (!(target instanceof HTMLElement)) return;
    const { column } = target.dataset;
    const by = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (altKey && by !== undefined && !isFixed) {
      event.preventDefault();
      move(index, by, column);
    } else if (key === "Enter" && target instanceof HTMLInputElement && !isRunKey(event)) {
      event.preventDefault();
      const next = rows[index + 1];
      if (next) box.current?.querySelector<HTMLElement>(cellIn(next.key, column))?.focus();
      else if (!isFixed) add();
    }
  };
  return { box, add, remove, move, hear };
}

function RowActs({
  index,
  count,
  move,
  remove,
}: Pick<ReturnType<typeof useRowMoves>, "move" | "remove"> & {
  readonly index: number;
  readonly count: number;
}) {
  const { up, down, remove: gone } = TEXTS.rows;
  return (
    <span class="acts">
      <RowButton
        sign="↑"
        text={up(index + 1)}
        title="Alt ↑"
        isOff={index === 0}
        onPress={() => move(index, -1)}
      />
      <RowButton
        sign="↓"
        text={down(index + 1)}
        title="Alt ↓"
        isOff={index === count - 1}
        onPress={() => move(index, 1)}
      />
      <RowButton sign="×" text={gone(index + 1)} onPress={() => remove(index)} />
    </span>
  );
}

interface CellsProps {
  /** Of the message about the row. */
  readonly id: string;
  readonly shape: Shape;
  readonly columns: readonly string[];
  readonly row: Row;
  readonly number: number | undefined;
  readonly pointer: string;
  readonly errors: readonly RowError[];
  readonly onRow: (row: Row) => void;
}

function Cells({ id, shape, columns, row, number, pointer, errors, onRow }: CellsProps) {
  const fields = columnsOf(shape);
  return (
    <div class="cells">
      {columns.map((column) => {
        const field = fields[column] ?? {};
        const isWrong = errors.some((error) => error.column === column);
        return (
          <label class="cell" key={column}>
            <span class={shape.kind === "list" ? "hidden" : "lab"}>
              {labelOf(column, shape)}
              {number !== undefined && <span class="hidden"> {number}</span>}
            </span>
            <Cell
              field={field}
              json={row.cells[column]}
              own={{
                "data-column": column,
                "data-at": cellPointer(pointer, column, shape),
                ...(isWrong ? { "aria-invalid": true, "aria-describedby": id } : {}),
              }}
              onText={(text) => onRow(withCell(row, column, field, text))}
            />
          </label>
        );
      })}
      {errors.length > 0 && (
        <span class="err" id={id} role="alert">
          {errors.map(({ message }) => message).join(". ")}
        </span>
      )}
    </div>
  );
}

const isRunKey = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey;

function labelOf(column: string, { kind }: Shape): string {
  if (kind === "map") return column === NAME ? TEXTS.rows.name : TEXTS.rows.value;
  return kind === "list" ? TEXTS.rows.item : wordsOf(column);
}

/** Those that must be there or are, then the first. */
function shownOf(shape: Shape, rows: readonly Row[], names: readonly string[]): readonly string[] {
  if (names.length <= FEW_COLUMNS) return names;
  const required = "required" in shape ? shape.required : [];
  const shown = new Set(
    names.filter(
      (name) => required.includes(name) || rows.some(({ cells }) => Object.hasOwn(cells, name)),
    ),
  );
  for (const name of names) if (shown.size < FEW_COLUMNS) shown.add(name);
  return names.filter((name) => shown.has(name));
}

function rowPointer(name: string, place: string | undefined): string {
  const field = appendPointer("", name);
  return place === undefined ? field : appendPointer(field, place);
}

function cellPointer(row: string, column: string, { kind }: Shape): string {
  if (kind === "list") return row;
  if (kind === "map") return column === ITEM ? row : `${row}#`;
  return appendPointer(row, column);
}

interface RowError {
  readonly column: string;
  readonly message: string;
}

/** What is told of a row, with the column where it is about one. */
function errorsAt(
  errors: ReadonlyMap<string, string>,
  row: string,
  shape: Shape,
): readonly RowError[] {
  const found: RowError[] = [];
  for (const [path, message] of errors) {
    if (path !== row && !path.startsWith(`${row}/`)) continue;
    const [, column = ""] = path.slice(row.length).split("/");
    const isWhole = shape.kind === "list" || shape.kind === "map";
    // What is wrong with the field as a whole stands below the rows.
    if (shape.kind === "record" && column === "") continue;
    found.push({ column: isWhole ? ITEM : column, message });
  }
  return found;
}

interface CellProps {
  readonly field: FieldSchema;
  readonly json: string | undefined;
  readonly own: Readonly<Record<string, unknown>>;
  readonly onText: (text: string) => void;
}

function Cell({ field, json, own, onText }: CellProps) {
  // While it is typed the text stays as it is; JSON is made of it beside.
  const [draft, setDraft] = useState<string>();
  const shown = textOfJson(json, field);
  const { type, enum: words } = field;
  if (words !== undefined) {
    return (
      <select {...own} value={shown} onChange={(event) => onText(event.currentTarget.value)}>
        <option value="" />
        {shown !== "" && !words.some((word) => String(word) === shown) && <option>{shown}</option>}
        {words.map((word) => (
          <option key={String(word)}>{String(word)}</option>
        ))}
      </select>
    );
  }
  if (type === "boolean" && (json === undefined || /^(?:true|false)$/.test(json))) {
    return (
      <input
        {...own}
        type="checkbox"
        checked={json === undefined ? field.default === true : json === "true"}
        onChange={(event) => onText(String(event.currentTarget.checked))}
      />
    );
  }
  const typed = {
    ...own,
    title: field.description,
    placeholder: field.default === undefined ? undefined : String(field.default),
    autocomplete: "off",
    spellcheck: false,
    value: draft ?? shown,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => {
      setDraft(event.currentTarget.value);
      onText(event.currentTarget.value);
    },
    onBlur: () => setDraft(undefined),
  };
  if (shown.includes("\n") || (type === "string" && isLongText(field))) {
    return <textarea {...typed} rows={1} />;
  }
  const isNumber = type === "number" || type === "integer";
  return <input {...typed} type="text" inputMode={isNumber ? "decimal" : undefined} />;
}

const LONG_TEXT = 2000;

const isLongText = ({ maxLength, pattern }: FieldSchema): boolean =>
  pattern === undefined && maxLength !== undefined && maxLength > LONG_TEXT;

function RowButton({
  sign,
  text,
  title = text,
  isOff = false,
  onPress,
}: {
  readonly sign: string;
  readonly text: string;
  readonly title?: string;
  readonly isOff?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      class="btn"
      aria-label={text}
      title={title}
      disabled={isOff}
      onClick={onPress}
    >
      {sign}
    </button>
  );
}
