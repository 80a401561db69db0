/** Where evaluation systems write which case a row is of, how it went, and what it belongs to. */
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import { isObject } from "../_lib/json/tree/members.ts";
import { isIndexToken, parsePointer } from "../_lib/results/pointer.ts";

export type Members = Readonly<Record<string, unknown>>;

/** How to find something in a row; undefined where it is not there. */
type Finder = (row: Members) => unknown;

export interface Fields {
  readonly id: (row: Members) => string | undefined;
  /** What may say how it went, the first that can be read counts. */
  readonly outcomes: (row: Members) => readonly unknown[];
  readonly group: (row: Members) => string | undefined;
}

const AUTO = "auto";
const ID_NAMES = ["id", "case_id", "name", "test", "key"];
const OUTCOME_NAMES = ["passed", "pass", "success", "correct", "score", "value"];
const GROUP_NAMES = ["group", "category", "suite", "task"];

/** `auto`, or a name, or an RFC 6901 pointer, for each. */
export function fieldsOf(idField: string, scoreField: string, groupField: string): Fields {
  const idFinders = idField === AUTO ? [ownId, ...ID_NAMES.map(named)] : [finderOf(idField)];
  const groupFinders = groupField === AUTO ? GROUP_NAMES.map(named) : [finderOf(groupField)];
  const scoreFinder = finderOf(scoreField);
  return {
    id: (row) => firstText(row, idFinders),
    outcomes: scoreField === AUTO ? outcomesOf : (row) => [scoreFinder(row)],
    group: (row) => firstText(row, groupFinders),
  };
}

function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function named(name: string): Finder {
  return (row) => member(row, name);
}

function finderOf(field: string): Finder {
  const tokens = field.startsWith("/") ? parsePointer(field) : undefined;
  if (!tokens) return named(field);
  return (row) => tokens.reduce<unknown>(step, row);
}

function step(value: unknown, token: string): unknown {
  if (!Array.isArray(value)) return member(value, token);
  return isIndexToken(token) ? value[Number(token)] : undefined;
}

/** The first text or number; numbers as text. */
function firstText(row: Members, finders: readonly Finder[]): string | undefined {
  for (const find of finders) {
    const found = find(row);
    if (typeof found === "number") return String(found);
    if (typeof found === "string" && found !== "") return found;
  }
  return undefined;
}

/** Of formats whose rows have no id under a usual name, or another one there. */
function ownId(row: Members): unknown {
  if (isMatchEvent(row)) return member(row, "sample_id");
  return isPromptfooResult(row) ? promptfooId(row) : undefined;
}

/** An event of an OpenAI evals log. */
function isMatchEvent(row: Members): boolean {
  return member(row, "type") === "match" && member(row, "sample_id") !== undefined;
}

/** Whether it is a line of an OpenAI evals log that says nothing of how a case went. */
export function isOtherLogLine(row: Members): boolean {
  if (member(row, "spec") !== undefined || member(row, "final_report") !== undefined) return true;
  const isEvent = member(row, "sample_id") !== undefined && isObject(member(row, "data"));
  return isEvent && typeof member(row, "type") === "string" && member(row, "type") !== "match";
}

function isPromptfooResult(row: Members): boolean {
  if (typeof member(row, "success") !== "boolean") return false;
  return isObject(member(row, "testCase")) || isObject(member(row, "vars"));
}

/** Its own `id` is another one in every run. */
function promptfooId(row: Members): unknown {
  const testCase = member(row, "testCase");
  const description = member(testCase, "description");
  if (typeof description === "string" && description !== "") return description;
  const vars = member(row, "vars") ?? member(testCase, "vars");
  return vars === undefined ? undefined : canonicalJson(vars);
}

function outcomesOf(row: Members): readonly unknown[] {
  if (isMatchEvent(row)) return [member(member(row, "data"), "correct")];
  const scores = member(row, "scores");
  if (isObject(scores)) {
    // Inspect writes a member for each scorer.
    const [first] = Object.values(scores);
    return [isObject(first) ? member(first, "value") : first];
  }
  return OUTCOME_NAMES.map((name) => member(row, name));
}

/** The rows of a whole log of promptfoo or Inspect; else the object is a row itself. */
export function rowsOf(root: Members): readonly unknown[] {
  const results = member(root, "results");
  for (const rows of [results, member(results, "results"), member(root, "samples")]) {
    if (Array.isArray(rows)) return rows;
  }
  return [root];
}
