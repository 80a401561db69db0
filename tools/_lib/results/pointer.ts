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

/** The pattern of RFC 6901 pointers, for the schema of a field. */
export const POINTER = "^(?:/(?:[^/~]|~[01])*)*$";

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

/** Compares two texts: negative where the left one comes first. */
export type TextOrder = (left: string, right: string) => number;

/** Pointers token by token: two numbers as numbers, else by `order`; a pointer before those that go on from it. */
export function comparePointers(left: string, right: string, order: TextOrder): number {
  const [a, b] = [tokensOf(left), tokensOf(right)];
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const difference = compareTokens(a[index] as string, b[index] as string, order);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function tokensOf(pointer: string): readonly string[] {
  return parsePointer(pointer) ?? [pointer];
}

function compareTokens(left: string, right: string, order: TextOrder): number {
  const areNumbers = /^[0-9]+$/.test(left) && /^[0-9]+$/.test(right);
  if (!areNumbers) return order(left, right);
  const [a, b] = [left.replace(/^0+(?=.)/, ""), right.replace(/^0+(?=.)/, "")];
  return a.length - b.length || order(a, b) || order(left, right);
}

/** By UTF-16 code unit, as the engine compares strings. */
export function byCodeUnit(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
