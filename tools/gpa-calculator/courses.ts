/** Courses as they are given: an array, JSON text, or one course a line. */
import { Type } from "@sinclair/typebox";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import {
  readStructured,
  STRUCTURED_FAILURES,
  type StructuredFailure,
} from "../_lib/fields/structured-field.ts";
import { endOfLine, lineStarts } from "../_lib/text/position.ts";
import { beginning } from "../_lib/text/shown.ts";
import { LEVELS, type Level } from "./grades.ts";

export const COURSE_FAILURES = {
  ...STRUCTURED_FAILURES,
  COURSE_LINE_INVALID: "A line is not written: name, grade, credits, and perhaps a level",
} as const;

export interface Course {
  readonly name: string;
  readonly grade: string | number;
  readonly credits: number;
  readonly level: Level;
  /** Of the text, from 1. */
  readonly line?: number;
}

const MOST_COURSES = 1000;
const MOST_CREDITS = 1000;
const PATH = "/courses";

const COURSES = Type.Array(
  Type.Object({
    name: Type.Optional(Type.String()),
    grade: Type.Union([Type.String(), Type.Number()]),
    credits: Type.Number({ minimum: 0, maximum: MOST_CREDITS }),
    level: Type.Optional(Type.String()),
  }),
  { minItems: 1, maxItems: MOST_COURSES },
);

export type CoursesRead =
  | { readonly value: readonly Course[]; readonly failure?: undefined }
  | { readonly failure: Outcome<never, StructuredFailure | "COURSE_LINE_INVALID", never> };

/** Text that begins with `[` is JSON. */
export function readCourses(given: unknown): CoursesRead {
  if (typeof given === "string" && !/^\ufeff?\s*\[/.test(given)) return readLines(given);
  const read = readStructured(given, COURSES, PATH);
  if (read.failure) return read;
  const courses: Course[] = [];
  const problems: Entry<"RANGE">[] = [];
  for (const [index, { name = "", level = "regular", ...course }] of read.value.entries()) {
    const known = levelNamed(level);
    if (known) courses.push({ ...course, name, level: known });
    else problems.push(outOfBounds(`${PATH}/${index}/level`, shown(level), LEVELS.join(", ")));
  }
  const [problem, ...others] = problems;
  return problem ? { failure: inputInvalid([problem, ...others]) } : { value: courses };
}

function levelNamed(word: string): Level | undefined {
  const wanted = word.trim().toLowerCase();
  return LEVELS.find((level) => level === wanted);
}

const SHOWN_CHARACTERS = 60;

function shown(text: string): string {
  return JSON.stringify(beginning(text, SHOWN_CHARACTERS));
}

const MOST_PROBLEMS = 100;

function readLines(text: string): CoursesRead {
  const courses: Course[] = [];
  const problems: Entry<"COURSE_LINE_INVALID">[] = [];
  for (const [index, offset] of lineStarts(text).entries()) {
    const content = text.slice(offset, endOfLine(text, offset)).trim();
    if (content === "") continue;
    const line = index + 1;
    const course = readLine(content);
    if (course) courses.push({ ...course, line });
    else if (problems.length < MOST_PROBLEMS) {
      problems.push({ ...lineInvalid(content, line), line, column: 1, offset });
    }
  }
  const [problem, ...others] = problems;
  if (problem) return { failure: fail([problem, ...others]) };
  if (courses.length === 0 || courses.length > MOST_COURSES) {
    const expected = `1 to ${MOST_COURSES}`;
    return { failure: inputInvalid([outOfBounds(PATH, `${courses.length} courses`, expected)]) };
  }
  return { value: courses };
}

const CREDITS = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

/** `name, grade, credits[, level]` */
function readLine(line: string): Course | undefined {
  const parts = line.split(",").map((part) => part.trim());
  const [name = "", grade = "", credits = "", word = "regular"] = parts;
  const level = levelNamed(word);
  if (parts.length > 4 || grade === "" || !level) return undefined;
  if (!CREDITS.test(credits) || Number(credits) > MOST_CREDITS) return undefined;
  return { name, grade, credits: Number(credits), level };
}

function lineInvalid(content: string, line: number): Entry<"COURSE_LINE_INVALID"> {
  const expected = `name, grade, credits of 0 to ${MOST_CREDITS}, and perhaps a level of ${LEVELS.join(", ")}`;
  return {
    code: "COURSE_LINE_INVALID",
    message: `Cannot read line ${line}: found ${shown(content)}, expected ${expected}`,
    path: PATH,
    expected,
    hint: "This works: AP Biology, A-, 4, ap",
  };
}
