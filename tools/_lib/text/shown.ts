/** Texts of others as messages show them: in one line, not too long, in quotation marks. */
import { isInsidePair } from "./code-points.ts";

const LINE_END = /[\n\r\u2028\u2029]/;
const LONGEST_SHOWN = 60;

/** A text in one line: its line ends could make it pass for more than one entry. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, (space) => (LINE_END.test(space) ? " " : space));
}

/** The beginning of a text, at most `longest` code units; no surrogate pair is parted. */
export function beginning(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return text.slice(0, isInsidePair(text, longest) ? longest - 1 : longest);
}

/** A text, or the beginning of a long one with an ellipsis; at most `longest` code units in all. */
export function shortened(text: string, longest = LONGEST_SHOWN): string {
  return text.length <= longest ? text : `${beginning(text, longest - 1)}…`;
}

/** A text in quotation marks, a long one shortened. */
export function quoted(text: string, longest = LONGEST_SHOWN): string {
  return JSON.stringify(shortened(text, longest));
}
