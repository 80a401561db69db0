/** The parent and the assignments as they are given, with their ids. */
import { type Static, Type } from "@sinclair/typebox";
import { type Budget as StepBudget, type Entry, fail, type Outcome } from "../_core/tool.ts";
import { isNothing, readStructured } from "../_lib/fields/structured-field.ts";
import { unknownMembers } from "../_lib/fields/unknown-members.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import { nodeAt } from "../_lib/json/tree/rows.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { compileSchema } from "../_lib/schemas/json-schema/validator.ts";
import type { Failure, Input, Warning } from "../subagent-delegation-contract-compiler.ts";

export const AMOUNT = Type.Optional(Type.Number({ minimum: 0 }));

export const BUDGET = Type.Object({
  toolCalls: AMOUNT,
  tokens: AMOUNT,
  seconds: AMOUNT,
  usd: AMOUNT,
});

const MOST_ASSIGNMENTS = 100;

const OPTIONAL_TEXT = Type.Optional(Type.String());

const OPTIONAL_TEXTS = Type.Optional(Type.Array(Type.String()));

const PARENT = Type.Object({
  name: OPTIONAL_TEXT,
  tools: OPTIONAL_TEXTS,
  writeScopes: OPTIONAL_TEXTS,
  budget: Type.Optional(BUDGET),
  maxDepth: Type.Optional(Type.Number({ minimum: 0 })),
});

const ASSIGNMENTS = Type.Array(
  Type.Object({
    id: OPTIONAL_TEXT,
    goal: OPTIONAL_TEXT,
    inputs: OPTIONAL_TEXTS,
    deliverable: Type.Optional(
      Type.Object({
        description: OPTIONAL_TEXT,
        schema: Type.Optional(Type.Union([Type.Object({}), Type.Boolean()])),
      }),
    ),
    tools: OPTIONAL_TEXTS,
    writeScopes: OPTIONAL_TEXTS,
    readScopes: OPTIONAL_TEXTS,
    budget: Type.Optional(BUDGET),
    acceptance: OPTIONAL_TEXTS,
    dependsOn: OPTIONAL_TEXTS,
    mayDelegate: Type.Optional(Type.Boolean()),
    model: OPTIONAL_TEXT,
    stopRules: OPTIONAL_TEXTS,
    escalateTo: OPTIONAL_TEXT,
  }),
  { maxItems: MOST_ASSIGNMENTS },
);

export type Parent = Static<typeof PARENT>;

export interface Assignment extends Omit<Static<typeof ASSIGNMENTS>[number], "id"> {
  readonly id: string;
  /** Its place in the input. */
  readonly index: number;
  /** The schema of what it delivers, with the digits of its numbers. */
  readonly schema: JsonNode | undefined;
}

export interface Plan {
  readonly parent: Parent;
  readonly assignments: readonly Assignment[];
  readonly warnings: readonly Entry<Warning>[];
}

export type PlanRead =
  | { readonly plan: Plan; readonly failure?: undefined }
  | { readonly failure: Outcome<never, Failure, never> };

const PATH = "/assignments";

export function readPlan(input: Input, budget: StepBudget): PlanRead {
  const parent = readStructured(input.parent ?? {}, PARENT, "/parent");
  if (parent.failure) return { failure: parent.failure };
  if (isNothing(input.assignments)) return { failure: assignmentsMissing() };
  const read = readStructured(input.assignments, ASSIGNMENTS, PATH);
  if (read.failure) return { failure: read.failure };
  if (read.value.length === 0) return { failure: assignmentsMissing() };
  const document = readJsonField(input.assignments, PATH);
  const root = document.ok ? document.root : undefined;
  const assignments = read.value.map((given, index) => ({
    ...given,
    id: given.id || `task-${index + 1}`,
    index,
    schema: root && nodeAt(root, `/${index}/deliverable/schema`),
  }));
  const [repeated, ...others] = repeatedIds(assignments);
  if (repeated) return { failure: fail<never, Failure>([repeated, ...others]) };
  const warnings = [
    ...atField(readJsonField(input.parent ?? {}, "/parent").warnings, "/parent"),
    ...unknownMembers(PARENT, parent.value, "/parent"),
    ...atField(document.warnings, PATH),
    ...unknownMembers(ASSIGNMENTS, read.value, PATH),
  ];
  for (const { schema, index } of assignments) {
    if (schema === undefined) continue;
    const path = `${PATH}/${index}/deliverable/schema`;
    const compiled = compileSchema(schema, { path, budget });
    if (!compiled.ok)
      return { failure: fail<never, Failure>([...compiled.errors] as [Entry<Failure>]) };
    warnings.push(...compiled.warnings);
  }
  return { plan: { parent: parent.value, assignments, warnings } };
}

function assignmentsMissing(): Outcome<never, Failure, never> {
  const expected = `1 to ${MOST_ASSIGNMENTS} assignments`;
  const message = `Cannot compile contracts: found no assignments, expected ${expected}`;
  return fail<never, Failure>({ code: "ASSIGNMENTS_MISSING", message, path: PATH, expected });
}

function repeatedIds(assignments: readonly Assignment[]): Entry<"DUPLICATE_ASSIGNMENT_ID">[] {
  const places = new Map<string, number>();
  const repeated: Entry<"DUPLICATE_ASSIGNMENT_ID">[] = [];
  for (const { id, index } of assignments) {
    const first = places.get(id);
    if (first === undefined) {
      places.set(id, index);
      continue;
    }
    const found = `${JSON.stringify(id)}, which ${PATH}/${first} has`;
    const message = `Cannot tell assignments apart: found the id ${found}, expected another`;
    const path = `${PATH}/${index}/id`;
    repeated.push({ code: "DUPLICATE_ASSIGNMENT_ID", message, path, received: id });
  }
  return repeated;
}

function atField(entries: readonly Entry<Warning>[], field: string): Entry<Warning>[] {
  return entries.map((entry) => ({ ...entry, path: `${field}${entry.path ?? ""}` }));
}
