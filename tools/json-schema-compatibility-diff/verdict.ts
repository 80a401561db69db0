import { type Budget, type Ctx, type Entry, fail } from "../_core/tool.ts";
import { readDocumentField } from "../_lib/fields/document-field.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { gated } from "../_lib/results/review/gate.ts";
import { CONTRACT_FORMATS, contractTrouble } from "../_lib/schemas/json-schema/checked-formats.ts";
import { shown } from "../_lib/schemas/json-schema/shown.ts";
import { compileSchema, type Validator } from "../_lib/schemas/json-schema/validator.ts";
import { markdownTable } from "../_lib/text/markdown-table.ts";
import type {
  Change,
  Failure,
  Input,
  Mode,
  Value,
  Warning,
} from "../json-schema-compatibility-diff.ts";
import { type Compared, compareVersions, type Listed } from "./comparison.ts";
import type { Directions, Warned } from "./outcome.ts";
import { findWitnesses } from "./witness.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";

/** A schema that was read and can be used. */
export interface Given {
  readonly root: JsonNode;
  readonly validator: Validator;
}

/** Compares two versions of a schema, and all older ones with the new one. */
export function compareSchemas(input: Input, ctx: Ctx) {
  const fields = [
    [input.before, "/before"],
    [input.after, "/after"],
    ...input.history.map((version, index) => [version, `/history/${index}`] as const),
  ] as const;
  const errors: Entry<Failure>[] = [];
  const warnings: Entry<Warning>[] = [];
  const versions: Given[] = [];
  for (const [field, path] of fields) {
    const read = readSchema(field, path, ctx);
    if ("errors" in read) errors.push(...read.errors);
    else {
      versions.push(read.given);
      warnings.push(...read.warnings);
    }
  }
  const [first, ...others] = errors;
  const [before, after, ...older] = versions;
  if (first !== undefined) return fail([first, ...others], { warnings });
  if (before === undefined || after === undefined) throw new TypeError("Both were read");
  const compared = compareVersions(before, after, input, ctx.budget);
  if ("error" in compared) return fail(compared.error, { warnings });
  const past: Compared[] = [];
  for (const version of older) {
    const one = compareVersions(version, after, input, ctx.budget);
    if ("error" in one) return fail(one.error, { warnings });
    past.push(one);
  }
  return conclude({ input, compared, past, warnings, before, after, budget: ctx.budget });
}

type Read =
  | { readonly given: Given; readonly warnings: readonly Entry<Warning>[] }
  | { readonly errors: readonly Entry<Failure>[] };

function readSchema(field: unknown, path: string, { budget }: Ctx): Read {
  const read = readDocumentField(field, path, ["object", "boolean"]);
  if (!read.ok) return { errors: [read.error] };
  const compiled = compileSchema(read.root, { formats: CONTRACT_FORMATS, path, budget });
  if (!compiled.ok) return { errors: compiled.errors.map((trouble) => contractTrouble(trouble)) };
  const warnings: Entry<Warning>[] = read.warnings.map((entry) => {
    return { ...entry, path: path + (entry.path ?? "") };
  });
  for (const { code, ...detail } of compiled.warnings) {
    // What the comparison leaves out is no matter of how a schema is read.
    if (code === "DRAFT_ASSUMED" || code === "PATTERN_NOT_UNICODE") {
      warnings.push({ ...detail, code });
    }
  }
  return { given: { root: read.root, validator: compiled.validator }, warnings };
}

interface Material {
  readonly input: Input;
  readonly compared: Compared;
  readonly past: readonly Compared[];
  readonly warnings: readonly Entry<Warning>[];
  readonly before: Given;
  readonly after: Given;
  readonly budget: Budget;
}

function conclude(material: Material) {
  const { input, compared, past } = material;
  const { mode, failOn } = input;
  const { backward, forward } = compared.verdict;
  const listed = compared.changes.toSorted(byPlace);
  const history = past.map(({ verdict }, index) => ({
    index,
    backward: verdict.backward,
    forward: verdict.forward,
  }));
  const witnesses = witnessesOf(listed, material);
  const value: Value = {
    mode,
    compatible: { backward, forward, full: backward && forward },
    changes: listed.map((change) => changeOf(change, mode, witnesses.get(change))),
    history,
    counts: {
      changes: listed.length,
      backwardIncompatible: listed.filter((change) => !change.backward).length,
      forwardIncompatible: listed.filter((change) => !change.forward).length,
    },
  };
  const broken = [compared.verdict, ...history].filter((found) => !fits(found, mode)).length;
  const found = compared.warnings.toSorted(
    (left, right) => byCodeUnit(left.code, right.code) || byCodeUnit(left.path, right.path),
  );
  const outcome = {
    output: changeTable(value.changes),
    value,
    valid: broken === 0,
    errors: [
      ...brokenBy(compared, listed, mode),
      ...past.flatMap((one, at) => stale(one, at, mode)),
    ],
    warnings: [...material.warnings, ...found.map(warningOf)],
  };
  const versions = `${broken} of ${history.length + 1} versions`;
  const message = `Cannot publish the schema: found ${versions} not ${WORDS[mode]} compatible with it, expected none`;
  const gate = { failOn, code: "JSON_SCHEMA_COMPATIBILITY_DIFF_FAILED", message } as const;
  return gated(outcome, gate, found.length);
}

