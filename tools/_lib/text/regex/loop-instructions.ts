import { isInsidePair } from "../code-points.ts";
import type { CharacterSet } from "./character-set.ts";
import { CODE_POINTS, isWhole, type SameText, type Stride, type Test } from "./characters.ts";
import { FAIL, type Instruction, type Machine } from "./machine.ts";
import { MANY } from "./syntax.ts";

/** A repeated character, matched in one go. */
export interface CharacterLoop {
  readonly test: Test;
  readonly stride: Stride;
  readonly min: number;
  readonly max: number;
  /** The code unit that has to follow, -1 where that is not known. */
  readonly following: number;
}

/** Takes as many as it can; `retry` is the wide instruction that gives one back. */
export function greedyLoop(loop: CharacterLoop, retry: number, next: number): Instruction {
  const { test, stride, min, max } = loop;
  return (machine) => {
    const { text, position } = machine;
    let at = position;
    let least = position;
    let count = 0;
    while (count < max) {
      const code = stride.ahead(text, at);
      if (!(code >= 0) || !test.has(code)) break;
      at += code > 0xffff ? 2 : 1;
      count++;
      if (count === min) least = at;
    }
    machine.passed(at - position);
    if (count < min) return FAIL;
    if (at > least) machine.chooseWide(at, retry, least);
    machine.position = at;
    return next;
  };
}

export function giveBack(
  { following, stride }: CharacterLoop,
  self: number,
  next: number,
): Instruction {
  const byPoints = stride === CODE_POINTS;
  return (machine) => {
    const { text } = machine;
    const from = machine.position;
    const least = machine.takeExtra();
    let at = from - 1;
    if (following >= 0) {
      while (at > least && text.charCodeAt(at) !== following) at--;
      machine.passed(from - at);
      if (text.charCodeAt(at) !== following) return FAIL;
    } else if (byPoints && at > least && isInsidePair(text, at)) at--;
    if (at > least) machine.chooseWide(at, self, least);
    machine.position = at;
    return next;
  };
}

/** Takes as few as it may; `retry` is the wide instruction that takes one more. */
export function lazyLoop(loop: CharacterLoop, retry: number, next: number): Instruction {
  const { test, stride, min, max } = loop;
  return (machine) => {
    const { text, position } = machine;
    let at = position;
    let count = 0;
    while (count < min) {
      const code = stride.ahead(text, at);
      if (!(code >= 0) || !test.has(code)) break;
      at += code > 0xffff ? 2 : 1;
      count++;
    }
    machine.passed(at - position);
    if (count < min) return FAIL;
    if (max > min) machine.chooseWide(at, retry, max === MANY ? MANY : max - min);
    machine.position = at;
    return next;
  };
}

export function takeMore(loop: CharacterLoop, self: number, next: number): Instruction {
  const { test, stride, following } = loop;
  return (machine) => {
    const { text, position } = machine;
    let left = machine.takeExtra();
    let at = position;
    let stopped = false;
    for (;;) {
      const code = stride.ahead(text, at);
      stopped = left === 0 || !(code >= 0) || !test.has(code);
      if (stopped) break;
      at += code > 0xffff ? 2 : 1;
      if (left !== MANY) left--;
      if (following < 0 || text.charCodeAt(at) === following) break;
    }
    machine.passed(at - position);
    if (stopped) return FAIL;
    if (left > 0) machine.chooseWide(at, self, left);
    machine.position = at;
    return next;
  };
}

/** A counted repetition of anything; `counter` and `mark` are registers. */
export interface CountedLoop {
  readonly counter: number;
  /** Where the repetition began, to end those that match nothing. */
  readonly mark: number;
  readonly min: number;
  readonly max: number;
  readonly greedy: boolean;
}

/** Decides whether to go on with `body` or with `exit`. */
export function decide(loop: CountedLoop, body: number, exit: number): Instruction {
  const { counter, min, max, greedy } = loop;
  return (machine) => {
    const count = machine.register(counter);
    if (count < min) return body;
    if (count >= max) return exit;
    machine.choose(machine.position, greedy ? exit : body);
    return greedy ? body : exit;
  };
}

export function enter({ counter, mark }: CountedLoop, next: number): Instruction {
  return (machine) => {
    machine.set(counter, Math.min(machine.register(counter) + 1, MANY - 1));
    machine.set(mark, machine.position);
    return next;
  };
}

/** Ends one repetition; one beyond the least number that matched nothing fails. */
export function again({ counter, mark, min }: CountedLoop, head: number): Instruction {
  return (machine) => {
    const idle = machine.register(mark) === machine.position;
    return idle && machine.register(counter) > min ? FAIL : head;
  };
}

/** Matches the text of one of the groups once more, none of them being the empty text. */
export function reference(
  groups: readonly number[],
  same: SameText,
  back: boolean,
  next: number,
): Instruction {
  return (machine) => {
    const { text, position } = machine;
    for (const group of groups) {
      const from = machine.register(group * 2);
      const length = machine.register(group * 2 + 1) - from;
      if (from < 0 || machine.register(group * 2 + 1) < 0) continue;
      const at = back ? position - length : position;
      machine.passed(length);
      if (at < 0 || at + length > text.length || !same(text, from, at, length)) return FAIL;
      machine.position = back ? at : at + length;
      break;
    }
    return next;
  };
}

/** A string of a set that holds more than characters. */
export interface SetString {
  readonly set: CharacterSet;
  /** Holds what a string of several characters can begin with: engines take long to ask for those. */
  readonly starts: Test;
  readonly hasEmpty: boolean;
  readonly ignoreCase: boolean;
  /** No string in the set has more code units. */
  readonly longest: number;
  readonly back: boolean;
}

/** Matches the longest string; `retry` is the wide instruction that takes a shorter one. */
export function longestString(set: SetString, retry: number, next: number): Instruction {
  return (machine) => takeString(machine, set, set.longest, retry, next);
}

export function shorterString(set: SetString, self: number, next: number): Instruction {
  return (machine) => takeString(machine, set, machine.takeExtra() - 1, self, next);
}

function takeString(
  machine: Machine,
  shape: SetString,
  most: number,
  retry: number,
  next: number,
): number {
  const { text, position } = machine;
  const { back } = shape;
  const room = back ? position : text.length - position;
  machine.passed(Math.min(most, room));
  for (let length = Math.min(most, room); length >= 0; length--) {
    const at = back ? position - length : position;
    if (!isWhole(text, at, length) || !holdsStretch(machine, shape, at, length)) continue;
    if (length > 0) machine.chooseWide(position, retry, length);
    machine.position = back ? at : at + length;
    return next;
  }
  return FAIL;
}

/** What asking for a string regardless of case is charged as, in characters: it is many times slower. */
const FOLDED_STRING = 256;

/** Whether the set holds the whole of a stretch of the text. */
function holdsStretch(
  machine: Machine,
  { set, starts, hasEmpty, ignoreCase }: SetString,
  at: number,
  length: number,
): boolean {
  if (length === 0) return hasEmpty;
  const first = CODE_POINTS.ahead(machine.text, at);
  if (length === (first > 0xffff ? 2 : 1)) return set.has(first);
  if (!starts.has(first)) return false;
  machine.passed(ignoreCase ? FOLDED_STRING : length);
  return set.hasString(machine.text.slice(at, at + length));
}
