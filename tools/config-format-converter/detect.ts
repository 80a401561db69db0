import type { Entry } from "../_core/tool.ts";
import { readJson } from "../_lib/json/tree/read.ts";
import { endOfLine, nextLine } from "../_lib/text/position.ts";
import { parseToml } from "../_lib/formats/toml/parse.ts";
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
  for (const dialect of ["json", "jsonc", "json5"] as const) {
    const read = readJson(text, dialect);
    if (!("code" in read) || read.code === "INPUT_TOO_DEEP") return { format: dialect, others: [] };
  }
  const [format = "yaml", ...others] = shapesOf(text);
  return { format, others };
}

const SECTION = /^\s*\[[^[\]]+\]\s*(?:[;#].*)?$|^\s*\[\[[^[\]]+\]\]\s*(?:#.*)?$/;
const VARIABLE_NAME = /^\s*(?:export[ \t]+)?[A-Z_][A-Z0-9_]*[ \t]*=/;

function shapesOf(text: string): SourceFormat[] {
  const lines = linesOf(text);
  if (lines.some((line) => SECTION.test(line))) {
    return isToml(text) ? ["toml", "ini"] : ["ini"];
  }
  const shapes: SourceFormat[] = [];
  if (isEnv(text)) shapes.push("env");
  if (lines.length > 0 && lines.every((line) => line.includes("=") && !line.includes(": "))) {
    shapes.push("properties", "ini");
    if (isToml(text)) shapes.push("toml");
  }
  return shapes;
}

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

export function formatGuessed({ format, others }: Detected): Entry<"FORMAT_GUESSED">[] {
  if (others.length === 0) return [];
  const message = `The text was read as ${format}; it could also be ${others.join(", ")}`;
  return [{ code: "FORMAT_GUESSED", message, path: "/from", received: format, expected: others }];
}
