import {
  type JsonMember,
  type JsonNode,
  objectNode,
  stringNode,
} from "../../_lib/json/tree/tree.ts";
import { operate } from "./arithmetic.ts";
import { JqError, nameValue, typeError } from "./errors.ts";
import { dumpBeginning } from "./dump.ts";
import { format, isFormat } from "./formats.ts";
import type { Code, Env, Machine } from "./machine.ts";
import { getIndex } from "./paths.ts";
import type { Compile, Scope } from "./scope.ts";
import { type Query, IDENTITY } from "./syntax.ts";
import { checkTrack, extendTrack, type Track } from "./track.ts";
import { double, negated, NULL, string } from "./values.ts";
import { Fault } from "../../_lib/results/syntax-problem.ts";

type Of<T extends Query["type"]> = Extract<Query, { type: T }>;

/** Evaluates parts from the last to the first, so that the first varies fastest. */
export function evaluateAll(
  machine: Machine,
  parts: readonly Code[],
  value: JsonNode,
  env: Env | undefined,
  done: (results: readonly JsonNode[]) => void,
): void {
  machine.keep(2 + parts.length * 2);
  const results: JsonNode[] = [];
  const step = (index: number): void => {
    const part = parts[index];
    if (part === undefined) {
      done([...results]);
      return;
    }
    machine.go(part, value, undefined, env, (result) => {
      results[index] = result;
      step(index - 1);
    });
  };
  step(parts.length - 1);
}

export function compileString(
  query: Of<"string">,
  scope: Scope | undefined,
  compile: Compile,
): Code {
  checkFormat(query.format, query.at);
  const parts = query.parts
    .filter((part) => typeof part !== "string")
    .map((part) => compile(part, scope));
  return (machine, value, track, env, next) =>
    evaluateAll(machine, parts, value, env, (results) => {
      let at = 0;
      let text = "";
      for (const part of query.parts) {
        text +=
          typeof part === "string"
            ? part
            : format(query.format, results[at++] as JsonNode, machine);
      }
      machine.spendText(text.length);
      machine.give(next, string(text), track);
    });
}

export function compileFormat({ name, at }: Of<"format">): Code {
  checkFormat(name, at);
  return (machine, value, track, _env, next) =>
    machine.give(next, string(format(name, value, machine)), track);
}

function checkFormat(name: string, offset: number): void {
  if (isFormat(name)) return;
  const expected =
    "one of @text @json @csv @tsv @html @uri @urid @sh @base32 @base32d @base64 @base64d";
  throw new Fault({ code: "QUERY_SYNTAX", offset, found: `the format @${name}`, expected });
}

export function compileIndex(query: Of<"index">, scope: Scope | undefined, compile: Compile): Code {
  const target = query.target === IDENTITY ? undefined : compile(query.target, scope);
  const { optional = false } = query;
  const withKey = (key: JsonNode, machine: Machine, ...[value, track, env, next]: Rest): void => {
    const take = (found: JsonNode, reached: Track | undefined): void =>
      giveIndex(machine, found, reached, key, optional, next);
    if (target === undefined) take(value, track);
    else machine.go(target, value, track, env, take);
  };
  if (query.key.type === "literal") {
    const { value: key } = query.key;
    return (machine, ...rest) => withKey(key, machine, ...rest);
  }
  const keys = compile(query.key, scope);
  return (machine, value, track, env, next) =>
    machine.go(keys, value, undefined, env, (key) =>
      withKey(key, machine, value, track, env, next),
    );
}

/** How much of a key a message shows. */
const LONGEST_KEY = 1000;

type Rest = Parameters<Code> extends [Machine, ...infer R] ? R : never;

/** Gives `.[key]` of a value, and the way to it where ways are followed; nothing where it is optional and cannot be. */
function giveIndex(
  machine: Machine,
  value: JsonNode,
  track: Track | undefined,
  key: JsonNode,
  optional: boolean,
  next: Rest[3],
): void {
  if (track !== undefined)
    checkTrack(
      track,
      value,
      (found) => `near attempt to access element ${dumpBeginning(key, LONGEST_KEY)} of ${found}`,
    );
  machine.touch(value);
  const element = optional
    ? getIndexIfAny(value, key, machine)
    : getIndex(value, key, machine.spend);
  if (element === undefined) machine.fail();
  else machine.give(next, element, track && extendTrack(track, key, element));
}

function getIndexIfAny(value: JsonNode, key: JsonNode, machine: Machine): JsonNode | undefined {
  try {
    return getIndex(value, key, machine.spend);
  } catch (error) {
    if (error instanceof JqError) return undefined;
    throw error;
  }
}

