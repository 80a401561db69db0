import type { ShellInput } from "./command.ts";
import type { BodyPart } from "../curl-converter.ts";

/** How `--data…` and `--json` read their value. */
export type DataKind = "ascii" | "raw" | "binary" | "urlencode" | "json";

/** Percent-encodes all but `A-Za-z0-9-._~` in upper case; a space becomes `+`. */
export function formEncode(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let encoded = "";
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    if (/[A-Za-z0-9\-._~]/.test(character)) encoded += character;
    else encoded += byte === 32 ? "+" : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return encoded;
}

/** One data option as the piece of the body that it adds. */
export function readData(kind: DataKind, value: string, input: ShellInput | undefined): BodyPart {
  if (kind === "raw") return { text: value };
  if (kind === "urlencode") return readUrlencoded(value, input);
  if (!value.startsWith("@")) return { text: value };
  const stripNewlines = kind === "ascii";
  return readFile(value.slice(1), stripNewlines, input);
}

/** A file, or standard input for `-`, whose text is known where the command line gives it. */
function readFile(file: string, stripNewlines: boolean, input: ShellInput | undefined): BodyPart {
  if (file !== "-" || input === undefined) return { file, stripNewlines };
  if (input.kind === "file") return { file: input.file, stripNewlines };
  return { text: stripNewlines ? input.text.replaceAll(/[\r\n\0]/g, "") : input.text };
}

/** `content`, `=content`, `name=content`, `@file`, `name@file`. */
function readUrlencoded(value: string, input: ShellInput | undefined): BodyPart {
  const mark = value.search(/[=@]/);
  if (mark < 0) return { text: formEncode(value) };
  const name = value.slice(0, mark);
  const content = value.slice(mark + 1);
  const prefix = name === "" ? "" : `${name}=`;
  if (value[mark] === "=") return { text: prefix + formEncode(content) };
  if (content === "-" && input?.kind === "text") return { text: prefix + formEncode(input.text) };
  const file = content === "-" && input?.kind === "file" ? input.file : content;
  return { file, name, urlencode: true };
}

/** Pieces in order with `separator` between them; neighbouring texts become one. */
export function joinParts(
  pieces: readonly { readonly part: BodyPart; readonly separator: string }[],
): BodyPart[] {
  const joined: BodyPart[] = [];
  const put = (part: BodyPart): void => {
    const last = joined.at(-1);
    if ("text" in part && last && "text" in last)
      joined[joined.length - 1] = { text: last.text + part.text };
    else if (!("text" in part) || part.text !== "" || joined.length === 0) joined.push(part);
  };
  for (const [index, { part, separator }] of pieces.entries()) {
    if (index > 0 && separator !== "") put({ text: separator });
    put(part);
  }
  return joined;
}
