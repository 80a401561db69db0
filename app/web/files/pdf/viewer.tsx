/** A finished file, page by page. */
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PreviewProps } from "../file-kit.ts";
import { useBlobUrl } from "../results.tsx";
import { draw, opened } from "./draw.ts";
import { protection } from "./protection.ts";
import { TEXTS } from "./texts.ts";

const WIDTHS = { "50 %": 300, "100 %": 600, "200 %": 1200 } as const;

export function Viewer({ output }: PreviewProps) {
  const [document, setDocument] = useState<PDFDocumentProxy>();
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState<keyof typeof WIDTHS>("100 %");
  const [size, setSize] = useState("");
  const canvas = useRef<HTMLCanvasElement>(null);
  const url = useBlobUrl(output.content);
  useEffect(() => {
    void opened(output.content, protection.value || undefined).then(setDocument, () => {});
  }, [output.content]);
  useEffect(() => {
    if (!document || !canvas.current) return;
    void draw(document, { page, rotate: 0, width: WIDTHS[zoom] }, canvas.current).then(setSize);
  }, [document, page, zoom]);
  const pages = document?.numPages ?? 0;
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
          <select
            value={zoom}
            onChange={(event) => setZoom(event.currentTarget.value as keyof typeof WIDTHS)}
          >
            {Object.keys(WIDTHS).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <a class="btn line" href={url} target="_blank" rel="noopener">
          {TEXTS.print}
        </a>
      </p>
      <div class="scrolls" tabIndex={0} role="region" aria-label={output.name}>
        <canvas ref={canvas} role="img" aria-label={TEXTS.shown(page, size)} />
      </div>
    </div>
  );
}
