/** Pictures decoded, turned upright, cropped, resampled and encoded as the plan of a delivery says. */
import {
  type ImageFacts,
  type ImageType,
  imageTypeOf,
  isRead,
  readImage,
} from "../../../../tools/_lib/images/facts.ts";
import { type IccProfile, numberedColours, readIcc } from "../../../../tools/_lib/images/icc.ts";
import { type Facts, type FileEngine, type Made, type Problem, Refusal } from "../file-kit.ts";
import { sizeWords } from "../words.ts";
import { withinBudget } from "./budget.ts";
import { decoder, encoder, isDecodedHere, resizer } from "./codecs.ts";
import { canHold, withMetadata } from "./metadata.ts";
import {
  type Box,
  colourOf,
  flattened,
  type Format,
  ground,
  type Pixels,
  place,
  toSrgb,
  uprightPart,
} from "./pixels.ts";
import { firstFrameOf } from "./webp-frame.ts";

/** An output as the plan has it, with the options that hold for it. */
export interface Task {
  readonly file: string;
  readonly name: string;
  readonly mediaType: string;
  readonly format: Format;
  readonly width: number;
  readonly height: number;
  readonly quality: number | null;
  readonly crop: Box;
  readonly place: Box | null;
  readonly orientation: number;
  readonly background: string;
  readonly budgetBytes: number | null;
  readonly minQuality: number;
  readonly keep: readonly string[];
}

/** What a job is made of: formats of outputs, and media types of originals. */
export interface Needs {
  readonly formats: readonly Format[];
  readonly types: readonly string[];
}

const MOST_PIXELS = 50_000_000;
/** What fits on a device that says it has little memory. */
const MOST_PIXELS_OF_SMALL = 16_000_000;

function mostPixels(): number {
  const { deviceMemory = 8 } = navigator as { readonly deviceMemory?: number };
  return deviceMemory <= 4 ? MOST_PIXELS_OF_SMALL : MOST_PIXELS;
}

const engine: FileEngine = {
  facts: factsOf,
  async prepare(options) {
    const { formats, types } = options as unknown as Needs;
    await Promise.all([
      resizer(),
      ...formats.map((format) => encoder(format)),
      ...types.map((type) => isDecodedHere(type) && decoder(type)),
    ]);
  },
  async make({ task, files }, report) {
    const wanted = task as Task;
    const source = files[wanted.file];
    if (!source) throw new Error("The file is not there");
    return make(wanted, source, report);
  },
};

export default engine;

export const NAMES: Readonly<Record<string, string>> = {
  "image/jpeg": "JPEG",
  "image/png": "PNG",
  "image/webp": "WebP",
  "image/avif": "AVIF",
  "image/gif": "GIF",
};

const LOOKS: Readonly<Record<string, string>> = {
  "image/heic": "a HEIC photo",
  "image/heif": "a HEIF photo",
  "image/jxl": "a JPEG XL picture",
  "image/bmp": "a BMP picture",
  "image/tiff": "a TIFF picture",
  "image/svg+xml": "an SVG drawing",
};

export const ENDINGS: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
};

async function factsOf(file: File): Promise<Facts> {
  const { name, size } = file;
  if (size === 0) throw new Refusal(`${name} is empty.`);
  const content = new Uint8Array(await file.arrayBuffer());
  const type = imageTypeOf(content);
  if (type === undefined) {
    throw new Refusal(
      `${name} is not an image this page can read. Choose a JPEG, PNG, WebP, AVIF or GIF file.`,
    );
  }
  if (!isRead(type)) return factsByBrowser(file, type);
  const facts = readImage(content);
  if (facts === undefined) throw damaged(name, size);
  const { width, height, orientation, frames, hasAlpha, damagedAfter } = facts;
  checkSize(name, width, height);
  if (damagedAfter !== undefined) throw damaged(name, damagedAfter);
  const profile = await profileOf(facts);
  if (facts.colour === "cmyk" || profile.space === "cmyk") {
    throw new Refusal(`${name} uses print colours (CMYK). Save it as RGB first.`);
  }
  return {
    mediaType: type,
    facts: { width, height, orientation, frames, hasAlpha },
    words: sizeText(facts),
    notes: notesOf(name, facts, profile),
  };
}

export function damaged(name: string, after: number): Refusal {
  return new Refusal(`${name} is damaged after byte ${after}; nothing was made from it.`);
}

