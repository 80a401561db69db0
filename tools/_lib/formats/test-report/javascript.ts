/** The JSON reports of Playwright and of Mocha. */
import { isObject } from "../../json/tree/members.ts";
import { stripAnsi } from "../../text/log-lines.ts";
import type { Attempt, Attempts, Status } from "./report.ts";
import { millisOf } from "./duration.ts";
import { idsByGroup } from "./groups.ts";
import { cutAt } from "./truncation.ts";

type Fields = Readonly<Record<string, unknown>>;

const WORDS: ReadonlyMap<unknown, Status> = new Map<unknown, Status>([
  ["expected", "passed"],
  ["unexpected", "failed"],
  ["flaky", "flaky"],
  ["skipped", "skipped"],
]);

/** The report has suites of specs, each of which ran once in each project. */
export function isPlaywright(report: Fields): boolean {
  return (
    Array.isArray(report["suites"]) && (isObject(report["config"]) || isObject(report["stats"]))
  );
}

/** `file::suite > test`; where there are several projects, with ` [project]` behind it. */
export function readPlaywright(report: Fields): Attempts {
  const specs = specsOf(report);
  const tests = specs.flatMap(({ spec, id }) =>
    objectsIn(spec["tests"]).map((test) => ({ test, id, project: textOf(test["projectName"]) })),
  );
  const hasProjects = new Set(tests.map(({ project }) => project)).size > 1;
  const attempts = tests.map(({ test, id, project }): Attempt => {
    const results = objectsIn(test["results"]);
    const last = results.at(-1) ?? {};
    const status = last["status"] === "interrupted" ? "error" : WORDS.get(test["status"]);
    const times = results.map((result) => millisOf(result["duration"]) ?? 0);
    return {
      id: hasProjects && project !== undefined ? `${id} [${project}]` : id,
      status: status ?? "error",
      durationMs: times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0),
      message: firstMessage(
        results.flatMap((result) => [result["error"], ...listOf(result["errors"])]),
      ),
    };
  });
  const stats = isObject(report["stats"]) ? (report["stats"] as Fields) : {};
  const counts = [...WORDS.keys()].map((word) => stats[String(word)]);
  const isCounted = counts.every((count) => typeof count === "number");
  const declared = isCounted
    ? counts.reduce<number>((sum, count) => sum + Number(count), 0)
    : undefined;
  const truncated = cutAt(declared, attempts.length);
  // What fails outside of tests, such as a file that cannot be loaded.
  const message = firstMessage(listOf(report["errors"]));
  if (message !== undefined)
    attempts.push({ id: "(global)", status: "error", durationMs: null, message });
  return { attempts, truncated };
}

interface Spec {
  readonly spec: Fields;
  readonly id: string;
}

/** The outermost suites are files. Suites are walked without recursion, as they may be nested deep. */
function specsOf(report: Fields): Spec[] {
  const specs: Spec[] = [];
  const rest = objectsIn(report["suites"]).map((suite) => ({
    suite,
    titles: [] as string[],
    isFile: true,
  }));
  rest.reverse();
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { suite, titles, isFile } = next;
    const title = textOf(suite["title"]) ?? "";
    const own = isFile ? titles : [...titles, title];
    for (const spec of objectsIn(suite["specs"])) {
      const file = textOf(spec["file"]) ?? textOf(suite["file"]) ?? title;
      specs.push({ spec, id: `${file}::${[...own, textOf(spec["title"]) ?? ""].join(" > ")}` });
    }
    for (const below of objectsIn(suite["suites"]).toReversed())
      rest.push({ suite: below, titles: own, isFile: false });
  }
  return specs;
}

/** Mocha's has lists of tests, by what became of them. */
export function isMochaJson(report: Fields): boolean {
  return (
    ["stats", "tests", "failures"].every((key) => key in report) && Array.isArray(report["tests"])
  );
}

export function readMochaJson(report: Fields): Attempts {
  const keyOf = (test: Fields) => JSON.stringify([test["file"], test["fullTitle"]]);
  const [pending, failures] = ["pending", "failures"].map(
    (name) => new Set(objectsIn(report[name]).map(keyOf)),
  ) as [Set<string>, Set<string>];
  const tests = objectsIn(report["tests"]);
  const known = new Set(tests.map(keyOf));
  // A hook that failed is among the failures, and no test.
  const hooks = objectsIn(report["failures"]).filter((one) => !known.has(keyOf(one)));
  const attempts = [...tests, ...hooks].map((test) => {
    const key = keyOf(test);
    const message = failures.has(key) ? firstMessage([test["err"]]) : undefined;
    const isHook = !known.has(key);
    const status: Status = isHook
      ? "error"
      : failures.has(key)
        ? "failed"
        : pending.has(key)
          ? "skipped"
          : "passed";
    return {
      id: textOf(test["fullTitle"]) ?? textOf(test["title"]) ?? "",
      status,
      durationMs: millisOf(test["duration"]),
      message,
      group: basenameOf(textOf(test["file"]) ?? ""),
    };
  });
  const stats = isObject(report["stats"]) ? (report["stats"] as Fields)["tests"] : undefined;
  const declared = typeof stats === "number" ? stats : undefined;
  return { attempts: idsByGroup(attempts), truncated: cutAt(declared, tests.length) };
}

function basenameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

function firstMessage(errors: readonly unknown[]): string | undefined {
  for (const error of errors) {
    const message = isObject(error) ? textOf((error as Fields)["message"]) : undefined;
    if (message !== undefined) return stripAnsi(message).trim() || undefined;
  }
  return undefined;
}

function objectsIn(value: unknown): Fields[] {
  return listOf(value).filter(isObject);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
