/** Takes the value out of an answer, and tells what was done to it. */
import { type Budget, done, type Entry, fail } from "../_core/tool.ts";
import type { Change, ChangeCode } from "../_lib/schemas/repair/change.ts";
import { WarningList, joinEntries } from "../_lib/results/entry-list.ts";
import { problemEntry } from "../_lib/results/syntax-problem.ts";
import { bomRemoved, noteFindings, readJsonField } from "../_lib/json/tree/json-field.ts";
import type { JsonProblem } from "../_lib/json/tree/problem.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { minifyJson, prettyJson } from "../_lib/json/tree/write.ts";
import type { RepairProblem } from "../_lib/json/repair/source.ts";
import { violationEntries } from "../_lib/schemas/json-schema/entries.ts";
import { compileSchema } from "../_lib/schemas/json-schema/validator.ts";
import { outputTooLarge } from "../_lib/results/output-limit.ts";
import { placeAt, positionFinder } from "../_lib/text/position.ts";
import type { Failure, Input, Value, Warning } from "../structured-output-rescue.ts";
import {
  type Rescued,
  rescueJson,
  type RescueOptions,
} from "../_lib/agents/structured-output/rescue.ts";

type Warnings = readonly Entry<Warning>[];

/** Where the value stands in the result. */
const DATA = "/value/data";

/** Rescues the value of an answer, and tells what was done and what the schema still refuses. */
export function rescueAnswer(input: Input, budget: Budget) {
  const marked = input.text.startsWith("\ufeff") ? [bomRemoved()] : [];
  const contract = readSchema(input.schema, budget);
  if (!contract.ok) return fail(contract.errors, { valid: false, warnings: marked });
  const warnings = [...marked, ...contract.warnings];
  const rescue = rescueJson(input.text, {
    ...input,
    mayRepair: input.mode === "repair",
    choice: input.candidate,
    schema: contract.schema,
    budget,
  });
  if (rescue.ok && rescue.truncated && !input.completeTruncated)
    return fail(truncated(input.text, rescue), { valid: false, warnings });
  if (rescue.ok) return report(input, rescue, budget, warnings);
  const error = "trouble" in rescue ? rescue.trouble : unreadable(rescue.problem, input.text);
  return fail(error, { valid: false, warnings });
}

type Contract =
  | {
      readonly ok: true;
      readonly schema: RescueOptions["schema"];
      readonly warnings: Warnings;
    }
  | { readonly ok: false; readonly errors: readonly [Entry<Failure>, ...Entry<Failure>[]] };

function readSchema(field: unknown, budget: Budget): Contract {
  if (field === undefined || field === null) return { ok: true, schema: undefined, warnings: [] };
  const read = readJsonField(field, "/schema");
  if (!read.ok) return { ok: false, errors: [read.error] };
  const compiled = compileSchema(read.root, { budget });
  if (!compiled.ok) return { ok: false, errors: compiled.errors };
  const found: Warnings = read.warnings.map((entry) =>
    entry.path === undefined ? entry : { ...entry, path: `/schema${entry.path}` },
  );
  const { validator, warnings } = compiled;
  return {
    ok: true,
    schema: { root: read.root, validator },
    warnings: joinEntries<Warning>(found, warnings),
  };
}

function report(input: Input, rescue: Rescued, budget: Budget, warnings: Warnings) {
  const { root, candidate, count, status, violations } = rescue;
  const output = prettyJson(root);
  if (output === undefined) return fail(outputTooLarge());
  const { value: data, warnings: inexact } = valueOf(root, DATA);
  const changes = shownChanges(rescue, budget);
  const { source, start, end } = candidate;
  return done({
    output,
    value: {
      data,
      status,
      truncated: rescue.truncated,
      candidate: { source, start, end, count },
      changes,
      changeCodes: [...new Set(changes.map(({ code }) => code))],
      schemaErrors: violations.length,
    },
    valid: violations.length === 0,
    stats: { candidates: count, changes: changes.length },
    errors: violationEntries(violations, DATA),
    warnings: joinEntries<Warning>(
      warnings,
      notesOf(rescue),
      findingsOf(input.text, rescue),
      inexact,
    ),
  });
}

