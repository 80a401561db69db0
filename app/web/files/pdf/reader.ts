/** Reads PDF files by another library than writes them: their pages, their outlines, and whether they open at all. */
import type { PDFDocumentProxy } from "pdfjs-dist"; // draws pages and reads finished files again, here and on the page
import workerUrl from "./worker-url.ts";

export class PasswordNeeded extends Error {
  /** One was given, and it is not the one. */
  readonly isWrong: boolean;

  constructor(isWrong: boolean) {
    super();
    this.isWrong = isWrong;
  }
}

let loaded: Promise<typeof import("pdfjs-dist")> | undefined;

/** The half of the library that parses runs here as well: this is a worker. */
export function library(): Promise<typeof import("pdfjs-dist")> {
  loaded ??= (async () => {
    Object.assign(globalThis, { pdfjsWorker: await import(workerUrl) });
    return import("pdfjs-dist");
  })();
  return loaded;
}

/** Does the work with the open document, and closes it. */
export async function reading<T>(
  bytes: Uint8Array,
  password: string | undefined,
  work: (document: PDFDocumentProxy) => Promise<T>,
): Promise<T> {
  const { getDocument } = await library();
  const task = getDocument({
    // The library keeps what it is given.
    data: bytes.slice(),
    ...(password === undefined ? {} : { password }),
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    stopAtErrors: true,
    verbosity: 0,
  });
  try {
    return await work(await task.promise);
  } catch (error) {
    const { name, code } = error as { readonly name?: string; readonly code?: number };
    if (name === "PasswordException") throw new PasswordNeeded(code === 2);
    throw error;
  } finally {
    await task.destroy();
  }
}

export async function countBookmarks(document: PDFDocumentProxy): Promise<number> {
  type Items = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>;
  const count = (items: Items): number =>
    (items ?? []).reduce((sum, { items: below }) => sum + 1 + count(below as Items), 0);
  return count(await document.getOutline());
}
