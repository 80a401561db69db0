/** The command that runs the failing tests again, and no others. */
import type { TestReport } from "../../tools/_lib/formats/test-report/report.ts";
import { groupBy } from "../../tools/_lib/algorithms/group-by.ts";

export const RUNNERS = ["auto", "pytest", "jest", "vitest", "go"] as const;
export type Runner = Exclude<(typeof RUNNERS)[number], "auto">;

/** By the report's format; undefined where that is no runner's own. */
export function runnerOf(
  chosen: (typeof RUNNERS)[number],
  current: TestReport,
  given: unknown,
): Runner | undefined {
  if (chosen !== "auto") return chosen;
  if (current.format === "pytest" || current.format === "go") return current.format;
  if (current.format === "jest") return isOfVitest(given) ? "vitest" : "jest";
  const isOfPytest = typeof given === "string" && given.includes('<testsuite name="pytest"');
  return current.format === "junit" && isOfPytest ? "pytest" : undefined;
}

/** Vitest writes Jest's report, and gives each result a place for what tests add to it. */
function isOfVitest(given: unknown): boolean {
  const text = typeof given === "string" ? given : JSON.stringify(given);
  return /"meta"\s?:\s?\{/.test(text) && !text.includes('"numPassingAsserts"');
}

/** A test to run; what a token stands for cannot be asked for, so that more is run. */
export interface Target {
  /** Without secrets. */
  readonly id: string;
  readonly isMasked: boolean;
}

export function rerunScript(
  runner: Runner,
  targets: readonly Target[],
  { format }: TestReport,
): string {
  return ["#!/bin/sh", "set -eu", ...COMMANDS[runner](targets, format)].join("\n");
}

type Write = (targets: readonly Target[], format: string) => string[];

const COMMANDS: Readonly<Record<Runner, Write>> = {
  pytest: (targets, format) => {
    const nodes = targets.map(({ id, isMasked }) => {
      const node = format === "junit" ? nodeOf(id) : id;
      return isMasked ? node.replace(/\[.*$/s, "") : node;
    });
    return [["pytest", ...new Set(nodes.map(quote))].join(" ")];
  },
  jest: (targets, format) => byName("npx jest", targets, format),
  vitest: (targets, format) => byName("npx vitest run", targets, format),
  go: goCommands,
};

/** Of JUnit's `tests.test_cart.TestTotals::test_sum` the node `tests/test_cart.py::TestTotals::test_sum`. */
function nodeOf(id: string): string {
  const at = id.indexOf("::");
  const group = at < 0 ? "" : id.slice(0, at);
  const steps = group.split(".");
  const isModule = steps.length > 1 || /^(?:test_\w+|\w+_test)$/.test(group);
  if (!isModule || !steps.every((step) => /^\w+$/.test(step))) return id;
  const first = steps.findIndex((step) => /^[A-Z]/.test(step));
  const modules = first < 0 ? steps : steps.slice(0, first);
  if (modules.length === 0) return id;
  const classes = first < 0 ? [] : steps.slice(first);
  return [`${modules.join("/")}.py`, ...classes, id.slice(at + 2)].join("::");
}

const FILE_ALONE = /^(.*)::\((?:suite|file)\)$/s;

/** Jest and Vitest choose by patterns of names; a file that did not even load has none. */
function byName(command: string, targets: readonly Target[], format: string): string[] {
  const files = new Set<string>();
  const patterns = new Set<string>();
  for (const target of targets) {
    const [, file] = FILE_ALONE.exec(target.id) ?? [];
    if (file === undefined) patterns.add(patternOf({ ...target, id: nameIn(target.id, format) }));
    // Jest reads a pattern here, Vitest a part of the path.
    else files.add(quote(command.includes("jest") ? escapePattern(file) : file));
  }
  return [
    ...(files.size === 0 ? [] : [[command, ...files].join(" ")]),
    ...(patterns.size === 0 ? [] : [`${command} -t ${quote([...patterns].join("|"))}`]),
  ];
}

/** What the runner itself calls a test: without the file or class that the report puts before it. */
function nameIn(id: string, format: string): string {
  if (format === "jest") return id.replace(/^[^\s:]+\.[cm]?[jt]sx?::/, "");
  const at = id.indexOf("::");
  const hasGroup = at >= 0 && (format === "junit" || format === "playwright");
  return (hasGroup ? id.slice(at + 2) : id).replaceAll(" > ", " ");
}

const TOKEN = /\[[A-Z][A-Z0-9_]{0,60}_\d{1,9}\]/;

function patternOf({ id, isMasked }: Target): string {
  return isMasked ? id.split(TOKEN).map(escapePattern).join(".*") : escapePattern(id);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Subtests run with the test that has them: within one pattern Go cannot name both. */
function goCommands(targets: readonly Target[]): string[] {
  const named = targets.map(({ id, isMasked }) => {
    const at = id.indexOf("::");
    const [pack, test] = at < 0 ? ["./...", id] : [id.slice(0, at), id.slice(at + 2)];
    return { pack, id: test.split("/", 1)[0] ?? test, isMasked };
  });
  return [...groupBy(named, ({ pack }) => pack)].map(([pack, tests]) => {
    const command = `go test ${quote(pack)}`;
    if (tests.some(({ id }) => id === "(package)")) return command;
    return `${command} -run ${quote(`^(${[...new Set(tests.map(patternOf))].join("|")})$`)}`;
  });
}

/** Quoted always, and a quotation mark inside as `'\''`: what a name holds is no shell. */
function quote(text: string): string {
  // oxlint-disable-next-line no-control-regex -- no argument of a command can hold it
  const word = text.toWellFormed().replaceAll(/\u0000/g, "\ufffd");
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
