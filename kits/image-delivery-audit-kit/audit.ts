/** The rules of the audit: what is wrong with a file, with a place that shows it, and between files. */
import { counted } from "../../tools/_lib/text/plural.ts";
import type { Finding } from "../_core/report.ts";
import { uprightSize } from "../_core/image-size.ts";
import type { AuditFile, AuditOptions } from "./job.ts";
import { type Image, isData, type Use } from "./page.ts";
import { isWorth, sameSizeTrial, wasteOf } from "./savings.ts";

export interface Found extends Finding {
  readonly severity: "error" | "warning" | "info";
}

type About = Omit<Found, "code" | "severity" | "message">;

const TYPES: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
  svg: "image/svg+xml",
};

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

const WIDE_GAMUT: ReadonlySet<string> = new Set(["p3", "adobe", "other"]);

/** What is wrong with the file itself. */
export function* fileFindings(
  file: AuditFile,
  path: string,
  options: AuditOptions,
): Generator<Found> {
  const { id, name, mediaType, bytes, colorSpace } = file;
  const about = { path, subject: id };
  const wanted = TYPES[extensionOf(name)];
  if (wanted !== undefined && wanted !== mediaType) {
    const message = `${name} is called ${extensionOf(name)} and is ${mediaType}`;
    yield error("TYPE_MISMATCH", message, { ...about, expected: wanted, received: mediaType });
  }
  if (colorSpace === "cmyk") {
    const message = `${name} uses print colours (CMYK), which browsers show in other tones`;
    yield error("CMYK", message, about);
  }
  if (file.gps) {
    const message = `${name} says where it was taken: whoever loads it can read the place`;
    yield error("GPS_METADATA", message, about);
  }
  if (bytes > options.budgetBytes) {
    const message = `${name} has ${counted(bytes, "byte")}, the budget is ${options.budgetBytes}`;
    const figures = { expected: options.budgetBytes, received: bytes };
    yield warning("OVER_BUDGET", message, { ...about, ...figures });
  }
  yield* formatFindings(file, about, options);
  if (WIDE_GAMUT.has(colorSpace)) {
    const message = `${name} has colours of another space (${colorSpace}), which some screens show paler`;
    yield info("WIDE_GAMUT", message, about);
  }
}

function* formatFindings(file: AuditFile, about: About, options: AuditOptions): Generator<Found> {
  const { name, mediaType, bytes, frames, orientation, metadataBytes, progressive } = file;
  const trial = sameSizeTrial(file);
  if (trial !== undefined && isWorth(bytes - trial.bytes, bytes, options)) {
    const message = `${name} has ${counted(bytes, "byte")}, and as ${trial.format} of the same size ${trial.bytes}`;
    yield warning("MODERN_FORMAT", message, { ...about, expected: trial.bytes, received: bytes });
  }
  if (mediaType === "image/gif" && frames > 1) {
    const message = `${name} is a GIF of ${frames} frames: as a video it is a small part of that`;
    yield warning("ANIMATED_GIF", message, about);
  }
  if (orientation !== 1) {
    const message = `${name} stands upright only where its EXIF is read (orientation ${orientation})`;
    yield warning("ORIENTATION_BY_EXIF", message, about);
  }
  if (metadataBytes > Math.max(4096, bytes / 10)) {
    const message = `${name} carries ${counted(metadataBytes, "byte")} of metadata`;
    yield warning("METADATA_HEAVY", message, { ...about, received: metadataBytes });
  }
  if (mediaType === "image/jpeg" && bytes > 10_240 && progressive === false) {
    const message = `${name} is shown from top to bottom, as it is not progressive`;
    yield info("NOT_PROGRESSIVE", message, about);
  }
}

