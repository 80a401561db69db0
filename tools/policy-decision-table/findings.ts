/** What is wrong with a table, and with what it decides. */
import { counted } from "../_lib/text/plural.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { quoted, shortened } from "../_lib/text/shown.ts";
import type { Analysed, Fault, TooLarge } from "./analysis.ts";
import type { Rule, Table } from "./compile.ts";
import type { Finding, Region } from "../policy-decision-table.ts";
import type { Decided } from "./evaluate.ts";
import { isEmptyRange, testsIn } from "./unary.ts";

/** Of the cells alone. */
export function emptyRanges({ rules, inputs }: Table): Finding[] {
  return rules.flatMap(({ id, index, tests }) =>
    tests.flatMap((test, column): Finding[] => {
      if (![...testsIn(test)].some(isEmptyRange)) return [];
      const name = quoted(inputs[column]?.name ?? "");
      const message = `Rule ${quoted(id)} has a range for ${name} in which there is nothing`;
      const path = `/table/rules/${index}/when/${column}`;
      return [{ code: "RANGE_EMPTY", severity: "warning", message, path, subject: id }];
    }),
  );
}

export function analysisFindings(
  analysed: Analysed | TooLarge,
  { hitPolicy }: Table,
  requireComplete: boolean,
): Finding[] {
  const severity = requireComplete ? "error" : "warning";
  const path = "/table";
  if ("tooLarge" in analysed) {
    const message = `Cannot analyse the table: found ${analysed.tooLarge}, expected fewer`;
    return [{ code: "ANALYSIS_TOO_LARGE", severity, message, path }];
  }
  const { analysis, faults, unreachable } = analysed;
  const findings = faults.map((fault) => faultFinding(fault, hitPolicy));
  for (const { rule, matches } of unreachable) {
    const { id, index } = rule;
    const why = matches ? "other rules decide wherever it matches" : "it matches no input values";
    const message = `Rule ${quoted(id)} never decides anything: ${why}`;
    const place = { path: `/table/rules/${index}`, subject: id };
    findings.push({ code: "RULE_UNREACHABLE", severity: "warning", message, ...place });
  }
  const [gap] = analysis.gaps;
  if (gap) {
    const found = `${counted(analysis.gaps.length, "gap")}, first: ${shownRegion(gap)}`;
    const message = `Cannot decide on all input values: found ${found}, expected a rule for each`;
    findings.push({ code: "TABLE_INCOMPLETE", severity, message, path });
  }
  return findings;
}

function faultFinding({ first, second, region }: Fault, hitPolicy: string): Finding {
  const names = `${quoted(first.id)} and ${quoted(second.id)}`;
  const place = { path: `/table/rules/${first.index}`, subject: `${first.id}, ${second.id}` };
  const where = region ? shownRegion(region) : "some facts";
  if (hitPolicy === "priority") {
    const message = `Rules ${names} have equal priority and different outputs: ${where}`;
    return { code: "PRIORITY_TIE", severity: "warning", message, ...place };
  }
  const expected = hitPolicy === "any" ? "equal outputs" : "at most one of them";
  const message = `Cannot choose between rules: found ${names} for ${where}, expected ${expected}`;
  return { code: "RULE_OVERLAP", severity: "error", message, ...place };
}

export function decisionFindings({ matched, error, mismatches }: Decided, path: string): Finding[] {
  const findings = mismatches.map(({ name, typeName }): Finding => {
    const message = `The fact ${quoted(name)} is of another type than its column, which is ${typeName}`;
    const place = { path: appendPointer(path, name), subject: name };
    return { code: "TYPE_MISMATCH", severity: "warning", message, ...place };
  });
  if (error === null) return findings;
  if (error === "NO_RULE_MATCHED") {
    const message = "No rule matches, and there is no default output";
    return [...findings, { code: error, severity: "warning", message, path }];
  }
  const expected = error === "ANY_CONFLICT" ? "equal outputs" : "one";
  const message = `Cannot decide: found ${counted(matched.length, "rule")} that match, ${shownRules(matched)}, expected ${expected}`;
  return [...findings, { code: error, severity: "error", message, path }];
}

const MOST_SHOWN = 5;

function shownRules(rules: readonly Rule[]): string {
  const names = rules.slice(0, MOST_SHOWN).map(({ id }) => quoted(id));
  return rules.length > MOST_SHOWN ? `${names.join(", ")} …` : names.join(", ");
}

function shownRegion(region: Region): string {
  const parts = Object.entries(region).filter(([, text]) => text !== "-");
  const shown = parts.slice(0, MOST_SHOWN).map(([name, text]) => {
    return `${shortened(name)} ${shortened(text)}`;
  });
  if (parts.length > MOST_SHOWN) shown.push("…");
  return shown.join("; ") || "any values";
}
