/** One character of a text, and how a message names it. */
/** The whole character at the offset, a surrogate pair included; empty past the end. */
export function characterAt(text: string, offset: number): string {
  return offset < text.length ? String.fromCodePoint(text.codePointAt(offset) ?? 0) : "";
}

/** A character for a message: quoted, or by its code where it cannot be seen. */
export function describe(character: string): string {
  if (character === "") return "the end of the input";
  if (character === '"') return `'"'`;
  return /[\p{C}\p{Z}]/u.test(character) && character !== " "
    ? codeOf(character)
    : `"${character}"`;
}

export function codeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `U+${code}`;
}
