/** A line of a log, or the marker that stands for lines folded into those before it. */
export interface LogUnit {
  readonly text: string;
  readonly marker: boolean;
  /** The input lines it stands for, from 1. */
  readonly from: number;
  readonly to: number;
}

const LONGEST_BLOCK = 10;
const LEAST_SAVING = 2;

/** Every line as a unit of its own. */
export function unitsOf(lines: readonly string[]): LogUnit[] {
  return lines.map((text, index) => ({ text, marker: false, from: index + 1, to: index + 1 }));
}

/**
 * Folds blocks of 1 to 10 lines that are repeated at once: at each line the block length that saves most
 * lines, the shorter one on a tie, where it saves at least two.
 */
export function foldRepeats(lines: readonly string[]): LogUnit[] {
  const numbers = numberLines(lines);
  const units: LogUnit[] = [];
  for (let at = 0; at < lines.length;) {
    const { length, repeats } = bestBlock(numbers, at);
    const end = at + length;
    for (let line = at; line < end; line++) units.push(unitAt(lines, line));
    at = end + length * repeats;
    if (repeats > 0) {
      units.push({ text: markerText(length, repeats), marker: true, from: end + 1, to: at });
    }
  }
  return units;
}

function unitAt(lines: readonly string[], line: number): LogUnit {
  return { text: lines[line] ?? "", marker: false, from: line + 1, to: line + 1 };
}

/** Equal lines get equal numbers, so that comparing blocks does not read the text again. */
function numberLines(lines: readonly string[]): number[] {
  const known = new Map<string, number>();
  return lines.map((line) => {
    const number = known.get(line) ?? known.size;
    known.set(line, number);
    return number;
  });
}

interface Block {
  readonly length: number;
  /** How often it follows itself. */
  readonly repeats: number;
}

function bestBlock(numbers: readonly number[], at: number): Block {
  let best: Block = { length: 1, repeats: 0 };
  let saving = LEAST_SAVING - 1;
  for (let length = 1; length <= LONGEST_BLOCK; length++) {
    const repeats = countRepeats(numbers, at, length);
    if (repeats * length > saving) {
      best = { length, repeats };
      saving = repeats * length;
    }
  }
  return best;
}

function countRepeats(numbers: readonly number[], at: number, length: number): number {
  let same = 0;
  while (numbers[at + same] !== undefined && numbers[at + same] === numbers[at + same + length])
    same++;
  return Math.floor(same / length);
}

function markerText(length: number, repeats: number): string {
  const block = length === 1 ? "line" : `${length} lines`;
  return `... [previous ${block} repeated ${repeats} more ${repeats === 1 ? "time" : "times"}]`;
}
