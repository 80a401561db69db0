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
  const lines = [`${unit.name} (${action}): ${verdictOf(outcome, error)}`];
  lines.push(listFigures(stats));
  lines.push(...listProblems("Errors", outcome.errors ?? []));
  lines.push(...listProblems("Warnings", warnings));
  if (error) lines.push(`Next: ${error.hint}`);
  return lines.join("\n");
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

function listProblems(title: string, entries: readonly Entry[]): string[] {
  if (entries.length === 0) return [];
  const lines = [`${title}: ${entries.length}`];
  for (const entry of entries.slice(0, LISTED_PROBLEMS)) {
    lines.push(`- ${entry.code}${placeOf(entry)}: ${entry.message}`);
  }
  if (entries.length > LISTED_PROBLEMS)
    lines.push(`- and ${entries.length - LISTED_PROBLEMS} more`);
  return lines;
}

function placeOf({ path, line, column }: Entry): string {
  const position =
    line === undefined ? "" : `line ${line}${column === undefined ? "" : `, column ${column}`}`;
  const place = [path, position].filter(Boolean).join(" ");
  return place ? ` at ${place}` : "";
}
