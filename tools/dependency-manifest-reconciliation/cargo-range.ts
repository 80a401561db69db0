/** Version requirements of Cargo: comma-separated comparators, `^` where none has an operator. */
import { readNpmRange, type VersionRange } from "./npm-range.ts";

const NUMBER = "(?:0|[1-9][0-9]*)";
const WILDCARD = "[*xX]";
const IDENTIFIERS = "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*";
const COMPARATOR = new RegExp(
  `^(=|>=?|<=?|~|\\^)?\\s*(${NUMBER}(?:\\.${WILDCARD}(?:\\.${WILDCARD})?` +
    `|\\.${NUMBER}(?:\\.${WILDCARD}|\\.${NUMBER}(?:-${IDENTIFIERS})?(?:\\+${IDENTIFIERS})?)?)?)$`,
);

/** The range of a requirement; undefined where it is none. What it says npm can say as well. */
export function readCargoRange(text: string): VersionRange | undefined {
  const parts = text.split(",").map((part) => part.trim());
  // A comma may stand behind the last one.
  if (parts.length > 1 && parts.at(-1) === "") parts.pop();
  if (parts.length === 1 && /^[*xX]$/.test(parts[0] ?? "")) return readNpmRange("*");
  const comparators: string[] = [];
  for (const part of parts) {
    const [, operator, version = ""] = COMPARATOR.exec(part) ?? [];
    if (version === "") return undefined;
    // With a wildcard the numbers before it are meant, which npm says without an operator.
    comparators.push(`${operator ?? (/[*xX]/.test(version) ? "" : "^")}${version}`);
  }
  return readNpmRange(comparators.join(" "));
}