export function compileSlice(query: Of<"slice">, scope: Scope | undefined, compile: Compile): Code {
  const bound = (side: Query | undefined): Query => side ?? { type: "literal", value: NULL };
  const entries = [
    { key: { type: "literal", value: stringNode("start") }, value: bound(query.from) },
    { key: { type: "literal", value: stringNode("end") }, value: bound(query.to) },
  ] as const;
  return compileIndex(
    { ...query, type: "index", key: { type: "object", entries } },
    scope,
    compile,
  );
}

export function compileEach(target: Code, optional: boolean): Code {
  return (machine, value, track, env, next) =>
    machine.go(target, value, track, env, (container, reached) =>
      giveEach(machine, container, reached, next, optional),
    );
}

/** Gives the items of an array or the values of an object, one after another. */
export function giveEach(
  machine: Machine,
  container: JsonNode,
  track: Track | undefined,
  next: Rest[3],
  optional = false,
): void {
  if (track !== undefined)
    checkTrack(track, container, (found) => `near attempt to iterate through ${found}`);
  if (container.type !== "array" && container.type !== "object") {
    if (optional) {
      machine.fail();
      return;
    }
    throw new JqError(`Cannot iterate over ${nameValue(container)}`);
  }
  const size = container.type === "array" ? container.items.length : container.members.length;
  const elements = container.type === "array" ? container.items : container.members;
  const step = (index: number): void => {
    if (index >= size) {
      machine.fail();
      return;
    }
    if (index < size - 1) machine.chooseAgain(() => step(index + 1));
    const element = elements[index] as JsonNode | JsonMember;
    const value = "key" in element ? element.value : element;
    if (track === undefined) machine.give(next, value, undefined);
    else {
      const key = "key" in element ? stringNode(element.key) : double(index);
      machine.give(next, value, extendTrack(track, key, value));
    }
  };
  step(0);
}

interface Built {
  readonly before: Built | undefined;
  readonly member: JsonMember;
}

export function compileObject(
  query: Of<"object">,
  scope: Scope | undefined,
  compile: Compile,
): Code {
  const entries = query.entries.map(({ key, value }) => ({
    key: compile(key, scope),
    value: compile(value, scope),
  }));
  return (machine, value, track, env, next) => {
    const step = (index: number, built: Built | undefined): void => {
      const entry = entries[index];
      if (entry === undefined) {
        machine.give(next, objectOf(built), track);
        return;
      }
      machine.keep(3);
      machine.go(entry.key, value, undefined, env, (key) => {
        if (key.type !== "string") throw new JqError(`Cannot use ${nameValue(key)} as object key`);
        machine.touch(key);
        machine.spend(key.value.length >> 4);
        const { value: name } = key;
        // A text that was read keeps its escapes; a key has the usual ones.
        const keyText = key.start < 0 ? key.text : JSON.stringify(name);
        machine.go(entry.value, value, undefined, env, (element) => {
          const member = { key: name, keyText, keyStart: -1, value: element };
          step(index + 1, { before: built, member });
        });
      });
    };
    step(0, undefined);
  };
}

/** Up to so many members are looked through for a key that comes again. */
const FEW_MEMBERS = 8;

function objectOf(built: Built | undefined): JsonNode {
  const entries: JsonMember[] = [];
  for (let at = built; at !== undefined; at = at.before) entries.push(at.member);
  entries.reverse();
  if (entries.length <= FEW_MEMBERS && !hasRepeats(entries)) return objectNode(entries);
  const members = new Map<string, JsonMember>();
  for (const member of entries) members.set(member.key, member);
  return objectNode([...members.values()]);
}

function hasRepeats(entries: readonly JsonMember[]): boolean {
  return entries.some(({ key }, index) => {
    for (let before = 0; before < index; before++) if (entries[before]?.key === key) return true;
    return false;
  });
}

export function compileNegate(body: Code): Code {
  return (machine, value, track, env, next) =>
    machine.go(body, value, undefined, env, (number) => {
      if (number.type !== "number") throw typeError(number, "cannot be negated");
      machine.give(next, negated(number), track);
    });
}

export function compileBinary(
  query: Of<"binary">,
  scope: Scope | undefined,
  compile: Compile,
): Code {
  const { operator } = query;
  const left = compile(query.left, scope);
  const right = compile(query.right, scope);
  return (machine, value, track, env, next) =>
    machine.go(right, value, undefined, env, (second) =>
      machine.go(left, value, undefined, env, (first) =>
        machine.give(next, operate(operator, first, second, machine), track),
      ),
    );
}
