/** go.mod and go.sum. */
import { quoted } from "../_lib/text/shown.ts";
import { compareSemver, isSameSemver, isSemverPrerelease, readNpmRange } from "./npm-range.ts";
import { linesOf, Unreadable } from "./data.ts";
import type { Found, Locked, Project, Requirement, VersionRules } from "./model.ts";

/** A requirement is one version. */
const GO_RULES: VersionRules = {
  grammar: "Go modules",
  readRange: (text) => (text.startsWith("v") ? readNpmRange(`=${text}`) : undefined),
  compare: compareSemver,
  isSame: isSameSemver,
  isPrerelease: isSemverPrerelease,
};

const DIRECTIVES = new Set(
  "module go toolchain require exclude replace retract tool ignore godebug".split(" "),
);

const SUM_LINE = /^(\S+)[ \t]+(v[^\s/]+)(\/go\.mod)?[ \t]+h\d+:\S+$/;

export function isGoSum(text: string): boolean {
  const lines = linesOf(text).filter((line) => line.trim() !== "");
  return lines.length > 0 && lines.every((line) => SUM_LINE.test(line.trim()));
}

/**
 * Whether a text is a go.mod: it begins with a directive, and one of them is `module PATH`. In TOML, and in prose, a line
 * may begin with these words too.
 */
export function isGoMod(text: string): boolean {
  const lines = linesOf(text)
    .flatMap((line) => line.split("//", 1))
    .map((line) => line.trim());
  const first = lines.find((line) => line !== "") ?? "";
  const [directive = ""] = first.split(/[\s(]/, 1);
  return DIRECTIVES.has(directive) && lines.some((line) => /^module\s+[^\s=]+$/.test(line));
}

export function readGo(manifest: string, sum: string): Project {
  const { requires, replaces } = readGoMod(manifest);
  const { modules, halves } = readGoSum(sum);
  return {
    requirements: requires.map((require) => readRequirement(require, replaces)),
    rules: GO_RULES,
    warnings: [],
    lock: {
      version: null,
      packages: [...modules.values()],
      roots: [],
      knowsEdges: false,
      hasChecksums: false,
      find({ name, source, target = name, wanted }): Found | undefined {
        if (source === "file") return { locked: folder(name) };
        const key = `${target} ${wanted}`;
        const isWhole = halves.has(`${key}/go.mod`) && halves.has(key);
        const locked = modules.get(key);
        if (isWhole && locked) return { locked };
        return halves.has(`${key}/go.mod`) ? { locked: undefined } : undefined;
      },
    },
  };
}

interface Require {
  readonly name: string;
  readonly version: string;
  readonly isIndirect: boolean;
}

/** What a module is replaced by: a folder where there is no version. */
interface Replacement {
  readonly target: string;
  readonly version: string | undefined;
}

interface GoMod {
  readonly requires: Require[];
  /** By `module`, or `module version` where only that one is replaced. */
  readonly replaces: Map<string, Replacement>;
}

function readGoMod(text: string): GoMod {
  const read: GoMod = { requires: [], replaces: new Map() };
  /** The directive of the block that is open. */
  let block: string | undefined;
  for (const [at, line] of linesOf(text).entries()) {
    const [code = "", ...comments] = line.split("//");
    // Two slashes are the middle of an address too, which go.mod has in comments only.
    const words = wordsOf(code);
    if (words.length === 0) continue;
    if (block !== undefined && words[0] === ")") {
      block = undefined;
      continue;
    }
    const directive: string = block ?? words.shift() ?? "";
    if (!DIRECTIVES.has(directive)) throw problem(at, line, "a directive such as require");
    if (block === undefined && words[0] === "(") {
      if (words[1] !== ")") block = directive;
      continue;
    }
    if (directive === "require") read.requires.push(readRequire(words, comments, at, line));
    if (directive === "replace") readReplace(words, read.replaces, at, line);
  }
  if (block !== undefined) throw problem(linesOf(text).length - 1, "the end", '")"');
  return read;
}

function wordsOf(code: string): string[] {
  const words = code.match(/"[^"]*"|`[^`]*`|[()]|[^\s()]+/g) ?? [];
  return words.map((word) => word.replace(/^(["`])(.*)\1$/, "$2"));
}

function readRequire(
  words: readonly string[],
  comments: readonly string[],
  at: number,
  line: string,
): Require {
  const [name, version] = words;
  if (name === undefined || version === undefined || words.length > 2) {
    throw problem(at, line, "a module and its version");
  }
  return { name, version, isIndirect: /^\s*indirect\b/.test(comments[0] ?? "") };
}

function readReplace(
  words: readonly string[],
  replaces: GoMod["replaces"],
  at: number,
  line: string,
): void {
  const arrow = words.indexOf("=>");
  const target = words[arrow + 1];
  if (arrow < 1 || target === undefined) throw problem(at, line, '"=>" and a module or a folder');
  replaces.set(words.slice(0, arrow).join(" "), { target, version: words[arrow + 2] });
}

function readRequirement(
  { name, version, isIndirect }: Require,
  replaces: GoMod["replaces"],
): Requirement {
  const group = isIndirect ? "indirect" : "prod";
  const own = { name, group, range: version, spec: version } as const;
  const replacement = replaces.get(`${name} ${version}`) ?? replaces.get(name);
  if (replacement === undefined) return { ...own, source: "registry", wanted: version };
  if (replacement.version === undefined) return { ...own, source: "file", wanted: undefined };
  const { target } = replacement;
  return {
    ...own,
    source: target === name ? "registry" : "alias",
    wanted: replacement.version,
    target,
  };
}

/** The modules, by name and version, and what of them there are hashes for. */
function readGoSum(text: string): { modules: Map<string, Locked>; halves: Set<string> } {
  const modules = new Map<string, Locked>();
  const halves = new Set<string>();
  for (const [at, line] of linesOf(text).entries()) {
    if (line.trim() === "") continue;
    const [, name, version, mod = ""] = SUM_LINE.exec(line.trim()) ?? [];
    if (name === undefined || version === undefined) {
      throw problem(at, line, "a module, its version and a hash", "/lockfile");
    }
    halves.add(`${name} ${version}${mod}`);
    // Of a module that is not built only its go.mod has a hash.
    if (mod === "") modules.set(`${name} ${version}`, newLocked(name, version));
  }
  return { modules, halves };
}

function newLocked(name: string, version: string): Locked {
  return { name, version, source: "registry", url: "", hasIntegrity: true, needs: [] };
}

function folder(name: string): Locked {
  return { name, version: null, source: "file", url: "", hasIntegrity: true, needs: [] };
}

function problem(at: number, line: string, expected: string, path = "/manifest"): Unreadable {
  const file = path === "/manifest" ? "go.mod" : "go.sum";
  const message = `Cannot read ${file}: found ${quoted(line.trim())}, expected ${expected}`;
  return new Unreadable({ message, path, line: at + 1 });
}
