/** Environment files by the grammar of dotenv 17, but that a name, its sign and the beginning of its value share a line. */
import { endOfLine, nextLine } from "../../text/position.ts";
import { beginning } from "../../text/shown.ts";
import { FlatReader } from "./flat-reader.ts";
import type { ConfigSource, ReadOptions, Unreadable } from "./source.ts";

/** A comment from its `#` to the end of the line. */
export interface EnvComment {
  readonly type: "comment";
  readonly start: number;
  readonly end: number;
}

export interface EnvVariable {
  readonly type: "variable";
  readonly name: string;
  readonly value: string;
  /** Where the name begins. */
  readonly start: number;
  /** What stands behind the value. */
  readonly comment: EnvComment | undefined;
  /** What was written where a variable could be meant, which is nothing in single quotes and backticks. */
  readonly expandable: string;
  /** The offset of a quotation mark that is never closed and therefore part of the value. */
  readonly unclosedAt: number | undefined;
}

/** A line with nothing on it, or with something else than a variable or a comment. */
export interface EnvOther {
  readonly type: "blank" | "unknown";
  readonly start: number;
}

export type EnvItem = EnvComment | EnvVariable | EnvOther;

const COMMENT = /[^\S\r\n]*#/y;
const HEAD = /([^\S\r\n]*(?:export[^\S\r\n]+)?)([\w.-]+)(?:[^\S\r\n]*=|:(?=\s|$))[^\S\r\n]*/y;
/** What may stand behind a closing quote. */
const TAIL = /[^\S\r\n]*(?=[#\r\n]|$)/y;
const QUOTE = /["'`]/;

/** What a .env file holds, in its order; nothing is expanded. */
export function* readEnv(text: string): Generator<EnvItem, void> {
  for (let at = 0; at < text.length;) {
    const comment = matchAt(COMMENT, text, at);
    const read = comment ? undefined : readVariable(text, at);
    const end = read?.end ?? endOfLine(text, at);
    if (comment) yield { type: "comment", start: at + comment[0].length - 1, end };
    else if (read) yield read.variable;
    else yield { type: text.slice(at, end).trim() === "" ? "blank" : "unknown", start: at };
    at = nextLine(text, end);
  }
}

interface Read {
  readonly variable: EnvVariable;
  /** The end of its last line. */
  readonly end: number;
}

type Value = Pick<EnvVariable, "value" | "expandable" | "unclosedAt"> & { readonly end: number };

function readVariable(text: string, at: number): Read | undefined {
  const head = matchAt(HEAD, text, at);
  if (!head) return undefined;
  const [all, lead = "", name = ""] = head;
  const from = at + all.length;
  const { end: behind, ...value } = readQuoted(text, from) ?? readUnquoted(text, from);
  const end = endOfLine(text, behind);
  const mark = text.slice(behind, end).indexOf("#");
  const comment = mark < 0 ? undefined : ({ type: "comment", start: behind + mark, end } as const);
  return { variable: { type: "variable", name, start: at + lead.length, comment, ...value }, end };
}

/** Undefined where no quotes enclose all that stands there up to a comment or the end of a line. */
function readQuoted(text: string, from: number): Value | undefined {
  const quote = text.charAt(from);
  const close = QUOTE.test(quote) ? closingQuote(text, from, quote) : -1;
  if (close < 0) return undefined;
  const body = text.slice(from + 1, close).replaceAll(/\r\n?/g, "\n");
  return { ...meaningOf(quote, body), unclosedAt: undefined, end: close + 1 };
}

/** The next quote that is not behind a backslash; where other text follows it, the last one that is. */
function closingQuote(text: string, from: number, quote: string): number {
  const escaped: number[] = [];
  let at = text.indexOf(quote, from + 1);
  for (; at >= 0 && text.charAt(at - 1) === "\\"; at = text.indexOf(quote, at + 1)) {
    escaped.push(at);
  }
  const candidates = at < 0 ? escaped : [...escaped, at];
  return candidates.findLast((place) => matchAt(TAIL, text, place + 1) !== undefined) ?? -1;
}

/** Quotation marks around all of it are still none of the value. */
function readUnquoted(text: string, from: number): Value {
  const [line = ""] = text.slice(from, endOfLine(text, from)).split("#", 1);
  const written = line.trim();
  const first = written.charAt(0);
  const isQuoted = QUOTE.test(first);
  const isEnclosed = isQuoted && written.length > 1 && written.endsWith(first);
  return {
    ...meaningOf(first, isEnclosed ? written.slice(1, -1) : written),
    unclosedAt: isQuoted && !written.includes(first, 1) ? from : undefined,
    end: from + line.length,
  };
}

/** Only double quotes know escapes, and of those only the two of line ends. */
function meaningOf(quote: string, body: string): Pick<Value, "value" | "expandable"> {
  if (quote === "'" || quote === "`") return { value: body, expandable: "" };
  if (quote !== '"') return { value: body, expandable: body };
  const value = body.replaceAll(String.raw`\n`, "\n").replaceAll(String.raw`\r`, "\r");
  return { value, expandable: body };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

const VARIABLE = /\$(?:\{|[A-Za-z_])/;

/** Reads a .env file as a configuration, in which every line has to be understood. */
export function readEnvConfig(text: string, options: ReadOptions): ConfigSource | Unreadable {
  const reader = new FlatReader(text, "env", options);
  for (const item of readEnv(reader.text)) {
    if (item.type === "comment") reader.comment(item.start, item.end);
    else if (item.type === "variable") addVariable(reader, item);
    else if (item.type === "unknown") refuseLine(reader, item);
    if (reader.failed) break;
  }
  return reader.finish();
}

function addVariable(reader: FlatReader, variable: EnvVariable): void {
  const { name, value, start, comment, expandable, unclosedAt } = variable;
  if (unclosedAt !== undefined) {
    const quote = reader.text.charAt(unclosedAt);
    const found = `a ${quote} that is never closed`;
    return reader.fail("ENV_SYNTAX", unclosedAt, found, `the closing ${quote}`);
  }
  if (VARIABLE.test(expandable.replaceAll(/\\./gs, ""))) {
    reader.warn("VARIABLE_KEPT", start, `A variable in ${beginning(name, 40)} was not expanded`);
  }
  reader.value([name], value, start);
  if (comment) reader.comment(comment.start, comment.end);
}

const NAME = /[^\S\r\n]*(?:export[^\S\r\n]+)?[\w.-]*/y;

function refuseLine(reader: FlatReader, { start }: EnvOther): void {
  const offset = start + (matchAt(NAME, reader.text, start)?.[0].length ?? 0);
  const expected = "NAME=value, a comment or a blank line";
  reader.fail("ENV_SYNTAX", offset, "a line without =", expected);
}
