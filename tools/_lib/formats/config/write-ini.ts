import { isContainer } from "../../json/tree/members.ts";
import type { JsonNode, JsonObject } from "../../json/tree/tree.ts";
import { TextBuilder } from "../../results/output-builder.ts";
import type { Writing } from "./writing.ts";

/** An INI file: what is no object first, then a section for each object. */
export function writeIniConfig(root: JsonNode, writing: Writing): string | undefined {
  const out = new TextBuilder(writing.options.longest);
  writeSection(writing.rootObject(root), [], { out, writing });
  return out.finish();
}

interface IniOutput {
  readonly out: TextBuilder;
  readonly writing: Writing;
}

function writeSection(object: JsonObject, names: readonly string[], output: IniOutput): void {
  const { out, writing } = output;
  const members = writing.members(object);
  const own = members.filter(({ value }) => value.type !== "object");
  // A section that holds only sections is named by them.
  if (names.length > 0 && (own.length > 0 || members.length === 0)) {
    out.put(`${out.isEmpty ? "" : "\n"}[${names.join(writing.options.separator)}]\n`);
  }
  for (const { key, value } of own) writeValue(key, value, output);
  for (const { key, value } of members) {
    if (out.isFull) return;
    if (value.type === "object") {
      writeSection(value, [...names, sectionName(key, value, writing)], output);
    }
  }
}

function writeValue(key: string, value: JsonNode, { out, writing }: IniOutput): void {
  const name = iniKey(key);
  if (value.type !== "array") {
    if (value.type !== "object") out.put(pair(name, writing.plainText(value)));
    return;
  }
  if (value.items.length === 0) {
    writing.lose("EMPTY_CONTAINER_LOST", value, "an empty array");
  } else if (value.items.some(isContainer)) out.put(pair(name, writing.jsonText(value)));
  else {
    for (const item of value.items) {
      if (item.type !== "array" && item.type !== "object")
        out.put(pair(`${name}[]`, writing.plainText(item)));
    }
  }
}

function pair(key: string, value: string): string {
  return value === "" ? `${key} =\n` : `${key} = ${iniValue(value)}\n`;
}

function iniKey(key: string): string {
  const isPlain = key !== "" && key.trim() === key && !/^[[;#]|[=:"'\n\r\\]|\s[;#]|\[\]$/.test(key);
  return isPlain ? key : quote(key);
}

function iniValue(value: string): string {
  const isPlain = value.trim() === value && !/^["';#]|\s[;#]|[\n\r]/.test(value);
  if (isPlain) return value;
  return /['\n\r]/.test(value) ? quote(value) : `'${value}'`;
}

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r" };

function quote(text: string): string {
  return `"${text.replaceAll(/[\n\r\\"]/g, (unit) => ESCAPES[unit] ?? `\\${unit}`)}"`;
}

/** A part of a section's name: a backslash keeps what would end or divide it. */
function sectionName(key: string, node: JsonNode, writing: Writing): string {
  if (/[\n\r]/.test(key)) writing.lose("KEY_RENAMED", node, "a line end became a blank");
  const { separator } = writing.options;
  return Array.from(key.replaceAll(/[\n\r]/g, " "), (character) =>
    `\\]${separator}`.includes(character) ? `\\${character}` : character,
  ).join("");
}
