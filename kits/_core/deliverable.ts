/** The files that a kit makes. */
import { documentOf } from "../../tools/_lib/json/tree/value.ts";
import { minifyJson, prettyJson } from "../../tools/_lib/json/tree/write.ts";
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import { utf8Length } from "../../tools/_lib/text/code-points.ts";

export interface Deliverable {
  readonly name: string;
  readonly mediaType: string;
  readonly content: string;
  /** Of the content in UTF-8. */
  readonly bytes: number;
  /** Lower-case hex, over those bytes. */
  readonly sha256: string;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  json: "application/json",
  jsonl: "application/x-ndjson",
  md: "text/markdown",
  csv: "text/csv",
  txt: "text/plain",
  toml: "application/toml",
  sh: "application/x-sh",
  mjs: "text/javascript",
  ts: "text/x-typescript",
  py: "text/x-python",
  xml: "application/xml",
  sarif: "application/sarif+json",
  html: "text/html",
  sql: "application/sql",
  diff: "text/x-diff",
  yaml: "application/yaml",
  http: "message/http",
};

const SAFE_NAME = /^(?!\/)(?!(?:.*\/)?\.\.?(?:\/|$))[A-Za-z0-9._/-]+$/;

/**
 * A file of the name with the text, which ends with one line feed. Throws for a name that is not safe,
 * which is a bug of the kit: names are never made from what the caller sent.
 */
export function deliverable(name: string, text: string): Deliverable {
  const lines = name.endsWith(".md") ? withLineFeeds(text) : text;
  return ownDeliverable(name, `${withoutLastLines(lines)}\n`);
}

/** A file that holds exactly the text. */
export function ownDeliverable(name: string, content: string): Deliverable {
  if (!SAFE_NAME.test(name)) throw new Error(`A file cannot be called ${JSON.stringify(name)}`);
  return {
    name,
    mediaType: MEDIA_TYPES[/\.([a-z]+)$/.exec(name)?.[1] ?? ""] ?? "text/plain",
    content,
    bytes: utf8Length(content),
    sha256: sha256Hex(content),
  };
}

/** Pages have line feeds alone, whatever ends the lines of what they quote; in data a carriage return is data. */
export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

function withoutLastLines(text: string): string {
  let end = text.length;
  while (end > 0 && "\r\n".includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** A value as JSON without white space; undefined where that is longer than any output may be. */
export function jsonLine(value: unknown): string | undefined {
  const document = documentOf(value);
  return document && minifyJson(document.root);
}

/** A value as JSON of two spaces per level; undefined where that is longer than any output may be. */
export function jsonText(value: unknown, longest?: number): string | undefined {
  const document = documentOf(value);
  return document && prettyJson(document.root, longest);
}
