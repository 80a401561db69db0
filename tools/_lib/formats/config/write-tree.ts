import { isNumberText } from "../../json/tree/number.ts";
import type { JsonNode, JsonNumber } from "../../json/tree/tree.ts";
import { writeJson } from "../../json/tree/write.ts";
import { resolvePlain } from "../yaml/resolve.ts";
import { writeYamlData } from "../yaml/write-data.ts";
import type { Writing } from "./writing.ts";

/** Pretty JSON; minified where the indentation is 0. */
export function writeJsonConfig(root: JsonNode, writing: Writing): string | undefined {
  noteScalars(root, (node) => {
    if (writing.isMoment(node)) writing.lose("DATE_TO_STRING", node, "date or time");
    if (node.type !== "number" || isNumberText(node.text)) return;
    writing.lose("NON_FINITE_TO_STRING", node, writing.spelling(node));
  });
  const { indent, longest } = writing.options;
  return writeJson(writing.jsonTree(root, false), { indent: " ".repeat(indent), longest });
}

/** YAML in block style. */
export function writeYamlConfig(root: JsonNode, writing: Writing): string | undefined {
  noteScalars(root, (node) => {
    if (writing.isMoment(node)) writing.lose("DATE_TO_STRING", node, "date or time");
  });
  return writeYamlData(writing.jsonTree(root, true), {
    // A block needs a column.
    indent: Math.max(1, writing.options.indent),
    longest: writing.options.longest,
    numberText: (node) => yamlNumber(node, writing.spelling(node)),
  });
}

const WORDS: Readonly<Record<string, string>> = {
  NaN: ".nan",
  Infinity: ".inf",
  "-Infinity": "-.inf",
};

function yamlNumber({ text }: JsonNumber, spelling: string): string {
  const word = WORDS[text];
  if (word !== undefined) return word;
  return resolvePlain(spelling, "1.2").type === "number" ? spelling : text;
}

function noteScalars(node: JsonNode, note: (node: JsonNode) => void): void {
  if (node.type === "array") for (const item of node.items) noteScalars(item, note);
  else if (node.type === "object") for (const { value } of node.members) noteScalars(value, note);
  else note(node);
}
