import { parsePointer } from "./pointer.ts";

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
