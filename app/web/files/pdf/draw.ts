/** Draws pages on the page itself; what parses them is in a worker of its own. */
import type { PDFDocumentProxy } from "pdfjs-dist"; // see reader.ts
import workerUrl from "./worker-url.ts";

let loaded: Promise<typeof import("pdfjs-dist")> | undefined;

/** Fetched before the work runs, so that what it makes can be looked at without a connection. */
export function drawing(): Promise<typeof import("pdfjs-dist")> {
  loaded ??= import("pdfjs-dist").then((library) => {
    library.GlobalWorkerOptions.workerSrc = workerUrl;
    return library;
  });
  return loaded;
}

/** Documents that are shown, each read once. */
const open = new WeakMap<Blob, Promise<PDFDocumentProxy>>();

export function opened(content: Blob, password: string | undefined): Promise<PDFDocumentProxy> {
  const known = open.get(content);
  if (known) return known;
  const document = read(content, password);
  open.set(content, document);
  // Another password may open it.
  document.catch(() => open.delete(content));
  return document;
}

async function read(content: Blob, password: string | undefined): Promise<PDFDocumentProxy> {
  const { getDocument } = await drawing();
  const data = new Uint8Array(await content.arrayBuffer());
  return getDocument({
    data,
    ...(password === undefined ? {} : { password }),
    useWorkerFetch: false,
    useWasm: false,
    verbosity: 0,
  }).promise;
}

export interface Drawing {
  readonly page: number;
  /** Added to the page's own. */
  readonly rotate: number;
  /** In CSS pixels; the height follows. */
  readonly width: number;
}

/** What it says of the page: its size in millimetres. */
export async function draw(
  document: PDFDocumentProxy,
  { page: number, rotate, width }: Drawing,
  canvas: HTMLCanvasElement,
): Promise<string> {
  const page = await document.getPage(number);
  const rotation = (page.rotate + rotate) % 360;
  const { width: own } = page.getViewport({ scale: 1, rotation });
  const scale = (width / own) * Math.min(2, window.devicePixelRatio || 1);
  const viewport = page.getViewport({ scale, rotation });
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  await page.render({ canvas, viewport }).promise;
  const mm = page.getViewport({ scale: 25.4 / 72, rotation });
  return `${Math.round(mm.width)} × ${Math.round(mm.height)} mm`;
}
