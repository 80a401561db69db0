/** Change logs: versions in them, and where their newest section ends. */
import type { Surface } from "./surfaces.ts";

const SEMVER = /(?<![\d.])\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?(?![\d.]*\d)/;
const DATE = /(?<!\d)\d{4}[-.]\d{2}[-.]\d{2}(?!\d)/;

/** The first SemVer version in a text, else the first date. */
export function versionIn(text: string): string | undefined {
  const found = SEMVER.exec(text)?.[0] ?? DATE.exec(text)?.[0];
  return found?.replace(/(?<![.-])[.-]+$/, "");
}

/** Where what is said of the newest release, and of what is not released yet, ends in the text. */
export function endOfNewest({ sentences, text }: Surface): number {
  const headings = sentences.filter((sentence) => sentence.kind === "heading");
  const newest =
    headings.find((heading) => versionIn(heading.text) !== undefined) ?? headings[1] ?? headings[0];
  if (newest === undefined) return text.length;
  const level = levelOf(newest.text);
  const next = headings.find(
    (heading) => heading.start > newest.start && levelOf(heading.text) <= level,
  );
  return next?.start ?? text.length;
}

/** Of a heading: 1 is the highest. */
function levelOf(heading: string): number {
  const marks = /^#{1,6}/.exec(heading)?.[0].length;
  return marks ?? (/\n[^\S\n]*-+$/.test(heading.trimEnd()) ? 2 : 1);
}