/** What a job takes. */
export const LONGEST_SIDE = 65_535;

export function checkSides(name: string, width: number, height: number): void {
  if (Math.max(width, height) <= LONGEST_SIDE) return;
  throw new Refusal(`${name} is ${width} × ${height} pixels; the limit of a side is 65,535.`);
}

function checkSize(name: string, width: number, height: number): void {
  checkSides(name, width, height);
  const most = mostPixels();
  const pixels = width * height;
  if (pixels > most) {
    const millions = Math.round(pixels / 1_000_000);
    throw new Refusal(
      `${name} is ${width} × ${height} pixels, ${millions} million; the limit is ${most / 1_000_000} million.`,
    );
  }
}

function sizeText({ width, height, orientation }: ImageFacts): string {
  return orientation > 4 ? `${height} × ${width} pixels` : `${width} × ${height} pixels`;
}

function notesOf(name: string, facts: ImageFacts, { space, toSrgb: change }: IccProfile): string[] {
  const notes: string[] = [];
  const said = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const expected = ENDINGS[said];
  if (expected !== undefined && expected !== facts.mediaType) {
    const [says, is] = [NAMES[expected], NAMES[facts.mediaType]];
    notes.push(`${name} says ${says} but is a ${is} inside. Used as ${is}.`);
  }
  if (facts.metadataBytes > 0) {
    const where = facts.gps ? ", also where it was taken (GPS)" : "";
    notes.push(`${sizeWords(facts.metadataBytes)} of metadata will be left out${where}.`);
  }
  if (facts.orientation > 1) notes.push("It lies on its side or is mirrored: it will be turned.");
  if (facts.frames > 1) notes.push(`It has ${facts.frames} frames; the first one is used.`);
  if (space === "other" && !change) {
    notes.push("Its colour profile is of a kind that is not applied: it is taken as sRGB.");
  } else if (change) notes.push("Its colours will be converted to sRGB.");
  return notes;
}

/** Pictures that the page has no decoder for are tried with the browser's own. */
async function factsByBrowser(file: File, type: ImageType): Promise<Facts> {
  const { name } = file;
  const looks = LOOKS[type] ?? "a picture of another kind";
  let bitmap: ImageBitmap;
  try {
    if (type === "image/svg+xml") throw new TypeError("No size of its own");
    bitmap = await createImageBitmap(file);
  } catch {
    throw new Refusal(
      `${name} is not an image this page can read (it looks like ${looks}). Convert it to JPEG first.`,
    );
  }
  const { width, height } = bitmap;
  bitmap.close();
  checkSize(name, width, height);
  return {
    mediaType: type,
    facts: { width, height, orientation: 1, frames: 1, hasAlpha: false },
    words: `${width} × ${height} pixels`,
    notes: [`It is decoded by this browser; others may make slightly other files of it.`],
  };
}

export async function profileOf({ profile, primaries, colour }: ImageFacts): Promise<IccProfile> {
  if (profile === undefined) {
    return colour === "gray" ? { space: "gray" } : numberedColours(primaries);
  }
  try {
    const bytes = profile.isDeflated ? await inflated(profile.bytes) : profile.bytes;
    return readIcc(bytes) ?? { space: "other" };
  } catch {
    return { space: "other" };
  }
}

export async function inflated(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([new Uint8Array(bytes)]).stream();
  const opened = stream.pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(opened).arrayBuffer());
}

/** The part of the last original that was asked for, which all outputs of a file share; and what was resampled of it. */
interface Opened {
  readonly key: string;
  readonly part: Pixels;
  readonly facts: ImageFacts | undefined;
  readonly profile: Uint8Array | undefined;
  readonly isByBrowser: boolean;
  readonly scaled: Map<string, Pixels>;
}

let opened: Opened | undefined;

/** Pixels of resampled pictures that are kept for the next format. */
const MOST_KEPT = 24_000_000;

