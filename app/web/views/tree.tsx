/** A value as a tree that is walked by keys, told by its pointers; only what is seen of a large one is drawn. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { copyText } from "../parts/copy.tsx";
import { TEXTS } from "../texts.ts";
import {
  allPointers,
  firstOpen,
  type Node,
  nodeOfValue,
  rowsOf,
  textOfNode,
  type TreeRow,
} from "./tree-rows.ts";

export interface TreeProps {
  readonly value?: unknown;
  /** Of a text that is read with every digit. */
  readonly node?: Node | undefined;
  /** It stands among other parts, and does not scroll by itself unless it is long. */
  readonly isPart?: boolean;
  readonly isOld?: boolean;
}

const ROW = 24;
const AROUND = 20;
const FEW = 400;

export default function Tree({ value, node, isPart = false, isOld = false }: TreeProps) {
  const root = useMemo(() => node ?? nodeOfValue(value), [node, value]);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => firstOpen(root));
  const [current, setCurrent] = useState("");
  const [top, setTop] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const shouldFocus = useRef(false);
  useEffect(() => setOpen(firstOpen(root)), [root]);
  const rows = useMemo(() => rowsOf(root, open), [root, open]);
  const at = Math.max(
    0,
    rows.findIndex(({ pointer }) => pointer === current),
  );
  const isLong = rows.length > FEW;
  const from = isLong ? Math.max(0, Math.floor(top / ROW) - AROUND) : 0;
  const to = isLong ? Math.min(rows.length, from + 4 * AROUND + 40) : rows.length;
  useLayoutEffect(() => {
    const { current: box } = list;
    if (!shouldFocus.current || !box) return;
    if (isLong) {
      const y = at * ROW;
      const lowest = y - box.clientHeight + 2 * ROW;
      if (y < box.scrollTop) box.scrollTop = y;
      else if (lowest > box.scrollTop) box.scrollTop = lowest;
      setTop(box.scrollTop);
    }
    // It is there when the rows around it are drawn.
    const row = box.querySelector<HTMLElement>('[tabindex="0"]');
    if (!row) return;
    shouldFocus.current = false;
    row.focus({ preventScroll: isLong });
  });
  const toggle = (pointer: string, isOpen?: boolean): void =>
    setOpen((before) => {
      const after = new Set(before);
      if (isOpen ?? !before.has(pointer)) after.add(pointer);
      else after.delete(pointer);
      return after;
    });
  const walk = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = stepOf(event.key, at, rows);
    if (target !== undefined) setCurrent(rows[target]?.pointer ?? "");
    else if (event.key === "ArrowRight") toggle(row.pointer, true);
    else if (event.key === "ArrowLeft") toggle(row.pointer, false);
    else if (event.key === "Enter") copyPointer(row.pointer);
    else return;
    shouldFocus.current = true;
    event.preventDefault();
  };
  const row = rows[at];
  return (
    <div class={`tree-box${isPart ? " in" : ""}`}>
      <div
        class={`tree${isOld ? " faded" : ""}`}
        role="tree"
        aria-label={TEXTS.views.tree}
        ref={list}
        onKeyDown={walk}
        onScroll={(event) => isLong && setTop(event.currentTarget.scrollTop)}
      >
        <div
          style={isLong ? { paddingTop: `${from * ROW}px`, height: `${rows.length * ROW}px` } : {}}
        >
          {rows.slice(from, to).map((one) => (
            <TreeLine
              key={one.pointer}
              row={one}
              isCurrent={one === row}
              onToggle={() => {
                setCurrent(one.pointer);
                toggle(one.pointer);
              }}
              onPick={() => {
                setCurrent(one.pointer);
                copyPointer(one.pointer);
              }}
            />
          ))}
        </div>
      </div>
      {!isPart && row && (
        <TreeBar
          row={row}
          onExpand={() => setOpen(allPointers(root))}
          onCollapse={() => setOpen(new Set([""]))}
        />
      )}
    </div>
  );
}

function TreeBar({
  row: { pointer, node },
  onExpand,
  onCollapse,
}: {
  readonly row: TreeRow;
  readonly onExpand: () => void;
  readonly onCollapse: () => void;
}) {
  const { root, copyPointer: copy, copyValue, expand, collapse } = TEXTS.views;
  return (
    <div class="bar low tree-bar">
      <code>{pointer === "" ? root : pointer}</code>
      <span class="acts">
        <button type="button" class="btn" onClick={() => copyPointer(pointer)}>
          {copy}
        </button>
        <button type="button" class="btn" onClick={() => void copyText(textOfNode(node))}>
          {copyValue}
        </button>
        <button type="button" class="btn" onClick={onExpand}>
          {expand}
        </button>
        <button type="button" class="btn" onClick={onCollapse}>
          {collapse}
        </button>
      </span>
    </div>
  );
}

function copyPointer(pointer: string): void {
  void copyText(pointer, TEXTS.views.pointerCopied(pointer));
}

/** Where an arrow leads; undefined where it opens or closes instead. */
function stepOf(key: string, at: number, rows: readonly TreeRow[]): number | undefined {
  const row = rows[at];
  switch (key) {
    case "ArrowDown":
      return Math.min(rows.length - 1, at + 1);
    case "ArrowUp":
      return Math.max(0, at - 1);
    case "Home":
      return 0;
    case "End":
      return rows.length - 1;
    case "ArrowRight":
      return row?.isOpen
        ? Math.min(rows.length - 1, at + 1)
        : row?.isOpen === false
          ? undefined
          : at;
    case "ArrowLeft":
      return row?.isOpen ? undefined : parentOf(at, rows);
    default:
      return undefined;
  }
}

function parentOf(at: number, rows: readonly TreeRow[]): number {
  const level = rows[at]?.level ?? 1;
  for (let index = at - 1; index >= 0; index--) {
    if ((rows[index]?.level ?? 0) < level) return index;
  }
  return 0;
}

interface LineProps {
  readonly row: TreeRow;
  readonly isCurrent: boolean;
  readonly onToggle: () => void;
  readonly onPick: () => void;
}

const LONGEST_SHOWN = 300;

function TreeLine({ row, isCurrent, onToggle, onPick }: LineProps) {
  const { key, node, level, isOpen, size, position } = row;
  return (
    <div
      class="leaf"
      role="treeitem"
      tabIndex={isCurrent ? 0 : -1}
      aria-level={level}
      aria-setsize={size}
      aria-posinset={position}
      aria-selected={isCurrent}
      {...(isOpen === undefined ? {} : { "aria-expanded": isOpen })}
      style={{ "--level": String(level - 1) }}
      title={row.pointer}
      onClick={onPick}
    >
      <span
        class="twist"
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          if (isOpen !== undefined) onToggle();
        }}
      >
        {isOpen === undefined ? "" : isOpen ? "▾" : "▸"}
      </span>
      {key !== undefined && <span class="k">{key}</span>}
      {key !== undefined && ": "}
      {node.children ? (
        <span class="muted">{TEXTS.views.holds(node.type, node.count)}</span>
      ) : (
        <span class={node.type === "string" ? undefined : "n"}>
          {node.text.slice(0, LONGEST_SHOWN)}
        </span>
      )}
    </div>
  );
}