/** What is wrong with a place that shows the file. */
export function* useFindings(use: Use, file: AuditFile, options: AuditOptions): Generator<Found> {
  const { path, line, column } = use;
  const about = {
    path,
    subject: file.id,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
  yield* slotFindings(use, file, options, about);
  yield* textFindings(use, file, about);
  yield* loadingFindings(use, file, about);
}

function* slotFindings(
  use: Use,
  file: AuditFile,
  { maxDpr, minSavingBytes }: AuditOptions,
  about: About,
): Generator<Found> {
  const { displayWidth = 0, displayHeight = 0, srcset } = use;
  const { width, height } = uprightSize(file);
  const waste = wasteOf(file, use, maxDpr);
  if (waste !== undefined && waste.bytes >= minSavingBytes) {
    const { needed } = waste;
    const expected = `${needed.width}x${needed.height}`;
    const received = `${width}x${height}`;
    const message = `${file.name} has ${received} pixels, and no screen shows more than ${expected} of it here`;
    yield warning("TOO_LARGE_FOR_SLOT", message, { ...about, expected, received });
  }
  if (displayWidth > 0 && width < displayWidth) {
    const message = `${file.name} is ${width} pixels wide and is shown ${displayWidth} wide: it will look soft`;
    const figures = { expected: displayWidth, received: width };
    yield warning("TOO_SMALL_FOR_SLOT", message, { ...about, ...figures });
  }
  if (displayWidth > 0 && displayHeight > 0) {
    const [shown, own] = [displayWidth * height, width * displayHeight];
    if (Math.abs(shown - own) * 50 > own) {
      const message = `${file.name} is ${width} × ${height} and is shown ${displayWidth} × ${displayHeight}: its shape is another`;
      yield warning("DISTORTED", message, about);
    }
  }
  if (displayWidth > 0 && !srcset && width >= 2 * displayWidth) {
    const message = `${file.name} has one size for all screens: a \`srcset\` would let small ones load less`;
    yield info("SRCSET_MISSING", message, about);
  }
}

function* textFindings({ alt }: Use, { name }: AuditFile, about: About): Generator<Found> {
  if (alt === null) {
    const message = `${name} has no \`alt\`: who cannot see it is told nothing, or its address`;
    yield error("ALT_MISSING", message, about);
    return;
  }
  const said = (alt ?? "").trim().toLowerCase();
  const own = name.trim().toLowerCase();
  if (said !== "" && (said === own || said === own.replace(/\.[^.]*$/, ""))) {
    const message = `The \`alt\` of ${name} is its file name, which says nothing of what it shows`;
    yield warning("ALT_FILENAME", message, { ...about, received: alt });
  }
}

function* loadingFindings(use: Use, { name }: AuditFile, about: About): Generator<Found> {
  const { loading, fetchpriority, srcset = "", sizes = "", url = "" } = use;
  if (use.hasDimensions === false) {
    const message = `${name} is shown without \`width\` and \`height\`: the page jumps when it comes`;
    yield warning("DIMENSIONS_MISSING", message, about);
  }
  if (/\s\d+w(?:[\s,]|$)/.test(srcset) && sizes.trim() === "") {
    const message = `The \`srcset\` of ${name} has widths and no \`sizes\`: browsers take it for as wide as the window`;
    yield warning("SIZES_MISSING", message, about);
  }
  if (use.lcp === true && loading === "lazy") {
    const message = `${name} is the largest picture of the first screen and is loaded late`;
    yield error("LAZY_LCP", message, about);
  }
  if (use.lcp === true && fetchpriority !== "high") {
    const message = `${name} is the largest picture of the first screen: \`fetchpriority="high"\` brings it sooner`;
    yield info("LCP_NOT_PRIORITIZED", message, about);
  }
  yield* addressFindings(name, url, about);
  if (use.aboveFold === false && loading !== "lazy") {
    const message = `${name} is below the first screen and is loaded with it: \`loading="lazy"\` waits`;
    yield info("NOT_LAZY", message, about);
  }
}

const LONGEST_DATA = 4096;

function* addressFindings(name: string, url: string, about: About): Generator<Found> {
  if (/^\s*http:/i.test(url)) {
    const message = `${name} is loaded without TLS, which browsers refuse on a secure page`;
    yield error("INSECURE_URL", message, about);
  }
  if (/^\s*data:/i.test(url) && url.length > LONGEST_DATA) {
    const message = `A picture of ${counted(url.length, "character")} stands in the page itself, where it is not kept`;
    yield warning("DATA_URI_LARGE", message, about);
  }
}

/** What is wrong with elements that show none of the files. */
export function* strayFindings(image: Image): Generator<Found> {
  const { name, src, line, column } = image;
  const about = {
    path: "/job/options/html",
    line,
    column,
    ...(name === "" ? {} : { subject: name }),
  };
  yield* addressFindings(name, src, about);
  if (!isData(image) && name !== "") {
    yield warning("FILE_NOT_FOUND", `The page shows ${name}, which was not given`, about);
  }
}

const NEAR = 4;

/** Twins: the same bytes, or what looks the same. */
export function* twinFindings(files: readonly AuditFile[]): Generator<Found> {
  const known = new Map<string, AuditFile>();
  const hashes = files.map(({ dhash }) => (dhash === undefined ? undefined : BigInt(`0x${dhash}`)));
  for (const [index, file] of files.entries()) {
    const about = { path: `/job/files/${index}`, subject: file.id };
    const { sha256 } = file;
    const first = sha256 === undefined ? undefined : known.get(sha256);
    if (first) {
      const message = `${file.name} has the same bytes as ${first.name}`;
      yield warning("DUPLICATE_BYTES", message, { ...about, expected: first.id });
    } else if (sha256 !== undefined) known.set(sha256, file);
    const own = hashes[index];
    if (own === undefined) continue;
    for (const [place, other] of files.slice(0, index).entries()) {
      const theirs = hashes[place];
      if (theirs === undefined || (sha256 !== undefined && sha256 === other.sha256)) continue;
      if (bitsIn(own ^ theirs) > NEAR) continue;
      const message = `${file.name} looks almost like ${other.name}`;
      yield info("NEAR_DUPLICATE", message, { ...about, expected: other.id });
    }
  }
}

/** How many are set; more than five are not counted on. */
function bitsIn(bits: bigint): number {
  let left = bits;
  let count = 0;
  for (; left !== 0n && count <= NEAR; count++) left &= left - 1n;
  return count;
}

function error(code: string, message: string, about: About): Found {
  return { code, severity: "error", message, ...about };
}

function warning(code: string, message: string, about: About): Found {
  return { code, severity: "warning", message, ...about };
}

function info(code: string, message: string, about: About): Found {
  return { code, severity: "info", message, ...about };
}
