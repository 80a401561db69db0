import { readJson } from "../../_lib/json/tree/read.ts";
import { isContainer } from "../../_lib/json/tree/members.ts";
import type { JsonMember, JsonNode } from "../../_lib/json/tree/tree.ts";
import { dump } from "./dump.ts";
import { JqError, typeError } from "./errors.ts";
import { format, isFormat } from "./formats.ts";
import type { Native, Natives } from "./native.ts";
import { boolean, double, FALSE, NULL, readNumber, string, TRUE } from "./values.ts";

const tonumber: Native = (input, _args, machine) => {
  if (input.type === "number") return input;
  if (input.type !== "string") throw typeError(input, "cannot be parsed as a number");
  machine.spend(input.value.length >> 2);
  const number = readNumber(input.value);
  if (number === undefined) throw typeError(input, "cannot be parsed as a number");
  return number;
};

const toboolean: Native = (input) => {
  if (input.type === "boolean") return input;
  if (input.type === "string" && input.value === "true") return TRUE;
  if (input.type === "string" && input.value === "false") return FALSE;
  throw typeError(input, "cannot be parsed as a boolean");
};

const fromjson: Native = (input, _args, machine) => {
  if (input.type !== "string") throw typeError(input, "only strings can be parsed");
  const { value: text } = input;
  // A value takes about a hundred times the memory of its shortest text, [].
  machine.spend(text.length);
  if (/^\s*-?nan\s*$/i.test(text)) return double(Number.NaN);
  const read = readJson(text, "json", DEEPEST_TEXT);
  if (!("type" in read)) return read.repeatedKeys === 0 ? read.root : withLastCopies(read.root);
  throw new JqError(`${complaintOf(text, read.offset, read.code)} (while parsing '${text}')`);
};

/** How deep jq reads a text. */
const DEEPEST_TEXT = 10_000;

/** Leaves the last copy of each key at the place of the first, in a tree that nobody else has yet. */
function withLastCopies(root: JsonNode): JsonNode {
  const stack: JsonNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === "array")
      for (const item of node.items) if (isContainer(item)) stack.push(item);
    if (node.type !== "object") continue;
    if (node.repeated) {
      const members = new Map<string, JsonMember>();
      for (const member of node.members) members.set(member.key, member);
      Object.assign(node, { members: [...members.values()], repeated: false });
    }
    for (const { value } of node.members) if (isContainer(value)) stack.push(value);
  }
  return root;
}

const BETWEEN_WORDS = /[\s[\]{}:,"]/;

/** What jq says of a text that is not JSON. */
function complaintOf(text: string, offset: number, code: string): string {
  if (text.trim() === "") return "Expected JSON value";
  if (code === "INPUT_TOO_DEEP")
    return `Exceeds depth limit for parsing${placeOf(text, offset + 1)}`;
  let start = offset;
  while (start > 0 && !BETWEEN_WORDS.test(text.charAt(start - 1))) start--;
  const end = text.slice(offset).search(BETWEEN_WORDS);
  const stop = end < 0 ? text.length : offset + end;
  const word = text.slice(start, stop);
  const place = end < 0 ? ` at EOF${placeOf(text, text.length)}` : placeOf(text, stop + 1);
  if (offset >= text.length && /^(?:|-?[0-9][0-9.eE+-]*|"[^]*)$/.test(word))
    return `Unfinished JSON term at EOF${placeOf(text, text.length)}`;
  if (word.includes("'")) return `Invalid string literal; expected ", but got '${place}`;
  if (word !== "") return `Invalid numeric literal${place}`;
  return `Unexpected ${text.charAt(offset)}${placeOf(text, offset + 1)}`;
}

function placeOf(text: string, length: number): string {
  const lines = text.slice(0, length).split("\n");
  return ` at line ${lines.length}, column ${lines.at(-1)?.length ?? 0}`;
}

const formatted: Native = (input, [name = NULL], machine) => {
  if (name.type !== "string") throw typeError(name, "is not a valid format");
  if (!isFormat(name.value)) throw new JqError(`${name.value} is not a valid format`);
  return string(format(name.value, input, machine));
};

export const CONVERT_NATIVES: Natives = {
  "tonumber/0": tonumber,
  "toboolean/0": toboolean,
  "tostring/0": (input, _args, machine) =>
    input.type === "string" ? input : string(dump(input, machine.spend)),
  "tojson/0": (input, _args, machine) => string(dump(input, machine.spend)),
  "fromjson/0": fromjson,
  "format/1": formatted,
  "have_literal_numbers/0": () => boolean(true),
  "have_decnum/0": () => boolean(true),
};
