/** Appends one reference token to an RFC 6901 pointer. */
export function appendPointer(pointer: string, token: string | number): string {
  if (typeof token === "number") return `${pointer}/${token}`;
  return `${pointer}/${escapePointer(token)}`;
}

/** A key as a reference token of RFC 6901. */
export function escapePointer(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

/** The RFC 6901 pointer of a list of keys and indices. */
export function formatPointer(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${escapePointer(String(token))}`).join("");
}

/** The reference tokens of an RFC 6901 pointer, or undefined where the text is none. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Whether a reference token is an array index: no sign, no leading zero. */
export function isIndexToken(token: string): boolean {
  return /^(?:0|[1-9][0-9]*)$/.test(token);
}
