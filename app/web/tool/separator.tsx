/** The line between input and result: dragged, or moved with the arrow keys; a double click puts it back. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { UnitDetail } from "../catalogue.ts";
import { TEXTS } from "../texts.ts";

const LEAST = 0.2;
const MOST = 0.8;
const STEP = 0.02;

type Layout = "two" | "three" | "form";

/** The share of the input, by layout; as long as the page is open. Where there is none the style sheet decides. */
const shares = new Map<Layout, number>();

export interface Split {
  readonly layout: Layout;
  readonly share: number | undefined;
  setShare(share: number | undefined): void;
}

export function useSplit({ texts }: UnitDetail): Split {
  const layout = texts.length === 0 ? "form" : texts.length === 2 ? "three" : "two";
  const [share, setShare] = useState(shares.get(layout));
  return {
    layout,
    share,
    setShare(next) {
      const bounded = next === undefined ? undefined : Math.min(MOST, Math.max(LEAST, next));
      if (bounded === undefined) shares.delete(layout);
      else shares.set(layout, bounded);
      setShare(bounded);
    },
  };
}

/** The panes beside one another. */
export function Work({
  layout,
  share,
  children,
}: Split & { readonly children: ComponentChildren }) {
  const isSplit = share !== undefined;
  return (
    <div
      class={`work ${layout}${isSplit ? " split" : ""}`}
      style={isSplit ? { "--split": String(share) } : {}}
    >
      {children}
    </div>
  );
}

export function Separator({ share, setShare }: Split) {
  const line = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0.5);
  useEffect(() => setShown(share ?? shareOf(line.current)), [share]);
  const hear = (event: KeyboardEvent): void => {
    const now = shareOf(line.current);
    const next = {
      ArrowLeft: now - STEP,
      ArrowRight: now + STEP,
      Home: LEAST,
      End: MOST,
    }[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setShare(next);
  };
  return (
    <div
      class="separator"
      ref={line}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={TEXTS.tool.separator}
      title={TEXTS.tool.separatorTitle}
      aria-valuemin={LEAST * 100}
      aria-valuemax={MOST * 100}
      aria-valuenow={Math.round(shown * 100)}
      onKeyDown={hear}
      onDblClick={() => setShare(undefined)}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) {
          setShare(shareAt(line.current, event.clientX));
        }
      }}
    />
  );
}

function shareOf(line: HTMLElement | null): number {
  const pane = line?.parentElement?.getBoundingClientRect();
  return pane ? shareAt(line, pane.left) : 0.5;
}

function shareAt(line: HTMLElement | null, x: number): number {
  const work = line?.closest(".work")?.getBoundingClientRect();
  return work && work.width > 0 ? (x - work.left) / work.width : 0.5;
}
