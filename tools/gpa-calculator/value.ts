/** What is published of averages. */
import { type Static, Type } from "@sinclair/typebox";
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
import { bonusOf, type Scale } from "./grades.ts";

const AVERAGE = Type.Union([Type.Number(), Type.Null()]);

export const GPA_VALUE = Type.Object({
  gpa: AVERAGE,
  gpaExact: AVERAGE,
  weightedGpa: AVERAGE,
  gpaCredits: Type.Number(),
  earnedCredits: Type.Number(),
  qualityPoints: Type.Number(),
  cumulative: Type.Object(
    { gpa: AVERAGE, credits: Type.Number(), qualityPoints: Type.Number() },
    { description: "With earlier terms" },
  ),
  target: Type.Union([
    Type.Object({
      gpaNeeded: Type.Number({ description: "In the remaining credits" }),
      achievable: Type.Boolean(),
      alreadyMet: Type.Boolean(),
    }),
    Type.Null(),
  ]),
  maxPoints: Type.Number({ description: "Of the scale" }),
  courses: Type.Array(
    Type.Object({
      name: Type.String(),
      letter: Type.Union([Type.String(), Type.Null()]),
      credits: Type.Number(),
      points: AVERAGE,
      qualityPoints: AVERAGE,
      counted: Type.Boolean(),
    }),
  ),
});

export type GpaValue = Static<typeof GPA_VALUE>;

/** Earlier terms, a target, and how averages are rounded. */
export interface Terms {
  readonly priorGpa?: number;
  readonly priorCredits?: number;
  readonly targetGpa?: number;
  readonly remainingCredits?: number;
  readonly decimals: number;
  readonly rounding: "halfUp" | "truncate";
}

const ROUNDINGS = {
  halfUp: "halfUp",
  truncate: "down",
} as const satisfies Record<string, Rounding>;
const EXACT_DECIMALS = 6;
const POINT_DECIMALS = 4;

export function describeAverages(
  courses: readonly CountedCourse[],
  terms: Terms,
  { most }: Scale,
): GpaValue {
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
  { targetGpa, remainingCredits }: Terms,
  cumulative: Standing,
  most: Fraction,
): GpaValue["target"] {
  if (targetGpa === undefined || remainingCredits === undefined) return null;
  const needed = averageNeeded(cumulative, fractionOf(targetGpa), fractionOf(remainingCredits));
  const alreadyMet = compare(needed, ZERO) <= 0;
  return {
    gpaNeeded: alreadyMet ? 0 : roundedNumber(needed, POINT_DECIMALS),
    achievable: compare(needed, most) <= 0,
    alreadyMet,
  };
}

function describeCourse({ course, grade, isCounted }: CountedCourse): GpaValue["courses"][number] {
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
  { gpa, weightedGpa, cumulative, gpaCredits }: GpaValue,
  { decimals, priorGpa }: Terms,
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
