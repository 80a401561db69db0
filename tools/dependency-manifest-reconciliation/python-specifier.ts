/** Version specifiers of Python packages (PEP 440): `>=1.2, !=1.4.*, <2`. */
import type { VersionRange } from "./npm-range.ts";
import {
  compareNumbers,
  comparePublic,
  comparePythonVersions,
  isPythonPrerelease,
  parsePythonVersion,
  type PythonVersion,
} from "./python-version.ts";

/** Whether a version, given also as it is written, fits. */
type Test = (version: PythonVersion, text: string) => boolean;

interface Clause {
  readonly operator: string;
  readonly test: Test;
}

/**
 * The specifiers of a text; undefined where one is none. A prerelease fits where it is in the range: what is
 * installed when nothing else is there does so without being named.
 */
export function readSpecifiers(text: string): VersionRange | undefined {
  const clauses: Clause[] = [];
  for (const part of text.split(",")) {
    if (part.trim() === "") continue;
    const clause = readClause(part);
    if (clause === undefined) return undefined;
    clauses.push(clause);
  }
  return {
    allows(version) {
      const read = parsePythonVersion(version);
      if (read === undefined) return false;
      return clauses.every(({ test }) => test(read, version.trim()));
    },
    isOpen: clauses.every(({ operator }) => /^(?:>=?|!=)$/.test(operator)),
  };
}

function readClause(text: string): Clause | undefined {
  const [, operator = "", written = ""] = /^\s*(===|==|!=|~=|<=?|>=?)\s*(\S+)\s*$/.exec(text) ?? [];
  const test = operator === "===" ? sameText(written) : testOf(operator, written);
  return test && { operator, test };
}

function sameText(written: string): Test | undefined {
  if (/[;)]/.test(written)) return undefined;
  return (_, text) => text.toLowerCase() === written.toLowerCase();
}

function testOf(operator: string, written: string): Test | undefined {
  const isEquality = operator === "==" || operator === "!=";
  const isPrefix = isEquality && written.endsWith(".*");
  const bound = parsePythonVersion(isPrefix ? written.slice(0, -2) : written);
  if (bound === undefined) return undefined;
  if (isPrefix) return isPlain(bound) ? prefixTest(operator, bound) : undefined;
  if (bound.local !== undefined && !isEquality) return undefined;
  if (operator === "~=" && bound.release.length < 2) return undefined;
  return (version) => fits(operator, version, bound);
}

/** Whether there is nothing behind the release. */
function isPlain({ pre, post, dev, local }: PythonVersion): boolean {
  return [pre, post, dev, local].every((part) => part === undefined);
}

function prefixTest(operator: string, prefix: PythonVersion): Test {
  return (version) => hasPrefix(version, prefix) === (operator === "==");
}

function hasPrefix(version: PythonVersion, { epoch, release }: PythonVersion): boolean {
  if (compareNumbers(version.epoch, epoch) !== 0) return false;
  return release.every((number, at) => number === (version.release[at] ?? "0"));
}

function fits(operator: string, version: PythonVersion, bound: PythonVersion): boolean {
  switch (operator) {
    case "==":
      return isEqual(version, bound);
    case "!=":
      return !isEqual(version, bound);
    case "<=":
      return comparePublic(version, bound) <= 0;
    case ">=":
      return comparePublic(version, bound) >= 0;
    case "<":
      return isBelow(version, bound);
    case ">":
      return isAbove(version, bound);
    default: {
      const prefix = { ...bound, release: bound.release.slice(0, -1) };
      return comparePublic(version, bound) >= 0 && hasPrefix(version, prefix);
    }
  }
}

/** What stands behind `+` counts only where both have it. */
function isEqual(version: PythonVersion, bound: PythonVersion): boolean {
  const compare = bound.local === undefined ? comparePublic : comparePythonVersions;
  return compare(version, bound) === 0;
}

/** Prereleases of the bound, all from its first development release on, are not below it, unless it is one itself. */
function isBelow(version: PythonVersion, bound: PythonVersion): boolean {
  const first = isPythonPrerelease(bound) ? bound : { ...bound, dev: "0" };
  return comparePythonVersions(version, first) < 0;
}

/** Neither post-releases nor local versions of the bound are above it, unless it is a post-release itself. */
function isAbove(version: PythonVersion, bound: PythonVersion): boolean {
  if (comparePythonVersions(version, bound) <= 0) return false;
  const own = { ...version, local: undefined, ...(bound.post === undefined && AFTERWARDS) };
  return comparePublic(own, bound) > 0;
}

/** What a post-release has more than the version that it follows. */
const AFTERWARDS = { post: undefined, dev: undefined } as const;
