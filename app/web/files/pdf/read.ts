/** What a job says of a file, read from its bytes; its name says nothing. */
import { typeOf } from "../checksums/type-of.ts";
import { type Facts, Refusal } from "../file-kit.ts";
import { jpegSize, pngSize } from "./image-size.ts";
import { PasswordNeeded, reading } from "./reader.ts";

const MOST_PAGES = 10_000;
const MM_PER_POINT = 25.4 / 72;

const TEXTS = {
  empty: (name: string) => `${name} is empty.`,
  damaged: (name: string, byte: number) =>
    `${name} is damaged after byte ${byte}; nothing was made from it.`,
  notPdf: (name: string, type: string) =>
    `${name} is not a PDF this page can read (it looks like ${type}). Save it as PDF first.`,
  inside: (name: string, said: string, type: string) =>
    `${name} says ${said} but is a ${type} inside. Used as ${type}.`,
  tooMany: (name: string, pages: number) =>
    `${name} has ${pages} pages; the limit is ${MOST_PAGES}.`,
  noPages: (name: string) => `${name} has no pages.`,
  locked: (name: string) => `${name} is encrypted. Type its password below.`,
  wrong: (name: string) => `That password does not open ${name}.`,
  owner: (name: string) =>
    `${name} opens without a password; what its owner forbids is not carried over.`,
  signed: (name: string) => `The signature of ${name} will not be valid in the new file.`,
  forms: (name: string) => `The XFA form of ${name} is not carried over; its pages are.`,
  pages: (pages: number, width: number, height: number) =>
    `${pages === 1 ? "1 page" : `${pages} pages`}, the first ${width} × ${height} mm`,
  pixels: (width: number, height: number) => `${width} × ${height} pixels`,
  attached: "can be attached",
} as const;

const SHOWN: Readonly<Record<string, string>> = {
  "application/pdf": "PDF",
  "image/png": "PNG",
  "image/jpeg": "JPEG",
};

export async function factsOf(file: File, secret: string | undefined): Promise<Facts> {
  const { name } = file;
  if (file.size === 0) throw new Refusal(TEXTS.empty(name));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isPdf = headerAt(bytes) >= 0;
  const mediaType = isPdf ? "application/pdf" : typeOf(bytes.subarray(0, 512));
  const notes = noteOfName(name, mediaType);
  if (isPdf) return pdfFacts({ name, bytes, secret, notes });
  if (/\.pdf$/i.test(name) && SHOWN[mediaType] === undefined)
    throw new Refusal(TEXTS.notPdf(name, wordsOfType(mediaType)));
  if (SHOWN[mediaType] === undefined) return { mediaType, facts: {}, words: TEXTS.attached, notes };
  const image = await imageOf(bytes, mediaType);
  if (image === undefined) throw new Refusal(TEXTS.damaged(name, bytes.length));
  const [width, height] =
    image.orientation >= 5 ? [image.height, image.width] : [image.width, image.height];
  return { mediaType, facts: { width, height }, words: TEXTS.pixels(width, height), notes };
}

function wordsOfType(mediaType: string): string {
  if (mediaType === "text/plain") return "plain text";
  return mediaType === "application/octet-stream" ? "something else" : mediaType;
}

function noteOfName(name: string, mediaType: string): readonly string[] {
  const [, ending = ""] = /\.([a-z]+)$/i.exec(name) ?? [];
  const said = { pdf: "PDF", png: "PNG", jpg: "JPEG", jpeg: "JPEG" }[ending.toLowerCase()];
  const type = SHOWN[mediaType];
  return said !== undefined && type !== undefined && said !== type
    ? [TEXTS.inside(name, said, type)]
    : [];
}

interface Pdf {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly secret: string | undefined;
  readonly notes: readonly string[];
}

