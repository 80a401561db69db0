import { readFlowCollection } from "./flow.ts";
import { readAlias, readProperties, withProperties } from "./properties.ts";
import { readQuoted } from "./quoted.ts";
import { emptyNode, isPlainStart, readPlain } from "./scalars.ts";
import { isBreak, isTooLongForKey, NO_PROPERTIES, type Source } from "./source.ts";
import type { Properties, YamlNode } from "./tree.ts";

/** Reads a key without `?` up to its colon. */
export function readKey(source: Source): { start: number; key: YamlNode } {
  const { at: start } = source;
  const onLine = readProperties(source, false);
  if (source.isIndicator(":")) {
    return { start, key: withProperties(emptyNode(source.at), onLine) };
  }
  const key = readInline(source, onLine, undefined);
  const { at } = source;
  if (!isKey(source)) {
    source.skipBlanks();
    const plain = key.type === "scalar" && key.style === "plain";
    source.reject(source.at, plain ? 'more of the key or ":"' : '":"', keyEndName(source, at));
  }
  checkKeyLength(source, start);
  return { start, key: withProperties(key, onLine) };
}

function keyEndName(source: Source, end: number): string | undefined {
  if (source.atEnd) return "the end of the input behind a key without a colon";
  if (isBreak(source.unit())) return "a line end behind a key without a colon";
  return source.text.charAt(source.at) === "#" && source.at > end
    ? "a comment behind a key without a colon"
    : undefined;
}

/** Reads an alias, a flow collection or a scalar that is no block scalar. */
export function readInline(
  source: Source,
  onLine: Properties,
  indent: number | undefined,
): YamlNode {
  switch (source.text.charAt(source.at)) {
    case "*":
      if (onLine !== NO_PROPERTIES) rejectNamedAlias(source, source.at);
      return readAlias(source);
    case '"':
    case "'":
      return readQuoted(source, { indent });
    case "[":
    case "{":
      return readFlowCollection(source, indent);
    default:
      if (!isPlainStart(source, false)) rejectStart(source);
      return readPlain(source, { indent, flow: false });
  }
}

export function rejectNamedAlias(source: Source, offset: number): never {
  return source.reject(offset, "a node", "an alias, which cannot have properties");
}

function rejectStart(source: Source): never {
  const character = source.text.charAt(source.at);
  if (character === "@" || character === "`") {
    source.reject(source.at, "a value", `the reserved character ${character}`, "Quote the text");
  }
  if (character === "%") {
    source.reject(source.at, "a value", "a % that begins no directive", "Quote the text");
  }
  // These begin text where something other than a space follows.
  const offset = "-?:".includes(character) ? source.at + 1 : source.at;
  return source.reject(source.atEnd ? source.at : offset, "a value");
}

/** Whether the colon of a key stands here, behind blanks; moves to it. */
export function isKey(source: Source): boolean {
  const { at } = source;
  source.skipBlanks();
  if (source.isIndicator(":")) return true;
  source.at = at;
  return false;
}

export function checkKeyLength(source: Source, start: number): void {
  if (isTooLongForKey(source.text.slice(start, source.at))) {
    source.reject(source.at, "a key of at most 1,024 characters", "a longer key without ?");
  }
}
