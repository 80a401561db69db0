/** The parent and the assignments as they are given, with their ids. */
import type { Static } from "@sinclair/typebox";
import { type Budget as StepBudget, type Entry, fail } from "../_core/tool.ts";
import { isNothing, readStructured } from "../_lib/fields/structured-field.ts";
import { unknownMembers } from "../_lib/fields/unknown-members.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import { nodeAt } from "../_lib/json/tree/rows.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { compileSchema } from "../_lib/schemas/json-schema/validator.ts";
import type {
  Assignments,
  Input,
  Parent,
  Warning,
} from "../subagent-delegation-contract-compiler.ts";

export interface Assignment extends Omit<Static<Assignments>[number], "id"> {
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

const PATH = "/assignments";

export function readPlan(
  { parent, assignments: field }: Input,
  shape: Assignments,
  budget: StepBudget,
) {
  if (isNothing(field)) return { failure: assignmentsMissing() };
  const read = readStructured(field, shape, PATH);
  if (read.failure) return { failure: read.failure };
  if (read.value.length === 0) return { failure: assignmentsMissing() };
  const document = readJsonField(field, PATH);
  const root = document.ok ? document.root : undefined;
  const assignments = read.value.map((given, index): Assignment => ({
    ...given,
    id: given.id || `task-${index + 1}`,
    index,
    schema: root && nodeAt(root, `/${index}/deliverable/schema`),
  }));
  const [repeated, ...others] = repeatedIds(assignments);
  if (repeated) return { failure: fail([repeated, ...others]) };
  const warnings: Entry<Warning>[] = [...read.warnings, ...unknownMembers(shape, read.value, PATH)];
  for (const { schema, index } of assignments) {
    if (schema === undefined) continue;
    const path = `${PATH}/${index}/deliverable/schema`;
    const compiled = compileSchema(schema, { path, budget });
    if (!compiled.ok) return { failure: fail(compiled.errors) };
    warnings.push(...compiled.warnings);
  }
  const plan: Plan = { parent, assignments, warnings };
  return { plan };
}

function assignmentsMissing() {
  const expected = "1 to 100 assignments";
  const message = `Cannot compile contracts: found no assignments, expected ${expected}`;
  return fail({ code: "ASSIGNMENTS_MISSING", message, path: PATH, expected });
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
