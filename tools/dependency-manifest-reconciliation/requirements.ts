/** requirements.txt and requirements.in: a requirement a line, options and comments. */
import type { Entry } from "../_core/tool.ts";
import { quoted } from "../_lib/text/shown.ts";
import { linesOf, Unreadable } from "./data.ts";
import { type PythonSpec, readPythonSpec } from "./python-requirement.ts";

export interface RequirementLine extends PythonSpec {
  readonly hasHash: boolean;
}

export interface Requirements {
  readonly lines: RequirementLine[];
  readonly warnings: Entry<"INCLUDE_SKIPPED">[];
}

interface LogicalLine {
  readonly text: string;
  readonly line: number;
}

/** The lines without comments, those that end with a backslash joined with the next one. */
function logicalLines(text: string): LogicalLine[] {
  const lines: LogicalLine[] = [];
  let parts: string[] = [];
  let start = 1;
  for (const [at, line] of linesOf(text).entries()) {
    if (parts.length === 0) start = at + 1;
    const isComment = /^\s*#/.test(line);
    const goesOn = !isComment && /\\\s*$/.test(line);
    parts.push(goesOn ? line.replace(/\\\s*$/, " ") : line.replace(/(?:^|\s)#.*/s, ""));
    if (goesOn) continue;
    lines.push({ text: parts.join("").trim(), line: start });
    parts = [];
  }
  if (parts.length > 0) lines.push({ text: parts.join("").trim(), line: start });
  return lines.filter((line) => line.text !== "");
}

/** Whether each line is a requirement or an option, and at least so many name a version. */
export function isRequirements(text: string, least = 1): boolean {
  const lines = logicalLines(text).filter(
    (line) => !line.text.startsWith("-") && !isPlace(line.text),
  );
  const specs = lines.map((line) => readPythonSpec(withoutOptions(line.text)));
  if (specs.some((spec) => spec === undefined)) return false;
  return specs.filter((spec) => /[=<>~]/.test(spec?.specifiers ?? "")).length >= least;
}

export function readRequirements(text: string, path: string): Requirements {
  const read: Requirements = { lines: [], warnings: [] };
  for (const { text: line, line: number } of logicalLines(text)) {
    if (line.startsWith("-")) readOption(line, number, path, read);
    else if (isPlace(line)) addPlace(line, read);
    else {
      const spec = readPythonSpec(withoutOptions(line));
      if (spec === undefined) throw problem(line, number, path);
      read.lines.push({ ...spec, hasHash: /\s--hash[= ]\S/.test(line) });
    }
  }
  return read;
}

/** Options that stand behind a requirement, such as its hashes. */
function withoutOptions(line: string): string {
  const at = line.search(/\s--?[a-z]/);
  return at < 0 ? line : line.slice(0, at);
}

/** `-r` and `-c` name other files, `-e` a place; all else says how to install. */
function readOption(line: string, number: number, path: string, read: Requirements): void {
  const [, option = "", value = ""] = /^(--?[A-Za-z-]+)[= ]?\s*(\S*)/.exec(line) ?? [];
  if (/^(?:-r|-c|--requirement|--constraint)$/.test(option) || /^-[rc][^-]/.test(line)) {
    const message = `The line names another file, which is not read: ${quoted(line)}`;
    read.warnings.push({ code: "INCLUDE_SKIPPED", message, path, line: number });
  }
  if (option === "-e" || option === "--editable") addPlace(value, read);
}

/** Whether the line is an address or a folder. */
function isPlace(line: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\.{0,2}\/|\.{1,2}$)/i.test(line);
}

/** A place alone can be held against others only where it ends with `#egg=name`. */
function addPlace(text: string, read: Requirements): void {
  const [url = ""] = text.split(/\s/, 1);
  const [, egg = ""] = /[#&]egg=([A-Za-z0-9._-]+)/.exec(url) ?? [];
  const spec = readPythonSpec(egg);
  if (spec) read.lines.push({ ...spec, url, hasHash: false });
}

function problem(line: string, number: number, path: string): Unreadable {
  const message = `Cannot read requirements: found ${quoted(line)}, expected a requirement, an option or a comment`;
  return new Unreadable({ message, path, line: number });
}
