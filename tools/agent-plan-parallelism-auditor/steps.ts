/** The steps as they are given, with their defaults. */
import { Type } from "@sinclair/typebox";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { isNothing, readStructured } from "../_lib/fields/structured-field.ts";
import { type JsonWarning, readJsonField } from "../_lib/json/tree/json-field.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Failure } from "../agent-plan-parallelism-auditor.ts";

export const MOST_STEPS = 2000;

/** More would no longer be told apart when they are added up. */
export const LONGEST_DURATION = 1e15;

export interface Step {
  /** Its place in the input. */
  readonly index: number;
  readonly id: string;
  readonly dependsOn: readonly string[];
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly duration: number;
  /** Runs beside no other step. */
  readonly exclusive: boolean;
  /** May run twice with the same effect. */
  readonly idempotent: boolean;
}

const NAMES = Type.Optional(Type.Array(Type.String()));

const FLAG = Type.Optional(Type.Boolean());

const STEPS = Type.Array(
  Type.Object({
    id: Type.String(),
    dependsOn: NAMES,
    reads: NAMES,
    writes: NAMES,
    duration: Type.Optional(Type.Number({ minimum: 0, maximum: LONGEST_DURATION })),
    group: Type.Optional(Type.String()),
    exclusive: FLAG,
    idempotent: FLAG,
  }),
  { maxItems: MOST_STEPS },
);

const WAVES = Type.Array(Type.Array(Type.String()));

type Refusal = { readonly failure: Outcome<never, Failure, never> };

export type StepsRead =
  | {
      readonly steps: readonly Step[];
      readonly warnings: readonly Entry<JsonWarning>[];
      readonly failure?: undefined;
    }
  | Refusal;

const PATH = "/steps";

export function readSteps(field: unknown, defaultDuration: number): StepsRead {
  if (isNothing(field)) return stepsMissing();
  const read = readStructured(field, STEPS, PATH);
  if (read.failure) return { failure: read.failure };
  if (read.value.length === 0) return stepsMissing();
  const steps = read.value.map((given, index) => ({
    index,
    id: given.id,
    dependsOn: given.dependsOn ?? [],
    reads: given.reads ?? [],
    writes: given.writes ?? [],
    duration: given.duration ?? defaultDuration,
    exclusive: given.exclusive ?? false,
    idempotent: given.idempotent ?? false,
  }));
  const [repeated, ...others] = repeatedIds(steps);
  if (repeated) return { failure: fail<never, Failure>([repeated, ...others]) };
  const warnings = readJsonField(field, PATH).warnings.map((entry) => ({
    ...entry,
    path: `${PATH}${entry.path ?? ""}`,
  }));
  return { steps, warnings };
}

/** The waves to audit; undefined where there are none. */
export function readProposed(
  field: unknown,
):
  | { readonly waves: readonly (readonly string[])[] | undefined; readonly failure?: undefined }
  | Refusal {
  if (isNothing(field)) return { waves: undefined };
  const read = readStructured(field, WAVES, "/proposed");
  return read.failure ? { failure: read.failure } : { waves: read.value };
}

function stepsMissing(): Refusal {
  const expected = `1 to ${MOST_STEPS} steps`;
  const message = `Cannot audit a plan: found no steps, expected ${expected}`;
  return {
    failure: fail<never, Failure>({ code: "STEPS_MISSING", message, path: PATH, expected }),
  };
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
