/** What the rules say of a page, as findings and as figures. */
import {
  afterFix,
  codeOf,
  outcomeOf,
  severityOf,
} from "../../tools/_lib/web/accessibility/rules/check.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import type { Page } from "../../tools/_lib/web/accessibility/page/page.ts";
import type { Rule, RuleOutcome, Target } from "../../tools/_lib/web/accessibility/rules/rule.ts";
import type { Finding } from "../_core/report.ts";
import type { Severity } from "../../tools/_lib/results/review/shapes.ts";
import { isRepair, type Repaired } from "./repair.ts";

export type FixKind = "safe" | "suggested" | "manual";

export interface RuleFigures {
  readonly outcome: RuleOutcome;
  readonly act: string[];
  readonly wcag: string[];
  readonly level: "A" | "AA" | "AAA" | null;
  readonly passed: number;
  readonly failed: number;
  readonly cantTell: number;
}

/** What each rule that was run says; rules in their order. */
export function figuresOf(
  rules: readonly Rule[],
  targets: readonly Target[],
): Record<string, RuleFigures> {
  const groups = new Map<Rule, Target[]>(rules.map((rule) => [rule, []]));
  for (const target of targets) groups.get(target.rule)?.push(target);
  return Object.fromEntries(
    [...groups].map(([{ id, act, wcag, level }, group]) => {
      const count = (wanted: Target["outcome"]) =>
        group.filter(({ outcome }) => outcome === wanted).length;
      return [
        id,
        {
          outcome: outcomeOf(group),
          act: [...act],
          wcag: [...wcag],
          level,
          passed: count("passed"),
          failed: count("failed"),
          cantTell: count("cantTell"),
        },
      ];
    }),
  );
}

/** The outcome of each rule of ACT. */
export function actOutcomes(
  rules: readonly Rule[],
  targets: readonly Target[],
): Record<string, RuleOutcome> {
  const groups = new Map<string, Target[]>(rules.flatMap(({ act }) => act.map((id) => [id, []])));
  for (const target of targets) {
    for (const id of target.act) groups.get(id)?.push(target);
  }
  return Object.fromEntries([...groups].map(([id, group]) => [id, outcomeOf(group)]));
}

/** A target that did not pass, ready to be reported. */
export interface Problem {
  readonly severity: Severity;
  readonly finding: Finding;
  readonly fix: FixKind;
}

export function problemsOf(
  page: Page,
  targets: readonly Target[],
  { withheld }: Repaired,
): Problem[] {
  return targets.flatMap((target) => {
    if (target.outcome === "passed") return [];
    const { rule, element, message, act } = target;
    const after = afterFix(page, target);
    const fix = kindOf(page, target, after, withheld);
    const { line, column } = page.positionOf(element);
    const more = {
      rule: rule.id,
      wcag: [...rule.wcag],
      act: [...act],
      selector: page.selectorOf(element),
      before: page.startTagOf(element),
      after: fix === "manual" ? null : after,
      fix,
    };
    const finding = { code: codeOf(rule), message, line, column, more };
    return [{ severity: severityOf(target), finding, fix }];
  });
}

function kindOf(
  page: Page,
  target: Target,
  after: string | null,
  withheld: ReadonlySet<string>,
): FixKind {
  if (isRepair(page, target) && !withheld.has(target.rule.id)) return "safe";
  return after === null ? "manual" : "suggested";
}

/** How many failed rules each level has. */
export function failedByLevel(figures: Readonly<Record<string, RuleFigures>>) {
  const count = (wanted: RuleFigures["level"]) =>
    Object.values(figures).filter(({ level, outcome }) => level === wanted && outcome === "failed")
      .length;
  return { A: count("A"), AA: count("AA"), AAA: count("AAA") };
}

export function countsOf(targets: readonly Target[]) {
  const counts = { passed: 0, failed: 0, cantTell: 0 };
  for (const { outcome } of targets) counts[outcome]++;
  return counts;
}

export function afterOf(rules: readonly Rule[], { targets }: Repaired) {
  const failed = new Set(
    targets.flatMap(({ rule, outcome }) => (outcome === "failed" ? [rule.id] : [])),
  );
  return {
    failed: rules.flatMap(({ id }) => (failed.has(id) ? [id] : [])),
    counts: countsOf(targets),
  };
}

export function fixesOf(problems: readonly Problem[], { applied }: Repaired) {
  const count = (wanted: Problem["fix"]) => problems.filter(({ fix }) => fix === wanted).length;
  return { safe: count("safe"), suggested: count("suggested"), manual: count("manual"), applied };
}

export function summaryOf(rules: readonly Rule[], targets: readonly Target[]): string {
  const { failed, cantTell } = countsOf(targets);
  return `${counted(rules.length, "rule")} run: ${failed} failed, ${cantTell} for a person to decide`;
}

export function repairSummary(apply: "safe" | "none", { applied }: Repaired): string {
  if (apply === "none") return "Nothing is applied; `apply` safe would";
  return applied === 0 ? "Nothing to repair safely" : `${counted(applied, "safe repair")} applied`;
}

export function recheckSummary({ failed }: ReturnType<typeof afterOf>): string {
  return failed.length === 0
    ? "No rule fails on fixed.html"
    : `${counted(failed.length, "rule")} still ${failed.length === 1 ? "fails" : "fail"}`;
}

export function figuresLine(targets: readonly Target[], fixes: ReturnType<typeof fixesOf>): string {
  const { failed, cantTell } = countsOf(targets);
  return `${counted(failed, "failure")}, ${cantTell} for a person to decide; ${counted(fixes.applied, "repair")} applied, ${fixes.suggested} suggested, ${fixes.manual} by hand`;
}
