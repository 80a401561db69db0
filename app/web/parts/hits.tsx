/** Rows of units that one walks with the arrows while the field keeps the focus. */
import { useEffect, useState } from "preact/hooks";

export interface HitRow {
  readonly href: string;
  readonly title: string;
  readonly text: string;
  readonly end: string;
  readonly key?: string;
}

export interface HitList {
  readonly current: number;
  /** Handles the keys of the field; true where one was taken. */
  keyDown(event: KeyboardEvent): boolean;
}

/** `open` is called with the row that Enter or Alt and a digit chose. */
export function useHits(rows: readonly HitRow[], open: (row: HitRow) => void): HitList {
  const [current, setCurrent] = useState(0);
  const signature = rows.map(({ href }) => href).join();
  useEffect(() => setCurrent(0), [signature]);
  return {
    current,
    keyDown(event) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined && rows.length > 0) {
        const next = Math.max(0, Math.min(rows.length - 1, current + step));
        setCurrent(next);
        document.querySelector(`#hit${next}`)?.scrollIntoView({ block: "nearest" });
        event.preventDefault();
        return true;
      }
      const digit = event.altKey && /^Digit[1-9]$/.test(event.code) ? Number(event.code.at(-1)) : 0;
      const isEnter = event.key === "Enter" && !event.shiftKey && !event.isComposing;
      const chosen = digit > 0 ? rows[digit - 1] : isEnter ? rows[current] : undefined;
      if (!chosen) return false;
      event.preventDefault();
      open(chosen);
      return true;
    },
  };
}

export function Hits({
  rows,
  current,
  label,
  words = "",
  onOpen,
}: {
  readonly rows: readonly HitRow[];
  readonly current: number;
  readonly label: string;
  /** What was searched, to be marked in titles. */
  readonly words?: string;
  readonly onOpen?: (row: HitRow) => void;
}) {
  return (
    <div role="listbox" aria-label={label} id="hits">
      {rows.map((row, index) => (
        <a
          href={row.href}
          role="option"
          id={`hit${index}`}
          tabIndex={-1}
          aria-selected={index === current ? "true" : "false"}
          onClick={(event) => {
            if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            onOpen(row);
          }}
        >
          {row.key !== undefined && <kbd>{row.key}</kbd>}
          <b>{marked(row.title, words)}</b>
          <span class="sum muted">{row.text}</span>
          <span class="muted small">{row.end}</span>
        </a>
      ))}
    </div>
  );
}

function marked(title: string, words: string) {
  const list = words.trim().split(/\s+/).filter(Boolean);
  const lower = title.toLowerCase();
  for (const word of list) {
    const at = lower.indexOf(word.toLowerCase());
    if (at < 0) continue;
    const end = at + word.length;
    return (
      <>
        {title.slice(0, at)}
        <mark>{title.slice(at, end)}</mark>
        {title.slice(end)}
      </>
    );
  }
  return title;
}