function byPlace(left: Listed, right: Listed): number {
  return byCodeUnit(left.path, right.path) || byCodeUnit(left.code, right.code);
}

const WORDS: Readonly<Record<Mode, string>> = {
  backward: "backward",
  forward: "forward",
  full: "fully",
};

/** Whether what was found is compatible as the mode asks for it. */
function fits({ backward, forward }: Directions, mode: Mode): boolean {
  return (mode === "forward" || backward) && (mode === "backward" || forward);
}

const KEPT: Readonly<Record<Mode, string>> = {
  backward: "old data stays valid",
  forward: "new data is valid for old readers",
  full: "data of either version is valid under the other",
};

/** The changes because of which the new version does not fit the one before it. */
function brokenBy({ verdict }: Compared, listed: readonly Listed[], mode: Mode): Entry<Failure>[] {
  if (fits(verdict, mode)) return [];
  return breaking(listed, mode).map(({ code: rule, path }) => {
    const message = `Cannot stay ${WORDS[mode]} compatible: found ${rule}, expected that ${KEPT[mode]}`;
    return { code: "INCOMPATIBLE_CHANGE", message, path, rule };
  });
}

/** An older version that does not fit; what differs there is not listed, so the first change is named. */
function stale({ verdict, changes }: Compared, index: number, mode: Mode): Entry<Failure>[] {
  if (fits(verdict, mode)) return [];
  const [first, ...others] = breaking(changes.toSorted(byPlace), mode);
  const where = first === undefined ? "a change" : `${first.code} at ${placeOf(first.path)}`;
  const found = others.length === 0 ? where : `${where} and ${others.length} more`;
  const message = `Cannot stay ${WORDS[mode]} compatible with older version ${index}: found ${found}, expected that ${KEPT[mode]}`;
  return [{ code: "INCOMPATIBLE_VERSION", message, path: `/history/${index}` }];
}

function breaking(changes: readonly Listed[], mode: Mode): Listed[] {
  return changes.filter((change) => !fits(change, mode));
}

/** What breaks the mode is shown in full. */
function changeOf(listed: Listed, mode: Mode, witness: unknown): Change {
  const { code, path, backward, forward, before, after } = listed;
  const change = { code, path, backward, forward };
  if (fits(change, mode)) return change;
  return {
    ...change,
    ...(before === undefined ? {} : { before: shown(before) }),
    ...(after === undefined ? {} : { after: shown(after) }),
    ...(witness === undefined ? {} : { witness }),
  };
}

/** Documents for the changes that break the mode; backwards first. */
function witnessesOf(
  listed: readonly Listed[],
  { input: { mode }, before, after, budget }: Material,
): ReadonlyMap<Listed, unknown> {
  const find = (direction: "backward" | "forward") =>
    findWitnesses(listed, direction, { before, after }, budget);
  return new Map([
    ...(mode === "backward" ? [] : find("forward")),
    ...(mode === "forward" ? [] : find("backward")),
  ]);
}

function warningOf({ code, path }: Warned): Entry<Warning> {
  const place = placeOf(path);
  if (code === "ONE_OF_OVERLAP") {
    const found = "branches that no type, const or enum tells apart";
    const message = `Cannot be sure about ${place}: found ${found}, expected that no value fits two of them`;
    return { code, message, path };
  }
  const message = `Cannot compare ${place}: found a change of a keyword that is not looked into, expected none`;
  return { code, message, path };
}

function placeOf(path: string): string {
  return path === "" ? "the root" : path;
}

/** The rest of a longer table is only counted. */
const MOST_ROWS = 1000;

/** The changes as a Markdown table. */
function changeTable(changes: readonly Change[]): string {
  if (changes.length === 0) return "No changes.";
  const rows = changes
    .slice(0, MOST_ROWS)
    .map(({ code, path, backward, forward }) => [
      code,
      path === "" ? "(root)" : path,
      word(backward),
      word(forward),
    ]);
  const table = markdownTable(["Code", "Path", "Backward", "Forward"], rows);
  const left = changes.length - rows.length;
  return left > 0 ? `${table}\n\n${left} more changes.` : table;
}

function word(isCompatible: boolean): string {
  return isCompatible ? "yes" : "no";
}
