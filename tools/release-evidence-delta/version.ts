/** Versions of any number of parts: SemVer's, those of the calendar, and longer ones. */
// Which of two prereleases is higher is what npm's own package says, here as for lock files.
import parse from "semver/functions/parse.js";

export interface Version {
  readonly numbers: readonly string[];
  /** As SemVer has it, behind a hyphen. */
  readonly prerelease: NonNullable<ReturnType<typeof parse>>;
  readonly build: string;
}

const WRITTEN = /^[vV]?([0-9]+(?:\.[0-9]+)*)((?:-[0-9A-Za-z.-]+)?)((?:\+[0-9A-Za-z.-]+)?)$/;

/** Undefined for what is no version. A leading v means nothing. */
export function readVersion(text = ""): Version | undefined {
  const [, dotted = "", prerelease = "", build = ""] = WRITTEN.exec(text) ?? [];
  const read = dotted === "" ? null : parse(`0.0.0${prerelease}`);
  if (!read) return undefined;
  // Digits are compared as text, so that none is too long: zeros before them mean nothing.
  const numbers = dotted.split(".").map((digits) => digits.replace(/^0+/, ""));
  return { numbers, prerelease: read, build };
}

/** Below 0 where the left one comes first; parts that one of them lacks are 0, builds do not count. */
export function compareVersions(left: Version, right: Version): number {
  const parts = Math.max(left.numbers.length, right.numbers.length);
  for (let at = 0; at < parts; at++) {
    const [one = "", other = ""] = [left.numbers[at], right.numbers[at]];
    if (one.length !== other.length) return one.length - other.length;
    if (one !== other) return one < other ? -1 : 1;
  }
  return left.prerelease.compare(right.prerelease);
}

/** Whether two texts name one version; what is no version is the same only where it is the same text. */
export function isSameVersion(left: string, right: string): boolean {
  const [one, other] = [readVersion(left), readVersion(right)];
  if (!one || !other) return left === right;
  return one.build === other.build && compareVersions(one, other) === 0;
}