async function make(task: Task, source: File, report: (part: number) => void): Promise<Made> {
  const original = await open(task, source);
  report(0.2);
  const picture = await composed(task, original);
  report(0.4);
  const encode = await encoder(task.format);
  const { name, format, width, height, budgetBytes, minQuality } = task;
  const keep = {
    profile: task.keep.includes("icc") ? original.profile : undefined,
    rights: task.keep.includes("copyright") ? rightsOf(original.facts) : undefined,
  };
  const encoded = async (quality: number): Promise<Uint8Array<ArrayBuffer>> =>
    withMetadata(await encode(picture, quality), format, keep);
  const wanted = task.quality ?? 100;
  const made =
    budgetBytes === null || format === "png"
      ? { quality: wanted, bytes: await encoded(wanted) }
      : await withinBudget(encoded, { lowest: minQuality, highest: wanted, most: budgetBytes });
  const { length } = made.bytes;
  const quality = task.quality === null ? null : made.quality;
  const content = new Blob([made.bytes], { type: task.mediaType });
  const problems: Problem[] = [];
  if (budgetBytes !== null && length > budgetBytes) {
    const lowest = quality === null ? "" : ` at the lowest quality allowed, ${quality}`;
    const message = `${name} has ${sizeWords(length)}${lowest}; the budget is ${sizeWords(budgetBytes)}.`;
    problems.push({ id: task.file, name, code: "OVER_BUDGET", message });
  }
  return {
    outputs: [
      {
        name: name.replace("{hash8}", await hash8(name, made.bytes)),
        mediaType: task.mediaType,
        from: [task.file],
        content,
        facts: {
          width,
          height,
          quality,
          ...(original.isByBrowser ? { decoder: "browser" } : {}),
        },
      },
    ],
    problems,
  };
}

async function hash8(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (!name.includes("{hash8}")) return "";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function rightsOf(facts: ImageFacts | undefined) {
  const { copyright, artist } = facts ?? {};
  return copyright === undefined && artist === undefined ? undefined : { copyright, artist };
}

async function open(task: Task, source: File): Promise<Opened> {
  const { crop, file, orientation, keep, format } = task;
  const keepsProfile = keep.includes("icc") && canHold(format);
  const about = [crop.x, crop.y, crop.width, crop.height, orientation, keepsProfile];
  const key = [file, source.name, source.size, source.lastModified, ...about].join("\n");
  if (opened?.key === key) return opened;
  // Two originals at once may be more than the memory of a worker.
  opened = undefined;
  const buffer = await source.arrayBuffer();
  const facts = readImage(new Uint8Array(buffer));
  const isByBrowser = facts === undefined || !isDecodedHere(facts.mediaType);
  const stored = isByBrowser ? await byBrowser(source) : await decoded(buffer, facts);
  // The browser turns what it decodes.
  const part = uprightPart(stored, isByBrowser ? 1 : orientation, crop);
  let profile: Uint8Array | undefined;
  if (facts !== undefined && !isByBrowser) {
    const colours = await profileOf(facts);
    if (keepsProfile && facts.profile) {
      const { bytes, isDeflated } = facts.profile;
      profile = isDeflated ? await inflated(bytes) : bytes;
    } else if (colours.toSrgb) toSrgb(part, colours.toSrgb);
  }
  opened = { key, part, facts, profile, isByBrowser, scaled: new Map() };
  return opened;
}

export async function decoded(buffer: ArrayBuffer, facts: ImageFacts): Promise<Pixels> {
  if (!isDecodedHere(facts.mediaType)) throw new Error("No decoder");
  const decode = await decoder(facts.mediaType);
  if (facts.mediaType === "image/webp" && facts.frames > 1) {
    return firstFrameOf(new Uint8Array(buffer), facts, decode);
  }
  return decode(buffer);
}

export async function byBrowser(source: File): Promise<Pixels> {
  const bitmap = await createImageBitmap(source);
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("No canvas");
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  return { data: data as Uint8ClampedArray<ArrayBuffer>, width, height };
}

/** The picture as it is to be encoded. */
async function composed(task: Task, { part, scaled }: Opened): Promise<Pixels> {
  const { width, height, place: box, background, format } = task;
  const { width: wide, height: high } = box ?? { width, height };
  const key = `${wide}x${high}`;
  let picture = scaled.get(key);
  if (picture === undefined) {
    picture = (await resizer())(part, wide, high);
    const kept = [...scaled.values()].reduce((sum, one) => sum + one.width * one.height, 0);
    if (kept + wide * high <= MOST_KEPT) scaled.set(key, picture);
  }
  const colour = colourOf(background);
  if (box) {
    const canvas = ground(width, height, colour);
    place(canvas, picture, box);
    picture = canvas;
  }
  return format === "jpeg" ? flattened(picture, colour) : picture;
}
