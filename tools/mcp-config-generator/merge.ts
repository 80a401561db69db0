/** Puts an entry into the file that a client has already. */
import type { Entry } from "../_core/tool.ts";
import { problemEntry } from "../_lib/results/syntax-problem.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import { minifyJson, prettyJson } from "../_lib/json/tree/write.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import { parseToml } from "../_lib/formats/toml/parse.ts";
import type { TomlDocument, TomlKey, TomlLine } from "../_lib/formats/toml/tree.ts";
import { TABLE } from "./codex.ts";
import type { Warning } from "../mcp-config-generator.ts";

const PATH = "/existing";

export type Merged =
  | { readonly ok: true; readonly content: string; readonly warnings: readonly Entry<Warning>[] }
  | { readonly ok: false; readonly error: Entry<"EXISTING_INVALID"> };

/** The file as it is to be: `build` makes it of the object that is there, members in their order. */
export function mergeJson(
  existing: unknown,
  { servers, name }: { readonly servers: string; readonly name: string },
  build: (present: JsonObject) => JsonObject,
): Merged {
  const read = readJsonField(existing, PATH, "jsonc");
  if (!read.ok) return { ok: false, error: { ...read.error, code: "EXISTING_INVALID" } };
  const { root } = read;
  const held = memberOf(root, servers);
  if (root.type !== "object") return invalid(root.type, "an object");
  if (held !== undefined && held.type !== "object")
    return invalid(held.type, `an object in ${servers}`);
  const content = build(root);
  const warnings: Entry<Warning>[] = read.warnings.map((entry) => ({
    ...entry,
    path: PATH + (entry.path ?? ""),
  }));
  const before = held && memberOf(held, name);
  if (before && !isSame(before, memberOf(memberOf(content, servers) ?? content, name)))
    warnings.push(replaced(name));
  if (read.document.commentCount > 0) warnings.push(commentsLost());
  return { ok: true, content: prettyJson(content) ?? "", warnings };
}

function isSame(left: JsonNode, right: JsonNode | undefined): boolean {
  return right !== undefined && minifyJson(left) === minifyJson(right);
}

/** The text without the tables of the entry, with the new one at its end; comments elsewhere stay. */
export function mergeToml(existing: unknown, name: string, table: string): Merged {
  if (typeof existing !== "string") return invalid("no text", "the text of a TOML file");
  const text = existing.replace(/^\ufeff/, "");
  const { document, problems } = parseToml(text, "1.1");
  const [problem] = problems;
  if (problem || !document) {
    const error = problem && problemEntry(problem, text, "TOML", PATH);
    return error
      ? { ok: false, error: { ...error, code: "EXISTING_INVALID" } }
      : invalid("no TOML", "TOML");
  }
  const cuts = tablesOf(document, name);
  const kept = withoutCuts(text, cuts).trim();
  const content = kept === "" ? table : `${kept}\n\n${table}`;
  if (parseToml(content, "1.1").problems.length > 0)
    return invalid(`${TABLE} in another form`, `[${TABLE}.…] tables`);
  const cutText = cuts
    .map(({ start, end }) => text.slice(start, end))
    .join("\n")
    .trim();
  const lostComments = document.comments.some(({ start }) =>
    cuts.some((cut) => start >= cut.start && start < cut.end),
  );
  const warnings: Entry<Warning>[] = [];
  if (cuts.length > 0 && cutText !== table.trim()) warnings.push(replaced(name));
  if (lostComments) warnings.push(commentsLost());
  return { ok: true, content, warnings };
}

interface Cut {
  readonly start: number;
  readonly end: number;
}

/** Where the entry's tables stand, each from its header to its last pair. */
function tablesOf({ lines }: TomlDocument, name: string): Cut[] {
  const cuts: Cut[] = [];
  let open: { start: number; end: number } | undefined;
  for (const { content, after } of lines as readonly TomlLine[]) {
    if (content.type === "header") {
      if (open) cuts.push(open);
      open = isOf(content.key, name) ? { start: content.start, end: content.end } : undefined;
    }
    if (open && content.type !== "comment") open.end = after?.end ?? content.end;
  }
  return open ? [...cuts, open] : cuts;
}

function isOf({ parts }: TomlKey, name: string): boolean {
  return parts[0]?.name === TABLE && parts[1]?.name === name;
}

function withoutCuts(text: string, cuts: readonly Cut[]): string {
  const starts = [0, ...cuts.map(({ end }) => end)];
  const ends = [...cuts.map(({ start }) => start), text.length];
  const parts = starts.map((start, at) => text.slice(start, ends[at]).trim());
  return parts.filter((part) => part !== "").join("\n\n");
}

function invalid(found: string, expected: string): Merged {
  const message = `Cannot use the existing file: found ${found}, expected ${expected}`;
  return { ok: false, error: { code: "EXISTING_INVALID", message, path: PATH, expected } };
}

function replaced(name: string): Entry<Warning> {
  const message = `The file had another entry ${JSON.stringify(name)}, which is replaced`;
  return { code: "ENTRY_REPLACED", message, path: PATH };
}

function commentsLost(): Entry<Warning> {
  return { code: "COMMENTS_LOST", message: "Comments of the file are not kept", path: PATH };
}
