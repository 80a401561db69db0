import { type Dialect, readJson } from "../../_lib/json/tree/read.ts";
import type { JsonNode, JsonObject } from "../../_lib/json/tree/tree.ts";
import { type Element, type Layout, lineEndOf, type Part, type Span } from "./layout.ts";

/** The layout of a text that reads as the root; its nodes have the offsets. */
export function layOutJson(text: string, root: JsonNode): Layout {
  const part = partOf(text, root, root.start);
  const comments = commentSpans(text);
  return {
    kind: "json",
    begin: 0,
    text,
    root: part,
    region: { start: part.start, end: part.end },
    comments,
    commentStarts: comments.map(({ start }) => start),
    names: [],
    lineEnd: lineEndOf(text),
    dialect: dialectOf(text),
  };
}

/** The narrowest dialect that the text is in. */
function dialectOf(text: string): Dialect {
  return (
    (["json", "jsonc"] as const).find((dialect) => "root" in readJson(text, dialect)) ?? "json5"
  );
}

function partOf(text: string, node: JsonNode, head: number): Part {
  const isContainer = node.type === "array" || (node.type === "object" && hasEachOnce(text, node));
  return {
    node,
    head,
    start: node.start,
    end: node.end,
    form: isContainer ? "flow" : "whole",
    elements: isContainer ? elementsOf(text, node) : [],
    column: 0,
    tail: node.end,
    anchor: undefined,
    alias: undefined,
  };
}

function elementsOf(text: string, node: JsonNode): Element[] {
  if (node.type === "array") {
    return node.items.map((item) => ({
      key: undefined,
      start: item.start,
      lead: item.start,
      part: partOf(text, item, item.start),
      isPlain: true,
    }));
  }
  if (node.type !== "object") return [];
  return node.members.map(({ key, keyStart, value }) => ({
    key,
    start: keyStart,
    lead: keyStart,
    part: partOf(text, value, value.start),
    isPlain: true,
  }));
}

/** Whether each value stands behind its own key: that of a repeated one stands behind the first. */
function hasEachOnce(text: string, { members }: JsonObject): boolean {
  return members.every(({ keyStart, value }) => {
    const between = text.slice(keyStart, value.start);
    const [key = ""] = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s:/]+)/s.exec(between) ?? [];
    const rest = between.slice(key.length);
    if (rest === ":" || rest === ": ") return true;
    const spans = commentSpans(rest);
    const from = [0, ...spans.map(({ end }) => end)];
    const kept = from.map((start, index) => rest.slice(start, spans[index]?.start));
    return kept.join("").trim() === ":";
  });
}

/** Where the comments stand. Strings are passed over, in which slashes mean nothing. */
function commentSpans(text: string): Span[] {
  const spans: Span[] = [];
  if (!text.includes("/")) return spans;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"' || character === "'") {
      for (at++; at < text.length && text[at] !== character; at++) if (text[at] === "\\") at++;
    } else if (character === "/") {
      const start = at;
      const isLine = text[at + 1] === "/";
      const close = isLine ? text.slice(at).search(/[\r\n]|$/) + at : text.indexOf("*/", at) + 2;
      spans.push({ start, end: close });
      at = close - 1;
    }
  }
  return spans;
}