async function pdfFacts({ name, bytes, secret, notes }: Pdf): Promise<Facts> {
  const mediaType = "application/pdf";
  const end = damageOf(bytes);
  if (end !== undefined) throw new Refusal(TEXTS.damaged(name, end));
  try {
    return await reading(bytes, secret, async (document) => {
      const { numPages: pages } = document;
      if (pages === 0) throw new Refusal(TEXTS.noPages(name));
      if (pages > MOST_PAGES) throw new Refusal(TEXTS.tooMany(name, pages));
      const { width, height } = (await document.getPage(1)).getViewport({ scale: MM_PER_POINT });
      const isProtected = (await document.getPermissions()) !== null;
      const { info } = await document.getMetadata();
      const isXfa = (info as { readonly IsXFAPresent?: boolean }).IsXFAPresent === true;
      return {
        mediaType,
        facts: { pages, encrypted: isProtected && secret !== undefined && secret !== "" },
        words: TEXTS.pages(pages, Math.round(width), Math.round(height)),
        notes: [
          ...notes,
          ...(isProtected && !secret ? [TEXTS.owner(name)] : []),
          ...(isXfa ? [TEXTS.forms(name)] : []),
          ...(isSigned(bytes) ? [TEXTS.signed(name)] : []),
        ],
      };
    });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (!(error instanceof PasswordNeeded)) throw new Refusal(TEXTS.damaged(name, bytes.length));
    const told = error.isWrong ? TEXTS.wrong(name) : TEXTS.locked(name);
    return { mediaType, facts: { encrypted: true }, words: "", notes: [...notes, told] };
  }
}

const LATIN = new TextDecoder("latin1");

/** Readers look for it in the first 1,024 bytes. */
function headerAt(bytes: Uint8Array): number {
  return LATIN.decode(bytes.subarray(0, 1024)).indexOf("%PDF-");
}

/**
 * From which byte on the file is not what it says, if its end or its table of objects is not there: libraries read
 * a part of the pages of such a file and say nothing.
 */
export function damageOf(bytes: Uint8Array): number | undefined {
  const tailAt = Math.max(0, bytes.length - 1024);
  const tail = LATIN.decode(bytes.subarray(tailAt));
  const end = tail.lastIndexOf("%%EOF");
  if (end < 0) return bytes.length;
  const start = tail.lastIndexOf("startxref", end);
  const [, written] = /^startxref\s+(\d+)/.exec(tail.slice(start)) ?? [];
  if (start < 0 || written === undefined) return tailAt + Math.max(0, end);
  const table = headerAt(bytes) + Number(written);
  const isThere = [table, Number(written)].some((at) =>
    /^\s{0,16}(?:xref|\d{1,10}\s+\d{1,5}\s+obj)/.test(LATIN.decode(bytes.subarray(at, at + 48))),
  );
  return isThere ? undefined : Math.min(table, bytes.length);
}

const BYTE_RANGE = [..."/ByteRange"].map((letter) => letter.charCodeAt(0));

/** The range that is signed is written in the clear, as it says where bytes are. */
function isSigned(bytes: Uint8Array): boolean {
  const [first = 0, second] = BYTE_RANGE;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (bytes[at + 1] === second && BYTE_RANGE.every((byte, index) => bytes[at + index] === byte))
      return true;
  }
  return false;
}

export interface Image {
  readonly width: number;
  readonly height: number;
  readonly orientation: number;
}

/** As it is stored, and how it is to be turned; undefined for what is no picture. */
export async function imageOf(bytes: Uint8Array, mediaType: string): Promise<Image | undefined> {
  const size = mediaType === "image/png" ? pngSize(bytes) : jpegSize(bytes);
  return size && { ...size, orientation: await orientationOf(bytes) };
}

async function orientationOf(bytes: Uint8Array): Promise<number> {
  const { orientation } = await import("exifr"); // how the camera was held
  try {
    return (await orientation(bytes)) ?? 1;
  } catch {
    // What cannot be read says nothing.
    return 1;
  }
}
