/** Looks at a page by the rules of accessibility that HTML alone decides. */
import { ARIA_RULES } from "./aria-rules.ts";
import { ATTRIBUTE_RULES } from "./attribute-rules.ts";
import { DOCUMENT_RULES } from "./document-rules.ts";
import { LABEL_RULES } from "./label-rules.ts";
import { NAME_RULES } from "./name-rules.ts";
import type { Page } from "../page/page.ts";
import { type Level, type Rule, type RuleOutcome, Scope, type Target } from "./rule.ts";
import { changeTag, MOST_ATTRIBUTES } from "../page/start-tag.ts";
import { STRUCTURE_RULES } from "./structure-rules.ts";
import { STYLE_RULES } from "./style-rules.ts";

export const RULES: readonly Rule[] = [
  ...DOCUMENT_RULES,
  ...NAME_RULES,
  ...LABEL_RULES,
  ...ARIA_RULES,
  ...ATTRIBUTE_RULES,
  ...STRUCTURE_RULES,
  ...STYLE_RULES,
];

const LEVELS: readonly Level[] = ["A", "AA", "AAA"];

/** The rules up to a level, and those without one where they are wanted. */
export function rulesOf(level: Level, bestPractices: boolean): Rule[] {
  const wanted = new Set(LEVELS.slice(0, LEVELS.indexOf(level) + 1));
  return RULES.filter((rule) => (rule.level === null ? bestPractices : wanted.has(rule.level)));
}

/** What the rules say: every element that they looked at, rule by rule. */
export function checkPage(page: Page, rules: readonly Rule[], lang?: string): readonly Target[] {
  const scope = new Scope(page, lang);
  for (const rule of rules) scope.run(rule);
  return scope.targets;
}

/** As ACT counts: what fails outweighs what nobody can tell, and that what passes. */
export function outcomeOf(targets: readonly Target[]): RuleOutcome {
  const outcomes = new Set(targets.map(({ outcome }) => outcome));
  if (outcomes.has("failed")) return "failed";
  if (outcomes.has("cantTell")) return "cantTell";
  return outcomes.has("passed") ? "passed" : "inapplicable";
}

/** How much a target weighs that did not pass. */
export function severityOf({ rule, outcome, isGrave }: Target): "error" | "warning" | "info" {
  if (outcome === "cantTell") return rule.level === null ? "info" : "warning";
  return isGrave || rule.level === "A" || rule.level === "AA" ? "error" : "warning";
}

export function codeOf({ id }: Rule): string {
  return id.replaceAll("-", "_").toUpperCase();
}

/** The start tag with the repair made; undefined where none can be made there. */
export function repairedTag(page: Page, { element, fix }: Target): string | undefined {
  if (fix?.change === undefined || element.attrs.length > MOST_ATTRIBUTES) return undefined;
  const tag = page.startTagOf(element);
  const repaired = tag === "" ? tag : changeTag(tag, [fix.change]);
  return repaired === tag ? undefined : repaired;
}

/** The start tag, or the element, as it would be with the fix of the target; null for none. */
export function afterFix(page: Page, target: Target): string | null {
  return repairedTag(page, target) ?? target.fix?.after ?? null;
}
