/** Versions of Semantic Versioning 2.0.0. */

export interface Version {
  /** Major, minor and patch as written, without leading zeros. */
  readonly core: readonly [string, string, string];
  /** The identifiers behind `-`; empty for a release. */
  readonly prerelease: readonly string[];
  /** The identifiers behind `+`, which do not count. */
  readonly build: readonly string[];
}

const NUMBER = "(0|[1-9][0-9]*)";
const IDENTIFIER = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)";
const VERSION = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?` +
    "(?:\\+([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?$",
);
const LONGEST = 256;

/** The version of a text; undefined where it is none. */
export function parseVersion(text: string): Version | undefined {
  const found = text.length > LONGEST ? null : VERSION.exec(text);
  if (!found) return undefined;
  const [, major = "", minor = "", patch = "", prerelease = "", build = ""] = found;
  return {
    core: [major, minor, patch],
    prerelease: prerelease === "" ? [] : prerelease.split("."),
    build: build === "" ? [] : build.split("."),
  };
}

/** By precedence: negative where the left one comes first, 0 where only builds differ. */
export function compareVersions(left: Version, right: Version): number {
  for (const [at, number] of left.core.entries()) {
    const difference = compareNumbers(number, right.core[at] ?? "0");
    if (difference !== 0) return difference;
  }
  return comparePrereleases(left.prerelease, right.prerelease);
}

/** Numbers without leading zeros, of any length. */
function compareNumbers(left: string, right: string): number {
  return left.length - right.length || compareTexts(left, right);
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** A release comes after its prereleases; fewer identifiers before more. */
function comparePrereleases(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) {
    return Number(left.length === 0) - Number(right.length === 0);
  }
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = compareIdentifiers(left[at] ?? "", right[at] ?? "");
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Numbers before words. */
function compareIdentifiers(left: string, right: string): number {
  const [isNumber, isOther] = [/^[0-9]+$/.test(left), /^[0-9]+$/.test(right)];
  if (isNumber && isOther) return compareNumbers(left, right);
  if (isNumber || isOther) return isNumber ? -1 : 1;
  return compareTexts(left, right);
}
