/** Puts parts of meaning together by the rules. */
import type { FamilyCode } from "./codes.ts";
import { type Part, type PartName, partsOf } from "./parts.ts";
import { type Derived, type Rule, RULES } from "./rules.ts";

export interface Instruction {
  readonly code: FamilyCode;
  /** Where the first part of its rule stands in the text, which is the verb of most. */
  readonly index: number;
}

/** What a text, in its normal form, tells a reader that it should not; each once for each place where it begins. */
export function instructionsIn(text: string): Instruction[] {
  const found = new Map<string, Instruction>();
  for (const instruction of partsOf(text).flatMap(instructionsOf)) {
    found.set(`${instruction.code} ${instruction.index}`, instruction);
  }
  return [...found.values()];
}

function instructionsOf(sentence: readonly Part[]): Instruction[] {
  const languages = new Set(sentence.map(({ language }) => language));
  languages.delete(undefined);
  return [...(languages.size === 0 ? [undefined] : languages)].flatMap((language) =>
    inLanguage(
      sentence.filter((part) => part.language === undefined || part.language === language),
    ),
  );
}

/** Parts that are made on the way are of the same language. */
function inLanguage(sentence: readonly Part[]): Instruction[] {
  const found: Instruction[] = [];
  let parts = sentence;
  const names = new Set(parts.map(({ name }) => name));
  const told = narrations(parts);
  for (const rule of RULES) {
    if (!rule.parts.every((some) => some.some((name) => names.has(name)))) continue;
    const all = matchesOf(rule, parts);
    const matches = NARRATED.has(rule.makes) ? all.filter((match) => !isTold(match, told)) : all;
    if (matches.length === 0) continue;
    if (isDerived(rule.makes)) {
      parts = merged(parts, matches);
      names.add(rule.makes);
    } else {
      for (const { index } of matches) found.push({ code: rule.makes, index });
    }
  }
  return found;
}

/** What a sentence about attackers, or about making a model do it, tells of and does not order. */
const NARRATED: ReadonlySet<Rule["makes"]> = new Set<FamilyCode>([
  "INJECTION_OVERRIDE",
  "INJECTION_PROMPT_LEAK",
  "INJECTION_ROLE",
  "INJECTION_EXFILTRATION",
  "INJECTION_TOOL_CALL",
]);
/** "This is no prompt injection" is what attackers say. */
const DENIED_WITHIN = 4;
/** Behind the verb in languages that put it last. */
const TOLD_BEHIND = 2;

/** By where they begin. */
function narrations(parts: readonly Part[]): number[] {
  const starts: number[] = [];
  let denied = -Infinity;
  for (const { name, start, end } of parts) {
    if (name === "not") denied = Math.max(denied, end);
    if (name === "narrated" && start - denied > DENIED_WITHIN) starts.push(start);
  }
  return starts;
}

/** Whether who does it is told before, or that somebody is made to do it right behind. */
function isTold({ start, end }: Part, told: readonly number[]): boolean {
  const [first = Infinity] = told;
  if (first <= start) return true;
  let low = 0;
  let high = told.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((told[middle] ?? 0) < end - TOLD_BEHIND) low = middle + 1;
    else high = middle;
  }
  return (told[low] ?? Infinity) <= end + TOLD_BEHIND;
}

function isDerived(name: Rule["makes"]): name is Derived {
  return !name.startsWith("INJECTION_");
}

/** A match for each part that completes one, named as what the rule makes. */
function matchesOf(rule: Rule, parts: readonly Part[]): (Part & { name: Derived })[] {
  const matches: Part[] = [];
  const last: (Part | undefined)[] = rule.parts.map(() => undefined);
  /** In order: the match of the first so many parts that begins last. */
  for (const [at, part] of parts.entries()) {
    const match = rule.inOrder ? inOrder(rule, last, part) : inAnyOrder(rule, last, part);
    if (match && !isVetoed(rule, match, parts, at)) matches.push(match);
  }
  return matches as (Part & { name: Derived })[];
}

function inAnyOrder(rule: Rule, last: (Part | undefined)[], part: Part): Part | undefined {
  let isNew = false;
  for (const [slot, names] of rule.parts.entries()) {
    if (!names.includes(part.name)) continue;
    last[slot] = part;
    isNew = true;
  }
  return isNew ? spanOf(rule, last) : undefined;
}

/** A slot holds what was matched up to it: from the start of the first part to the end of its own. */
function inOrder(rule: Rule, upTo: (Part | undefined)[], part: Part): Part | undefined {
  for (let slot = rule.parts.length - 1; slot >= 0; slot--) {
    if (!rule.parts[slot]?.includes(part.name)) continue;
    const before = slot === 0 ? part : upTo[slot - 1];
    if (!before || (slot > 0 && !follows(part, before, rule.gap))) continue;
    const { start, index } = before;
    const match = { name: rule.makes as PartName, start, end: part.end, index };
    if (match.end - start > rule.within) continue;
    if (slot === rule.parts.length - 1) return match;
    upTo[slot] = match;
  }
  return undefined;
}

function follows(part: Part, before: Part, gap: number): boolean {
  return before.end <= part.start && part.start - before.end <= gap;
}

function spanOf({ makes, within }: Rule, parts: readonly (Part | undefined)[]): Part | undefined {
  const [leading] = parts;
  if (!leading) return undefined;
  let { start, end } = leading;
  for (const part of parts) {
    if (!part) return undefined;
    start = Math.min(start, part.start);
    end = Math.max(end, part.end);
  }
  if (end - start > within) return undefined;
  return { name: makes as PartName, start, end, index: leading.index };
}

const BESIDE = 2;

function isVetoed(rule: Rule, match: Part, parts: readonly Part[], at: number): boolean {
  if (rule.unless.length === 0) return false;
  for (let before = at; before >= 0; before--) {
    const part = parts[before];
    if (!part || part.start < match.start - BESIDE) break;
    if (rule.unless.includes(part.name)) return true;
  }
  for (let after = at + 1; after < parts.length; after++) {
    const part = parts[after];
    if (!part || part.start > match.end + BESIDE) break;
    if (rule.unless.includes(part.name)) return true;
  }
  return false;
}

function merged(parts: readonly Part[], made: readonly Part[]): Part[] {
  return [...parts, ...made].toSorted((a, b) => a.start - b.start || a.end - b.end);
}
