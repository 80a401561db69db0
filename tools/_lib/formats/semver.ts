/** Versions as semver.org has them: read strictly, compared, raised. */
import compare from "semver/functions/compare.js";
import inc from "semver/functions/inc.js";
import parse from "semver/functions/parse.js";

export type Bump = "major" | "minor" | "patch";

type SemVer = NonNullable<ReturnType<typeof parse>>;

/** A version of SemVer 2.0.0, with nothing before or after it. */
export function readSemVer(text: string): SemVer | undefined {
  const read = parse(text);
  if (read === null) return undefined;
  const build = read.build.length === 0 ? "" : `+${read.build.join(".")}`;
  return `${read.version}${build}` === text ? read : undefined;
}

export function isSemVer(text: string): boolean {
  return readSemVer(text) !== undefined;
}

/** Below 0 where the left version comes first; builds do not count. */
export function compareSemVer(left: string, right: string): number {
  return compare(left, right);
}

/** The version after this one; what was on its way to that, such as 2.0.0-rc.1, becomes it. */
export function raised(version: string, bump: Bump): string {
  return inc(version, bump) ?? version;
}

export function isBeforeFirst(version: string): boolean {
  return parse(version)?.major === 0;
}
