import type { JsonNode, JsonObject } from "../../json/tree/tree.ts";
import { TextBuilder } from "../../results/output-builder.ts";
import { beginning } from "../../text/shown.ts";
import { envText } from "./env-value.ts";
import { envName } from "./names.ts";
import type { Writing } from "./writing.ts";

type Token = string | number;

/** A .env file: one variable for each scalar. */
export function writeEnvConfig(root: JsonNode, writing: Writing): string | undefined {
  const out = new TextBuilder(writing.options.longest);
  const names = new Set<string>();
  eachScalar(writing.rootObject(root), writing, (tokens, text, node) => {
    const name = envName(tokens, writing.options.separator);
    if (names.has(name)) {
      const found = `two values for the variable ${beginning(name, 80)}`;
      writing.refuse({ code: "KEY_COLLISION", node, found, expected: "one for each name" });
    }
    names.add(name);
    if (tokens.length > 1 || tokens[0] !== name) writing.lose("KEY_RENAMED", node, name);
    const written = envText(text());
    if (written.misread.length > 0) {
      writing.lose("QUOTING_READERS_DIFFER", node, `${name} in ${written.misread.join(", ")}`);
    }
    out.put(`${name}=${written.text}\n`);
    return !out.isFull;
  });
  return out.finish();
}

/** The lines of `java.util.Properties`, in ASCII. */
export function writePropertiesConfig(root: JsonNode, writing: Writing): string | undefined {
  const out = new TextBuilder(writing.options.longest);
  eachScalar(writing.rootObject(root), writing, (tokens, text) => {
    const key = propertyKey(tokens, writing.options.separator);
    const value = propertyText(text()).replace(/^ /, "\\ ");
    out.put(`${key}=${value}\n`);
    return !out.isFull;
  });
  return out.finish();
}

function propertyKey(tokens: readonly Token[], separator: string): string {
  const parts: string[] = [];
  for (const [index, token] of tokens.entries()) {
    if (typeof token === "number") parts.push(`[${token}]`);
    else {
      const special = (character: string) =>
        " =:#!]".includes(character) || separator.includes(character);
      const name = Array.from(token, (character) =>
        special(character) ? `\\${character}` : propertyText(character),
      );
      parts.push(index === 0 ? "" : separator, ...name);
    }
  }
  return parts.join("");
}

const PROPERTY_ESCAPES: Readonly<Record<string, string>> = {
  "\t": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
  "\\": "\\\\",
};

function propertyText(text: string): string {
  return text.replaceAll(
    /[^ -[\]-~]/g,
    (unit) => PROPERTY_ESCAPES[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function isIndex(token: Token): boolean {
  return typeof token === "number";
}

/** Calls `write` for each scalar with the way to it, until it gives false; empty containers are lost. */
function eachScalar(
  root: JsonObject,
  writing: Writing,
  write: (tokens: readonly Token[], text: () => string, node: JsonNode) => boolean,
): void {
  const tokens: Token[] = [];
  const visitAt = (token: Token, node: JsonNode): boolean => {
    tokens.push(token);
    const goesOn = visit(node);
    tokens.pop();
    return goesOn;
  };
  const visit = (node: JsonNode): boolean => {
    if (node.type !== "array" && node.type !== "object") {
      return write(tokens, () => writing.plainText(node), node);
    }
    const size = node.type === "array" ? node.items.length : node.members.length;
    if (size === 0 && tokens.length > 0) {
      writing.lose("EMPTY_CONTAINER_LOST", node, `an empty ${node.type}`);
      // Inside an array an empty value keeps the indices of those behind it.
      return tokens.some(isIndex) ? write(tokens, () => "", node) : true;
    }
    return node.type === "array"
      ? node.items.every((item, index) => visitAt(index, item))
      : writing.members(node).every(({ key, value }) => visitAt(key, value));
  };
  visit(root);
}
