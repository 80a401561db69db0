/** The steps as they are given, with their defaults. */
import { type Entry, fail } from "../_core/tool.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { GivenStep, Input } from "../agent-plan-parallelism-auditor.ts";

export interface Step extends GivenStep {
  /** Its place in the input. */
  readonly index: number;
  readonly duration: number;
}

const PATH = "/steps";

export function readSteps({ steps: given = [], defaultDuration }: Input) {
  if (given.length === 0) return { failure: stepsMissing() };
  const steps = given.map((step, index): Step => {
    return { ...step, index, duration: step.duration ?? defaultDuration };
  });
  const [repeated, ...others] = repeatedIds(steps);
  return repeated ? { failure: fail([repeated, ...others]) } : { steps };
}

function stepsMissing() {
  const expected = "1 to 2,000 steps";
  const message = `Cannot audit a plan: found no steps, expected ${expected}`;
  return fail({ code: "STEPS_MISSING", message, path: PATH, expected });
}

const MOST_REPEATED = 100;

function repeatedIds(steps: readonly Step[]): Entry<"DUPLICATE_STEP_ID">[] {
  const places = new Map<string, number>();
  const repeated: Entry<"DUPLICATE_STEP_ID">[] = [];
  for (const { id, index } of steps) {
    const first = places.get(id);
    if (first === undefined) {
      places.set(id, index);
      continue;
    }
    if (repeated.length === MOST_REPEATED) break;
    const found = `the id ${quoted(id)}, which ${PATH}/${first} has`;
    repeated.push({
      code: "DUPLICATE_STEP_ID",
      message: `Cannot tell steps apart: found ${found}, expected another`,
      path: `${PATH}/${index}/id`,
      received: id,
    });
  }
  return repeated;
}
