/** What an unknown word may have been meant for. */
import { nearest } from "../../tools/_lib/text/nearest.ts";

/** `; did you mean a, b?`, or nothing where none is near. */
export function meant(word: string, names: Iterable<string>): string {
  return asked(nearest(word, new Set(names)));
}

export function asked(near: readonly string[]): string {
  return near.length === 0 ? "" : `; did you mean ${near.join(", ")}?`;
}
