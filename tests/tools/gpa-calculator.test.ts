import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/gpa-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  readonly gpa: number | null;
  readonly gpaExact: number | null;
  readonly weightedGpa: number | null;
  readonly gpaCredits: number;
  readonly earnedCredits: number;
  readonly qualityPoints: number;
  readonly maxPoints: number;
  readonly target: object | null;
  readonly courses: readonly {
    letter: string | null;
    points: number | null;
    qualityPoints: number | null;
    counted: boolean;
  }[];
}

const run = (input: object) => runUnit(tool, input);
const value = (input: object) => run(input).value as Value;
const failures = (input: object) =>
  run(input).errors?.map(({ code, path, line }) => `${code} ${path} ${line}`);

/** The letter and points that one grade has. */
const grade = (given: string | number, others: object = {}) => {
  const [course] = value({ courses: [{ grade: given, credits: 1 }], ...others }).courses;
  return [course?.letter, course?.points];
};

describe("a grade", () => {
  test.each<[string | number, object, (string | number | null)[]]>([
    ["A+", {}, ["A+", 4]],
    ["A+", { scale: "4.3" }, ["A+", 4.3]],
    ["A+", { scale: "flat" }, ["A", 4]],
    ["b−", {}, ["B-", 2.7]],
    [" d- ", { scale: "flat" }, ["D", 1]],
    ["F", {}, ["F", 0]],
    [3.5, {}, [null, 3.5]],
    [4, {}, [null, 4]],
    ["3.25", {}, [null, 3.25]],
    [4.3, { scale: "4.3" }, [null, 4.3]],
    [92.9, {}, ["A-", 3.7]],
    [93, {}, ["A", 4]],
    [97, { scale: "4.3" }, ["A+", 4.3]],
    [89.999, {}, ["B+", 3.3]],
    [60, {}, ["D-", 0.7]],
    [59.99, {}, ["F", 0]],
    [88, { scale: "flat" }, ["B", 3]],
    [3, { gradeType: "percent" }, ["F", 0]],
    [0, {}, [null, 0]],
    ["P", {}, ["P", null]],
    ["cr", {}, ["CR", null]],
    ["HD", { customScale: { HD: 7, D: 6 } }, ["HD", 7]],
    ["d", { customScale: '{"HD": 7, "D": 6}' }, ["D", 6]],
    ["P", { customScale: { P: 1 } }, ["P", 1]],
    [6.5, { customScale: { HD: 7 } }, [null, 6.5]],
    [95, { customScale: { A: 10, F: 0 } }, ["A", 10]],
  ])("of %j with %j is %j", (given, others, expected) => {
    expect(grade(given, others)).toEqual(expected);
  });

  test.each<[string | number, object]>([
    ["E", {}],
    ["", {}],
    ["A++", {}],
    ["__proto__", {}],
    [-1, {}],
    [4.5, { gradeType: "points" }],
    ["B", { customScale: { A: 1 } }],
    [50, { customScale: { A: 1 } }],
  ])("of %j with %j is unknown", (given, others) => {
    expect(failures({ courses: [{ grade: given, credits: 1 }], ...others })).toEqual([
      "GRADE_UNKNOWN /courses/0/grade undefined",
    ]);
  });
});

