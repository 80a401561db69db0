/** Grade point averages, in exact fractions. */
import {
  add,
  compare,
  divide,
  type Fraction,
  fractionOf,
  isZero,
  multiply,
  subtract,
  ZERO,
} from "../_lib/numbers/fraction.ts";
import type { Course } from "./courses.ts";
import { bonusOf, type Grade } from "./grades.ts";

export const REPEATS = ["all", "latest", "best"] as const;

export type Repeats = (typeof REPEATS)[number];

export interface GradedCourse {
  readonly course: Course;
  readonly grade: Grade;
}

export interface CountedCourse extends GradedCourse {
  /** In the averages. */
  readonly isCounted: boolean;
  readonly earned: Fraction;
}

/** Says of each course whether it counts and what it earns, when courses were taken again. */
export function countCourses(
  courses: readonly GradedCourse[],
  repeats: Repeats,
): readonly CountedCourse[] {
  const chosen = repeats === "all" ? undefined : choose(courses, repeats);
  return courses.map((one) => {
    const { course, grade } = one;
    const isGraded = grade.points !== undefined;
    const isCounted = isGraded && (!chosen || chosen.has(one));
    const isEarned = grade.earns && (isCounted || !isGraded);
    return { ...one, isCounted, earned: isEarned ? fractionOf(course.credits) : ZERO };
  });
}

/** Of the graded courses of a name the latest or the best one; courses without a name are all different. */
function choose(
  courses: readonly GradedCourse[],
  repeats: "latest" | "best",
): ReadonlySet<GradedCourse> {
  const byName = new Map<unknown, GradedCourse>();
  for (const one of courses) {
    const { points } = one.grade;
    if (!points) continue;
    const key = one.course.name.trim().toLowerCase() || one;
    const other = byName.get(key)?.grade.points;
    const isBetter = !other || repeats === "latest" || compare(points, other) > 0;
    if (isBetter) byName.set(key, one);
  }
  return new Set(byName.values());
}

export interface Standing {
  readonly credits: Fraction;
  readonly qualityPoints: Fraction;
}

/** Undefined without credits. */
export function averageOf({ credits, qualityPoints }: Standing): Fraction | undefined {
  return isZero(credits) ? undefined : divide(qualityPoints, credits);
}

/** The credits and quality points of the courses that count, with the bonus of harder ones if it is wanted. */
export function standingOf(courses: readonly CountedCourse[], withBonus = false): Standing {
  return courses
    .filter(({ isCounted }) => isCounted)
    .map(({ course, grade: { points = ZERO } }) => {
      const credits = fractionOf(course.credits);
      const worth = withBonus ? add(points, bonusOf(course.level, points)) : points;
      return { credits, qualityPoints: multiply(worth, credits) };
    })
    .reduce(join, { credits: ZERO, qualityPoints: ZERO });
}

export function join(a: Standing, b: Standing): Standing {
  return {
    credits: add(a.credits, b.credits),
    qualityPoints: add(a.qualityPoints, b.qualityPoints),
  };
}

/** The average that the remaining credits need for a target; 0 or less, if it is met whatever comes. */
export function averageNeeded(
  { credits, qualityPoints }: Standing,
  target: Fraction,
  remaining: Fraction,
): Fraction {
  const wanted = multiply(target, add(credits, remaining));
  return divide(subtract(wanted, qualityPoints), remaining);
}
