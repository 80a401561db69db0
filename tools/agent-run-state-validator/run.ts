/** Replays a log against a machine and reports what the runs did. */
import { done, type Entry, fail } from "../_core/tool.ts";
import { ErrorList, WarningList } from "../_lib/results/entry-list.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { escapePointer } from "../_lib/results/pointer.ts";
import { setMember } from "../_lib/json/tree/value.ts";
import { LONGEST_OUTPUT, outputTooLarge } from "../_lib/results/output-limit.ts";
import { quoted } from "../_lib/text/shown.ts";
import type {
  DefinitionShape,
  Failure,
  Input,
  Value,
  Warning,
} from "../agent-run-state-validator.ts";
import { readMachine } from "./definition.ts";
import { type Log, ONLY_RUN, readLog } from "./events.ts";
import { BUILT_IN } from "./built-in.ts";
import type { Machine } from "./machine.ts";
import { type Counts, Replay } from "./replay.ts";

type Errors = ErrorList<Failure>;
type Warnings = WarningList<Warning>;

export function replayLog(input: Input, shape: DefinitionShape) {
  const { machine, failure } = readMachine(input.machine, shape);
  if (failure) return failure;
  const log = readLog(input.events, machine, input.instanceField);
  return log.failure ?? report(input, machine, log);
}

function report(input: Input, machine: Machine, log: Log) {
  const errors: Errors = new ErrorList();
  const warnings: Warnings = new WarningList();
  const counts: Counts = { legal: 0, illegal: 0, ignored: log.count - log.moves.length };
  const limits = new Map(Object.entries(input.maxStateMs));
  const open = (id: string) => new Replay(id, machine, limits, { errors, warnings, counts });
  const replays = replayed(log, open);
  for (const replay of replays) noteEnd(replay, machine, input, errors, warnings);
  noteTimes(log, warnings);
  noteUnchecked(replays, machine, input, warnings);
  const { unreachable, deadEnds } = machine;
  noteMachine(machine, unreachable, deadEnds, warnings);
  const value: Value = {
    machine: machine.name,
    instances: replays.map((replay) => instanceOf(replay, machine)),
    unreachable,
    deadEnds,
    counts: { events: log.count, ...counts },
  };
  const output = written(value.instances);
  if (output === undefined) return fail(outputTooLarge());
  return done({
    output,
    value,
    valid: errors.size === 0,
    errors: inOrder(errors.list()),
    warnings: [...log.warnings, ...inOrder(warnings.list())],
    stats: { events: log.count, instances: replays.length, illegal: counts.illegal },
  });
}

const ARROW = " → ";

/** One line for each run; undefined where they would be too long, as when a long name comes again and again. */
function written(instances: Value["instances"]): string | undefined {
  let length = 0;
  for (const { id, path } of instances) {
    length += id.length;
    for (const state of path) length += ARROW.length + state.length;
  }
  if (length > LONGEST_OUTPUT) return undefined;
  return instances.map(({ id, path }) => `${id}: ${path.join(ARROW)}`).join("\n");
}

/** By path; how many were left out last. */
function inOrder<E extends Entry>(entries: readonly E[]): E[] {
  const isCount = ({ path, code }: { path?: string | undefined; code: string }) =>
    path === undefined && code.endsWith("_TRUNCATED");
  const found = orderFindings(entries.filter((entry) => !isCount(entry)));
  return [...found, ...entries.filter(isCount)];
}

function replayed({ moves, count }: Log, open: (id: string) => Replay): Replay[] {
  const replays = new Map<string, Replay>();
  for (const move of moves) {
    const replay = replays.get(move.instance) ?? open(move.instance);
    replays.set(move.instance, replay);
    replay.take(move);
  }
  // An empty log is that of one run, to which nothing has happened yet.
  return count === 0 ? [open(ONLY_RUN)] : [...replays.values()];
}

function noteEnd(
  replay: Replay,
  machine: Machine,
  { expectFinal, maxDurationMs }: Input,
  errors: Errors,
  warnings: Warnings,
): void {
  const { state, last, timing } = replay;
  const path = last?.path;
  if (!machine.isFinal(state)) {
    const where = `The run ${quoted(replay.id)} is in ${quoted(state)} at the end, which is not final`;
    warnings.add("OPEN_INSTANCE", () => ({ message: where, path }));
    const message = `Cannot take the run for ended: found ${quoted(state)}, expected a final state`;
    if (expectFinal) errors.add("NOT_FINAL", () => ({ message, path, received: state }));
  }
  const { total } = timing;
  if (maxDurationMs === undefined || total <= maxDurationMs) return;
  const message = `Cannot run so long: found ${total} ms, expected at most ${maxDurationMs} ms`;
  errors.add("RUN_TIMEOUT", () => ({ message, path, expected: maxDurationMs, received: total }));
}

function noteTimes({ moves }: Log, warnings: Warnings): void {
  const missing = moves.find(({ ms }) => ms === undefined);
  if (missing === undefined || moves.every(({ ms }) => ms === undefined)) return;
  const message = "Some events have a time and others have none; those are left out of durations";
  warnings.add("TIME_MISSING", () => ({ message, path: missing.path }));
}

/** Limits that nothing could break: of states that there are not, and of runs of which nobody knows how long they took. */
function noteUnchecked(
  replays: readonly Replay[],
  machine: Machine,
  { maxDurationMs, maxStateMs }: Input,
  warnings: Warnings,
): void {
  const untimed = replays.find(({ timing }) => !timing.isTimed);
  const note = (path: string, why: string) => {
    const message = `Nothing is held against the limit: ${why}`;
    warnings.add("LIMIT_UNCHECKED", () => ({ message, path }));
  };
  const why = untimed && `the run ${quoted(untimed.id)} has events without a time`;
  if (maxDurationMs !== undefined && why) note("/maxDurationMs", why);
  for (const state of Object.keys(maxStateMs)) {
    const path = `/maxStateMs/${escapePointer(state)}`;
    if (!machine.has(state)) note(path, `the machine has no state ${quoted(state)}`);
    else if (why) note(path, why);
  }
}

/** What is odd about a machine; the known ones are as they are meant to be. */
function noteMachine(
  machine: Machine,
  unreachable: readonly string[],
  deadEnds: readonly string[],
  warnings: Warnings,
): void {
  if (BUILT_IN.has(machine.name)) return;
  const note = (code: Warning, states: readonly string[], what: string) => {
    for (const state of states) {
      const path = `/machine/states/${escapePointer(state)}`;
      warnings.add(code, () => ({ message: `${what} ${quoted(state)}`, path }));
    }
  };
  note("UNREACHABLE_STATE", unreachable, "No way leads from the initial state to");
  note("DEAD_END", deadEnds, "No way leads to a final state from");
  note("FINAL_HAS_EXIT", machine.finalWithExit, "A final state has moves:");
}

function instanceOf(replay: Replay, machine: Machine): Value["instances"][number] {
  const { id, state, path, transitions, illegal, timing } = replay;
  const durations: Record<string, number> = {};
  for (const [name, ms] of timing.durations) setMember(durations, name, ms);
  const final = machine.isFinal(state);
  return {
    id,
    state,
    final,
    path: [...path],
    transitions,
    illegal,
    firstIllegal: illegal[0]?.index ?? null,
    durations,
    openSince: final ? null : timing.since,
  };
}
