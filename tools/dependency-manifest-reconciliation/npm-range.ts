/** Ranges as npm reads them. */
// The grammar of npm is what its own package says it is; everybody's lock files are decided by it.
import Range from "semver/classes/range.js";
import compareBuild from "semver/functions/compare-build.js";
import parse from "semver/functions/parse.js";
import intersects from "semver/ranges/intersects.js";
import { byCodeUnit } from "../_lib/results/pointer.ts";

/** Versions that are allowed. */
export interface VersionRange {
  allows(version: string): boolean;
  /** Whether there is no upper bound, so that any later release fits. */
  readonly isOpen: boolean;
}

/** The range of a text; undefined where it is none. A prerelease fits only where the range names one. */
export function readNpmRange(text: string): VersionRange | undefined {
  const range = parseRange(text);
  if (range === undefined) return undefined;
  return {
    allows(version) {
      const read = parse(version);
      return read !== null && range.test(read);
    },
    isOpen: range.set.some((comparators) =>
      comparators.every(({ operator, value }) => value === "" || operator.startsWith(">")),
    ),
  };
}

/** No version is that long; the package would look at it many times over before it says so. */
const LONG_WORD = /[^\s|]{1001}/;

function parseRange(text: string): Range | undefined {
  if (LONG_WORD.test(text)) return undefined;
  try {
    return new Range(text);
  } catch {
    return undefined;
  }
}

/** Comparing two ranges takes the product of their lengths. */
const LONGEST_COMPARED = 256;

/** Whether some version may fit both ranges; false where one is none, or is very long. */
export function rangesMeet(left: string, right: string): boolean {
  if (left.length > LONGEST_COMPARED || right.length > LONGEST_COMPARED) return false;
  const [a, b] = [parseRange(left), parseRange(right)];
  return a !== undefined && b !== undefined && intersects(a, b);
}

/** By precedence, then by build metadata; texts that are no versions come first. */
export function compareSemver(left: string, right: string): number {
  const [a, b] = [parse(left), parse(right)];
  if (a === null || b === null) {
    return Number(a !== null) - Number(b !== null) || byCodeUnit(left, right);
  }
  return compareBuild(a, b) || byCodeUnit(left, right);
}

/** Whether two texts are the same version: build metadata and a leading `v` do not count. */
export function isSameSemver(left: string, right: string): boolean {
  const [a, b] = [parse(left), parse(right)];
  return a === null || b === null ? left === right : a.compare(b) === 0;
}

export function isSemverPrerelease(version: string): boolean {
  return (parse(version)?.prerelease.length ?? 0) > 0;
}
