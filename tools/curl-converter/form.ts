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
  const { text, rest } = readQuoted(value);
  const { type, fileName } = readParameters(rest);
  const contentType = type ?? (fileName === undefined ? undefined : typeByName(fileName));
  return [
    {
      name,
      value: text,
      ...(contentType === undefined ? {} : { contentType }),
      ...(fileName === undefined ? {} : { fileName }),
    },
  ];
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
  const { type, fileName } = readParameters(rest);
  const shownName = fileName ?? (asText ? null : baseName(file));
  return {
    name,
    file,
    fileName: shownName,
    contentType: type ?? typeOfFile(file, shownName),
    asText: shownName === null,
  };
}

interface Parameters {
  readonly type: string | undefined;
  readonly fileName: string | undefined;
}

/** `;type=…` with parameters of its own, and `;filename=…`; the last of a name holds, unknown ones are skipped. */
function readParameters(rest: string): Parameters {
  let type: string | undefined;
  let fileName: string | undefined;
  for (let left = rest; left.startsWith(";");) {
    const parameter = /^;\s*(type|filename|encoder|headers)=/.exec(left);
    const behind = left.slice(parameter ? parameter[0].length : 1);
    const value = parameter?.[1] === "type" ? readType(behind) : readQuoted(behind);
    if (parameter?.[1] === "type") type = value.text;
    if (parameter?.[1] === "filename") fileName = value.text;
    left = value.rest;
  }
  return { type, fileName };
}

function readType(text: string): Piece {
  const end = text.search(/;\s*(?:type|filename|encoder|headers)=/);
  const type = end < 0 ? text : text.slice(0, end);
  return { text: type.trimEnd(), rest: text.slice(type.length) };
}

/** The table of curl, which looks at the end of a name only. */
const TYPES: readonly (readonly [ending: string, type: string])[] = [
  [".gif", "image/gif"],
  [".jpg", "image/jpeg"],
  [".jpeg", "image/jpeg"],
  [".png", "image/png"],
  [".svg", "image/svg+xml"],
  [".txt", "text/plain"],
  [".htm", "text/html"],
  [".html", "text/html"],
  [".pdf", "application/pdf"],
  [".xml", "application/xml"],
];

function typeByName(name: string): string | undefined {
  return TYPES.find(([ending]) => name.toLowerCase().endsWith(ending))?.[1];
}

/** By the name that is sent, else by the file's own; a part without a name says no more than that it is text. */
function typeOfFile(file: string, sentName: string | null): string | null {
  if (file === "-") return (sentName === null ? undefined : typeByName(sentName)) ?? null;
  const type = (sentName === null ? undefined : typeByName(sentName)) ?? typeByName(file);
  if (sentName === null) return type === undefined || type === "text/plain" ? null : type;
  return type ?? "application/octet-stream";
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
