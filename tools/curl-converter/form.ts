import type { FormField } from "../curl-converter.ts";

/** Reads `-F name=value`, `name=@path`, several files with commas, `name=<path`; undefined without a name. */
export function readForm(spec: string): FormField[] | undefined {
  const equals = spec.indexOf("=");
  if (equals < 0) return undefined;
  const name = spec.slice(0, equals);
  const value = spec.slice(equals + 1);
  if (value.startsWith("@")) {
    return splitFiles(value.slice(1)).map((file) => readFile(name, file, false));
  }
  if (value.startsWith("<")) return [readFile(name, value.slice(1), true)];
  return [{ name, value: readQuoted(value).text }];
}

interface Piece {
  readonly text: string;
  /** What follows behind the piece. */
  readonly rest: string;
}

/** A value in quotes, or up to the first `;`. */
function readQuoted(value: string): Piece {
  const quoted = /^"((?:[^"\\]|\\[\s\S])*)"/.exec(value);
  if (quoted) {
    const text = (quoted[1] ?? "").replaceAll(/\\(["\\])/g, "$1");
    return { text, rest: value.slice(quoted[0].length) };
  }
  const end = value.indexOf(";");
  return end < 0
    ? { text: value, rest: "" }
    : { text: value.slice(0, end), rest: value.slice(end) };
}

function readFile(name: string, spec: string, asText: boolean): FormField {
  const { text: file, rest } = readQuoted(spec);
  let contentType: string | null = null;
  let fileName: string | null = null;
  for (let left = rest; left.startsWith(";");) {
    const parameter = /^;\s*(type|filename|encoder|headers)=/.exec(left);
    if (!parameter) break;
    const value = readQuoted(left.slice(parameter[0].length));
    if (parameter[1] === "type") contentType = value.text;
    if (parameter[1] === "filename") fileName = value.text;
    left = value.rest;
  }
  return {
    name,
    file,
    fileName: fileName ?? (asText ? null : baseName(file)),
    contentType,
    asText,
  };
}

/** `a.txt,b.txt;type=x`: commas outside quotes separate files. */
function splitFiles(value: string): string[] {
  const files: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < value.length; at++) {
    if (value[at] === "\\" && quoted) at++;
    else if (value[at] === '"') quoted = !quoted;
    else if (value[at] === "," && !quoted) {
      files.push(value.slice(start, at));
      start = at + 1;
    }
  }
  files.push(value.slice(start));
  return files;
}

export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
