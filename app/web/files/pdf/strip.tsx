/** The pages of a part as small pictures, drawn as they come into view; keys put them in order. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { BeforeProps, JobFile } from "../file-kit.ts";
import { draw, opened } from "./draw.ts";
import { moved, pagesIn, type Part, withPages } from "./parts.ts";
import { TEXTS } from "./texts.ts";
import { useDrag } from "./use-drag.ts";

const WIDTH = 90;
/** Shown at first, and more each time they are asked for. */
const STEP = 200;

interface StripProps extends BeforeProps {
  readonly part: Part;
  readonly file: JobFile;
  readonly change: (part: Part) => void;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** A page by a quarter, by its place in the part. */
  readonly turn: (index: number) => void;
  /** The whole part. */
  readonly remove: () => void;
}

export function Strip(props: StripProps) {
  const { part, file, change, source, secret, isOpen, setOpen, turn, remove } = props;
  const [most, setMost] = useState(STEP);
  const list = useRef<HTMLOListElement>(null);
  const content = source(file.id);
  const pages = isOpen ? pagesIn(part, file) : [];
  const { rotate = 0 } = part;
  const focus = (index: number): void => {
    requestAnimationFrame(() => {
      const items = list.current?.children ?? [];
      const item = items[Math.min(index, items.length - 1)];
      item?.querySelector<HTMLElement>("button")?.focus();
    });
  };
  const { handle, place } = useDrag((from, by) => change(withPages(part, moved(pages, from, by))));
  const hear = (event: KeyboardEvent, index: number): void => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (event.altKey && by !== undefined) {
      change(withPages(part, moved(pages, index, by)));
      focus(Math.max(0, index + by));
    } else if (event.key === "Delete") {
      if (pages.length === 1) return remove();
      change(withPages(part, pages.toSpliced(index, 1)));
      focus(index);
    } else if (event.key.toLowerCase() === "r" && !event.ctrlKey && !event.metaKey) {
      turn(index);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <details class="sheets" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{TEXTS.strip}</summary>
      <p class="muted small">{TEXTS.stripHelp}</p>
      <ol ref={list}>
        {pages.slice(0, most).map((page, index) => (
          <li key={`${index} ${page}`} {...place(index)}>
            <button
              type="button"
              class="sheet"
              {...handle(index)}
              onKeyDown={(event) => hear(event, index)}
            >
              {content && (
                <Thumbnail
                  content={content}
                  password={secret(file.id)}
                  page={page}
                  rotate={rotate}
                />
              )}
              <span>{TEXTS.sheet(page)}</span>
            </button>
          </li>
        ))}
      </ol>
      {pages.length > most && (
        <button type="button" class="btn line" onClick={() => setMost(most + STEP)}>
          {TEXTS.moreSheets(pages.length - most)}
        </button>
      )}
    </details>
  );
}

interface ThumbnailProps {
  readonly content: Blob;
  readonly password: string | undefined;
  readonly page: number;
  readonly rotate: number;
}

function Thumbnail({ content, password, page, rotate }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const own = canvas.current;
    if (!own) return;
    const show = async (): Promise<void> => {
      await draw(await opened(content, password), { page, rotate, width: WIDTH }, own);
    };
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      // Without a picture the page's number still says which one it is.
      void show().catch(() => {});
    });
    watch.observe(own);
    return () => watch.disconnect();
  }, [content, password, page, rotate]);
  return <canvas ref={canvas} width={WIDTH} height={WIDTH * 1.4} aria-hidden="true" />;
}
