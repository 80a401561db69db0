/** The regular expressions of the house, and those of which a match can take more than linear time. */
import { type Node as Syntax, traverseFast } from "@babel/types";
import { isCharacter, testOf } from "../../tools/_lib/text/regex/character-test.ts";
import {
  compileRegex,
  type Regex,
  RegexBudgetExceeded,
  StepBudget,
} from "../../tools/_lib/text/regex/regex.ts";
import type { Mode, Node, RepeatNode } from "../../tools/_lib/text/regex/syntax.ts";
import { childrenOf } from "../../tools/regex-tester/risk/nfa.ts";
import { regexRisk } from "../../tools/regex-tester/risk/risk.ts";
import type { House } from "./house.ts";

/** A literal of a source. */
export interface Literal {
  /** `tools/a.ts:12`. */
  readonly place: string;
  readonly pattern: string;
  readonly flags: string;
  /** Why its text is short, as the comment above it says. */
  readonly bounded: boolean;
}

const BOUNDED = /^\s*(?:\/\/|\*|\/\*\*?) ?(?:.*\s)?Bounded: \S/;

/** The literals that a run meets: those of tools, kits and the host. */
export function literalsOf(house: House): Literal[] {
  const literals: Literal[] = [];
  for (const [path, source] of house) {
    if (!/^(?:app|kits|tools)\//.test(path)) continue;
    const lines = source.text.split("\n");
    traverseFast(source.program, (node: Syntax) => {
      if (node.type !== "RegExpLiteral") return;
      const line = node.loc?.start.line ?? 1;
      const bounded = BOUNDED.test(lines[line - 2] ?? "") || BOUNDED.test(lines[line - 3] ?? "");
      const { pattern, flags } = node;
      literals.push({ place: `${path}:${line}`, pattern, flags, bounded });
    });
  }
  return literals;
}

/** How often a counted repetition may repeat before it is taken for one without end. */
const FEW = 1000;
/** Repetitions of what an attack repeats, in the shorter and in the longer text. */
const SHORT = 250;
const LONGER = 8;
/** A linear match takes eight times the steps for eight times the text, and a quadratic one sixty-four times. */
const MOST_GROWTH = 24;
/** Below it a match is linear whatever it grows with. */
const FEWEST_STEPS = 2000;
/** More of them for the shorter text than a square would take. */
const MOST_STEPS = 5_000_000;

/**
 * The text of which eight times as much takes a search more than linear time; undefined where the pattern's automaton
 * has no such text, or none was found that shows it.
 */
export function attackOn(pattern: string, flags: string): string | undefined {
  const compiled = compileRegex(pattern, flags);
  if (!compiled.ok) throw new Error(`/${pattern}/${flags}: ${compiled.problem.reason}`);
  const { regex } = compiled;
  if (!repeatsMuch(regex.pattern.body)) return undefined;
  const risk = regexRisk(regex, SHORT);
  if (risk.verdict === "linear") return undefined;
  if (risk.verdict === "exponential") return risk.attack ?? "";
  const candidates = [...attacksOn(regex.pattern.body, regex.mode)];
  if (risk.attack !== null) {
    const longer = regexRisk(regex, SHORT * LONGER).attack ?? "";
    candidates.unshift([risk.attack, longer]);
  }
  return candidates.find((pair) => growsTooFast(regex, pair))?.[0];
}

type Attack = readonly [short: string, long: string];

function growsTooFast(regex: Regex, [short, long]: Attack): boolean {
  const steps = stepsOf(regex, short, MOST_STEPS);
  if (steps > MOST_STEPS) return true;
  const most = Math.max(FEWEST_STEPS * LONGER, steps * MOST_GROWTH);
  return stepsOf(regex, long, most) > most;
}

function stepsOf(regex: Regex, text: string, most: number): number {
  const budget = new StepBudget(most);
  try {
    // oxlint-disable-next-line no-unused-vars -- only the steps count
    for (const _ of regex.matches(text, budget));
    return budget.used;
  } catch (error) {
    if (error instanceof RegexBudgetExceeded) return most + 1;
    throw error;
  }
}

function repeatsMuch(node: Node): boolean {
  if (node.type === "repeat" && node.max > FEW) return true;
  return childrenOf(node).some(repeatsMuch);
}

/** What repetitions are tried with, those that many patterns share first; and ends on which a match fails. */
const LETTERS = [..." \ta0\n.-_:/\"'([{<|\\#=*&;,@`~%$!?+é中\u2028", "😀"];
const MOST_LETTERS = 8;
const ENDS = ["", "\0", "!x\u2028x"];

/** Texts that lead to a repetition, repeat what it takes, and end; or repeat the way itself. */
function* attacksOn(body: Node, mode: Mode): Generator<Attack> {
  for (const { before, repeat } of repetitionsOf(body, "", mode)) {
    for (const word of wordsOf(repeat.body, mode)) {
      for (const end of ENDS) {
        yield attack((count) => before + word.repeat(count) + end);
        if (before !== "") yield attack((count) => (before + word).repeat(count) + end);
      }
    }
  }
}

function attack(make: (count: number) => string): Attack {
  return [make(SHORT), make(SHORT * LONGER)];
}

interface Repetition {
  /** A text that is matched before it. */
  readonly before: string;
  readonly repeat: RepeatNode;
}

function* repetitionsOf(node: Node, before: string, mode: Mode): Generator<Repetition> {
  if (node.type === "repeat" && node.max > FEW) yield { before, repeat: node };
  let text = before;
  for (const child of childrenOf(node)) {
    yield* repetitionsOf(child, text, mode);
    if (node.type === "sequence") text += wordsOf(child, mode)[0] ?? "";
  }
}

/** Short texts that a part matches; of look-around and back references none. */
function wordsOf(node: Node, mode: Mode): readonly string[] {
  if (isCharacter(node)) {
    if (node.type === "char") return [String.fromCodePoint(node.code)];
    const test = testOf(node, mode);
    const letters = LETTERS.filter((letter) => test.has(letter.codePointAt(0) ?? 0));
    return letters.slice(0, MOST_LETTERS);
  }
  switch (node.type) {
    case "group":
      return wordsOf(node.body, mode);
    case "repeat":
      if (node.min === 0) return [""];
      return wordsOf(node.body, mode).map((word) => word.repeat(Math.min(node.min, FEW)));
    case "choice":
      return node.options.flatMap((option) => wordsOf(option, mode)).slice(0, MOST_LETTERS);
    case "sequence":
      return sequences(node.items.map((item) => wordsOf(item, mode)));
    default:
      return [""];
  }
}

/** Each part's words one after another, those of the same rank together. */
function sequences(parts: readonly (readonly string[])[]): string[] {
  const ranks = Math.max(0, ...parts.map(({ length }) => length));
  return Array.from({ length: ranks }, (_, rank) =>
    parts.map((words) => words[rank % words.length] ?? "").join(""),
  );
}
