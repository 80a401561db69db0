import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail, type Outcome } from "./_core/tool.ts";
import { INSUFFICIENT_FAILURES, insufficientInput } from "./_lib/fields/exclusive-fields.ts";
import { countCourses, type GradedCourse, REPEATS } from "./gpa-calculator/average.ts";
import { type Course, COURSE_FAILURES, readCourses } from "./gpa-calculator/courses.ts";
import {
  GRADE_TYPES,
  gradeUnknown,
  readCustomScale,
  readGrade,
  type Scale,
  SCALE_NAMES,
  scaleNamed,
} from "./gpa-calculator/grades.ts";
import {
  describeAverages,
  GPA_VALUE,
  type GpaValue,
  writeAverages,
} from "./gpa-calculator/value.ts";
import { warningsOf } from "./_lib/results/warnings.ts";

const FAILURES = {
  ...COURSE_FAILURES,
  ...INSUFFICIENT_FAILURES,
  GRADE_UNKNOWN: "The scale has no such grade",
} as const;

const WARNINGS = {
  NO_GRADED_CREDITS: "No course has both points and credits, so that there is no average",
} as const;

type Failure = keyof typeof FAILURES;

const points = (description: string) =>
  Type.Optional(Type.Number({ description, minimum: 0, maximum: 100 }));

const INPUT = Type.Object({
  courses: jsonField({
    description:
      "1 to 1000 of { name, grade, credits, level: regular, honors, ap or ib }, or lines: name, grade, credits[, level]",
  }),
  scale: oneOf(SCALE_NAMES, {
    description: "4.3 gives an A+ 4.3; flat has no signs",
    default: "4.0",
  }),
  customScale: Type.Optional(
    jsonField({ description: "Instead of scale: at most 50 of { letter: points of 0 to 100 }" }),
  ),
  gradeType: oneOf(GRADE_TYPES, {
    description: "How numbers are read; auto: up to the top points as points, else as percent",
    default: "auto",
  }),
  priorGpa: points("With priorCredits: of earlier terms"),
  priorCredits: Type.Optional(
    Type.Number({ description: "With priorGpa: of earlier terms", minimum: 0, maximum: 1e15 }),
  ),
  targetGpa: points("With remainingCredits: the average wanted in the end"),
  remainingCredits: Type.Optional(
    Type.Number({
      description: "With targetGpa: credits still to be taken",
      exclusiveMinimum: 0,
      maximum: 1e15,
    }),
  ),
  repeats: oneOf(REPEATS, {
    description: "Which of the courses of one name count",
    default: "all",
  }),
  decimals: whole({ description: "Of the averages", minimum: 0, maximum: 4, default: 2 }),
  rounding: oneOf(["halfUp", "truncate"], { description: "Of the averages", default: "halfUp" }),
});

type Input = Static<typeof INPUT>;
type Result = Outcome<GpaValue, Failure, keyof typeof WARNINGS>;

