/** Versions of Python packages (PEP 440). */
import { byCodeUnit } from "../_lib/results/pointer.ts";

/** Numbers are kept as text without leading zeros, so that they may be of any length. */
export interface PythonVersion {
  readonly epoch: string;
  readonly release: readonly string[];
  /** `a`, `b` or `rc` and its number. */
  readonly pre: readonly [letter: string, number: string] | undefined;
  readonly post: string | undefined;
  readonly dev: string | undefined;
  /** Segments behind `+`. */
  readonly local: readonly string[] | undefined;
}

const RELEASE = "v?(?:([0-9]+)!)?([0-9]+(?:\\.[0-9]+)*)";
const PRE = "(?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?([0-9]*))?";
const POST = "(?:-([0-9]+)|[-_.]?(?:post|rev|r)[-_.]?([0-9]*))?";
const DEV = "(?:[-_.]?dev[-_.]?([0-9]*))?";
const LOCAL = "(?:\\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?";
const VERSION = new RegExp(`^\\s*${RELEASE}${PRE}${POST}${DEV}${LOCAL}\\s*$`, "i");

const LETTERS: Readonly<Record<string, string>> = {
  alpha: "a",
  beta: "b",
  c: "rc",
  pre: "rc",
  preview: "rc",
};

/** The version of a text; undefined where it is none. */
export function parsePythonVersion(text: string): PythonVersion | undefined {
  const found = VERSION.exec(text);
  if (!found) return undefined;
  const [, epoch = "0", release = "", word, pre = "", dash, post, dev, local] = found;
  const letter = word?.toLowerCase();
  return {
    epoch: plainNumber(epoch),
    release: release.split(".").map(plainNumber),
    pre: letter === undefined ? undefined : [LETTERS[letter] ?? letter, plainNumber(pre)],
    post: numberIn(dash ?? post),
    dev: numberIn(dev),
    local: local?.toLowerCase().split(/[-_.]/),
  };
}

function numberIn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : plainNumber(text);
}

/** A number without leading zeros; none at all is 0. */
function plainNumber(text: string): string {
  return text.replace(/^0+(?=.)/, "") || "0";
}

/** Negative where the left one comes first, 0 where both are the same version. */
export function comparePythonVersions(left: PythonVersion, right: PythonVersion): number {
  return comparePublic(left, right) || compareLocal(left.local, right.local);
}

/** As `comparePythonVersions`, as if there were nothing behind `+`. */
export function comparePublic(left: PythonVersion, right: PythonVersion): number {
  return (
    compareBase(left, right) ||
    comparePre(left, right) ||
    compareNumbers(left.post ?? "", right.post ?? "") ||
    compareDev(left.dev, right.dev)
  );
}

/** By epoch and release alone; 1.0 is 1.0.0. */
function compareBase(left: PythonVersion, right: PythonVersion): number {
  const difference = compareNumbers(left.epoch, right.epoch);
  if (difference !== 0) return difference;
  const length = Math.max(left.release.length, right.release.length);
  for (let at = 0; at < length; at++) {
    const here = compareNumbers(left.release[at] ?? "0", right.release[at] ?? "0");
    if (here !== 0) return here;
  }
  return 0;
}

/** Numbers without leading zeros; an empty text, for one that is not there, before all. */
export function compareNumbers(left: string, right: string): number {
  return left.length - right.length || byCodeUnit(left, right);
}

/** A lone development release comes before the prereleases, and those before the release. */
function comparePre(left: PythonVersion, right: PythonVersion): number {
  const [a, b] = [left, right].map(({ pre, post, dev }) => {
    if (pre !== undefined) return pre;
    return [post === undefined && dev !== undefined ? "" : "~", ""] as const;
  }) as [readonly [string, string], readonly [string, string]];
  return byCodeUnit(a[0], b[0]) || compareNumbers(a[1], b[1]);
}

function compareDev(left: string | undefined, right: string | undefined): number {
  if (left === undefined || right === undefined) {
    return Number(left === undefined) - Number(right === undefined);
  }
  return compareNumbers(left, right);
}

/** Words before numbers; fewer segments before more, none at all first. */
function compareLocal(left: readonly string[] = [], right: readonly string[] = []): number {
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const [a, b] = [left[at] ?? "", right[at] ?? ""];
    const [isNumber, isOther] = [/^[0-9]+$/.test(a), /^[0-9]+$/.test(b)];
    const difference =
      Number(isNumber) - Number(isOther) ||
      (isNumber ? compareNumbers(plainNumber(a), plainNumber(b)) : byCodeUnit(a, b));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

export function isPythonPrerelease({ pre, dev }: PythonVersion): boolean {
  return pre !== undefined || dev !== undefined;
}

/** By version; texts that are none come first. */
export function comparePythonTexts(left: string, right: string): number {
  const [a, b] = [parsePythonVersion(left), parsePythonVersion(right)];
  if (a === undefined || b === undefined) {
    return Number(a !== undefined) - Number(b !== undefined) || byCodeUnit(left, right);
  }
  return comparePythonVersions(a, b) || byCodeUnit(left, right);
}
