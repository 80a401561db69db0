import { countCodePoints, utf8Length } from "../../_lib/text/code-points.ts";
import type { JsonNode, JsonString } from "../../_lib/json/tree/tree.ts";
import { splitText } from "./arithmetic.ts";
import { JqError, typeError } from "./errors.ts";
import type { Machine } from "./machine.ts";
import type { Native, Natives } from "./native.ts";
import { occurrences } from "./occurrences.ts";
import { getIndex } from "./paths.ts";
import { boolean, double, doubleOf, list, NULL, string, absolute } from "./values.ts";
import { sizeOfArray, sizeOfObject } from "./versions.ts";

function startsWith(input: JsonNode, part: JsonNode): boolean {
  if (input.type !== "string" || part.type !== "string")
    throw new JqError("startswith() requires string inputs");
  return input.value.startsWith(part.value);
}

function endsWith(input: JsonNode, part: JsonNode): boolean {
  if (input.type !== "string" || part.type !== "string")
    throw new JqError("endswith() requires string inputs");
  return input.value.endsWith(part.value);
}

const trimStart = (input: JsonNode, part: JsonNode): JsonNode =>
  startsWith(input, part) ? string(textOf(input).slice(textOf(part).length)) : input;

const trimEnd = (input: JsonNode, part: JsonNode): JsonNode =>
  endsWith(input, part)
    ? string(textOf(input).slice(0, textOf(input).length - textOf(part).length))
    : input;

function textOf(node: JsonNode): string {
  return (node as JsonString).value;
}

/** A function of a text and of what it may begin or end with. */
function affix(take: (input: JsonNode, part: JsonNode) => JsonNode): Native {
  return (input, [part = NULL], machine) => {
    if (part.type === "string") machine.spend(part.value.length >> 6);
    return take(input, part);
  };
}

const SPACE_AT_START = /^\p{White_Space}+/u;

function trimmed(change: (text: string) => string): Native {
  return (input, _args, machine) => {
    if (input.type !== "string") throw new JqError("trim input must be a string");
    machine.spend(input.value.length >> 2);
    return string(change(input.value));
  };
}

const trimSpaceAtStart = (text: string): string => text.replace(SPACE_AT_START, "");

function trimSpaceAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && SPACE_AT_START.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

const explode: Native = (input, _args, machine) => {
  if (input.type !== "string") throw new JqError("explode input must be a string");
  machine.spend(input.value.length);
  return list(Array.from(input.value, (character) => double(character.codePointAt(0) ?? 0)));
};

const implode: Native = (input, _args, machine) => {
  if (input.type !== "array") throw new JqError("implode input must be an array");
  machine.spend(input.items.length);
  return string(input.items.map(characterOf).join(""));
};

/** The character of a code point; U+FFFD for half of a surrogate pair and what lies beyond Unicode. */
function characterOf(node: JsonNode): string {
  if (node.type !== "number" || Number.isNaN(doubleOf(node)))
    throw typeError(node, "cannot be imploded, expected numeric codepoints");
  const code = Math.trunc(doubleOf(node));
  const isCharacter = code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return String.fromCodePoint(isCharacter ? code : 0xfffd);
}

const length: Native = (input, _args, machine) => {
  switch (input.type) {
    case "null":
      return double(0);
    case "number":
      return absolute(input);
    case "string":
      machine.spend(input.value.length >> 4);
      return double(countCodePoints(input.value));
    case "array":
      return double(sizeOfArray(input));
    case "object":
      return double(sizeOfObject(input));
    default:
      throw typeError(input, "has no length");
  }
};

const utf8bytelength: Native = (input, _args, machine) => {
  if (input.type !== "string") throw typeError(input, "only strings have UTF-8 byte length");
  machine.spend(input.value.length >> 4);
  return double(utf8Length(input.value));
};

function asciiCase(name: string, change: (text: string) => string, letters: RegExp): Native {
  return (input, _args, machine) => {
    if (input.type !== "string") throw new JqError(`${name} input must be a string`);
    machine.spend(input.value.length >> 2);
    return string(input.value.replace(letters, change));
  };
}

const split: Native = (input, [separator = NULL], machine) => {
  if (input.type !== "string" || separator.type !== "string")
    throw new JqError("split input and separator must be strings");
  return splitText(input.value, separator.value, machine.spend);
};

/** Where a part stands: positions of a string in code points, or indices of an array. */
function indices(input: JsonNode, part: JsonNode, machine: Machine): JsonNode {
  if (input.type === "string" && part.type === "string")
    return list(part.value === "" ? [] : positions(input.value, part.value, machine));
  const key = input.type === "array" && part.type !== "array" ? list([part]) : part;
  return getIndex(input, key, machine.spend);
}

function positions(text: string, part: string, machine: Machine): JsonNode[] {
  machine.spend(text.length >> 4);
  const found: JsonNode[] = [];
  let counted = 0;
  let count = 0;
  for (const at of occurrences(text, part, machine.spend, { overlap: true })) {
    machine.spend(1);
    count += countCodePoints(text.slice(counted, at));
    counted = at;
    found.push(double(count));
  }
  return found;
}

const end =
  (index: number): Native =>
  (input, [part = NULL], machine) => {
    const found = indices(input, part, machine);
    return found.type === "array" ? (found.items.at(index) ?? NULL) : NULL;
  };

export const STRING_NATIVES: Natives = {
  "length/0": length,
  "utf8bytelength/0": utf8bytelength,
  "startswith/1": affix((input, part) => boolean(startsWith(input, part))),
  "endswith/1": affix((input, part) => boolean(endsWith(input, part))),
  "ltrimstr/1": affix(trimStart),
  "rtrimstr/1": affix(trimEnd),
  "trimstr/1": affix((input, part) => trimEnd(trimStart(input, part), part)),
  "trim/0": trimmed((text) => trimSpaceAtEnd(trimSpaceAtStart(text))),
  "ltrim/0": trimmed(trimSpaceAtStart),
  "rtrim/0": trimmed(trimSpaceAtEnd),
  "explode/0": explode,
  "implode/0": implode,
  "split/1": split,
  "ascii_downcase/0": asciiCase("ascii_downcase", (text) => text.toLowerCase(), /[A-Z]+/g),
  "ascii_upcase/0": asciiCase("ascii_upcase", (text) => text.toUpperCase(), /[a-z]+/g),
  "indices/1": (input, [part = NULL], machine) => indices(input, part, machine),
  "index/1": end(0),
  "rindex/1": end(-1),
};
