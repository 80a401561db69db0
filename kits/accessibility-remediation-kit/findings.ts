/** What the rules say of a page, as findings and as figures. */
import { afterFix, codeOf, outcomeOf, severityOf } from "./rules/check.ts";
import type { Page } from "./page/page.ts";
import type { Rule, RuleOutcome, Target } from "./rules/rule.ts";
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
