/** Whether no text can fit two patterns, as far as that shows in how they begin. */

/** A pattern that is anchored to the beginning, with the plain characters that follow. */
const ANCHORED = /^\^([A-Za-z0-9_\-:@ ]*)([*?{]?)/;

export function surelyDiffer(left: string, right: string): boolean {
  const [a, b] = [literalPrefix(left), literalPrefix(right)];
  if (a === undefined || b === undefined) return false;
  return !a.startsWith(b) && !b.startsWith(a);
}

/** What every text that fits the pattern begins with; undefined where that cannot be told. */
export function literalPrefix(pattern: string): string | undefined {
  // An alternative could begin with something else.
  if (pattern.includes("|")) return undefined;
  const match = ANCHORED.exec(pattern);
  if (match === null) return undefined;
  const [, text = "", repeats = ""] = match;
  return repeats === "" ? text : text.slice(0, -1);
}
