import { testOf } from "./character-test.ts";
import { type Test } from "./characters.ts";
import { compile } from "./compile.ts";
import { leastLength } from "./least-length.ts";
import { Machine, StepBudget } from "./machine.ts";
import { parsePattern } from "./parse.ts";
import { RememberedTest } from "./remembered-test.ts";
import { type Mode, type Node, type Pattern, SyntaxFault } from "./syntax.ts";
import { isInsidePair } from "../code-points.ts";

export { RegexBudgetExceeded, StepBudget } from "./machine.ts";

/** Steps that the matches of one run may take together. */
export const REGEX_STEPS = 5_000_000;

/** What is wrong with a pattern or its flags. */
export interface RegexProblem {
  readonly code: "REGEX_SYNTAX" | "REGEX_FLAGS";
  /** ECMAScript's reason: `Invalid group`. */
  readonly reason: string;
  /** Length of the longest prefix that some valid pattern, or some valid list of flags, begins with. */
  readonly offset: number;
}

type CompiledRegex =
  | { readonly ok: true; readonly regex: Regex }
  | { readonly ok: false; readonly problem: RegexProblem };

/** Where something was matched, in UTF-16 code units; `index` and `end` are -1 for an absent group. */
export interface Span {
  readonly index: number;
  readonly end: number;
}

/** A match; the groups are those from number 1. */
export interface RegexMatch extends Span {
  readonly groups: readonly Span[];
}

const FLAGS = "dgimsuvy";

/**
 * Compiles an ECMA-262 2025 pattern. Matching counts its steps, so that it ends for every pattern
 * and text, at the same step on every machine: `RegexBudgetExceeded` is thrown past the budget.
 * Otherwise results are those of the language's own `RegExp`.
 */
export function compileRegex(pattern: string, flags = ""): CompiledRegex {
  const wrongFlag = checkFlags(flags);
  if (wrongFlag !== undefined) return { ok: false, problem: wrongFlag };
  const mode = { unicode: /[uv]/.test(flags), sets: flags.includes("v") };
  const parsed = parsePattern(pattern, mode, {
    ignoreCase: flags.includes("i"),
    multiline: flags.includes("m"),
    dotAll: flags.includes("s"),
  });
  if (parsed instanceof SyntaxFault) {
    const { message: reason, offset } = parsed;
    return { ok: false, problem: { code: "REGEX_SYNTAX", reason, offset } };
  }
  return { ok: true, regex: new Regex(parsed, mode, flags) };
}

/**
 * Compiles a pattern as JSON Schema means it: with the flag u, or without it where only that makes it a
 * pattern, as in `[\w-.]` and `\-`, of which the flags of the result tell. The problem is the one with u.
 */
export function compileUnicodePattern(pattern: string): CompiledRegex {
  const compiled = compileRegex(pattern, "u");
  if (compiled.ok) return compiled;
  const lenient = compileRegex(pattern);
  return lenient.ok ? lenient : compiled;
}

function checkFlags(flags: string): RegexProblem | undefined {
  const seen = new Set<string>();
  let offset = 0;
  for (const flag of flags) {
    const clashes = (flag === "u" && seen.has("v")) || (flag === "v" && seen.has("u"));
    if (clashes || seen.has(flag) || !FLAGS.includes(flag)) {
      return { code: "REGEX_FLAGS", reason: "Invalid flags", offset };
    }
    seen.add(flag);
    offset++;
  }
  return undefined;
}

export class Regex {
  readonly pattern: Pattern;
  readonly mode: Mode;
  /** In alphabetical order. */
  readonly flags: string;
  readonly #machine: Machine;
  readonly #beginning: Test | undefined;

  constructor(pattern: Pattern, mode: Mode, flags: string) {
    this.pattern = pattern;
    this.mode = mode;
    this.flags = [...flags].toSorted().join("");
    this.#machine = new Machine(compile(pattern, mode));
    this.#beginning = beginningOf(pattern.body, mode);
  }

  get groupCount(): number {
    return this.pattern.groupCount;
  }

  /** Each name once, in the pattern's order. */
  get groupNames(): string[] {
    return [...new Set(this.pattern.groupNames.filter((name) => name !== null))];
  }

  /** Whether a match begins at `start` or behind it; with the flag y only at `start`. */
  test(text: string, start = 0, budget = new StepBudget(REGEX_STEPS)): boolean {
    return this.#search(text, start, budget, this.flags.includes("y"));
  }

