import { endOfLine, nextLine } from "../../text/position.ts";
import { beginning } from "../../text/shown.ts";
import { FlatReader, unescapeText } from "./flat-reader.ts";
import type { ConfigSource, ReadOptions, Unreadable } from "./source.ts";

const NAME = /([ \t]*(?:export[ \t]+)?)([\w.-]+)[ \t]*(?:=|:(?=[ \t]|$))[ \t]*/my;
const BLANK_LINE = /[ \t]*(?=[#\r\n]|$)/y;
const AFTER_QUOTE = /[ \t]*(?:#|(?=[\r\n]|$))/y;
const ESCAPED = /\\([nrt\\"$])/g;
const VARIABLE = /\$(?:\{|[A-Za-z_])/;

/** A variable as it is written. */
export interface EnvVariable {
  readonly name: string;
  readonly value: string;
  readonly start: number;
}

/** Reads a .env file by the rules of dotenv; nothing is expanded. */
export function readEnvConfig(text: string, options: ReadOptions): ConfigSource | Unreadable {
  const reader = new FlatReader(text, "env", options);
  for (let at = 0; at < reader.text.length && !reader.failed;) {
    at = readLine(reader, at);
  }
  return reader.finish();
}

/** Reads what begins at the offset, and gives that of the line behind it. */
function readLine(reader: FlatReader, at: number): number {
  const { text } = reader;
  const blank = match(BLANK_LINE, text, at);
  if (blank !== undefined) return skipComment(reader, at + blank[0].length);
  const head = match(NAME, text, at);
  if (head === undefined) {
    const offset =
      at + (/^[ \t]*(?:export[ \t]+)?[\w.-]*/.exec(lineFrom(text, at))?.[0].length ?? 0);
    reader.fail("ENV_SYNTAX", offset, "a line without =", "NAME=value, a comment or a blank line");
    return text.length;
  }
  const [all, lead = "", name = ""] = head;
  const start = at + lead.length;
  const from = at + all.length;
  const quote = text.charAt(from);
  if (quote === '"' || quote === "'" || quote === "`") {
    return readQuoted(reader, { name, start }, from, quote);
  }
  const end = endOfLine(text, from);
  const line = text.slice(from, end);
  const comment = /^#|[ \t]#/.exec(line);
  add(reader, name, line.slice(0, comment?.index ?? line.length).trim(), start);
  return comment === null
    ? nextLine(text, end)
    : skipComment(reader, from + line.indexOf("#", comment.index));
}

function readQuoted(
  reader: FlatReader,
  { name, start }: Pick<EnvVariable, "name" | "start">,
  from: number,
  quote: string,
): number {
  const { text } = reader;
  const end = closingQuote(text, from, quote);
  if (end < 0) {
    reader.fail("ENV_SYNTAX", from, `a ${quote} that is never closed`, `the closing ${quote}`);
    return text.length;
  }
  const after = match(AFTER_QUOTE, text, end + 1);
  if (after === undefined) {
    reader.fail("ENV_SYNTAX", end + 1, "text behind the closing quote", "a comment or a line end");
    return text.length;
  }
  const body = text.slice(from + 1, end).replaceAll(/\r\n?/g, "\n");
  add(
    reader,
    name,
    quote === '"' ? unescapeText(body, ESCAPED) : body,
    start,
    quote !== '"' ? "" : body,
  );
  const rest = end + 1 + after[0].length;
  return after[0].endsWith("#") ? skipComment(reader, rest - 1) : nextLine(text, rest);
}

/** In double quotes a backslash keeps the next character from closing them. */
function closingQuote(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === quote) return at;
    if (character === "\\" && quote === '"') at++;
  }
  return -1;
}

/** `written` is where a variable could have been meant: not in single quotes or backticks. */
function add(
  reader: FlatReader,
  name: string,
  value: string,
  start: number,
  written = value,
): void {
  if (VARIABLE.test(written.replaceAll(/\\./gs, ""))) {
    reader.warn("VARIABLE_KEPT", start, `A variable in ${beginning(name, 40)} was not expanded`);
  }
  reader.value([name], value, start);
}

function skipComment(reader: FlatReader, at: number): number {
  const end = endOfLine(reader.text, at);
  if (reader.text.charAt(at) === "#") reader.comment(at, end);
  return nextLine(reader.text, end);
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function lineFrom(text: string, at: number): string {
  return text.slice(at, endOfLine(text, at));
}
