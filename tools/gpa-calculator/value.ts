/** What is published of averages. */
import type { Rounding } from "../_lib/numbers/decimal.ts";
import {
  add,
  compare,
  type Fraction,
  fractionOf,
  multiply,
  roundedNumber,
  toDecimals,
  toDigits,
  ZERO,
} from "../_lib/numbers/fraction.ts";
import { writeNumber } from "../_lib/money/amount.ts";
import {
  averageNeeded,
  averageOf,
  type CountedCourse,
  join,
  type Standing,
  standingOf,
} from "./average.ts";
import type { Input, Value } from "../gpa-calculator.ts";
import { bonusOf, type Scale } from "./grades.ts";

const ROUNDINGS = {
  halfUp: "halfUp",
  truncate: "down",
} as const satisfies Record<string, Rounding>;
const EXACT_DECIMALS = 6;
const POINT_DECIMALS = 4;

export function describeAverages(
  courses: readonly CountedCourse[],
  terms: Input,
  { most }: Scale,
): Value {
  const standing = standingOf(courses);
  const prior = fractionOf(terms.priorCredits ?? 0);
  const cumulative = join(standing, {
    credits: prior,
    qualityPoints: multiply(fractionOf(terms.priorGpa ?? 0), prior),
  });
  const exact = averageOf(standing);
  const round = (average: Fraction | undefined): number | null =>
    average ? toDecimals(average, terms.decimals, ROUNDINGS[terms.rounding]).toNumber() + 0 : null;
  return {
    gpa: round(exact),
    gpaExact: exact ? roundedNumber(exact, EXACT_DECIMALS) : null,
    weightedGpa: round(averageOf(standingOf(courses, true))),
    gpaCredits: creditsNumber(standing.credits),
    earnedCredits: creditsNumber(courses.map(({ earned }) => earned).reduce(add, ZERO)),
    qualityPoints: roundedNumber(standing.qualityPoints, POINT_DECIMALS),
    cumulative: {
      gpa: round(averageOf(cumulative)),
      credits: creditsNumber(cumulative.credits),
      qualityPoints: roundedNumber(cumulative.qualityPoints, POINT_DECIMALS),
    },
    target: describeTarget(terms, cumulative, most),
    maxPoints: roundedNumber(most, POINT_DECIMALS),
    courses: courses.map(describeCourse),
  };
}

/** Digits that a double keeps. */
const DOUBLE_DIGITS = 17;

function creditsNumber(credits: Fraction): number {
  return toDigits(credits, DOUBLE_DIGITS).toNumber() + 0;
}

function describeTarget(
  { targetGpa, remainingCredits }: Input,
  cumulative: Standing,
  most: Fraction,
): Value["target"] {
  if (targetGpa === undefined || remainingCredits === undefined) return null;
  const needed = averageNeeded(cumulative, fractionOf(targetGpa), fractionOf(remainingCredits));
  const alreadyMet = compare(needed, ZERO) <= 0;
  return {
    // With next to no credits left it may be more than a double holds.
    gpaNeeded: alreadyMet ? 0 : Math.min(roundedNumber(needed, POINT_DECIMALS), Number.MAX_VALUE),
    achievable: compare(needed, most) <= 0,
    alreadyMet,
  };
}

function describeCourse({ course, grade, isCounted }: CountedCourse): Value["courses"][number] {
  const { name, credits } = course;
  const { letter, points } = grade;
  const worth = points && multiply(points, fractionOf(credits));
  return {
    name,
    letter,
    credits,
    points: points ? roundedNumber(points, POINT_DECIMALS) : null,
    qualityPoints: worth ? roundedNumber(worth, POINT_DECIMALS) : null,
    counted: isCounted,
  };
}

/** The lines of the output. */
export function writeAverages(
  { gpa, weightedGpa, cumulative, gpaCredits }: Value,
  { decimals, priorGpa }: Input,
  courses: readonly CountedCourse[],
): string {
  const write = (average: number | null): string =>
    average === null ? "n/a" : toDecimals(fractionOf(average), decimals).toFixed(decimals);
  const lines = [`GPA: ${write(gpa)}`];
  if (courses.some(hasBonus)) lines.push(`Weighted GPA: ${write(weightedGpa)}`);
  if (priorGpa !== undefined) lines.push(`Cumulative GPA: ${write(cumulative.gpa)}`);
  lines.push(`Credits: ${writeNumber(toDigits(fractionOf(gpaCredits), DOUBLE_DIGITS))}`);
  return lines.join("\n");
}

function hasBonus({ course, grade, isCounted }: CountedCourse): boolean {
  const { points } = grade;
  return isCounted && points !== undefined && compare(bonusOf(course.level, points), ZERO) > 0;
}
