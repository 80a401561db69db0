/** What package.json asks for: a range, or another place to fetch from. */
import { decodePercent } from "../_lib/web/url/percent.ts";
import { readNpmRange } from "./npm-range.ts";
import type { Source, Wish } from "./model.ts";

/** Names of releases that a registry moves; what they stand for is not in the files. */
const TAGS = new Set([
  "alpha",
  "beta",
  "canary",
  "dev",
  "experimental",
  "insiders",
  "legacy",
  "lts",
  "next",
  "nightly",
  "rc",
  "stable",
]);

const FORMS: readonly (readonly [form: RegExp, read: (text: string) => Wish])[] = [
  [/^npm:/, (text) => readNpm(text.slice("npm:".length))],
  [/^patch:/, readPatch],
  [/^workspace:/, () => elsewhere("workspace")],
  [/^(?:file|link|portal):/, () => elsewhere("file")],
  [/^(?:\.{0,2}\/|~\/|\.{1,2}$|[a-z]:[\\/])/i, () => elsewhere("file")],
  [/^(?:catalog|jsr):/, () => elsewhere("registry")],
  [/^(?:git(?:\+[a-z]+)?:|github:|gitlab:|bitbucket:|gist:)/i, (url) => elsewhere("git", url)],
  [/^[\w.-]+@[\w.-]+:/, (url) => elsewhere("git", url)],
  [
    /^https?:\/\/(?:github|gitlab|bitbucket)\.\w+\/[^/]+\/[^/#]+\/?(?:#|$)/i,
    (url) => elsewhere("git", url),
  ],
  [/^https?:\/\/[^?#]*\.git(?:#|$)/i, (url) => elsewhere("git", url)],
  [/^https?:/i, (url) => elsewhere("url", url)],
  [/^[\w.-]+\/[\w.-]+(?:#|$)/, (url) => elsewhere("git", url)],
];

export function readNodeSpec(spec: string): Wish {
  const text = spec.trim();
  const [, read = readRange] = FORMS.find(([form]) => form.test(text)) ?? [];
  return read(text);
}

function elsewhere(source: Source, url?: string): Wish {
  return { source, wanted: undefined, ...(url !== undefined && { url }) };
}

function readRange(text: string): Wish {
  return { source: "registry", wanted: TAGS.has(text) ? undefined : text };
}

/** Behind `npm:` stands a range, or another name with a range. */
function readNpm(text: string): Wish {
  const [, target, range = ""] = /^((?:@[^/@]+\/)?[^/@]+)(?:@(.*))?$/.exec(text) ?? [];
  if (target === undefined || (!text.includes("@") && readNpmRange(text) !== undefined)) {
    return readRange(text);
  }
  return { ...readRange(range.trim()), source: "alias", target };
}

/** `patch:name@npm%3A^1.0.0#./file.patch`: what is patched is asked for. */
function readPatch(text: string): Wish {
  const { name, range } = splitDescriptor(patchedBy(text) ?? "");
  return name === "" ? elsewhere("file") : readNodeSpec(range);
}

/** The descriptor that a `patch:` is put over, if it is one. */
export function patchedBy(text: string): string | undefined {
  const [, inner] = /^patch:([^#]*)/.exec(text) ?? [];
  return inner === undefined ? undefined : decodePercent(inner);
}

/** `@scope/name@range` in its two parts. */
export function splitDescriptor(text: string): { readonly name: string; readonly range: string } {
  const at = text.indexOf("@", 1);
  return at < 0
    ? { name: text, range: "" }
    : { name: text.slice(0, at), range: text.slice(at + 1) };
}
