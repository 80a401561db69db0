/** Package URLs (ECMA-427): `pkg:type/namespace/name@version?qualifiers#subpath`. */
import { Fault, type Problem } from "../../../tools/_lib/results/syntax-problem.ts";

/** The parts of a package URL in their normal form, decoded. */
export interface PackageUrl {
  readonly type: string;
  /** Segments joined with `/`. */
  readonly namespace: string | null;
  readonly name: string;
  readonly version: string | null;
  /** None of them empty, by key. */
  readonly qualifiers: Readonly<Record<string, string>> | null;
  /** Segments joined with `/`. */
  readonly subpath: string | null;
}

/** The parts as somebody wrote them. */
export interface PackageUrlParts {
  readonly type: string;
  readonly namespace?: string | null | undefined;
  readonly name: string;
  readonly version?: string | null | undefined;
  readonly qualifiers?: Readonly<Record<string, string>> | null | undefined;
  readonly subpath?: string | null | undefined;
}

/** Why a text or parts are no package URL; parts have a `path`, such as `/name`. */
export type PurlProblem = Problem<"PURL_INVALID">;

export type PurlResult =
  | { readonly ok: true; readonly purl: PackageUrl }
  | { readonly ok: false; readonly problem: PurlProblem };

/** What a reader gives, or the problem that it throws. */
export function attempt(read: () => PackageUrl): PurlResult {
  try {
    return { ok: true, purl: read() };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ok: false, problem: (error as Fault<"PURL_INVALID">).problem };
  }
}

/** A place in a text, or a part. */
export type PurlPlace = { readonly offset: number } | { readonly path: string };

export function refuse(place: PurlPlace, found: string, expected: string): never {
  const offset = "offset" in place ? place.offset : 0;
  const path = "path" in place ? { path: place.path } : {};
  throw new Fault({ code: "PURL_INVALID", offset, found, expected, ...path });
}
