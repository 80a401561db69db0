/** What is measured of pictures for an audit: their containers at once, and real encodings of them when it is run. */
import { imageTypeOf, isRead, readImage } from "../../../../tools/_lib/images/facts.ts";
import { type Facts, type FileEngine, type Made, type MadeOutput, Refusal } from "../file-kit.ts";
import { decoder, encoder, isDecodedHere, resizer } from "../images/codecs.ts";
import {
  byBrowser,
  checkSides,
  damaged,
  decoded,
  ENDINGS,
  LONGEST_SIDE,
  NAMES,
  profileOf,
} from "../images/engine.ts";
import { isOpaque, type Pixels, toSrgb, uprightPart } from "../images/pixels.ts";
import { differenceHash } from "./difference-hash.ts";

export interface Task {
  readonly file: string;
  readonly orientation: number;
  /** Widths of which it is tried how much they would weigh, the one that is needed first; of an animation none. */
  readonly widths: readonly number[];
  /** A larger saving at the picture's own size is worth a finding: which format it is of matters no more. */
  readonly enough: number;
}

const MOST_PIXELS = 150_000_000;
const TRIALS = [
  { format: "webp", quality: 75, mediaType: "image/webp" },
  { format: "avif", quality: 50, mediaType: "image/avif" },
] as const;

const engine: FileEngine = {
  facts: factsOf,
  async prepare() {
    await Promise.all([
      resizer(),
      ...TRIALS.map(({ format }) => encoder(format)),
      ...["image/jpeg", "image/png", "image/webp", "image/avif"].map(
        (type) => isDecodedHere(type) && decoder(type),
      ),
    ]);
  },
  async make({ task, files }, report) {
    const wanted = task as Task;
    const source = files[wanted.file];
    if (!source) throw new Error("The file is not there");
    return measure(wanted, source, report);
  },
};

export default engine;

async function factsOf(file: File): Promise<Facts> {
  const { name, size } = file;
  if (size === 0) throw new Refusal(`${name} is empty.`);
  const content = new Uint8Array(await file.arrayBuffer());
  const type = imageTypeOf(content);
  if (type === "image/svg+xml") {
    return { ...drawingFacts(new TextDecoder().decode(content)), notes: notesOf(name, type) };
  }
  if (type === undefined || !isRead(type)) {
    throw new Refusal(
      `${name} is not a picture that this page can judge. Choose a JPEG, PNG, WebP, AVIF, GIF or SVG file.`,
    );
  }
  const facts = readImage(content);
  if (facts === undefined) throw damaged(name, size);
  const { width, height, orientation, frames, hasAlpha, metadataBytes, gps, progressive } = facts;
  checkSides(name, width, height);
  if (width * height > MOST_PIXELS) {
    const millions = Math.round((width * height) / 1_000_000);
    throw new Refusal(
      `${name} is ${width} × ${height} pixels, ${millions} million; the limit is 150 million.`,
    );
  }
  if (facts.damagedAfter !== undefined) throw damaged(name, facts.damagedAfter);
  const { space } = await profileOf(facts);
  const colorSpace = facts.colour === "cmyk" ? "cmyk" : space;
  return {
    mediaType: type,
    facts: {
      width,
      height,
      orientation,
      frames,
      hasAlpha,
      colorSpace,
      metadataBytes,
      gps,
      ...(progressive === undefined ? {} : { progressive }),
    },
    words: orientation > 4 ? `${height} × ${width} pixels` : `${width} × ${height} pixels`,
    notes: notesOf(name, type),
  };
}

const KINDS: Readonly<Record<string, string>> = { ...NAMES, "image/svg+xml": "SVG" };

function notesOf(name: string, type: string): string[] {
  const said = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const expected = said === "svg" ? "image/svg+xml" : ENDINGS[said];
  if (expected === undefined || expected === type) return [];
  const [says, is] = [KINDS[expected], KINDS[type]];
  return [`${name} says ${says} but is a ${is} inside. Judged as ${is}.`];
}

const USUAL = { width: 300, height: 150 };

