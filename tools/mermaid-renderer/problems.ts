/** What mermaid says of a source that it cannot read, as entries with a place and a hint. */
import { BudgetExceeded, type Entry } from "../_core/tool.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { placeAt } from "../_lib/text/position.ts";
import { beginning } from "../_lib/text/shown.ts";
import { showReferences } from "./text/references.ts";
import { HINTS } from "./hints.ts";
import type { Source } from "./source.ts";
import { KEYWORDS } from "./types.ts";
import type { Failure } from "../mermaid-renderer.ts";

export function emptyDiagram({ field }: Source): Entry<Failure> {
  return {
    code: "DIAGRAM_EMPTY",
    message: "Cannot draw the diagram: found no statement, expected a diagram",
    path: "/input",
    ...placeAt(field, field.length),
    expected: "a diagram",
    received: "end of input",
    hint: "Begin with its kind: flowchart LR, sequenceDiagram, classDiagram …",
  };
}

export function unknownDiagram({ field, body, keyword }: Source): Entry<Failure> {
  const [near] = nearest(keyword, KEYWORDS, {
    limit: 1,
    within: Math.max(2, Math.floor(keyword.length / 3)),
  });
  return {
    code: "DIAGRAM_UNKNOWN",
    message: `Cannot draw the diagram: found ${JSON.stringify(beginning(keyword, 80))}, expected its kind`,
    path: "/input",
    ...placeAt(field, body.placeOf(0)),
    expected: near ?? "flowchart, sequenceDiagram, classDiagram …",
    received: beginning(keyword, 80),
    hint: near ? `Did you mean ${near}?` : `Begin with one of ${KEYWORDS.join(", ")}`,
  };
}

export function unsupportedDiagram({ field, body, keyword }: Source): Entry<Failure> {
  return {
    code: "DIAGRAM_UNSUPPORTED",
    message: `Cannot draw the diagram: found ${beginning(keyword, 80)}, expected a kind that is part of mermaid and stable`,
    path: "/input",
    ...placeAt(field, body.placeOf(0)),
    received: beginning(keyword, 80),
    hint: /^zenuml/i.test(keyword)
      ? "sequenceDiagram shows the same"
      : `One of ${KEYWORDS.join(", ")}`,
  };
}

/** What the readers of mermaid throw: of jison, of Langium, of YAML, and plain errors. */
interface Thrown {
  readonly name?: string;
  readonly message?: string;
  readonly hash?: {
    readonly text?: string;
    readonly token?: unknown;
    readonly line?: number;
    readonly loc?: { readonly last_line: number; readonly last_column: number };
    readonly expected?: readonly string[];
  };
  readonly result?: {
    readonly lexerErrors?: readonly { readonly offset?: number; readonly message: string }[];
    readonly parserErrors?: readonly {
      readonly message: string;
      readonly token: { readonly startOffset?: number; readonly image?: string };
    }[];
  };
  readonly mark?: { readonly position: number };
  readonly reason?: string;
}

/** What is wrong, where in the body (undefined where nobody knows), and what could have stood there. */
interface Found {
  readonly message: string;
  readonly at?: number | undefined;
  readonly expected?: readonly string[] | undefined;
}

/** The entry of an error that mermaid threw. Throws what is no verdict on the source. */
export function problemOf(thrown: unknown, source: Source): Entry<Failure> {
  if (thrown instanceof BudgetExceeded) throw thrown;
  const error = thrown as Thrown;
  if (error.name === "UnknownDiagramError") return unknownDiagram(source);
  const { body, field, frontMatter } = source;
  if (error.mark && frontMatter) {
    const offset = frontMatter.placeOf(error.mark.position);
    return syntaxProblem(
      source,
      `Cannot read the front matter: ${error.reason ?? "it is no YAML"}`,
      offset,
    );
  }
  const colour = /^Unsupported color format: (.*)$/.exec(error.message ?? "")?.[1];
  if (colour !== undefined) return themeProblem(source, colour);
  const { message, at, expected } = read(error, body.text);
  if (at === undefined) return syntaxProblem(source, message, undefined, expected);
  const offset = Math.min(body.placeOf(at), field.length);
  return syntaxProblem(source, message, offset, expected);
}

/** A theme variable of a directive, which mermaid calculates other colours from. */
function themeProblem({ field }: Source, colour: string): Entry<Failure> {
  const at = field.indexOf("themeVariables");
  return {
    code: "THEME_VALUE_INVALID",
    message: `Cannot use a theme variable of the source: found ${beginning(colour, 80)}, expected a colour`,
    path: "/input",
    ...(at < 0 ? {} : placeAt(field, at)),
    expected: "a colour",
    received: beginning(colour, 80),
  };
}

function syntaxProblem(
  source: Source,
  message: string,
  offset: number | undefined,
  expected?: readonly string[],
): Entry<Failure> {
  const { field } = source;
  const hint = HINTS.find(({ applies }) => applies(source, offset))?.hint;
  return {
    code: "MERMAID_SYNTAX",
    message,
    path: "/input",
    ...(offset === undefined ? {} : { ...placeAt(field, offset), received: wordAt(field, offset) }),
    ...(expected === undefined || expected.length === 0 ? {} : { expected }),
    ...(hint === undefined ? {} : { hint }),
  };
}