describe("averages", () => {
  test("count graded courses, and passes earn their credits", () => {
    const courses = "A, A, 3\nB, F, 4\nC, P, 2\nD, NP, 1\nE, W, 3\nG, TR, 5";
    expect(value({ courses })).toMatchObject({
      gpa: 1.71,
      gpaExact: 1.714286,
      gpaCredits: 7,
      earnedCredits: 10,
      qualityPoints: 12,
      maxPoints: 4,
      cumulative: { gpa: 1.71, credits: 7, qualityPoints: 12 },
      target: null,
    });
    expect(value({ courses }).courses.map(({ counted }) => counted)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test("are rounded at the end", () => {
    const courses = "A, B+, 5\nB, 3.6, 4\nC, A-, 0";
    expect(value({ courses, decimals: 4 })).toMatchObject({ gpa: 3.4333, gpaExact: 3.433333 });
    expect(value({ courses, rounding: "truncate" }).gpa).toBe(3.43);
    expect(run({ courses, decimals: 0 }).output).toBe("GPA: 3\nCredits: 9");
    const half = "A, 3.125, 1";
    expect(value({ courses: half }).gpa).toBe(3.13);
    expect(value({ courses: half, rounding: "truncate" }).gpa).toBe(3.12);
    expect(run({ courses: "A, A, 0.1\nB, A, 0.2" }).output).toBe("GPA: 4.00\nCredits: 0.3");
  });

  test("weigh harder courses, but not failed ones", () => {
    const courses = "A, A, 1, AP\nB, B, 1, ib\nC, C, 1, Honors\nD, F, 1, ap\nE, B, 1, regular";
    expect(value({ courses })).toMatchObject({ gpa: 2.4, weightedGpa: 2.9 });
    expect(run({ courses }).output).toBe("GPA: 2.40\nWeighted GPA: 2.90\nCredits: 5");
    expect(run({ courses: "A, F, 1, ap" }).output).toBe("GPA: 0.00\nCredits: 1");
    expect(run({ courses: "A, P, 1, ap\nB, B, 2" }).output).toBe("GPA: 3.00\nCredits: 2");
  });

  test("are none without graded credits", () => {
    for (const courses of ["PE, P, 2", "Zero, A, 0"]) {
      const outcome = run({ courses });
      expect(outcome.output).toBe("GPA: n/a\nCredits: 0");
      expect(outcome.value).toMatchObject({ gpa: null, gpaExact: null, weightedGpa: null });
      expect(outcome.warnings?.map(({ code }) => code)).toEqual(["NO_GRADED_CREDITS"]);
    }
    expect(run({ courses: "PE, P, 2", priorGpa: 3.5, priorCredits: 10 })).toMatchObject({
      output: "GPA: n/a\nCumulative GPA: 3.50\nCredits: 0",
      value: { cumulative: { gpa: 3.5, credits: 10, qualityPoints: 35 } },
    });
  });

  test("take one of the courses of a name", () => {
    const courses = "Math, C, 3\n math , A, 4\nMATH, B, 2\nArt, A, 1\nMath, W, 3";
    const of = (repeats: string) => value({ courses, repeats });
    const counted = (repeats: string) => of(repeats).courses.map((course) => course.counted);
    expect(of("all")).toMatchObject({ gpaCredits: 10, earnedCredits: 10 });
    expect(counted("latest")).toEqual([false, false, true, true, false]);
    expect(of("latest")).toMatchObject({ gpaCredits: 3, earnedCredits: 3, qualityPoints: 10 });
    expect(counted("best")).toEqual([false, true, false, true, false]);
    expect(of("best")).toMatchObject({ gpaCredits: 5, earnedCredits: 5, qualityPoints: 20 });
    const equals = value({ courses: "Math, A, 3\nMath, A, 4", repeats: "best" });
    expect(equals.gpaCredits).toBe(3);
    const nameless = [
      { grade: "A", credits: 1 },
      { grade: "B", credits: 1 },
    ];
    expect(value({ courses: nameless, repeats: "latest" }).gpa).toBe(3.5);
  });
});

describe("a target", () => {
  const courses = "Calculus, B, 10";
  test.each<[number, number, object]>([
    [3.5, 10, { gpaNeeded: 4, achievable: true, alreadyMet: false }],
    [3.6, 10, { gpaNeeded: 4.2, achievable: false, alreadyMet: false }],
    [3.6, 5e-324, { gpaNeeded: Number.MAX_VALUE, achievable: false, alreadyMet: false }],
    [1, 20, { gpaNeeded: 0, achievable: true, alreadyMet: true }],
    [1.0001, 20, { gpaNeeded: 0.0002, achievable: true, alreadyMet: false }],
  ])("of %d over %d credits: %j", (targetGpa, remainingCredits, expected) => {
    expect(value({ courses, targetGpa, remainingCredits }).target).toEqual(expected);
  });

  test("counts from the cumulative figures", () => {
    const input = { courses, priorGpa: 4, priorCredits: 10, targetGpa: 3.5, remainingCredits: 5 };
    expect(value(input).target).toMatchObject({ gpaNeeded: 3.5 });
  });
});

describe("courses", () => {
  test("may be JSON text, or lines of any end", () => {
    const json = ' [{"name": "A", "grade": "B", "credits": 3}]';
    expect(value({ courses: json }).gpa).toBe(3);
    expect(value({ courses: "\ufeffA, B, 3\r\n\r\n  \rC, A, 3\n" })).toMatchObject({ gpa: 3.5 });
  });

  test.each<[unknown, string[]]>([
    ["A, B", ["COURSE_LINE_INVALID /courses 1"]],
    ["A, B, 3\n\nC, A, x\nD", ["COURSE_LINE_INVALID /courses 3", "COURSE_LINE_INVALID /courses 4"]],
    ["A, B, -1", ["COURSE_LINE_INVALID /courses 1"]],
    ["A, B, 1001", ["COURSE_LINE_INVALID /courses 1"]],
    ["A, B, 3, hard", ["COURSE_LINE_INVALID /courses 1"]],
    ["A, B, 3, 4", ["COURSE_LINE_INVALID /courses 1"]],
    ["Reading, Writing, B, 3", ["COURSE_LINE_INVALID /courses 1"]],
    ["A, B, 3, ap, 1", ["COURSE_LINE_INVALID /courses 1"]],
    ["A, , 3", ["COURSE_LINE_INVALID /courses 1"]],
    ["\nA, X, 3", ["GRADE_UNKNOWN /courses/0/grade 2"]],
    ["", ["REQUIRED /courses undefined"]],
    ["A, A, 1\n".repeat(1001), ["RANGE /courses undefined"]],
    [[], ["RANGE /courses undefined"]],
    ["[{]", ["JSON_SYNTAX /courses 1"]],
    [{ grade: "A" }, ["TYPE /courses undefined"]],
    [[{ grade: "A" }], ["REQUIRED /courses/0/credits undefined"]],
    [[{ grade: "A", credits: 1001 }], ["RANGE /courses/0/credits undefined"]],
    [[{ grade: "A", credits: 1, level: "hard" }], ["FORM /courses/0/level undefined"]],
  ])("%j: %j", (courses, expected) => {
    expect(failures({ courses })).toEqual(expected);
  });

  test.each<[object, string[]]>([
    [{ priorGpa: 3 }, ["INSUFFICIENT_INPUT /priorCredits undefined"]],
    [{ remainingCredits: 3 }, ["INSUFFICIENT_INPUT /targetGpa undefined"]],
    [{ customScale: {} }, ["RANGE /customScale undefined"]],
    [{ customScale: { A: 101 } }, ["RANGE /customScale/A undefined"]],
    [{ customScale: { A: 4, a: 3 } }, ["RANGE /customScale/a undefined"]],
    [{ customScale: "{" }, ["JSON_SYNTAX /customScale 1"]],
    [{ decimals: 5 }, ["RANGE /decimals undefined"]],
  ])("with %j: %j", (others, expected) => {
    expect(failures({ courses: "A, A, 3", ...others })).toEqual(expected);
  });

  test("that are missing are asked for", () => {
    expect(failures({})).toEqual(["REQUIRED /courses undefined"]);
  });
});

describe("tables as people have them", () => {
  const gpa = (courses: string) => run({ courses }).value as { gpa: number; gpaCredits: number };

  test.each([
    "Calculus\tA\t3\nHistory\tB+\t4",
    "Calculus; A; 3\r\nHistory; B+; 4\r\n",
    "\ufeffCourse,Grade,Credits\nCalculus,A,3\nHistory,B+,4",
    "Credits\tCourse name\tLetter grade\tRoom\n3\tCalculus\tA\t12\n4\tHistory\tB+\t7",
    "\tgrade\thours\n\tA\t3\n\tB+\t4",
    "Calculus, one; A; 3\nHistory; B+; 4",
  ])("%j", (text) => {
    expect(gpa(text)).toMatchObject({ gpa: 3.6, gpaCredits: 7 });
  });

  test("a percentage says so, whatever else is assumed", () => {
    expect(gpa("Calculus, 88%, 3\nHistory, 3.3, 4").gpa).toBe(3.3);
    expect(run({ courses: "Calculus, 3 %, 3", gradeType: "points" }).value).toMatchObject({
      gpa: 0,
    });
  });

  test("a number that may be either is asked about", () => {
    const codes = (given: number | string, more: object = {}) =>
      run({ courses: [{ grade: given, credits: 1 }], ...more }).errors?.map(
        ({ code, path }) => `${code} ${path}`,
      );
    const asked = ["GRADE_AMBIGUOUS /courses/0/grade"];
    for (const given of [4.1, 5, "15", 19.99]) expect(codes(given)).toEqual(asked);
    for (const given of [4, 20, 100, "15%"]) expect(codes(given)).toBeUndefined();
    expect(codes(15, { gradeType: "percent" })).toBeUndefined();
    expect(codes(15, { customScale: { A: 20, B: 10 } })).toBeUndefined();
  });
});

describe("laws", () => {
  const letters = fc.constantFrom("A", "A-", "B+", "C", "D-", "F", "P", "W", 88.5, 3.1);
  const course = fc.record({
    name: fc.constantFrom("x", "y", "z"),
    grade: letters,
    credits: fc.integer({ min: 1, max: 6 }),
  });
  const several = fc.array(course, { minLength: 1, maxLength: 8 });

  test("the order of courses does not matter", () => {
    fc.assert(
      fc.property(several, (courses) => {
        const figures = (all: object) => {
          const { courses: _courses, ...others } = value({ courses: all });
          return others;
        };
        expect(figures(courses.toReversed())).toEqual(figures(courses));
        const equal = courses.map((one) => ({ ...one, credits: 3 }));
        const best = (all: object) => value({ courses: all, repeats: "best" }).gpa;
        expect(best(equal.toReversed())).toBe(best(equal));
      }),
    );
  });

  test("a multiple of all credits leaves the average", () => {
    fc.assert(
      fc.property(several, fc.integer({ min: 2, max: 9 }), (courses, times) => {
        const scaled = courses.map((one) => ({ ...one, credits: one.credits * times }));
        expect(value({ courses: scaled }).gpaExact).toBe(value({ courses }).gpaExact as number);
      }),
    );
  });
});
