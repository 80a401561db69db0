import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { INSUFFICIENT_FAILURES, insufficientInput } from "./_lib/fields/exclusive-fields.ts";
import { STRUCTURED_FAILURES } from "./_lib/fields/structured-field.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import { countCourses, type GradedCourse, REPEATS } from "./gpa-calculator/average.ts";
import { MOST_COURSES, MOST_CREDITS, readCourses } from "./gpa-calculator/courses.ts";
import {
  GRADE_TYPES,
  gradeAmbiguous,
  gradeUnknown,
  readCustomScale,
  readGrade,
  type Scale,
  SCALE_NAMES,
  scaleNamed,
} from "./gpa-calculator/grades.ts";
import { describeAverages, writeAverages } from "./gpa-calculator/value.ts";

const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...INSUFFICIENT_FAILURES,
  COURSE_LINE_INVALID: "A line is not written: name, grade, credits, and perhaps a level",
  GRADE_AMBIGUOUS: "A number is above the top of the scale, and too small for a percentage",
  GRADE_UNKNOWN: "The scale has no such grade",
} as const;

const WARNINGS = {
  NO_GRADED_CREDITS: "No course has both points and credits, so that there is no average",
} as const;

const points = (description: string) =>
  Type.Optional(Type.Number({ description, minimum: 0, maximum: 100 }));

const COURSE = Type.Object({
  name: Type.Optional(Type.String({ description: "By which it is known when taken again" })),
  grade: Type.Union([Type.String(), Type.Number()], {
    description: "A letter, points or percent, or a mark such as P",
  }),
  credits: Type.Number({ description: "Its weight", minimum: 0, maximum: MOST_CREDITS }),
  level: Type.Optional(
    Type.String({ description: "regular, honors, ap or ib; regular, if left out" }),
  ),
});

export type GivenCourse = Static<typeof COURSE>;

const COURSES = Type.Array(COURSE, {
  description: "In their order",
  minItems: 1,
  maxItems: MOST_COURSES,
});

export type Courses = typeof COURSES;

const INPUT = Type.Object({
  courses: Type.Union(
    [
      COURSES,
      Type.String({
        description:
          "One course a line: name, grade, credits[, level], with commas, tabs or semicolons; a header may name the columns",
      }),
    ],
    { description: "The courses, or lines of name, grade, credits and perhaps a level" },
  ),
  scale: oneOf(SCALE_NAMES, {
    description: "4.3 gives an A+ 4.3; flat has no signs",
    default: "4.0",
  }),
  customScale: Type.Optional(
    Type.Record(Type.String(), Type.Number({ description: "Points", minimum: 0, maximum: 100 }), {
      description: "Instead of scale: { letter: points }, each letter once in any case",
      minProperties: 1,
      maxProperties: 50,
    }),
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

export type Input = Static<typeof INPUT>;

const AVERAGE = Type.Union([Type.Number(), Type.Null()]);

const VALUE = Type.Object({
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

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "gpa-calculator",
  name: "GPA Calculator",
  category: "Math",
  description: "Computes term and cumulative grade point averages, and what a target needs.",
  keywords: [
    "4.0 scale",
    "average",
    "cgpa",
    "class grades",
    "college",
    "course",
    "credit hours",
    "credits",
    "gpa",
    "grade point average",
    "grades",
    "honors",
    "letter grade",
    "marks",
    "quality points",
    "report card",
    "school",
    "semester",
    "student",
    "transcript",
    "weighted gpa",
  ],
  aliases: ["cgpa-calculator", "grade-point-average"],
  version: "2026-11-23",

  input: INPUT,
  primary: "courses",
  value: VALUE,
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
    "college application asks for my high school number on the four scale",
    "three A, two B minus and a D in chemistry, where am i",
    "dean's list needs 3.7, how good must the last two courses be",
    "retook math, which of both marks counts in the average",
    "4.0 scale, AP IB honors weighting, ECTS, quality points, cum laude, CGPA, credit hours, WES",
    "weighted mean of course marks by credit, term and cumulative, and the marks required for a goal",
    "média das notas da faculdade por créditos",
    "nota media ponderada por créditos, expediente académico",
    "notenschnitt gewichtet nach ects, notendurchschnitt studium",
    "moyenne pondérée par crédits ects, bulletin",
    "绩点 学分 加权 成绩单",
    "GPA 単位 加重平均 成績表",
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
        // An own scale may give points for a P.
        const { customScale: _own, ...others } = input;
        const [before, after] = [courses, [...courses, { grade: "P", credits: 3 }]].map(
          (all) => run({ ...others, courses: all }).value,
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
    const read = readCourses(input.courses, COURSES);
    if (read.failure) return read.failure;
    const { scale, failure } = input.customScale
      ? readCustomScale(input.customScale)
      : { scale: scaleNamed(input.scale) };
    if (failure) return failure;
    const graded: GradedCourse[] = [];
    const unread: Entry<"GRADE_AMBIGUOUS" | "GRADE_UNKNOWN">[] = [];
    for (const [index, course] of read.courses.entries()) {
      const grade = readGrade(course.grade, scale, input.gradeType);
      const { grade: given, line } = course;
      const place = { path: `/courses/${index}/grade`, line };
      if (grade === undefined) unread.push(gradeUnknown(given, scale, place));
      else if (grade === "ambiguous") unread.push(gradeAmbiguous(given, scale, place));
      else graded.push({ course, grade });
    }
    const [problem, ...others] = [...unread.slice(0, MOST_PROBLEMS), ...loneFields(input)];
    return problem ? fail([problem, ...others]) : average(input, graded, scale);
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

function average(input: Input, graded: readonly GradedCourse[], scale: Scale) {
  const courses = countCourses(graded, input.repeats);
  const value = describeAverages(courses, input, scale);
  const output = writeAverages(value, input, courses);
  const warnings = warningsOf(WARNINGS, { NO_GRADED_CREDITS: value.gpa === null });
  return done({ output, value, warnings });
}
