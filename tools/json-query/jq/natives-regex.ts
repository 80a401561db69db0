import { QueryTooCostly } from "./budget.ts";
import { countCodePoints } from "../../_lib/text/code-points.ts";
import { type JsonNode, memberNode, objectNode } from "../../_lib/json/tree/tree.ts";
import {
  compileRegex,
  type Regex,
  RegexBudgetExceeded,
  type RegexMatch,
  REGEX_STEPS,
  StepBudget,
} from "../../_lib/text/regex/regex.ts";
import { add, concatenate } from "./arithmetic.ts";
import { JqError, typeError } from "./errors.ts";
import type { Machine } from "./machine.ts";
import { elementsOf } from "./natives-arrays.ts";
import type { Native, Natives } from "./native.ts";
import { translate } from "./oniguruma.ts";
import { getIndex } from "./paths.ts";
import { boolean, double, isTruthy, list, NULL, string } from "./values.ts";

interface Compiled {
  readonly regex: Regex;
  readonly isGlobal: boolean;
  readonly dropsEmpty: boolean;
  /** The pattern that reaches to the end of the text, where the longest match is wanted. */
  readonly whole: Regex | undefined;
}

/** Units for each character of a pattern: for it to be compiled, whether it is known or not. */
const UNITS_A_SIGN = 4;
const MOST_KEPT = 50;
const compiled = new Map<string, Compiled>();

