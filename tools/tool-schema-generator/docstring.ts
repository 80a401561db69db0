/** What a docstring says. */
import { indentWidth } from "../_lib/text/lines.ts";

export interface Docstring {
  /** The first paragraph on one line. */
  readonly description: string;
  /** Texts of parameters by their names. */
  readonly parameters: ReadonlyMap<string, string>;
}

const GOOGLE = /^(?:Args|Arguments|Parameters|Keyword Args|Keyword Arguments):$/;
const GOOGLE_ITEM = /^\*{0,2}([\p{L}_][\p{L}\p{M}\p{N}_]*)\s*(?:\([^)]*\))?:\s*(.*)$/su;
const NUMPY_ITEM = /^\*{0,2}([\p{L}_][\p{L}\p{M}\p{N}_, ]*)(?:[^\S ]\s*)?(?::.*)?$/u;
const REST_ITEM =
  /^:(?:param|parameter|arg|argument|key|keyword)\s(?:[^:]*\s)?\*{0,2}([^\s:]+):\s*(.*)$/s;
const SECTION = /^(?:[A-Z][A-Za-z ]*:|:[a-z]+(?:\s[^:]*)?:.*)$/;

/** Reads a docstring in the style of Google, NumPy or reST. */
export function readDocstring(text: string): Docstring {
  const lines = dedented(text);
  const parameters = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const indent = indentWidth(line);
    const rest = REST_ITEM.exec(line.trim());
    if (rest !== null) addItem(parameters, rest, lines, index, indent);
    else if (GOOGLE.test(line.trim())) readGoogle(lines, index, parameters);
    else if (
      /^(?:Other )?Parameters$/.test(line.trim()) &&
      /^-{3,}$/.test((lines[index + 1] ?? "").trim())
    )
      readNumpy(lines, index + 2, parameters);
  }
  return { description: firstParagraph(lines), parameters };
}

function firstParagraph(lines: readonly string[]): string {
  const paragraph: string[] = [];
  for (const [index, line] of lines.entries()) {
    const isUnderlined = /^-{3,}$/.test((lines[index + 1] ?? "").trim());
    const isSection =
      GOOGLE.test(line.trim()) || (SECTION.test(line.trim()) && line.startsWith(":"));
    if (isSection || isUnderlined) break;
    if (line.trim() !== "") paragraph.push(line.trim());
    else if (paragraph.length > 0) break;
  }
  return paragraph.join(" ");
}

type Texts = Map<string, string>;

/** The items below the section's name; they are all indented alike. */
function readGoogle(lines: readonly string[], start: number, texts: Texts): void {
  const section = indentWidth(lines[start] ?? "");
  let own: number | undefined;
  for (let index = start + 1; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.trim() === "") continue;
    const indent = indentWidth(line);
    if (indent <= section) return;
    own ??= indent;
    const item = indent === own ? GOOGLE_ITEM.exec(line.trim()) : null;
    if (item !== null) addItem(texts, item, lines, index, indent);
  }
}

function readNumpy(lines: readonly string[], start: number, texts: Texts): void {
  for (let index = start; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (/^-{3,}$/.test((lines[index + 1] ?? "").trim())) return;
    const item =
      indentWidth(line) === 0 && line.trim() !== "" ? NUMPY_ITEM.exec(line.trim()) : null;
    const text = item === null ? "" : below(lines, index, 0).join(" ");
    for (const name of item?.[1]?.split(",") ?? []) setText(texts, name.trim(), text);
  }
}

function addItem(
  texts: Texts,
  [, name = "", first = ""]: RegExpExecArray,
  lines: readonly string[],
  index: number,
  indent: number,
): void {
  setText(texts, name, [first, ...below(lines, index, indent)].join(" ").trim());
}

/** The first text of a name counts. */
function setText(texts: Texts, name: string, text: string): void {
  if (!texts.has(name)) texts.set(name, text);
}

/** The lines right below that are indented more. */
function below(lines: readonly string[], index: number, indent: number): string[] {
  const found: string[] = [];
  for (let at = index + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "" || indentWidth(line) <= indent) break;
    found.push(line.trim());
  }
  return found;
}

/** Without the indentation that all lines but the first share. */
function dedented(text: string): string[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.replaceAll("\t", "    "));
  let shared = Number.POSITIVE_INFINITY;
  for (const line of lines.slice(1))
    if (line.trim() !== "") shared = Math.min(shared, indentWidth(line));
  return lines.map((line, index) =>
    index === 0 ? line.trimStart() : line.slice(Math.min(shared, line.length)),
  );
}
