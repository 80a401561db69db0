import { parsePointer } from "../../../results/pointer.ts";

/** RFC 6901. */
export function isJsonPointer(text: string): boolean {
  return parsePointer(text) !== undefined;
}

/** A number of levels up, then a pointer or `#`. */
export function isRelativeJsonPointer(text: string): boolean {
  const [levels, rest] = /^(?:0|[1-9][0-9]*)/.exec(text) ?? [];
  if (levels === undefined) return false;
  const behind = text.slice(levels.length);
  return rest === undefined && (behind === "#" || isJsonPointer(behind));
}
