/** Before and after in one column, with what stayed the same folded away. */
import { useMemo, useState } from "preact/hooks";
import { TEXTS } from "../texts.ts";
import { diffOf, type DiffRow, MOST_LINES } from "./diff-lines.ts";

export interface DiffProps {
  readonly before: string;
  readonly after: string;
  readonly isOld: boolean;
}

/** Equal lines around a difference that stay in sight. */
const AROUND = 3;
const LEAST_FOLDED = 3;

type Part =
  | { readonly rows: readonly DiffRow[] }
  | { readonly folded: readonly DiffRow[]; readonly key: number };

export default function Diff({ before, after, isOld }: DiffProps) {
  const isLong = lineCount(before) > MOST_LINES || lineCount(after) > MOST_LINES;
  const rows = useMemo(() => (isLong ? [] : diffOf(before, after)), [before, after, isLong]);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  if (isLong) return <p class="says muted">{TEXTS.views.diffTooLong(MOST_LINES)}</p>;
  const count = (kind: DiffRow["kind"]): number => rows.filter((row) => row.kind === kind).length;
  const [removed, added] = [count("removed"), count("added")];
  return (
    <div
      class={`view diff${isOld ? " faded" : ""}`}
      tabIndex={0}
      role="region"
      aria-label={TEXTS.views.diff}
    >
      <p class="diff-head">
        {removed + added === 0 ? TEXTS.views.same : TEXTS.views.diffCount(removed, added)}
      </p>
      {partsOf(rows).map((part, index) =>
        "rows" in part || open.has(part.key) ? (
          <Rows key={index} rows={"rows" in part ? part.rows : part.folded} />
        ) : (
          <button
            type="button"
            class="fold"
            key={index}
            onClick={() => setOpen(new Set([...open, part.key]))}
          >
            {TEXTS.views.folded(part.folded.length)}
          </button>
        ),
      )}
    </div>
  );
}

function lineCount(text: string): number {
  return text.split("\n").length;
}

function partsOf(rows: readonly DiffRow[]): readonly Part[] {
  const isNear = new Uint8Array(rows.length);
  for (const [index, { kind }] of rows.entries()) {
    if (kind !== "same") isNear.fill(1, Math.max(0, index - AROUND), index + AROUND + 1);
  }
  const parts: Part[] = [];
  let start = 0;
  while (start < rows.length) {
    let end = start;
    while (end < rows.length && isNear[end] === isNear[start]) end++;
    const own = rows.slice(start, end);
    const isFolded = isNear[start] === 0 && own.length > LEAST_FOLDED;
    parts.push(isFolded ? { folded: own, key: start } : { rows: own });
    start = end;
  }
  return parts;
}

const SIGNS = { same: " ", removed: "−", added: "+" } as const;

function Rows({ rows }: { readonly rows: readonly DiffRow[] }) {
  return (
    <>
      {rows.map((row, index) => (
        <div class={`line ${row.kind}`} key={index}>
          <span class="no">{row.before ?? ""}</span>
          <span class="no">{row.after ?? ""}</span>
          <span class="sign" aria-hidden="true">
            {SIGNS[row.kind]}
          </span>
          {row.kind !== "same" && <span class="hidden">{TEXTS.views.diffWords[row.kind]}</span>}
          <span class="code">
            <Marked row={row} />
          </span>
        </div>
      ))}
    </>
  );
}

function Marked({ row: { text, part } }: { readonly row: DiffRow }) {
  if (!part || part[0] >= part[1]) return <>{text || " "}</>;
  const [from, to] = part;
  return (
    <>
      {text.slice(0, from)}
      <mark>{visible(text.slice(from, to))}</mark>
      {text.slice(to)}
    </>
  );
}

const INVISIBLE = /^[\s\u200b-\u200f\u2060\ufeff\u00ad]+$/;

/** White space that is all the difference is shown by signs. */
function visible(part: string): string {
  if (!INVISIBLE.test(part)) return part;
  return part.replaceAll("\t", "→").replace(/ /g, "·").replace(/[^·→]/g, "◌");
}
