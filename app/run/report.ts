/** The readable text of a result: name, verdict, key figures, problems, and what to do next. */
import type { Entry, Outcome } from "../../tools/_core/tool.ts";
import type { Unit } from "../registry-entry.ts";
import type { ErrorObject } from "./types.ts";

const LISTED_PROBLEMS = 20;

export function writeReport(
  unit: Unit,
  action: string,
  outcome: Outcome,
  stats: Readonly<Record<string, unknown>>,
  warnings: readonly Entry[],
  error: ErrorObject | undefined,
): string {
  // Most reports are two lines, so what is not there costs nothing.
  let report = `${unit.name} (${action}): ${verdictOf(outcome, error)}\n${listFigures(stats)}`;
  if (outcome.errors?.length) report += listProblems("Errors", outcome.errors);
  if (warnings.length > 0) report += listProblems("Warnings", warnings);
  return error ? `${report}\nNext: ${error.hint}` : report;
}

function listFigures(stats: Readonly<Record<string, unknown>>): string {
  let line = "";
  for (const name of Object.keys(stats)) {
    const value = stats[name];
    if (typeof value !== "object") line += `${line === "" ? "" : ", "}${name}: ${String(value)}`;
  }
  return line;
}

function verdictOf({ ok, valid }: Outcome, error: ErrorObject | undefined): string {
  if (!ok) return `failed, ${error?.code ?? "unknown error"}`;
  if (valid === undefined) return "done";
  return valid ? "valid" : "not valid";
}

function listProblems(title: string, entries: readonly Entry[]): string {
  let list = `\n${title}: ${entries.length}`;
  for (const entry of entries.slice(0, LISTED_PROBLEMS)) {
    list += `\n- ${entry.code}${placeOf(entry)}: ${entry.message}`;
    for (const line of relatedLines(entry)) list += `\n${line}`;
  }
  const rest = entries.length - LISTED_PROBLEMS;
  return rest > 0 ? `${list}\n- and ${rest} more` : list;
}

/** The other places of an entry, a line for each. */
export function relatedLines({ related = [] }: Entry): readonly string[] {
  return related.map(({ line, column, message }) => `  line ${line}, column ${column}: ${message}`);
}

function placeOf({ path, line, column }: Entry): string {
  const position =
    line === undefined ? "" : `line ${line}${column === undefined ? "" : `, column ${column}`}`;
  const place = [path, position].filter(Boolean).join(" ");
  return place ? ` at ${place}` : "";
}
