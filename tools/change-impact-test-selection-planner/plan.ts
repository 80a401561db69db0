/** Chooses the tests that can notice a change, and says why. */
import { done, type Entry, fail } from "../_core/tool.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { Decimal, toNumber } from "../_lib/numbers/decimal.ts";
import { percentOf } from "../_lib/numbers/percent.ts";
import { LONGEST_OUTPUT, outputTooLarge } from "../_lib/results/output-limit.ts";
import { type Finding, orderBySeverity } from "../_lib/results/review/findings.ts";
import type {
  Changes,
  Input,
  Selected,
  Value,
  Warning,
} from "../change-impact-test-selection-planner.ts";
import { type Change, readChanges } from "./changes.ts";
import {
  conventionalTests,
  coveredTests,
  ImportGraph,
  selectionOf,
  untestedChanges,
} from "./impact.ts";
import { type Material, materialOf } from "./material.ts";
import { Durations, splitOver } from "./shards.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import { quoted } from "../_lib/text/shown.ts";

/** Plans which tests run; `shape` is that of changes which are given as data. */
export function planTests(input: Input, shape: Changes) {
  const { changes, failure } = readChanges(input.changes, shape);
  if (failure) return failure;
  const material = materialOf(input, changes);
  const sorted = triage(material);
  const { followed, ignored, unknown, total } = sorted;
  const graph = new ImportGraph(material);
  const most = input.maxDistance ?? Infinity;
  const triggers = input.unknown === "all" ? [...total, ...unknown] : total;
  const untested = untestedChanges(material, followed, graph, most);
  const selected = select(material, graph, { followed, most, runsAll: triggers.length > 0 });
  if (!selected) return fail(outputTooLarge("Give maxDistance, or fewer tests"));
  const value: Value = {
    selected,
    ...planOf(material, selected, input.shards),
    runAll: triggers.length > 0,
    unknown: pathsOf(unknown),
    ignored: pathsOf(ignored),
    untested: pathsOf(untested),
  };
  return done({
    output: selected.map(({ test }) => test).join("\n"),
    value,
    valid: true,
    warnings: notesOf(graph, sorted, { untested, triggers }),
    stats: { ...value.counts },
  });
}

interface Reach {
  readonly followed: readonly Change[];
  readonly most: number;
  readonly runsAll: boolean;
}

/** Undefined where the ways to the tests would be too long to list. */
function select(
  material: Material,
  graph: ImportGraph,
  { followed, most, runsAll }: Reach,
): Selected[] | undefined {
  const walk = graph.walkUp(pathsOf(followed), most);
  const covered = coveredTests(material, followed);
  const conventional = conventionalTests(material, graph, walk, most);
  const sources = { material, graph, walk, covered, conventional, runsAll };
  const selected: Selected[] = [];
  let length = 0;
  for (const test of material.tests) {
    const one = selectionOf(test, sources);
    if (!one) continue;
    for (const path of one.via) length += path.length;
    if (length > LONGEST_OUTPUT) return undefined;
    selected.push(one);
  }
  const isLate = ({ test }: Selected) => Number(!material.recentFailures.has(test));
  return selected.toSorted(
    (left, right) =>
      isLate(left) - isLate(right) || byDistance(left, right) || byCodeUnit(left.test, right.test),
  );
}

/** Those without a distance last. */
function byDistance({ distance: left }: Selected, { distance: right }: Selected): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return left - right;
}

/** The figures of what is selected, and of what is not. */
function planOf({ tests, durations }: Material, selected: readonly Selected[], shards: number) {
  const times = new Durations(durations);
  const chosen = selected.map(({ test }) => test);
  const isChosen = new Set(chosen);
  const skipped = [...tests].filter((test) => !isChosen.has(test)).toSorted(byCodeUnit);
  const saved = times.sum(skipped);
  const whole = saved.plus(times.sum(chosen));
  const split = splitOver(shards, chosen, times);
  const counts = { tests: tests.size, selected: chosen.length, skipped: skipped.length };
  return {
    skipped,
    counts,
    savings: {
      testsPercent: percentOf(skipped.length, tests.size, 2),
      durationMs: saved.toNumber(),
      durationPercent: share(saved, whole),
    },
    shards: split,
    makespanMs: Math.max(...split.map(({ durationMs }) => durationMs)),
  };
}

function share(part: Decimal, whole: Decimal): number {
  return whole.isZero() ? 0 : toNumber(part.times(100).div(whole), 2);
}

function pathsOf(changes: readonly Change[]): string[] {
  return changes.map(({ path }) => path);
}

interface Judged {
  readonly untested: readonly Change[];
  readonly triggers: readonly Change[];
}

function notesOf(
  graph: ImportGraph,
  { followed, unknown }: Triage,
  { untested, triggers }: Judged,
): Entry<Warning>[] {
  const deleted = new Set(followed.filter(({ isDeleted }) => isDeleted).map(({ path }) => path));
  const [first] = triggers.toSorted((a, b) => byCodeUnit(a.path, b.path));
  const notes: Note[] = [
    ...unknown.map((change) =>
      noteOf("UNKNOWN_FILE", change, "is in neither the graph, the tests nor the coverage"),
    ),
    ...untested.map((change) => noteOf("NO_TEST_FOR_CHANGE", change, "reaches no test")),
    ...followed.flatMap((change) => {
      if (!change.isDeleted) return [];
      const importer = graph.importersOf(change.path).find((path) => !deleted.has(path));
      if (importer === undefined) return [];
      return [
        noteOf("DEPENDENCY_ON_DELETED", change, `is deleted, and ${quoted(importer)} imports it`),
      ];
    }),
  ];
  if (first) notes.push(noteOf("RUN_ALL_TRIGGERED", first, "makes all tests run", "info"));
  return orderBySeverity(notes).map(({ message, ...note }) => ({ ...note, message }));
}

type Note = Finding<Warning>;

function noteOf(
  code: Warning,
  { path: file, pointer: path, line }: Change,
  what: string,
  severity: "warning" | "info" = "warning",
): Note {
  const place = line === undefined ? { path } : { path, line };
  return { code, severity, message: `${quoted(file)} ${what}`, ...place, subject: file };
}

interface Triage {
  /** In the graph, the tests or the coverage: to be followed to their importers. */
  readonly followed: readonly Change[];
  readonly ignored: readonly Change[];
  readonly unknown: readonly Change[];
  /** Paths for which all tests run. */
  readonly total: readonly Change[];
}

/** What each changed path means. */
function triage({ changes, known, runAllOn, ignore }: Material): Triage {
  const groups = groupBy(changes, ({ path }): keyof Triage => {
    if (runAllOn.matches(path)) return "total";
    if (known.has(path)) return "followed";
    return ignore.matches(path) ? "ignored" : "unknown";
  });
  const of = (name: keyof Triage) => groups.get(name) ?? [];
  return {
    followed: of("followed"),
    ignored: of("ignored"),
    unknown: of("unknown"),
    total: of("total"),
  };
}
