/**
 * The items of a list field: those of an array, or of one string split at line ends and commas.
 * All are trimmed; the empty ones of a string are dropped, those of an array were put there and stay.
 */
export function readList(value: string | readonly string[]): string[] {
  if (typeof value !== "string") return value.map((item) => item.trim());
  return splitList(value, /[\n,]/);
}

/** As `readList`, with strings and items also split at white space: lists of names that hold none. */
export function readWords(value: string | readonly string[]): string[] {
  if (typeof value === "string") return splitList(value, /[\s,]/);
  return value.flatMap((item) => splitList(item, /[\s,]/));
}

export interface ListItem {
  readonly text: string;
  /** The line of a string, or the place in an array, from 1. */
  readonly line: number;
}

/** As `readList`, each item with where it stands. */
export function readItems(value: string | readonly string[]): ListItem[] {
  if (typeof value !== "string")
    return readList(value).map((text, index) => ({ text, line: index + 1 }));
  return value
    .split("\n")
    .flatMap((line, index) => readList(line).map((text) => ({ text, line: index + 1 })));
}

function splitList(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
