/** Places that may be written to: which are granted, and which of them meet. */
import { Glob } from "../_lib/text/path-glob/glob.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";

/** A glob of files that may be written. */
export interface Scope {
  /** Without `./`, `..` where it can be followed, or doubled `/`; what ends with `/` covers everything below it. */
  readonly glob: string;
  /**
   * The part before the first special character. A path without any ends with a `/` here, so that
   * whatever lies below a path begins with it.
   */
  readonly prefix: string;
  /** How the files end; undefined where they may end in any way. */
  readonly extensions: ReadonlySet<string> | undefined;
}

const SPECIAL = /[*?[{]/;

export function readScope(text: string): Scope {
  const path = followed(text.trim().replaceAll("\\", "/").replace(/^\/+/, ""));
  const glob = path === "" || path.endsWith("/") ? `${path}**` : path;
  const special = glob.search(SPECIAL);
  const prefix = special === -1 ? `${glob}/` : glob.slice(0, special);
  return { glob, prefix, extensions: extensionsOf(glob) };
}

const PARENT = "..";

/** The path without detours; a `..` stays where it leads out of the root or back from what a wildcard takes. */
function followed(path: string): string {
  const segments = path.split("/");
  const kept: string[] = [];
  for (const segment of segments) {
    const last = kept.at(-1);
    if (segment === "" || segment === ".") continue;
    const isFollowed = segment === PARENT && last !== undefined && !leadsOn(last);
    if (isFollowed) kept.pop();
    else kept.push(segment);
  }
  const isFolder = ["", ".", PARENT].includes(segments.at(-1) as string);
  return kept.length > 0 && isFolder ? `${kept.join("/")}/` : kept.join("/");
}

/** Whether nobody can tell what is above. */
function leadsOn(segment: string): boolean {
  return segment === PARENT || SPECIAL.test(segment);
}

/** `ts` of `src/*.ts`, `ts` and `tsx` of `*.{ts,tsx}`; none where the end is open. */
function extensionsOf(glob: string): ReadonlySet<string> | undefined {
  const name = glob.slice(glob.lastIndexOf("/") + 1);
  const [, extension, list] = /\.(?:([^.*?[\]{}]+)|\{([^*?[\]{}]+)\})$/.exec(name) ?? [];
  if (extension !== undefined) return new Set([extension]);
  return list === undefined ? undefined : new Set(list.split(","));
}

/** Scopes among which those that meet another one are found without looking at all. */
export class ScopeIndex {
  /** By prefix, in plain order. */
  readonly #scopes: readonly Scope[];
  readonly #byPrefix: ReadonlyMap<string, readonly Scope[]>;
  readonly #lengths: readonly number[];

  constructor(scopes: readonly Scope[]) {
    this.#scopes = scopes.toSorted((left, right) => byCodeUnit(left.prefix, right.prefix));
    this.#byPrefix = groupBy(scopes, ({ prefix }) => prefix);
    this.#lengths = [...new Set(scopes.map(({ prefix }) => prefix.length))];
  }

  /** One in which a file of the scope may lie too, as far as beginnings and extensions tell. */
  meeting(scope: Scope): Scope | undefined {
    const meets = ({ extensions }: Scope) => !excludeEachOther(extensions, scope.extensions);
    for (const length of this.#lengths) {
      if (length > scope.prefix.length) continue;
      const above = this.#byPrefix.get(scope.prefix.slice(0, length))?.find(meets);
      if (above) return above;
    }
    for (let at = this.#firstFrom(scope.prefix); at < this.#scopes.length; at++) {
      const below = this.#scopes[at] as Scope;
      if (!below.prefix.startsWith(scope.prefix)) return undefined;
      if (meets(below)) return below;
    }
    return undefined;
  }

  #firstFrom(prefix: string): number {
    let [low, high] = [0, this.#scopes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#scopes[middle] as Scope).prefix < prefix) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function excludeEachOther(left: Scope["extensions"], right: Scope["extensions"]): boolean {
  return left !== undefined && right !== undefined && ![...left].some((end) => right.has(end));
}

/** What no path has, so that nothing but a wildcard takes it. */
const ANY_NAME = "\ue000";

export interface Grant {
  readonly glob: Glob;
  /** How far above the root it lies. */
  readonly above: number;
}

/** Whether all that a scope may hold lies in one of those granted. */
export function isGranted({ glob: asked }: Scope, granted: readonly Grant[]): boolean {
  const above = aboveRoot(asked);
  // Where a way back from what a wildcard takes ends, nobody can tell.
  if (asked.split("/").includes(PARENT, above)) return false;
  const samples = samplesOf(asked);
  // A wildcard takes names, and `..` is none.
  return granted.some(
    (grant) => grant.above === above && samples.every((sample) => grant.glob.matches(sample)),
  );
}

/** What grants a path grants everything below it. */
export function grantsOf(text: string): Grant[] {
  const { glob, prefix } = readScope(text);
  const above = aboveRoot(glob);
  const isPath = prefix.endsWith("/") && prefix === `${glob}/`;
  const rooted = `/${glob}`;
  const patterns = isPath ? [rooted, `${rooted}/**`] : [rooted];
  return patterns.map((pattern) => ({ glob: new Glob(pattern), above }));
}

/** The number of `..` that a path begins with. */
function aboveRoot(glob: string): number {
  const segments = glob.split("/");
  const first = segments.findIndex((segment) => segment !== PARENT);
  return first === -1 ? segments.length : first;
}

const FEWEST_AND_MORE = [[], [ANY_NAME], [ANY_NAME, ANY_NAME]];

/** Paths that stand for all of a glob's: names that only wildcards take, `**` as few and as several of them. */
function samplesOf(glob: string): string[] {
  const segments = glob.split("/");
  return FEWEST_AND_MORE.map((names) =>
    segments
      .flatMap((segment, index) => {
        if (segment !== "**") return [sampleName(segment)];
        const isLast = index === segments.length - 1;
        return isLast && names.length === 0 ? [ANY_NAME] : names;
      })
      .join("/"),
  );
}

/** Classes and choices become a name that only a wildcard takes, which may refuse a grant, never invent one. */
function sampleName(segment: string): string {
  return segment.replace(/\*+|\?|\[[^\]]*(?:\]|$)|\{[^}]*(?:\}|$)/g, ANY_NAME);
}
