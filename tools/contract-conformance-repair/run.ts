/** Repairs data by its schema, and tells what was done and what is left. */
import { type Ctx, type Entry, fail } from "../_core/tool.ts";
import { readDocumentField } from "../_lib/fields/document-field.ts";
import { jsonDifference } from "../_lib/json/patch/difference.ts";
import { patchData } from "../_lib/json/patch/operations.ts";
import {
  type JsonField,
  type JsonFieldFailure,
  readJsonField,
} from "../_lib/json/tree/json-field.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { documentOf, valueOf } from "../_lib/json/tree/value.ts";
import { minifyJson, prettyJson } from "../_lib/json/tree/write.ts";
import { ErrorList, joinEntries } from "../_lib/results/entry-list.ts";
import { gated } from "../_lib/results/review/gate.ts";
import { counted } from "../_lib/text/plural.ts";
import { outputTooLarge } from "../_lib/results/output-limit.ts";
import { CONTRACT_FORMATS, contractTrouble } from "../_lib/schemas/json-schema/checked-formats.ts";
import { compileSchema, type Validator } from "../_lib/schemas/json-schema/validator.ts";
import {
  subjectOf,
  type Violation,
  type ViolationCode,
} from "../_lib/schemas/json-schema/violations.ts";
import { type Change, CHANGES, type Repair } from "../_lib/schemas/repair/change.ts";
import type { Input, Value, Warning } from "../contract-conformance-repair.ts";
import { repairData } from "./repair.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";

type Warnings = readonly Entry<Warning>[];

/** Repairs the data of the input. */
export function repairConformance(input: Input, { budget }: Ctx) {
  const schema = readDocumentField(input.schema, "/schema", ["object", "boolean"]);
  const data = readData(input.data);
  if (!schema.ok) return fail(data.ok ? schema.error : [schema.error, data.error]);
  if (!data.ok) return fail(data.error);
  const compiled = compileSchema(schema.root, { formats: CONTRACT_FORMATS, budget });
  if (!compiled.ok) {
    const [first, ...others] = compiled.errors;
    return fail([contractTrouble(first), ...others.map(contractTrouble)]);
  }
  const { validator } = compiled;
  const repaired = validator.withParts(budget, (parts) =>
    repairData(data.root, schema.root, { policy: input.policy, parts, budget }),
  );
  if (!repaired.ok) return fail(contractTrouble(repaired.error));
  const warnings = joinEntries<Warning>(
    schema.warnings.map((warning) => inSchema(warning)),
    data.warnings,
    compiled.warnings,
  );
  return report(data.root, repaired.result, { input, validator, budget, warnings });
}

interface Found {
  readonly input: Input;
  readonly validator: Validator;
  readonly budget: Ctx["budget"];
  readonly warnings: Warnings;
}

function report(data: JsonNode, repair: Repair, found: Found) {
  const { validator, budget } = found;
  const validation = validator.validate(repair.node, { budget, maxErrors: Infinity });
  if (!validation.ok) return fail(contractTrouble(validation.error));
  const output = prettyJson(repair.node);
  if (output === undefined) return fail(outputTooLarge());
  const remaining = remainderOf(validation.violations);
  const { value: repaired, warnings } = valueOf(repair.node);
  const changes = repair.changes.list().map((change) => shownChange(change, budget));
  const value: Value = {
    repaired,
    conforms: validation.valid,
    changes,
    remaining: remaining.map(({ path, keyword, message }) => ({ path, keyword, message })),
    patch: patchData(jsonDifference(data, repair.node)),
    counts: {
      changes: changes.length,
      lossy: changes.filter(({ lossy }) => lossy).length,
      remaining: remaining.length,
    },
  };
  const outcome = {
    output,
    value,
    valid: validation.valid,
    stats: value.counts,
    errors: errorsOf(remaining),
    warnings: joinEntries<Warning>(found.warnings, warnings),
  };
  const problems = counted(remaining.length, "problem");
  const message = `Cannot pass the data: ${problems} left after repair, expected none`;
  const { failOn } = found.input;
  return gated(outcome, { failOn, code: "CONTRACT_CONFORMANCE_REPAIR_FAILED", message });
}

/** A change with its values whole; values within values make many of them, which counts as work. */
function shownChange(
  { path, code, from, to }: Change,
  budget: Ctx["budget"],
): Value["changes"][number] {
  const shown = (node: JsonNode) => {
    if (node.type === "array" || node.type === "object")
      budget.spend(minifyJson(node)?.length ?? 0);
    return valueOf(node).value;
  };
  return {
    path,
    code,
    lossy: CHANGES[code].lossy,
    ...(from === undefined ? {} : { from: shown(from) }),
    ...(to === undefined ? {} : { to: shown(to) }),
  };
}

function errorsOf(remaining: readonly Remainder[]) {
  const list = new ErrorList<ViolationCode>();
  for (const { code, path, message } of remaining) list.add(code, () => ({ message, path }));
  return list.list();
}

/** Text is read as JSON only where that gives an object or an array. */
function readData(data: unknown): JsonField | JsonFieldFailure {
  const field = readJsonField(data, "/data");
  if (typeof data !== "string") return field;
  if (field.ok && (field.root.type === "object" || field.root.type === "array")) return field;
  if (!field.ok && field.error.code === "INPUT_TOO_DEEP") return field;
  const document = documentOf(data);
  return document === undefined
    ? field
    : { ok: true, root: document.root, document, text: undefined, warnings: [] };
}

/** Pointers into the data begin at its root, those into the schema with its field. */
function inSchema<E extends Entry>(warning: E): E {
  return warning.path === undefined ? warning : { ...warning, path: `/schema${warning.path}` };
}

/** What is still not as the schema has it. */
interface Remainder {
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
  readonly code: ViolationCode;
}

/** Of these one object has one entry, however many members it names. */
const ONCE: ReadonlySet<string> = new Set(["additionalProperties", "unevaluatedProperties"]);

/** The violations by path, then keyword, each at the value that the keyword speaks of. */
function remainderOf(violations: readonly Violation[]): Remainder[] {
  const entries: Remainder[] = [];
  const others = new Map<Remainder, number>();
  const first = new Map<string, Remainder>();
  for (const violation of violations) {
    const { keyword, message, code, schemaPath } = violation;
    const path = subjectOf(violation);
    const key = `${path} ${schemaPath}`;
    const known = ONCE.has(keyword) ? first.get(key) : undefined;
    if (known !== undefined) {
      others.set(known, (others.get(known) ?? 0) + 1);
      continue;
    }
    const entry = { path, keyword, message, code };
    if (ONCE.has(keyword)) first.set(key, entry);
    entries.push(entry);
  }
  return entries
    .map((entry) => withCount(entry, others.get(entry) ?? 0))
    .toSorted((a, b) => byCodeUnit(a.path, b.path) || byCodeUnit(a.keyword, b.keyword));
}

function withCount(entry: Remainder, others: number): Remainder {
  if (others === 0) return entry;
  const what = others === 1 ? "one other is not" : `${others} others are not`;
  return { ...entry, message: `${entry.message}, and ${what} either` };
}
