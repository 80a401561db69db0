/** The text of a variable as a value of its type. */
import { readJson } from "../_lib/json/tree/read.ts";
import { booleanNode, type JsonNode, numberNode, stringNode } from "../_lib/json/tree/tree.ts";
import type { VariableType } from "../environment-contract-compiler.ts";

const INTEGER = /^[+-]?(?:0|[1-9]\d*)$/;
const NUMBER = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const BOOLEAN = /^(?:true|false)$/i;

/** Undefined where the text is none of the type. */
export function convert(text: string, type: VariableType): JsonNode | undefined {
  switch (type) {
    case "integer":
      return INTEGER.test(text) ? numberNode(numberToken(text)) : undefined;
    case "number":
      return NUMBER.test(text) ? numberNode(numberToken(text)) : undefined;
    case "boolean":
      return BOOLEAN.test(text) ? booleanNode(text.toLowerCase() === "true") : undefined;
    case "json":
      return isJson(text) ? stringNode(text) : undefined;
    default:
      return stringNode(text);
  }
}

function numberToken(text: string): string {
  const token = text.replace("+", "");
  return /^-0$/.test(token) ? "0" : token;
}

/** What a text seems to be. */
export function inferType(text: string): VariableType {
  if (BOOLEAN.test(text)) return "boolean";
  if (/^-?(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text))) return "integer";
  if (/^-?(?:0|[1-9]\d*)\.\d+$/.test(text)) return "number";
  // Several with commas between them, such as the origins that are allowed, are none.
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\/\S/.test(text) && !/,\s*[A-Za-z]{2,20}:\/\//.test(text))
    return "url";
  if (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)) return "email";
  return /^\s*[[{]/.test(text) && isJson(text) ? "json" : "string";
}

function isJson(text: string): boolean {
  return !("code" in readJson(text));
}
