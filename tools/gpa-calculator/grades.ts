/** Grades and the points that scales give for them. */
import type { Entry } from "../_core/tool.ts";
import {
  compare,
  type Fraction,
  fraction,
  fractionOf,
  readFraction,
  roundedNumber,
  ZERO,
} from "../_lib/numbers/fraction.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { beginning } from "../_lib/text/shown.ts";

export const SCALE_NAMES = ["4.0", "4.3", "flat"] as const;
export const GRADE_TYPES = ["auto", "points", "percent"] as const;
export const LEVELS = ["regular", "honors", "ap", "ib"] as const;

type ScaleName = (typeof SCALE_NAMES)[number];
type GradeType = (typeof GRADE_TYPES)[number];
export type Level = (typeof LEVELS)[number];

/** Points by letter, in capitals. */
export interface Scale {
  readonly points: ReadonlyMap<string, Fraction>;
  readonly most: Fraction;
}

const WITH_SIGNS =
  "A+ 4.0, A 4.0, A- 3.7, B+ 3.3, B 3.0, B- 2.7, C+ 2.3, C 2.0, C- 1.7, D+ 1.3, D 1.0, D- 0.7, F 0";

const SCALES: Readonly<Record<ScaleName, string>> = {
  "4.0": WITH_SIGNS,
  "4.3": WITH_SIGNS.replace("A+ 4.0", "A+ 4.3"),
  flat: "A 4, B 3, C 2, D 1, F 0",
};

export function scaleNamed(name: ScaleName): Scale {
  return scaleOf(
    SCALES[name].split(", ").map((row): [string, number] => {
      const [letter = "", points] = row.split(" ");
      return [letter, Number(points)];
    }),
  );
}

/** Letters in any case. */
function scaleOf(letters: readonly (readonly [letter: string, points: number])[]): Scale {
  const points = new Map(letters.map(([letter, one]) => [capital(letter), fractionOf(one)]));
  const most = [...points.values()].reduce((a, b) => (compare(a, b) >= 0 ? a : b), ZERO);
  return { points, most };
}

/** `{ letter: points }`; a letter may not stand in it in two ways. */
export function readCustomScale(given: Readonly<Record<string, number>>) {
  const letters = Object.entries(given);
  const names = letters.map(([letter]) => capital(letter));
  const again = names.findIndex((name, index) => names.indexOf(name) !== index);
  const [twice] = letters[again] ?? [];
  if (twice === undefined) return { scale: scaleOf(letters) };
  const path = appendPointer("/customScale", twice);
  const problem = outOfBounds(path, "the letter again", "each letter once");
  return { failure: inputInvalid([problem]) };
}

/** A letter as scales have it: trimmed, in capitals, with the minus sign of ASCII. */
function capital(letter: string): string {
  return letter.trim().toUpperCase().replaceAll("−", "-");
}

/** The least percentage of each letter; below the last one it is F. */
const LEAST_PERCENT =
  "97 A+, 93 A, 90 A-, 87 B+, 83 B, 80 B-, 77 C+, 73 C, 70 C-, 67 D+, 63 D, 60 D-, 0 F"
    .split(", ")
    .map((row) => {
      const [least = "", letter = ""] = row.split(" ");
      return { least: fraction(BigInt(least)), letter };
    });

/** Marks without points: those that earn the credits, and those that do not. */
const EARNING: ReadonlySet<string> = new Set(["P", "CR", "S", "TR"]);
const NOT_EARNING: ReadonlySet<string> = new Set(["NP", "NC", "U", "W", "I", "IP", "AU"]);

export interface Grade {
  /** Null for a grade given in points. */
  readonly letter: string | null;
  /** Undefined for a mark without points. */
  readonly points: Fraction | undefined;
  readonly earns: boolean;
}

/** Below it a number is hardly a percentage, above the top of the scale it is no points. */
const LEAST_PLAUSIBLE_PERCENT = fraction(20n);

/** The grade; undefined if the scale has no such letter, or the number is none that can be read. */
export function readGrade(
  given: string | number,
  { points, most }: Scale,
  type: GradeType,
): Grade | "ambiguous" | undefined {
  const text = capital(String(given));
  const own = points.get(text);
  if (own) return graded(text, own);
  const percent = /^(.*\d)\s*%$/.exec(text)?.[1];
  const number = readFraction(percent ?? text);
  if (number) return readNumber(number, { points, most }, percent === undefined ? type : "percent");
  if (EARNING.has(text)) return { letter: text, points: undefined, earns: true };
  if (NOT_EARNING.has(text)) return { letter: text, points: undefined, earns: false };
  return withoutSign(text, points);
}

function graded(letter: string | null, points: Fraction): Grade {
  return { letter, points, earns: compare(points, ZERO) > 0 };
}

function readNumber(
  number: Fraction,
  { points, most }: Scale,
  type: GradeType,
): Grade | "ambiguous" | undefined {
  if (compare(number, ZERO) < 0) return undefined;
  const isWithin = compare(number, most) <= 0;
  if (type === "points" || (type === "auto" && isWithin)) {
    return isWithin ? graded(null, number) : undefined;
  }
  if (type === "auto" && compare(number, LEAST_PLAUSIBLE_PERCENT) < 0) return "ambiguous";
  const { letter = "" } = LEAST_PERCENT.find(({ least }) => compare(number, least) >= 0) ?? {};
  const own = points.get(letter);
  return own ? graded(letter, own) : withoutSign(letter, points);
}

/** A letter that the scale has only without its sign. */
function withoutSign(letter: string, points: Scale["points"]): Grade | undefined {
  const plain = letter.replace(/(?<![+-])[+-]$/, "");
  const own = points.get(plain);
  return own && graded(plain, own);
}

const SHOWN_CHARACTERS = 30;

export function gradeUnknown(
  given: string | number,
  { points, most }: Scale,
  place: Pick<Entry, "path" | "line">,
): Entry<"GRADE_UNKNOWN"> {
  const found = beginning(JSON.stringify(given), SHOWN_CHARACTERS);
  const letters = [...points.keys()].join(", ");
  return {
    code: "GRADE_UNKNOWN",
    message: `Cannot use the grade: found ${found}, expected one of ${letters}, points up to ${roundedNumber(most, 4)}, or a percentage`,
    ...place,
    hint: "Marks without points are P, CR, S, TR, NP, NC, U, W, I, IP, AU",
  };
}

export function gradeAmbiguous(
  given: string | number,
  { most }: Scale,
  place: Pick<Entry, "path" | "line">,
): Entry<"GRADE_AMBIGUOUS"> {
  const found = beginning(JSON.stringify(given), SHOWN_CHARACTERS);
  return {
    code: "GRADE_AMBIGUOUS",
    message: `Cannot use the grade: found ${found}, expected points up to ${roundedNumber(most, 4)} or a percentage from 20`,
    ...place,
    hint: "Write it as a percentage, such as 15%, or give a gradeType or the customScale it is from",
  };
}

const BONUSES: Readonly<Record<Level, Fraction>> = {
  regular: ZERO,
  honors: fraction(1n, 2n),
  ap: fraction(1n),
  ib: fraction(1n),
};

/** What a harder course adds to its points for the weighted average; nothing to those of a failed one. */
export function bonusOf(level: Level, points: Fraction): Fraction {
  return compare(points, ZERO) > 0 ? BONUSES[level] : ZERO;
}
