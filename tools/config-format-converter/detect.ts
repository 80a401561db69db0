import type { Entry } from "../_core/tool.ts";
import { type Dialect, readJson } from "../_lib/json/tree/read.ts";
import { beginsLikeJson, jsonRelaxed } from "../_lib/json/tree/relaxed.ts";
import { endOfLine, nextLine } from "../_lib/text/position.ts";
import { parseToml } from "../_lib/formats/toml/parse.ts";
import type { TomlLine, TomlValue } from "../_lib/formats/toml/tree.ts";
import { readEnvConfig } from "../_lib/formats/config/read-env.ts";
import type { SourceFormat } from "../_lib/formats/config/source.ts";

/** The format of a text, by its syntax or by the shape of its lines. */
export interface Detected {
  readonly format: SourceFormat;
  /** Other formats whose shape the lines have. */
  readonly others: readonly SourceFormat[];
}

/** Undefined where there is nothing to tell it by. */
export function detectFormat(given: string): Detected | undefined {
  const text = given.replace(/^\ufeff/, "");
  if (!/\S/.test(text)) return undefined;
  if (/^\s*<(?!<)/.test(text)) return { format: "xml", others: [] };
  const [json, furthest] = jsonOf(text);
  if (json === "json") return { format: json, others: [] };
  const lines = linesOf(text);
  if (SECTION.test(lines[0] ?? "") || (!beginsLikeJson(text) && hasSection(lines))) {
    if (isToml(text)) return { format: "toml", others: ["ini"] };
    return { format: json ?? "ini", others: [] };
  }
  // What begins as JSON does is never YAML; its reader says what is wrong with it.
  if (json !== undefined || beginsLikeJson(text)) return { format: json ?? furthest, others: [] };
  const [format = "yaml", ...others] = shapesOf(text, lines);
  return { format, others };
}

/** Whether sections follow what stands before the first; `[0, 5]` within YAML is indented, as its text is. */
function hasSection(lines: readonly string[]): boolean {
  const first = lines.findIndex((line) => SECTION.test(line));
  if (first < 0) return false;
  return (
    !/^\s/.test(lines[first] ?? "") || lines.slice(0, first).every((line) => line.includes("="))
  );
}

/** The first dialect that the text is in, and the one whose reader gets furthest. */
function jsonOf(text: string): [Dialect | undefined, Dialect] {
  let furthest: Dialect = "json";
  let stop = -1;
  for (const dialect of ["json", "jsonc", "json5"] as const) {
    const read = readJson(text, dialect);
    if (!("code" in read) || read.code === "INPUT_TOO_DEEP") return [dialect, dialect];
    if (read.offset > stop) [furthest, stop] = [dialect, read.offset];
  }
  return [undefined, furthest];
}

const SECTION = /^\s*\[[^[\]]+\]\s*(?:[;#].*)?$|^\s*\[\[[^[\]]+\]\]\s*(?:#.*)?$/;
const VARIABLE_NAME = /^\s*(?:export[ \t]+)?[A-Z_][A-Z0-9_]*[ \t]*=/;

function shapesOf(text: string, lines: readonly string[]): SourceFormat[] {
  const shapes: SourceFormat[] = [];
  if (isEnv(text)) shapes.push("env");
  if (lines.length > 0 && lines.every((line) => line.includes("=") && !line.includes(": "))) {
    shapes.push("properties", "ini");
  }
  const pairs = text.includes("=") ? parseToml(text, "1.1") : undefined;
  if (pairs?.document === undefined || pairs.problems.length > 0) return shapes;
  const isSaid =
    !isShell(text, shapes) && pairs.document.lines.some(({ content }) => isOfToml(content));
  if (isSaid) return ["toml", ...shapes];
  return shapes.length > 0 ? [...shapes, "toml"] : shapes;
}

/** Whether it reads as variables whose signs have no blank before them or behind them, as in a shell. */
function isShell(text: string, shapes: readonly SourceFormat[]): boolean {
  return shapes[0] === "env" && linesOf(text).every((line) => !/^[^=]*\s=|^[^=]*=\s+\S/.test(line));
}

/** Whether a pair has a value that only TOML writes so: in quotes, an array, a table, a date or a time. */
function isOfToml(content: TomlLine["content"]): boolean {
  return content.type === "pair" && !PLAIN.has(content.value.type);
}

const PLAIN: ReadonlySet<TomlValue["type"]> = new Set(["integer", "float", "boolean"]);

function isToml(text: string): boolean {
  return parseToml(text, "1.1").problems.length === 0;
}

/** Whether it reads as variables with names in capitals; a value in quotes may span lines. */
function isEnv(text: string): boolean {
  const first = linesOf(text)[0];
  if (first === undefined || !VARIABLE_NAME.test(first)) return false;
  const source = readEnvConfig(text, { typed: false, separator: "_" });
  if (!source.ok || source.root.type !== "object") return false;
  const isSpaced = linesOf(text).some((line) => /^\s*(?:export\s+)?[\w.-]+\s*:\s/.test(line));
  return !isSpaced && source.root.members.every(({ key }) => /^[A-Z_][A-Z0-9_]*$/.test(key));
}

/** The lines that are neither blank nor comments; one ended by a backslash goes on in the next. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  let isContinued = false;
  for (let at = 0; at < text.length;) {
    const end = endOfLine(text, at);
    const line = text.slice(at, end);
    if (!isContinued && /^\s*[^\s#;!]/.test(line)) lines.push(line);
    isContinued = line.endsWith("\\");
    at = nextLine(text, end);
  }
  return lines;
}

/** What a caller who named no format should know of the choice. */
export function formatGuessed({
  format,
  others,
}: Detected): Entry<"FORMAT_GUESSED" | "JSON_RELAXED">[] {
  if (format === "jsonc" || format === "json5") return [jsonRelaxed(format)];
  if (others.length === 0) return [];
  const message = `The text was read as ${format}; it could also be ${others.join(", ")}`;
  return [{ code: "FORMAT_GUESSED", message, path: "/from", received: format, expected: others }];
}
