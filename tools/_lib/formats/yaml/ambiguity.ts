import { compareNumbers } from "../../json/tree/number.ts";
import { quoted, shortened } from "../../text/shown.ts";
import { type Resolved, resolvePlain } from "./resolve.ts";

const LONGEST_SHOWN = 41;

/** Why a plain scalar is read in two ways by YAML 1.1 and 1.2; undefined where both read the same. */
export function ambiguityOf(text: string): string | undefined {
  if (!/^[-+.0-9yYnNoO]/.test(text)) return undefined;
  const old = resolvePlain(text, "1.1");
  const now = resolvePlain(text, "1.2");
  if (isSame(old, now)) return undefined;
  const shown = shortened(text, LONGEST_SHOWN);
  const quoting = `in quotes, ${quoted(text, LONGEST_SHOWN)}, it is a string in both`;
  return `The plain scalar ${shown} is ${nameOf(old)} in YAML 1.1 and ${nameOf(now)} in YAML 1.2; ${quoting}`;
}

function isSame(a: Resolved, b: Resolved): boolean {
  if (a.type === "number" && b.type === "number") return compareNumbers(a.text, b.text) === 0;
  return a.type === b.type;
}

function nameOf(resolved: Resolved): string {
  switch (resolved.type) {
    case "null":
      return "null";
    case "boolean":
      return `the boolean ${resolved.value}`;
    case "number":
    case "non-finite":
      return `the number ${shortened(resolved.text, LONGEST_SHOWN)}`;
    case "timestamp":
      return `the timestamp ${shortened(resolved.value, LONGEST_SHOWN)}`;
    case "string":
      return `the string ${quoted(resolved.value, LONGEST_SHOWN)}`;
  }
}