function compilePattern(source: string, flags: string, machine: Machine): Compiled {
  machine.spend((source.length + flags.length) * UNITS_A_SIGN);
  const key = `${flags}/${source}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  if (/[^gimnpslx]/.test(flags)) throw new JqError(`${flags} is not a valid modifier string`);
  const pattern = translate(source, { extended: flags.includes("x") });
  const mode = `u${flags.includes("i") ? "i" : ""}${flags.includes("p") ? "s" : ""}`;
  const made: Compiled = {
    regex: regexOf(pattern, mode, source),
    isGlobal: flags.includes("g"),
    dropsEmpty: flags.includes("n"),
    whole: flags.includes("l")
      ? regexOf(`(?:${pattern})(?![\\s\\S])`, `${mode}y`, source)
      : undefined,
  };
  if (compiled.size >= MOST_KEPT) compiled.clear();
  compiled.set(key, made);
  return made;
}

function regexOf(pattern: string, mode: string, source: string): Regex {
  const result = compileRegex(pattern, mode);
  if (result.ok) return result.regex;
  throw new JqError(`${source} (at offset 0) is not a valid regex: ${result.problem.reason}`);
}

interface Given {
  readonly text: string;
  readonly pattern: Compiled;
}

/** The text and the pattern, which may stand with its flags in an array. */
function readGiven(input: JsonNode, re: JsonNode, flags: JsonNode, machine: Machine): Given {
  let source = re;
  let modifiers = flags;
  if (re.type === "array" && flags.type === "null") {
    source = re.items[0] ?? NULL;
    modifiers = re.items[1] ?? NULL;
  }
  if (input.type !== "string") throw typeError(input, "cannot be matched, as it is not a string");
  if (source.type !== "string") throw typeError(source, "cannot be matched, as it is not a string");
  if (modifiers.type !== "string" && modifiers.type !== "null")
    throw typeError(modifiers, "is not a string");
  const letters = modifiers.type === "string" ? modifiers.value : "";
  machine.touch(source);
  machine.touch(modifiers);
  return { text: input.value, pattern: compilePattern(source.value, letters, machine) };
}

const MATCH_UNITS = 4;
const STEPS_AT_ONCE = 10_000;

/** The matches; their steps count as units of the query. */
function findMatches({ text, pattern }: Given, isGlobal: boolean, machine: Machine): RegexMatch[] {
  const budget = new StepBudget(REGEX_STEPS);
  const found: RegexMatch[] = [];
  let paid = 0;
  const pay = () => {
    machine.spend((budget.used - paid) >> 3);
    paid = budget.used;
  };
  try {
    for (const match of matchesOf(text, pattern, budget)) {
      machine.spend(MATCH_UNITS + match.groups.length);
      if (budget.used - paid > STEPS_AT_ONCE) pay();
      if (pattern.dropsEmpty && match.end === match.index) continue;
      found.push(match);
      if (!isGlobal) break;
    }
  } catch (error) {
    if (error instanceof RegexBudgetExceeded) throw new QueryTooCostly();
    throw error;
  }
  pay();
  return found;
}

function* matchesOf(
  text: string,
  { regex, whole }: Compiled,
  budget: StepBudget,
): Generator<RegexMatch, undefined> {
  let start = 0;
  while (start <= text.length) {
    const first = regex.exec(text, start, budget);
    if (first === undefined) return;
    const match = whole === undefined ? first : longest(text, first, whole, budget);
    yield match;
    start = match.end > match.index ? match.end : regex.advance(text, match.end);
  }
}

/** The match at the same place that reaches farthest. */
function longest(text: string, first: RegexMatch, whole: Regex, budget: StepBudget): RegexMatch {
  for (let end = text.length; end > first.end; end--) {
    if (--budget.left < 0) throw new RegexBudgetExceeded(budget.limit);
    const match = whole.exec(text.slice(0, end), first.index, budget);
    if (match !== undefined) return match;
  }
  return first;
}

const match: Native = (input, [re = NULL, flags = NULL, testOnly = NULL], machine) => {
  const given = readGiven(input, re, flags, machine);
  if (isTruthy(testOnly)) return boolean(findMatches(given, false, machine).length > 0);
  const place = new Places(given.text);
  return list(
    findMatches(given, given.pattern.isGlobal, machine).map((found) => {
      // The characters of the match are counted, and those before and in each group.
      const groups = 1 + found.groups.length;
      machine.spend(MATCH_UNITS + groups * (4 + ((found.end - found.index) >> 3)));
      return matchNode(found, given, place);
    }),
  );
};

/** Positions in code points; cheap where they are asked for in order. */
class Places {
  readonly #text: string;
  #offset = 0;
  #count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  at(offset: number): number {
    if (offset < this.#offset) return countCodePoints(this.#text.slice(0, offset));
    this.#count += countCodePoints(this.#text.slice(this.#offset, offset));
    this.#offset = offset;
    return this.#count;
  }
}

function matchNode(found: RegexMatch, { text, pattern }: Given, place: Places): JsonNode {
  const names = pattern.regex.pattern.groupNames;
  const offset = place.at(found.index);
  const captures = found.groups.map((group, before) => {
    const isThere = group.index >= 0;
    const part = text.slice(group.index, group.end);
    const start = offset + countCodePoints(text.slice(found.index, group.index));
    const name = names[before + 1] ?? null;
    return objectNode([
      memberNode("offset", double(isThere ? start : -1)),
      memberNode("length", double(isThere ? countCodePoints(part) : 0)),
      memberNode("string", isThere ? string(part) : NULL),
      memberNode("name", name === null ? NULL : string(name)),
    ]);
  });
  const whole = text.slice(found.index, found.end);
  return objectNode([
    memberNode("offset", double(offset)),
    memberNode("length", double(countCodePoints(whole))),
    memberNode("string", string(whole)),
    memberNode("captures", list(captures)),
  ]);
}

/** The named captures of a match as an object. */
const captured: Native = (input, _args, { spend }) => {
  const members = new Map<string, JsonNode>();
  for (const capture of elementsOf(getIndex(input, string("captures"), spend), spend)) {
    spend(4);
    const name = getIndex(capture, string("name"), spend);
    const value = getIndex(capture, string("string"), spend);
    if (name.type !== "string") continue;
    if (value.type !== "null" || !members.has(name.value)) members.set(name.value, value);
  }
  return objectNode(Array.from(members, ([key, value]) => memberNode(key, value)));
};

const split: Native = (input, [re = NULL, flags = NULL], machine) => {
  const given = readGiven(input, re, flags, machine);
  const pieces: JsonNode[] = [];
  let end = 0;
  for (const found of findMatches(given, true, machine)) {
    machine.spend(1);
    pieces.push(string(given.text.slice(end, found.index)));
    end = found.end;
  }
  pieces.push(string(given.text.slice(end)));
  return list(pieces);
};

/** The texts in which the matches are replaced: the first inserts of all, the second ones, and so on. */
const substitute: Native = (input, [whole = NULL], machine) => {
  if (whole.type !== "string") throw typeError(whole, "cannot be matched, as it is not a string");
  const { spend } = machine;
  spend(whole.value.length >> 3);
  const units = unitOffsets(whole.value);
  const results: JsonNode[] = [];
  let end = 0;
  for (const edit of elementsOf(input, spend)) {
    spend(4);
    const found = getIndex(edit, string("match"), spend);
    const start = units(getIndex(found, string("offset"), spend));
    const gap = string(whole.value.slice(end, start));
    const inserts = elementsOf(getIndex(edit, string("inserts"), spend), spend);
    for (const [index, insert] of inserts.entries()) {
      spend(2);
      const grown = add(results[index] ?? NULL, gap, machine);
      results[index] = add(grown, insert, machine);
    }
    const matched = getIndex(found, string("string"), spend);
    end = start + (matched.type === "string" ? matched.value.length : 0);
  }
  if (results.length === 0) return list([whole]);
  const rest = whole.value.slice(end);
  return list(
    results.map((text) => (text.type === "string" ? concatenate(text.value, rest, machine) : text)),
  );
};

/** Offsets in UTF-16 units of growing positions in code points. */
function unitOffsets(text: string): (position: JsonNode) => number {
  let count = 0;
  let offset = 0;
  return (position) => {
    const wanted = position.type === "number" ? Number(position.text) : 0;
    for (; count < wanted; count++) offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
    return offset;
  };
}

export const REGEX_NATIVES: Natives = {
  "_match/3": match,
  "_captured/0": captured,
  "_split/2": split,
  "_substitute/1": substitute,
};
