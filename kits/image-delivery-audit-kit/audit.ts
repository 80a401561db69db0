/** What is wrong with pictures: with their bytes, with where they are shown, and with the markup around them. */
import { groupBy } from "../../tools/_lib/algorithms/group-by.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import type { AuditFile, Job, Work } from "../image-delivery-audit-kit.ts";
import { judgeMarkup, judgeSlot } from "./places.ts";
import { isWorthIt, smallestSame } from "./savings.ts";
import type { Place } from "../_core/image-places.ts";

/** A file with all its places. */
export interface Subject {
  readonly file: AuditFile;
  readonly index: number;
  readonly places: readonly Place[];
}

/** Tells of a finding about a file. */
export type Tell = (
  severity: "error" | "warning" | "info",
  code: string,
  message: string,
  about?: { readonly path?: string; readonly expected?: unknown; readonly received?: unknown },
) => void;

/** Codes of each file, in the order in which they were found. */
export type Codes = Map<string, string[]>;

export function auditFiles(places: readonly Place[], work: Work): Codes {
  const { job, report } = work;
  const byFile = groupBy(places, ({ file }) => file);
  const codes: Codes = new Map();
  for (const [index, file] of job.files.entries()) {
    const own: string[] = [];
    codes.set(file.id, own);
    const tell: Tell = (severity, code, message, about = {}) => {
      own.push(code);
      const place = { path: `/job/files/${index}`, subject: file.id, ...about };
      report.find(severity, "audit", { code, message, ...place });
    };
    const subject = { file, index, places: byFile.get(file.id) ?? [] };
    judgeContent(file, tell);
    judgeWeight(file, job, tell);
    judgeSlot(subject, job, tell);
    for (const place of subject.places) judgeMarkup(subject, place, tell);
    if (places.length > 0 && subject.places.length === 0) {
      tell("info", "UNREFERENCED", `${file.name} is shown nowhere`);
    }
  }
  judgeStrangers(places, work, codes);
  findTwins(work, codes);
  const found = [...codes.values()].flat().length;
  report.finish("audit", `${counted(found, "finding")} of ${counted(job.files.length, "file")}`);
  return codes;
}

const TYPES: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
  svg: "image/svg+xml",
};

const WIDE = new Set(["p3", "adobe", "other"]);
const LARGEST_BASELINE = 10_240;

/** What the bytes are, beside what they should be. */
function judgeContent({ name, mediaType, orientation, ...file }: AuditFile, tell: Tell): void {
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const expected = Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined;
  if (expected !== undefined && expected !== mediaType) {
    const message = `${name} is ${mediaType} inside, whatever its ending says`;
    tell("error", "TYPE_MISMATCH", message, { expected, received: mediaType });
  }
  if (file.colorSpace === "cmyk") {
    tell("error", "CMYK", `${name} has print colours, which browsers show wrongly or not at all`);
  }
  if (file.gps) tell("error", "GPS_METADATA", `${name} says where it was taken`);
  if (orientation !== 1) {
    const message = `${name} is turned by its metadata alone, and lies on its side where that is lost`;
    tell("warning", "ORIENTATION_BY_EXIF", message, { received: orientation });
  }
  if (WIDE.has(file.colorSpace)) {
    const message = `${name} has colours of another space than sRGB`;
    tell("info", "WIDE_GAMUT", message, { received: file.colorSpace });
  }
}

/** How many bytes there are, and for what. */
function judgeWeight(file: AuditFile, { options }: Job, tell: Tell): void {
  const { name, bytes, mediaType, metadataBytes } = file;
  if (bytes > options.budgetBytes) {
    const about = { expected: options.budgetBytes, received: bytes };
    tell("warning", "OVER_BUDGET", `${name} has ${bytes} bytes of ${options.budgetBytes}`, about);
  }
  const modern = smallestSame(file);
  if (modern !== undefined && isWorthIt(bytes - modern.bytes, bytes, options)) {
    const message = `${name} has ${bytes} bytes, and ${modern.bytes} as ${modern.format} of the same size`;
    tell("warning", "MODERN_FORMAT", message, { expected: modern.bytes, received: bytes });
  }
  if (mediaType === "image/gif" && file.frames > 1) {
    const message = `${name} is an animated GIF: a video, WebP or AVIF has a small part of its bytes`;
    tell("warning", "ANIMATED_GIF", message);
  }
  if (metadataBytes > Math.max(4096, bytes / 10)) {
    const message = `${name} carries ${metadataBytes} bytes of metadata`;
    tell("warning", "METADATA_HEAVY", message, { received: metadataBytes });
  }
  const isJpeg = mediaType === "image/jpeg";
  if (isJpeg && bytes > LARGEST_BASELINE && file.progressive === false) {
    tell("info", "NOT_PROGRESSIVE", `${name} appears from the top, and not coarse and whole first`);
  }
}

const LONGEST_DATA = 4096;

/** Pictures of the page that are none of the files, and addresses whatever they lead to. */
function judgeStrangers(places: readonly Place[], { report }: Work, codes: Codes): void {
  const lost = new Set<string>();
  for (const { file, url = "", path, words, tag } of places) {
    const find = (severity: "error" | "warning", code: string, message: string, name: string) => {
      if (file !== undefined) codes.get(file)?.push(code);
      report.find(severity, "audit", { code, message, path, subject: name });
    };
    const name = file ?? tag?.name ?? "";
    if (/^\s*http:/i.test(url)) {
      find("error", "INSECURE_URL", `${words} is loaded over http, in the clear`, name);
    }
    if (/^\s*data:/i.test(url) && url.length > LONGEST_DATA) {
      const message = `${words} is ${url.length} characters within the page: it is loaded before anything else, every time`;
      find("warning", "DATA_URI_LARGE", message, name);
    }
    if (file !== undefined || name === "" || lost.has(name)) continue;
    lost.add(name);
    find("warning", "FILE_NOT_FOUND", `${words} shows ${name}, which is none of the files`, name);
  }
}

const MOST_DIFFERENT_BITS = 4;

/** At most two hundred files are compared with each other. */
function findTwins({ job, report }: Work, codes: Codes): void {
  const first = new Map<string, AuditFile>();
  const tell = (severity: "warning" | "info", code: string, later: AuditFile, message: string) => {
    codes.get(later.id)?.push(code);
    const path = `/job/files/${job.files.indexOf(later)}`;
    report.find(severity, "audit", { code, message, path, subject: later.id });
  };
  const hashes = job.files.map(({ dhash }) => dhash && BigInt(`0x${dhash}`));
  for (const [index, file] of job.files.entries()) {
    const { sha256, name } = file;
    const twin = sha256 === undefined ? undefined : first.get(sha256);
    if (twin) tell("warning", "DUPLICATE_BYTES", file, `${name} is ${twin.name}, byte for byte`);
    else if (sha256 !== undefined) first.set(sha256, file);
    const hash = hashes[index];
    if (typeof hash !== "bigint") continue;
    for (const [other, earlier] of job.files.slice(0, index).entries()) {
      const known = hashes[other];
      if (typeof known !== "bigint") continue;
      if (sha256 !== undefined && earlier.sha256 === sha256) continue;
      if (bitsOf(hash ^ known) > MOST_DIFFERENT_BITS) continue;
      tell("info", "NEAR_DUPLICATE", file, `${name} looks like ${earlier.name}`);
    }
  }
}

function bitsOf(value: bigint): number {
  let count = 0;
  // Each step takes the lowest bit away.
  for (let left = value; left > 0n; left &= left - 1n) count++;
  return count;
}