  /** The first match that begins at `start` or behind it; with `sticky` or the flag y only at `start`. */
  exec(
    text: string,
    start = 0,
    budget = new StepBudget(REGEX_STEPS),
    sticky = this.flags.includes("y"),
  ): RegexMatch | undefined {
    if (!this.#search(text, start, budget, sticky)) return undefined;
    const { registers } = this.#machine;
    const groups: Span[] = [];
    for (let group = 1; group <= this.groupCount; group++) groups.push(spanOf(registers, group));
    return { ...spanOf(registers, 0), groups };
  }

  /** All matches one after another; after an empty one the position moves by one character. */
  *matches(text: string, budget = new StepBudget(REGEX_STEPS)): Generator<RegexMatch, undefined> {
    let start = 0;
    while (start <= text.length) {
      const match = this.exec(text, start, budget);
      if (match === undefined) return;
      yield match;
      start = match.end > match.index ? match.end : this.advance(text, match.end);
    }
  }

  /** The position behind the character at `position`. */
  advance(text: string, position: number): number {
    const isPair = this.mode.unicode && isInsidePair(text, position + 1);
    return position + (isPair ? 2 : 1);
  }

  #search(text: string, start: number, budget: StepBudget, sticky: boolean): boolean {
    const machine = this.#machine;
    machine.load(text, budget);
    try {
      let at = this.mode.unicode && isInsidePair(text, start) ? start - 1 : start;
      for (;;) {
        if (!sticky) at = this.#nextBeginning(text, at);
        if (at > text.length) return false;
        if (machine.matchAt(at)) return true;
        if (sticky) return false;
        at = this.advance(text, at);
      }
    } finally {
      machine.unload();
    }
  }

  /** The first position from `at` on where a match can begin; behind the end if there is none. */
  #nextBeginning(text: string, at: number): number {
    const test = this.#beginning;
    if (test === undefined) return at;
    let found = at;
    if (test.exact >= 0) {
      found = text.indexOf(String.fromCharCode(test.exact), at);
      if (found === -1) found = text.length + 1;
    } else {
      while (found < text.length && !test.has(this.#characterAt(text, found))) {
        found = this.advance(text, found);
      }
      if (found >= text.length) found = text.length + 1;
    }
    this.#machine.passed(Math.min(found, text.length) - at);
    return found;
  }

  #characterAt(text: string, at: number): number {
    return this.mode.unicode ? (text.codePointAt(at) ?? 0) : text.charCodeAt(at);
  }
}

function spanOf(registers: Int32Array, group: number): Span {
  const index = registers[group * 2] ?? -1;
  const end = registers[group * 2 + 1] ?? -1;
  return index < 0 || end < 0 ? { index: -1, end: -1 } : { index, end };
}

/** The test of the characters that a match can begin with; undefined where it can be empty. */
function beginningOf(node: Node, mode: Mode): Test | undefined {
  const tests = beginnings(node, mode);
  const [only] = tests ?? [];
  if (tests === undefined || tests.length < 2) return only;
  // A long list of words has as many tests, which each character of the text would be put to.
  return new RememberedTest((code) => tests.some((test) => test.has(code)));
}

function beginnings(node: Node, mode: Mode): readonly Test[] | undefined {
  switch (node.type) {
    case "char":
      return [testOf(node, mode)];
    case "set":
      return node.strings ? undefined : [testOf(node, mode)];
    case "group":
      return beginnings(node.body, mode);
    case "repeat":
      return node.min === 0 ? undefined : beginnings(node.body, mode);
    case "choice":
      return union(node.options, mode);
    case "sequence":
      return beginningsOfSequence(node.items, mode);
    default:
      return undefined;
  }
}

function union(nodes: readonly Node[], mode: Mode): readonly Test[] | undefined {
  const tests: Test[] = [];
  for (const node of nodes) {
    const found = beginnings(node, mode);
    if (found === undefined) return undefined;
    tests.push(...found);
  }
  return tests;
}

/** What can be left out adds its own beginnings to those of what follows. */
function beginningsOfSequence(items: readonly Node[], mode: Mode): readonly Test[] | undefined {
  const starters: Node[] = [];
  for (const item of items) {
    if (item.type === "assertion" || item.type === "look") continue;
    if (item.type === "repeat" && item.min === 0 && leastLength(item.body) > 0) {
      starters.push(item.body);
      continue;
    }
    starters.push(item);
    return union(starters, mode);
  }
  return undefined;
}