export default defineTool({
  id: "gpa-calculator",
  name: "GPA Calculator",
  category: "Math",
  description: "Computes term and cumulative grade point averages, and what a target needs.",
  keywords: [
    "average",
    "cgpa",
    "college",
    "course",
    "credits",
    "gpa",
    "grade point average",
    "honors",
    "letter grade",
    "school",
    "semester",
    "student",
    "weighted gpa",
  ],
  aliases: ["cgpa-calculator", "grade-point-average"],
  version: "2026-11-22",

  input: INPUT,
  primary: "courses",
  value: GPA_VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "calculate my gpa",
    "grade point average from letter grades",
    "cumulative gpa with previous semesters",
    "weighted gpa with ap and honors",
    "what gpa do I need to reach 3.5",
    "cgpa of all semesters",
    "convert percent grades to gpa",
    "gpa with repeated courses",
    "quality points and credits",
    "gpa on a 4.3 scale",
    "my grades this term were A, B+ and C, what is my average",
    "which grades do I need next term to keep my scholarship",
    "school report average, marks with credit hours",
    "will a bad mark in one class ruin my transcript",
    "aggregate weighted academic score on a four point scale",
    "university transcript with five courses",
    "A, B and C grades with different credits, my average of the year",
    "have a gpa now and need a higher one with the credits left",
    "calcular promedio de notas",
    "notendurchschnitt berechnen",
    "calculer la moyenne des notes",
    "calcular média de notas",
    "GPA 計算 成績評価",
    "平均绩点 计算",
    "media de mis notas de la universidad con créditos",
    "durchschnitt meiner noten im studium mit leistungspunkten",
    "moyenne générale du semestre avec coefficients",
    "大学 成绩 平均 学分",
    "成績の平均 大学 単位",
  ],
  effort: 1,

  laws: [
    {
      name: "the average lies between the lowest and the highest points that count",
      holds(run, input) {
        const { value } = run({ ...input, decimals: 4 });
        if (!value || value.gpa === null) return true;
        const counted = value.courses
          .filter((course) => course.counted && course.credits > 0)
          .map((course) => course.points ?? 0);
        const slack = 1e-4;
        return (
          value.gpa >= Math.min(...counted) - slack && value.gpa <= Math.max(...counted) + slack
        );
      },
    },
    {
      name: "a course that is passed without a grade changes only credits",
      holds(run, input) {
        const { courses } = input;
        if (!Array.isArray(courses) || courses.length >= 1000) return true;
        const passed: unknown[] = [...(courses as unknown[]), { grade: "P", credits: 3 }];
        // An own scale may give points for a P.
        const [before, after] = [courses, passed].map(
          (all) => run({ ...input, courses: all, customScale: undefined }).value,
        );
        if (!before || !after) return true;
        return before.gpa === after.gpa && before.weightedGpa === after.weightedGpa;
      },
    },
  ],
  examples: [
    {
      title: "Letters, a pass, earlier terms, a target",
      input: {
        courses: [
          { name: "Calculus", grade: "A-", credits: 4 },
          { name: "History", grade: "B+", credits: 3 },
          { name: "PE", grade: "P", credits: 1 },
        ],
        priorGpa: 3.2,
        priorCredits: 30,
        targetGpa: 3.5,
        remainingCredits: 60,
      },
      expect: {
        output: "GPA: 3.53\nCumulative GPA: 3.26\nCredits: 7",
        value: { earnedCredits: 8, target: { gpaNeeded: 3.6467, achievable: true } },
      },
    },
    {
      title: "One course a line",
      input: "Calculus, A, 3\nHistory, B+, 4",
      expect: { output: "GPA: 3.60\nCredits: 7", value: { gpa: 3.6 } },
    },
    {
      title: "Harder courses",
      input: { courses: "AP Biology, B, 1, ap\nEnglish, A, 1, honors\nArt, 95, 1" },
      expect: { output: "GPA: 3.67\nWeighted GPA: 4.17\nCredits: 3" },
    },
    {
      title: "A course taken again",
      input: { courses: "Physics, F, 4\nphysics, B, 4", repeats: "latest" },
      expect: { value: { gpa: 3, earnedCredits: 4 } },
    },
    {
      title: "A grade that the scale does not have",
      input: "Calculus, H, 3",
      expect: { ok: false, errors: [{ code: "GRADE_UNKNOWN", path: "/courses/0/grade" }] },
    },
  ],

  run(input) {
    const halves = loneFields(input);
    const read = readCourses(input.courses);
    if (read.failure) return read.failure;
    const scale =
      input.customScale === undefined
        ? { value: scaleNamed(input.scale), failure: undefined }
        : readCustomScale(input.customScale, "/customScale");
    if (scale.failure) return scale.failure;
    const graded: GradedCourse[] = [];
    const unknown: Entry<Failure>[] = [];
    for (const [index, course] of read.value.entries()) {
      const grade = readGrade(course.grade, scale.value, input.gradeType);
      if (grade) graded.push({ course, grade });
      else unknown.push(unknownGrade(course, scale.value, index));
    }
    const [problem, ...others] = [...unknown.slice(0, MOST_PROBLEMS), ...halves];
    return problem ? fail([problem, ...others]) : average(input, graded, scale.value);
  },
});

const MOST_PROBLEMS = 100;
const PAIRS = [
  ["priorGpa", "priorCredits"],
  ["targetGpa", "remainingCredits"],
] as const;

function loneFields(input: Input): Entry<"INSUFFICIENT_INPUT">[] {
  return PAIRS.flatMap((pair) => {
    const found = pair.filter((name) => input[name] !== undefined);
    const missing = pair.find((name) => input[name] === undefined);
    if (found.length !== 1 || missing === undefined) return [];
    const expected = `${pair.join(" and ")}, or neither`;
    return [insufficientInput("compute averages", found, expected, `/${missing}`)];
  });
}

function unknownGrade(
  { grade, line }: Course,
  scale: Scale,
  index: number,
): Entry<"GRADE_UNKNOWN"> {
  return gradeUnknown(grade, scale, { path: `/courses/${index}/grade`, line });
}

function average(input: Input, graded: readonly GradedCourse[], scale: Scale): Result {
  const courses = countCourses(graded, input.repeats);
  const value = describeAverages(courses, input, scale);
  const output = writeAverages(value, input, courses);
  const warnings = warningsOf(WARNINGS, { NO_GRADED_CREDITS: value.gpa === null });
  return done({ output, value, warnings });
}
