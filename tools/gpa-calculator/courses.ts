/** Courses as they are given: an array, JSON text, or one course a line. */
import { type Entry, fail } from "../_core/tool.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import {
  inputInvalid,
  missingField,
  outOfBounds,
  wrongForm,
} from "../_lib/results/input-invalid.ts";
import { endOfLine, lineStarts } from "../_lib/text/position.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { Courses, GivenCourse } from "../gpa-calculator.ts";
import { LEVELS, type Level } from "./grades.ts";

export interface Course {
  readonly name: string;
  readonly grade: string | number;
  readonly credits: number;
  readonly level: Level;
  /** Of the text, from 1. */
  readonly line?: number;
}

export const MOST_COURSES = 1000;
export const MOST_CREDITS = 1000;
const PATH = "/courses";

/** The courses of data, of its JSON text, which begins with `[`, or of lines. */
export function readCourses(given: readonly GivenCourse[] | string, shape: Courses) {
  if (typeof given !== "string") return coursesOf(given);
  if (!/^\ufeff?\s*\[/.test(given)) return readLines(given);
  const read = readStructured(given, shape, PATH);
  return read.failure ? read : coursesOf(read.value);
}

function coursesOf(given: readonly GivenCourse[]) {
  const courses: Course[] = [];
  const problems: Entry<"FORM">[] = [];
  for (const [index, { name = "", level = "regular", ...course }] of given.entries()) {
    const known = levelNamed(level);
    if (known) courses.push({ ...course, name, level: known });
    else problems.push(wrongForm(`${PATH}/${index}/level`, shown(level), LEVELS.join(", ")));
  }
  const [problem, ...others] = problems;
  return problem ? { failure: inputInvalid([problem, ...others]) } : { courses };
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

function readLines(text: string) {
  const courses: Course[] = [];
  const problems: Entry<"COURSE_LINE_INVALID">[] = [];
  let columns: readonly (Column | undefined)[] | undefined;
  for (const [index, offset] of lineStarts(text).entries()) {
    const content = text
      .slice(offset, endOfLine(text, offset))
      .replace(/^\ufeff/, "")
      .trimEnd();
    if (content.trim() === "") continue;
    const line = index + 1;
    if (columns === undefined) {
      columns = readHeader(content);
      if (columns) continue;
      columns = COLUMNS;
    }
    const course = readLine(content, columns);
    if (course) courses.push({ ...course, line });
    else if (problems.length < MOST_PROBLEMS) {
      problems.push({ ...lineInvalid(content, line), line, column: 1, offset });
    }
  }
  const [problem, ...others] = problems;
  if (problem) return { failure: fail([problem, ...others]) };
  const expected = `1 to ${MOST_COURSES}`;
  if (courses.length === 0) return { failure: inputInvalid([missingField(PATH, expected)]) };
  if (courses.length > MOST_COURSES) {
    return { failure: inputInvalid([outOfBounds(PATH, `${courses.length} courses`, expected)]) };
  }
  return { courses };
}

const CREDITS = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

const COLUMNS = ["name", "grade", "credits", "level"] as const;

type Column = (typeof COLUMNS)[number];

/** What columns are called in the tables of schools. */
const HEADINGS: Readonly<Record<Column, RegExp>> = {
  name: /^(?:name|course|class|subject|module|title)(?: (?:name|title))?$/i,
  grade: /^(?:(?:letter|final) )?(?:grade|mark|score)s?$/i,
  credits: /^(?:credits?|credit hours|hours|units|ects|weight|cr)(?: points)?$/i,
  level: /^(?:level|type|kind)$/i,
};

/** Cells between tabs, semicolons or commas, whichever of them a line has first in this order. */
function cellsOf(line: string): string[] {
  const separator = ["\t", ";"].find((one) => line.includes(one)) ?? ",";
  return line.split(separator).map((cell) => cell.trim());
}

/** The columns that a first line names, where grade and credits are among them. */
function readHeader(line: string): readonly (Column | undefined)[] | undefined {
  const columns = cellsOf(line).map((cell) => COLUMNS.find((name) => HEADINGS[name].test(cell)));
  return columns.includes("grade") && columns.includes("credits") ? columns : undefined;
}

/** `name, grade, credits[, level]`, or as the header says. */
function readLine(
  line: string,
  columns: readonly (Column | undefined)[],
): Omit<Course, "line"> | undefined {
  const cells = cellsOf(line);
  const cellOf = (name: Column) => cells[columns.indexOf(name)] ?? "";
  const [name, grade, credits] = [cellOf("name"), cellOf("grade"), cellOf("credits")];
  const level = levelNamed(cellOf("level") || "regular");
  if (cells.length > columns.length || grade === "" || !level) return undefined;
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
