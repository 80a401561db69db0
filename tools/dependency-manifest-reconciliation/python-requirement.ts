/** Requirements of Python packages (PEP 508): `name[extra] >= 1.2 ; marker`, `name @ url`. */
import { comparePythonTexts, isPythonPrerelease, parsePythonVersion } from "./python-version.ts";
import { normalPythonName } from "../_lib/text/python-name.ts";
import { readSpecifiers } from "./python-specifier.ts";
import type { Group, Requirement, VersionRules, Wish } from "./model.ts";

export const PYTHON_RULES: VersionRules = {
  grammar: "PEP 440",
  readRange: readSpecifiers,
  compare: comparePythonTexts,
  isSame: isSamePython,
  isPrerelease: isPrereleaseText,
};

function isSamePython(left: string, right: string): boolean {
  const isVersion = parsePythonVersion(left) !== undefined;
  return isVersion ? readSpecifiers(`==${left}`)?.allows(right) === true : left === right;
}

function isPrereleaseText(text: string): boolean {
  const version = parsePythonVersion(text);
  return version !== undefined && isPythonPrerelease(version);
}

/** What is asked for, as far as it is judged: extras and markers are left out. */
export interface PythonSpec {
  /** Normal. */
  readonly name: string;
  readonly specifiers: string;
  readonly url: string | undefined;
}

const NAME = /^\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\]\s*)?/;

/** The requirement of a text; undefined where it is none. Whether the specifiers are any is not looked at. */
export function readPythonSpec(text: string): PythonSpec | undefined {
  const [head, written] = NAME.exec(text) ?? [];
  if (head === undefined || written === undefined) return undefined;
  const name = normalPythonName(written);
  const rest = text.slice(head.length);
  if (rest.startsWith("@")) {
    const [, url] = /^@\s*(\S+)/.exec(rest) ?? [];
    return url === undefined ? undefined : { name, specifiers: "", url };
  }
  const [specifiers = ""] = rest.split(";", 1);
  const plain = specifiers
    .trim()
    .replace(/^\((.*)\)$/s, "$1")
    .trim();
  return plain === "" || /^[=!<>~]/.test(plain)
    ? { name, specifiers: plain, url: undefined }
    : undefined;
}

/** The wish of an address: of git, of a file here, or of another place. */
export function wishOfUrl(url: string): Wish {
  if (/^(?:git\+|git:|git@)/i.test(url)) return { source: "git", wanted: undefined, url };
  const isFile = /^(?:file:|\.{0,2}\/|[a-z]:[\\/])/i.test(url);
  return { source: isFile ? "file" : "url", wanted: undefined, url };
}

/** The requirement as a group of a manifest has it. */
export function pythonRequirement(
  { name, specifiers, url }: PythonSpec,
  group: Group,
): Requirement {
  const range = url ?? specifiers;
  const wish: Wish =
    url === undefined ? { source: "registry", wanted: specifiers } : wishOfUrl(url);
  return { name, group, range, spec: range, ...wish };
}
