/** Makes the repairs that need no judgement, and looks whether they hold. */
import {
  checkPage,
  outcomeOf,
  repairedTag,
} from "../../tools/_lib/web/accessibility/rules/check.ts";
import { Page } from "../../tools/_lib/web/accessibility/page/page.ts";
import type { Rule, RuleOutcome, Target } from "../../tools/_lib/web/accessibility/rules/rule.ts";
import { changeTag, type TagChange } from "../../tools/_lib/web/accessibility/page/start-tag.ts";
import { applyEdits, type TextEdit } from "./unified.ts";

export interface Look {
  readonly page: Page;
  readonly rules: readonly Rule[];
  readonly lang: string | undefined;
}

export interface Repaired {
  readonly html: string;
  readonly edits: readonly TextEdit[];
  readonly applied: number;
  /** What the rules say of the repaired text. */
  readonly page: Page;
  readonly targets: readonly Target[];
  /** Rules whose repairs were left out, as they would have broken another rule. */
  readonly withheld: ReadonlySet<string>;
}

/** A repair can give the next rule something to repair, and that no other. */
const MOST_ROUNDS = 4;

/**
 * All safe repairs, round by round until none is left. Repairs that would make a rule fail that passed are left
 * out: first those of names, which can make references out of what was none, then all.
 */
export function repair(look: Look, targets: readonly Target[]): Repaired {
  const all = new Set(look.rules.map(({ id }) => id));
  for (const withheld of [new Set<string>(), new Set(["aria-attribute-defined"])]) {
    const repaired = repairWithout(look, targets, withheld);
    if (!breaksRule(look.rules, targets, repaired.targets)) return repaired;
  }
  return repairWithout(look, targets, all);
}

/** Nothing is changed. */
export function unrepaired({ page }: Look, targets: readonly Target[]): Repaired {
  return { html: page.html, edits: [], applied: 0, page, targets, withheld: new Set() };
}

function repairWithout(
  look: Look,
  targets: readonly Target[],
  withheld: ReadonlySet<string>,
): Repaired {
  const { page, rules, lang } = look;
  const changes = new Map<number, TagChange[]>();
  let state = { ...unrepaired(look, targets), withheld };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const safe = state.targets.filter(
      (one) => isRepair(state.page, one) && !withheld.has(one.rule.id),
    );
    if (safe.length === 0) break;
    const places = new Map(state.page.elements.map((element, index) => [element, index]));
    for (const { element, fix } of safe) {
      const index = places.get(element) ?? -1;
      const known = changes.get(index);
      if (known) known.push(fix?.change ?? {});
      else changes.set(index, [fix?.change ?? {}]);
    }
    const edits = editsOf(page, changes);
    const html = applyEdits(page.html, edits);
    const next = new Page(html, page.isDocument ? "document" : "fragment");
    const found = checkPage(next, rules, lang);
    const applied = state.applied + safe.length;
    state = { html, edits, applied, page: next, targets: found, withheld };
  }
  return state;
}

/** Whether a target has a safe repair that changes the text. */
export function isRepair(page: Page, target: Target): boolean {
  return target.fix?.isSafe === true && repairedTag(page, target) !== undefined;
}

function editsOf(page: Page, changes: ReadonlyMap<number, readonly TagChange[]>): TextEdit[] {
  // The parser opens some elements again: one tag, several elements.
  const byPlace = new Map<number, TagChange[]>();
  for (const [index, made] of changes) {
    const element = page.elements[index];
    const range = element && page.rangeOf(element);
    if (range === undefined) continue;
    byPlace.set(range[0], [...(byPlace.get(range[0]) ?? []), ...made]);
  }
  const ends = new Map(
    page.elements.flatMap((element) => {
      const range = page.rangeOf(element);
      return range === undefined ? [] : [[range[0], range[1]] as const];
    }),
  );
  return [...byPlace]
    .toSorted(([left], [right]) => left - right)
    .map(([start, made]) => {
      const end = ends.get(start) ?? start;
      return { start, end, text: changeTag(page.html.slice(start, end), made) };
    });
}

function breaksRule(
  rules: readonly Rule[],
  before: readonly Target[],
  after: readonly Target[],
): boolean {
  const [was, is] = [outcomesOf(before), outcomesOf(after)];
  return rules.some(({ id }) => was.get(id) === "passed" && is.get(id) === "failed");
}

/** The outcome of each rule that looked at something. */
function outcomesOf(targets: readonly Target[]): Map<string, RuleOutcome> {
  const groups = new Map<string, Target[]>();
  for (const target of targets) {
    const group = groups.get(target.rule.id);
    if (group) group.push(target);
    else groups.set(target.rule.id, [target]);
  }
  return new Map([...groups].map(([id, group]) => [id, outcomeOf(group)]));
}
