/** Version constraints of Poetry: PEP 440 with `^`, `~`, `*`, plain versions and `||`. */
import { readSpecifiers } from "./python-specifier.ts";
import type { VersionRange } from "./npm-range.ts";

/** The range of a constraint; undefined where it is none. */
export function readPoetryRange(text: string): VersionRange | undefined {
  const ranges: VersionRange[] = [];
  for (const alternative of text.split(/\|\|?/)) {
    const range = readAlternative(alternative.trim());
    if (range === undefined) return undefined;
    ranges.push(range);
  }
  return {
    allows: (version) => ranges.some((range) => range.allows(version)),
    isOpen: ranges.some((range) => range.isOpen),
  };
}

const CONSTRAINT = /^(\^|~=?|={1,3}|!=|<=?|>=?)?\s*(\S+)$/;

function readAlternative(text: string): VersionRange | undefined {
  if (text === "") return undefined;
  // Operators may stand apart from their versions, and constraints beside one another.
  const parts = text.replace(/([\^~=!<>])\s+/g, "$1").split(/\s*,\s*|\s+/);
  const clauses: string[] = [];
  for (const part of parts) {
    const [, operator = "", version = ""] = CONSTRAINT.exec(part) ?? [];
    const clause = version === "" ? undefined : clauseOf(operator, version);
    if (clause === undefined) return undefined;
    clauses.push(clause);
  }
  return readSpecifiers(clauses.join(","));
}

/** The specifiers of PEP 440 that say the same. */
function clauseOf(operator: string, version: string): string | undefined {
  if (operator === "^" || operator === "~") {
    const above = operator === "^" ? nextBreaking(version) : nextMinor(version);
    return above && `>=${version},<${above}`;
  }
  if (!/^=?=?$/.test(operator)) return `${operator}${version}`;
  if (version === "*") return "";
  const plain = version.replace(/(?<!\.[*xX])(?:\.[*xX])+$/, ".*");
  return `==${plain}`;
}

/** The first numbers of a version, small enough to add one to. */
function numbersOf(version: string): number[] | undefined {
  const [, release] = /^v?(\d{1,15}(?:\.\d{1,15})*)/.exec(version) ?? [];
  return release?.split(".").map(Number);
}

/** The left-most number that is not 0 goes up, else the last one. */
function nextBreaking(version: string): string | undefined {
  const numbers = numbersOf(version)?.slice(0, 3);
  if (numbers === undefined) return undefined;
  const at = numbers.findIndex((number) => number > 0);
  return raised(numbers, at < 0 ? numbers.length - 1 : at);
}

function nextMinor(version: string): string | undefined {
  const numbers = numbersOf(version);
  return numbers && raised(numbers, Math.min(1, numbers.length - 1));
}

function raised(numbers: readonly number[], at: number): string {
  return [...numbers.slice(0, at), (numbers[at] ?? 0) + 1].join(".");
}