/** What the changes of a value are called here, and how sure they are. */
const FITS: { readonly [Code in ChangeCode]?: readonly [string, "safe" | "guess"] } = {
  JSON_STRING_PARSED: ["PARSED_JSON_TEXT", "safe"],
  STRING_TO_INTEGER: ["COERCED", "safe"],
  STRING_TO_NUMBER: ["COERCED", "safe"],
  STRING_TO_BOOLEAN: ["COERCED", "safe"],
  STRING_TO_NULL: ["COERCED", "safe"],
  NUMBER_TO_STRING: ["COERCED", "safe"],
  BOOLEAN_TO_STRING: ["COERCED", "safe"],
  NUMBER_ROUNDED: ["COERCED", "safe"],
  ENUM_COERCED: ["COERCED", "safe"],
  ENUM_NORMALIZED: ["ENUM_NORMALISED", "guess"],
  WRAPPED_IN_ARRAY: ["WRAPPED_IN_ARRAY", "safe"],
  UNWRAPPED_SINGLE: ["UNWRAPPED", "guess"],
  PROPERTY_RENAMED: ["KEY_RENAMED", "guess"],
  ADDITIONAL_REMOVED: ["UNKNOWN_DROPPED", "guess"],
  DEFAULT_ADDED: ["DEFAULT_APPLIED", "guess"],
};

function shownChanges({ textChanges, fitChanges }: Rescued, budget: Budget) {
  const changes: Value["changes"] = textChanges.map((change) => ({ ...change, path: null }));
  for (const change of fitChanges) changes.push(shownFit(change, budget));
  return changes;
}

/** A change with its values whole; values within values make many of them, which counts as work. */
function shownFit({ code, path, from, to }: Change, budget: Budget) {
  const shown = (node: Change["from"]): unknown => {
    if (node === undefined) return null;
    if (node.type === "array" || node.type === "object")
      budget.spend(minifyJson(node)?.length ?? 0);
    return valueOf(node).value;
  };
  const [name, certainty] = FITS[code] ?? [code, "guess" as const];
  return { code: name, certainty, offset: null, path, before: shown(from), after: shown(to) };
}

function notesOf({ count, truncated: isTruncated, candidate }: Rescued): Warnings {
  const notes: Entry<Warning>[] = [];
  if (count > 1) {
    const message = `The text holds ${count} JSON values; the one at offset ${candidate.start} was taken`;
    notes.push({ code: "SEVERAL_CANDIDATES", message, path: "/text", count, received: count });
  }
  if (isTruncated) {
    const message = "The text ends before the value does; what was open was closed";
    notes.push({ code: "TRUNCATED", message, path: "/text", offset: candidate.end });
  }
  return notes;
}

function findingsOf(text: string, { document, base }: Rescued): Warnings {
  const list = new WarningList<"DUPLICATE_KEY" | "LONE_SURROGATE">();
  const place = positionFinder(text);
  noteFindings(document, (start) => (base === undefined ? {} : place(base + start)), list);
  return list
    .list()
    .map((entry) => (entry.path === undefined ? entry : { ...entry, path: DATA + entry.path }));
}

function truncated(text: string, { candidate }: Rescued): Entry<"TRUNCATED_JSON"> {
  return {
    code: "TRUNCATED_JSON",
    message: "Cannot take the value: found the end of the text inside of it, expected it complete",
    path: "/text",
    ...placeAt(text, candidate.end),
    hint: "Set completeTruncated to close what is open",
  };
}

function unreadable(problem: JsonProblem | RepairProblem, text: string): Entry<Failure> {
  const code: Failure = problem.code === "JSON_NOT_REPAIRABLE" ? "JSON_NOT_FOUND" : problem.code;
  const hint =
    code === "JSON_SYNTAX" ? 'Set mode to "repair" to have the syntax repaired' : undefined;
  return problemEntry({ ...problem, code, hint }, text, "JSON", "/text");
}
