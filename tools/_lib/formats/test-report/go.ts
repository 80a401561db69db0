/** The events of `go test -json`, one on each line. */
import { readJson } from "../../json/tree/read.ts";
import type { JsonProblem } from "../../json/tree/problem.ts";
import { stripAnsi } from "../../text/log-lines.ts";
import { endOfLine, nextLine } from "../../text/position.ts";
import type { Attempt, Attempts, Status } from "./report.ts";
import { millisOfSeconds } from "./duration.ts";
import { cutAt } from "./truncation.ts";

const WORDS: ReadonlyMap<unknown, Status> = new Map<unknown, Status>([
  ["pass", "passed"],
  ["fail", "failed"],
  ["skip", "skipped"],
]);

/** Two lines or more that begin like an object, the first of them an event. */
export function isGo(text: string): boolean {
  const lines = objectLines(text);
  const first = lines.next().value;
  if (first === undefined || lines.next().done === true) return false;
  const event = parse(text.slice(first.start, first.end));
  return typeof event?.["Action"] === "string";
}

/** Events; text between them, which a build may print, is passed over. Undefined where there is nothing else. */
export function readGo(text: string): Attempts | JsonProblem | undefined {
  const run = new Run();
  if (objectLines(text).next().done === true) return undefined;
  for (const { start, end } of objectLines(text)) {
    const line = text.slice(start, end);
    const event = parse(line);
    if (event) run.add(event);
    else {
      const problem = readJson(line);
      if ("code" in problem) return { ...problem, offset: start + problem.offset };
    }
  }
  return run.finish();
}

type Event = Readonly<Record<string, unknown>>;

function* objectLines(text: string): Generator<{ start: number; end: number }> {
  for (let start = 0; start < text.length; start = nextLine(text, start)) {
    const end = endOfLine(text, start);
    if (/^\ufeff?[ \t]*\{/.test(text.slice(start, start + LONGEST_INDENT)))
      yield { start: text.indexOf("{", start), end };
  }
}

const LONGEST_INDENT = 20;

function parse(line: string): Event | undefined {
  try {
    return JSON.parse(line) as Event;
  } catch {
    return undefined;
  }
}

/** A test, or a package as a whole. */
interface Course {
  readonly name: string;
  status?: Status | undefined;
  durationMs: number | null;
  output: string;
}

class Run {
  readonly #packages = new Map<string, { whole: Course; tests: Map<string, Course> }>();

  add({ Action: action, Package, Test, Elapsed, Output }: Event): void {
    if (typeof Package !== "string") return;
    const { whole, tests } = this.#package(Package);
    const course = typeof Test === "string" && Test !== "" ? courseOf(tests, Test) : whole;
    if (action === "output" && typeof Output === "string") course.output += Output;
    const status = WORDS.get(action);
    if (status === undefined) return;
    course.status = status;
    course.durationMs = typeof Elapsed === "number" ? millisOfSeconds(String(Elapsed)) : null;
  }

  finish(): Attempts {
    const attempts: Attempt[] = [];
    let started = 0;
    for (const [name, { whole, tests }] of this.#packages) {
      started += tests.size;
      let hasFailed = false;
      for (const course of tests.values()) {
        hasFailed ||= course.status === "failed";
        if (course.status) attempts.push(attemptOf(`${name}::${course.name}`, course));
      }
      if (whole.status !== "failed" || hasFailed) continue;
      started++;
      attempts.push({ ...attemptOf(`${name}::(package)`, whole), status: "error" });
    }
    return { attempts, truncated: cutAt(started, attempts.length) };
  }

  #package(name: string) {
    const known = this.#packages.get(name);
    if (known) return known;
    const made = { whole: newCourse(name), tests: new Map<string, Course>() };
    this.#packages.set(name, made);
    return made;
  }
}

function courseOf(courses: Map<string, Course>, name: string): Course {
  const known = courses.get(name);
  if (known) return known;
  const made = newCourse(name);
  courses.set(name, made);
  return made;
}

function newCourse(name: string): Course {
  return { name, durationMs: null, output: "" };
}

function attemptOf(id: string, { status = "error", durationMs, output }: Course): Attempt {
  return { id, status, durationMs, message: status === "failed" ? reasonIn(output) : undefined };
}

/** What a test printed, without the lines that only say how it went. */
function reasonIn(output: string): string | undefined {
  const lines = stripAnsi(output).split(/\r?\n/);
  const said = lines.filter((line) => !/^ *(?:=== |--- (?:PASS|FAIL|SKIP):)/.test(line));
  return said.join("\n").trim() || undefined;
}
