/** A finished file, page by page, each beside the page that it was made of. */
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PreviewProps } from "../file-kit.ts";
import { useBlobUrl } from "../use-blob-url.ts";
import { draw, opened } from "./draw.ts";
import { originOf } from "./planned.ts";
import { protection } from "./protection.ts";
import { TEXTS } from "./texts.ts";

const WIDTHS = { "50 %": 300, "100 %": 600, "200 %": 1200 } as const;

type Zoom = keyof typeof WIDTHS;

export function Viewer({ output, sources }: PreviewProps) {
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState<Zoom>("100 %");
  const [isBeside, setBeside] = useState(false);
  const url = useBlobUrl(output.content);
  const document = useDocument(output.content, protection.value);
  const pages = document?.numPages ?? 0;
  const origin = isBeside ? originOf(output.name, page) : undefined;
  const source = origin && sources[origin.source];
  const go = (to: number): void => setPage(Math.max(1, Math.min(pages, to)));
  return (
    <div class="pdfviewer">
      <p class="acts">
        <button type="button" class="btn" disabled={page <= 1} onClick={() => go(page - 1)}>
          {TEXTS.before}
        </button>
        <label>
          {TEXTS.page}{" "}
          <input
            type="number"
            min={1}
            max={pages}
            value={page}
            onChange={(event) => go(Number(event.currentTarget.value) || 1)}
          />
        </label>{" "}
        {TEXTS.of(pages)}
        <button type="button" class="btn" disabled={page >= pages} onClick={() => go(page + 1)}>
          {TEXTS.after}
        </button>
        <label>
          {TEXTS.zoom}{" "}
          <select value={zoom} onChange={(event) => setZoom(event.currentTarget.value as Zoom)}>
            {Object.keys(WIDTHS).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          <input
            type="checkbox"
            checked={isBeside}
            onChange={(event) => setBeside(event.currentTarget.checked)}
          />{" "}
          {TEXTS.beside}
        </label>
        <a class="btn line" href={url} target="_blank" rel="noopener">
          {TEXTS.print}
        </a>
      </p>
      <div class="scrolls pair" tabIndex={0} role="region" aria-label={output.name}>
        {isBeside && (
          <figure>
            {origin && source ? (
              <>
                <Source source={source} page={origin.page} width={WIDTHS[zoom]} />
                <figcaption class="muted">{TEXTS.source(source.name, origin.page)}</figcaption>
              </>
            ) : (
              <figcaption class="muted">{TEXTS.noSource}</figcaption>
            )}
          </figure>
        )}
        <Sheet document={document} page={page} width={WIDTHS[zoom]} />
      </div>
    </div>
  );
}

/** Undefined until it is open, and where it cannot be opened. */
function useDocument(content: Blob, password: string): PDFDocumentProxy | undefined {
  const [document, setDocument] = useState<PDFDocumentProxy>();
  useEffect(() => {
    let isLatest = true;
    opened(content, password || undefined).then(
      (read) => isLatest && setDocument(read),
      () => isLatest && setDocument(undefined),
    );
    return () => {
      isLatest = false;
    };
  }, [content]);
  return document;
}

interface SheetProps {
  readonly document: PDFDocumentProxy | undefined;
  readonly page: number;
  readonly width: number;
}

/** Drawings follow each other: two on one canvas at once would mix. */
function Sheet({ document, page, width }: SheetProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<Promise<void>>(Promise.resolve());
  const [size, setSize] = useState("");
  useEffect(() => {
    const own = canvas.current;
    if (!document || !own || page > document.numPages) return;
    let isLatest = true;
    last.current = last.current.then(async () => {
      if (isLatest) setSize(await draw(document, { page, rotate: 0, width }, own));
    });
    return () => {
      isLatest = false;
    };
  }, [document, page, width]);
  return <canvas ref={canvas} role="img" aria-label={TEXTS.shown(page, size)} />;
}

/** A page of a PDF file, or a picture. */
function Source({ source, page, width }: Omit<SheetProps, "document"> & { readonly source: File }) {
  const document = useDocument(source, "");
  const url = useBlobUrl(source);
  if (document) return <Sheet document={document} page={page} width={width} />;
  return /\.(?:png|jpe?g)$/i.test(source.name) ? (
    <img src={url} alt={source.name} width={width} />
  ) : null;
}