const LONGEST_WORD = 40;

function wordAt(text: string, offset: number): string {
  const word = /^(?:\w+|\s+|[^\w\s]+)/.exec(text.slice(offset, offset + LONGEST_WORD))?.[0];
  return word ?? "end of input";
}

function read(error: Thrown, body: string): Found {
  const { hash, message = "" } = error;
  const found = readLangium(error, body);
  if (found) return found;
  if (hash?.loc) return readJison(hash, hash.loc, body);
  if (hash?.text) {
    const at = body.indexOf(hash.text);
    return { message: told(message), at: at < 0 ? undefined : at, expected: hash.expected };
  }
  const line = /\bon line (\d+)/i.exec(message)?.[1];
  if (line !== undefined) return readLexical(message, Number(line), body);
  const place = /\bat line (\d+), column (\d+)/i.exec(message);
  const at = place ? lineStart(body, Number(place[1])) + Number(place[2]) - 1 : undefined;
  return { message: told(message, error), at };
}

/** A token without an offset is the end. */
function readLangium({ result }: Thrown, body: string): Found | undefined {
  const [lexical] = result?.lexerErrors ?? [];
  const [grammatical] = result?.parserErrors ?? [];
  if (!grammatical) return lexical && { message: told(lexical.message), at: lexical.offset };
  const offset = grammatical.token.startOffset ?? Number.NaN;
  return { message: told(grammatical.message), at: Number.isNaN(offset) ? endOf(body) : offset };
}

/** `loc` ends where the token before ends. */
function readJison(
  { token, text = "", expected = [] }: NonNullable<Thrown["hash"]>,
  loc: { readonly last_line: number; readonly last_column: number },
  body: string,
): Found {
  const isEnd = token === 1 || token === "EOF" || token === "EOF_IN_STRUCT";
  let at = Math.min(lineStart(body, loc.last_line) + loc.last_column, body.length);
  if (isEnd) at = Math.max(at, endOf(body));
  else if (text.trim() !== "") {
    const found = body.indexOf(text.trimEnd(), at);
    if (found >= 0 && body.slice(at, found).trim() === "") at = found;
  } else at += /^[ \t]*/.exec(body.slice(at))?.[0].length ?? 0;
  const names = [...new Set(expected.map(plainToken))];
  const found = isEnd || at >= body.length ? "the end" : JSON.stringify(wordAt(body, at));
  const list =
    names.length > 0
      ? `, expected ${names.slice(0, 6).join(", ")}${names.length > 6 ? " …" : ""}`
      : "";
  return { message: `Cannot read the diagram: found ${found}${list}`, at, expected: names };
}

/** The message shows the line from its beginning, or the 20 characters before the place, and a caret below. */
function readLexical(message: string, line: number, body: string): Found {
  const [, shown = "", caret = ""] = message.split("\n");
  const rest = shown.slice(caret.indexOf("^")).replace(/\.\.\.$/, "");
  const start = lineStart(body, line);
  const at = rest === "" ? start : body.indexOf(rest.slice(0, 10), start);
  const place = at < 0 ? start : at;
  return {
    message: `Cannot read the diagram: found ${JSON.stringify(wordAt(body, place))}, expected a word that this diagram knows`,
    at: place,
  };
}

/** Engines word their own errors each in their way; those are no sentence about the source. */
function told(message = "", error?: Thrown): string {
  const isEngine =
    error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  const plain =
    message
      .replace(/^Parsing failed:\s*/, "")
      .split("\n")[0]
      ?.trim() ?? "";
  if (isEngine || plain === "") return "Cannot draw the diagram: its parts do not fit together";
  return `Cannot read the diagram: ${beginning(showReferences(plain), 300)}`;
}

function lineStart(text: string, line: number): number {
  let at = 0;
  for (let number = 1; number < line; number++) {
    const end = text.indexOf("\n", at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
}

function endOf(body: string): number {
  return body.trimEnd().length;
}

const TOKENS: Readonly<Record<string, string>> = {
  AMP: "&",
  BRKT: "a node",
  COLON: ":",
  COMMA: ",",
  DIAMOND_STOP: "}",
  EOF: "the end",
  ID: "a name",
  LINK: "an arrow",
  MINUS: "-",
  NEWLINE: "a new line",
  NL: "a new line",
  NODE_STRING: "a node",
  NUM: "a number",
  NUMBER_WITH_DECIMAL: "a number",
  PE: ")",
  PIPE: "|",
  PS: "(",
  SEMI: ";",
  SPACE: "a space",
  SQE: "]",
  SQS: "[",
  START_LINK: "an arrow with a text",
  STRUCT_STOP: "}",
  STYLE_SEPARATOR: ":::",
  TXT: ": and a text",
};

function plainToken(name: string): string {
  const plain = name.replace(/^'|'$/g, "");
  return TOKENS[plain] ?? plain;
}