/** The size that a drawing says it has, else that of its view, else what browsers take. */
function drawingFacts(text: string): Facts {
  // Bounded: the head of a file.
  const tag = /<svg\b[^>]*>/.exec(text.slice(0, 4096))?.[0] ?? "";
  const numberOf = (name: string): number =>
    Number(
      new RegExp(String.raw`\s${name}\s*=\s*["']\s*(\d+(?:\.\d+)?)(?:px)?\s*["']`).exec(tag)?.[1],
    );
  const view = (/\sviewBox\s*=\s*["']([^"']*)["']/.exec(tag)?.[1] ?? "").trim().split(/[\s,]+/);
  const side = (own: number, viewed: string | undefined, usual: number): number =>
    Math.min(FARTHEST, Math.max(1, own || Number(viewed) || usual));
  const { width, height } = scaledDown(
    side(numberOf("width"), view[2], USUAL.width),
    side(numberOf("height"), view[3], USUAL.height),
  );
  return {
    mediaType: "image/svg+xml",
    facts: { width, height },
    words: `${width} × ${height}, a drawing`,
  };
}

/** Whatever a drawing says. */
const FARTHEST = 1e9;

/** A drawing has the same shape in any size: one beyond what a job takes is as large as that. */
function scaledDown(width: number, height: number) {
  const scale = Math.min(
    LONGEST_SIDE / Math.max(width, height),
    Math.sqrt(MOST_PIXELS / (width * height)),
  );
  if (scale >= 1) return { width: Math.round(width), height: Math.round(height) };
  const scaled = (side: number): number => Math.max(1, Math.floor(side * scale));
  return { width: scaled(width), height: scaled(height) };
}

async function measure(task: Task, source: File, report: (part: number) => void): Promise<Made> {
  const upright = await open(task, source);
  report(0.2);
  const trials: Trial[] = [];
  const outputs: MadeOutput[] = [];
  const rounds = task.widths.length * TRIALS.length;
  for (const wide of task.widths) {
    const width = Math.min(wide, upright.width);
    const height = Math.max(1, Math.round((width * upright.height) / upright.width));
    const picture = (await resizer())(upright, width, height);
    for (const { format, quality, mediaType } of TRIALS) {
      if (isSettled(wide, trials, task, source.size)) continue;
      const bytes = await (await encoder(format))(picture, quality, true);
      trials.push({ format, quality, width, height, bytes: bytes.length });
      outputs.push({
        name: `${task.file}-${width}w.${format}`,
        mediaType,
        from: [task.file],
        content: new Blob([bytes], { type: mediaType }),
        facts: { width, height },
      });
      report(0.2 + (0.8 * trials.length) / rounds);
    }
  }
  const known = { hasAlpha: !isOpaque(upright), dhash: differenceHash(upright), trials };
  return { outputs, facts: { [task.file]: known } };
}

interface Trial {
  readonly width: number;
  readonly bytes: number;
  readonly [fact: string]: unknown;
}

/** Once the width that is needed was tried, another one is for one finding alone. */
function isSettled(
  wide: number,
  trials: readonly Trial[],
  { widths, enough }: Task,
  bytes: number,
): boolean {
  return (
    wide !== widths[0] && trials.some((one) => one.width === wide && bytes - one.bytes > enough)
  );
}

/** Upright and in the colours of screens. */
async function open({ orientation }: Task, source: File): Promise<Pixels> {
  const buffer = await source.arrayBuffer();
  const facts = readImage(new Uint8Array(buffer));
  if (facts === undefined) throw damaged(source.name, source.size);
  const isHere = isDecodedHere(facts.mediaType);
  const stored = isHere ? await decoded(buffer, facts) : await byBrowser(source);
  const { width, height } = stored;
  const [wide, high] = orientation > 4 ? [height, width] : [width, height];
  const upright = uprightPart(stored, orientation, { x: 0, y: 0, width: wide, height: high });
  const { toSrgb: change } = await profileOf(facts);
  if (isHere && change) toSrgb(upright, change);
  return upright;
}
