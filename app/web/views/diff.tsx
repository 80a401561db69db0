/** Before and after, side by side where there is room, else in one column, with what stayed the same folded away. */
import { useMemo, useRef, useState } from "preact/hooks";
import { TEXTS } from "../texts.ts";
import {
  columnOf,
  diffOf,
  type DiffRow,
  type Line,
  MOST_LINES,
  partsOf,
  type Side,
  unifiedOf,
} from "./diff-lines.ts";
import type { Taken } from "./table.tsx";
import { useWidth } from "./use-width.ts";

export interface DiffProps {
  readonly before: string;
  readonly after: string;
  readonly isOld: boolean;
  readonly taken: Taken;
}

/** From so many pixels on two columns can be read. */
const WIDE = 720;

export default function Diff({ before, after, isOld, taken }: DiffProps) {
  const isLong = lineCount(before) > MOST_LINES || lineCount(after) > MOST_LINES;
  const rows = useMemo(() => (isLong ? [] : diffOf(before, after)), [before, after, isLong]);
  const parts = useMemo(() => partsOf(rows), [rows]);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const box = useRef<HTMLDivElement>(null);
  const isWide = useWidth(box) >= WIDE;
  taken.text = () => (isLong ? after : unifiedOf(rows));
  if (isLong) return <p class="says muted">{TEXTS.views.diffTooLong(MOST_LINES)}</p>;
  const Rows = isWide ? Pairs : Column;
  return (
    <div
      class={`view diff${isWide ? " wide" : ""}${isOld ? " faded" : ""}`}
      tabIndex={0}
      role="region"
      aria-label={TEXTS.views.diff}
      ref={box}
    >
      <p class="diff-head">{headOf(rows, before === after)}</p>
      {parts.map((part) =>
        part.isFolded && !open.has(part.start) ? (
          <button
            type="button"
            class="fold"
            key={part.start}
            onClick={() => setOpen(new Set([...open, part.start]))}
          >
            {TEXTS.views.folded(part.rows.length)}
          </button>
        ) : (
          <Rows key={part.start} rows={part.rows} />
        ),
      )}
    </div>
  );
}

function headOf(rows: readonly DiffRow[], isSame: boolean): string {
  const differing = rows.filter((row) => !row.isSame);
  if (differing.length === 0) return isSame ? TEXTS.views.same : TEXTS.views.sameLines;
  const count = (side: "before" | "after"): number =>
    differing.filter((row) => row[side] !== undefined).length;
  return TEXTS.views.diffCount(count("before"), count("after"));
}

function lineCount(text: string): number {
  return text.split("\n").length;
}

const SIGNS = { same: " ", removed: "−", added: "+" } as const;

interface RowsProps {
  readonly rows: readonly DiffRow[];
}

function Column({ rows }: RowsProps) {
  return (
    <>
      {columnOf(rows).map((line, index) => (
        <div class={`line ${line.kind}`} key={index}>
          <span class="no">{line.kind === "added" ? "" : line.line}</span>
          <span class="no">{line.kind === "added" ? line.line : line.after}</span>
          <Code kind={line.kind} side={line} />
        </div>
      ))}
    </>
  );
}

function Pairs({ rows }: RowsProps) {
  return (
    <>
      {rows.map(({ isSame, before, after }, index) => (
        <div class="pair" key={index}>
          <Half side={before} kind={isSame ? "same" : "removed"} />
          <Half side={after} kind={isSame ? "same" : "added"} />
        </div>
      ))}
    </>
  );
}

function Half({ side, kind }: { readonly side: Side | undefined; readonly kind: Line["kind"] }) {
  if (!side) return <div class="line gone" />;
  return (
    <div class={`line ${kind}`}>
      <span class="no">{side.line}</span>
      <Code kind={kind} side={side} />
    </div>
  );
}

function Code({ kind, side }: { readonly kind: Line["kind"]; readonly side: Side }) {
  return (
    <>
      <span class="sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <span class="code">
        {kind !== "same" && <span class="hidden">{TEXTS.views.diffWords[kind]}</span>}
        <Marked side={side} />
      </span>
    </>
  );
}

function Marked({ side: { text, marks } }: { readonly side: Side }) {
  if (marks.length === 0) return <>{text || " "}</>;
  return (
    <>
      {marks.map(([from, to], index) => (
        <>
          {text.slice(marks[index - 1]?.[1] ?? 0, from)}
          <mark>{visible(text.slice(from, to))}</mark>
        </>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}

const INVISIBLE = /^[\s\u200b-\u200f\u2060\ufeff\u00ad]+$/;

/** White space that is all the difference is shown by signs. */
function visible(part: string): string {
  if (!INVISIBLE.test(part)) return part;
  return part.replaceAll("\t", "→").replace(/ /g, "·").replace(/[^·→]/g, "◌");
}
