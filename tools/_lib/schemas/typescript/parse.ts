// The parser reads all of TypeScript, so that types are found between any code around them.
import { type ParserPlugin, parse } from "@babel/parser";
import type { File, Statement } from "@babel/types";
import type { Problem } from "../../results/syntax-problem.ts";
import { nestingOf } from "./nesting.ts";

export interface Source {
  readonly text: string;
  readonly statements: readonly Statement[];
}

export type ReadFailure = "TS_SYNTAX" | "INPUT_TOO_DEEP";

const PLUGINS: readonly ParserPlugin[] = [
  "typescript",
  "decorators-legacy",
  "decoratorAutoAccessors",
];

/** Findings of the parser that are about grammar; its others are about meaning, and types can still be read. */
const GRAMMAR: ReadonlySet<string> = new Set([
  "EmptyHeritageClauseType",
  "EmptyNamespaceName",
  "EmptyTypeArguments",
  "EmptyTypeParameters",
  "InvalidDigit",
  "InvalidCodePoint",
  "InvalidEscapeSequence",
  "InvalidEscapeSequenceTemplate",
  "InvalidIdentifier",
  "InvalidNamespaceName",
  "InvalidOrUnexpectedToken",
  "InvalidTupleMemberLabel",
  "MissingClassName",
  "MissingEqInAssignment",
  "MissingInterfaceName",
  "MissingSemicolon",
  "NumberIdentifier",
  "UnexpectedKeyword",
  "UnexpectedNumericSeparator",
  "UnexpectedReservedWord",
  "UnexpectedToken",
  "UnterminatedComment",
  "UnterminatedRegExp",
  "UnterminatedString",
  "UnterminatedTemplate",
]);

interface Finding {
  readonly reasonCode: string;
  /** NaN where the parser knows the line and the column alone. */
  readonly pos: number;
  readonly loc: { readonly line: number; readonly column: number };
  readonly message: string;
}

/** The statements of a text, or why and where it is no TypeScript. */
export function parseTypeScript(text: string): Source | Problem<ReadFailure> {
  const nesting = nestingOf(text);
  if (nesting.tooDeepAt >= 0) return tooDeep(nesting.tooDeepAt);
  const plain = attempt(text, PLUGINS);
  if ("statements" in plain) return { text, statements: plain.statements };
  if (plain.overflow) return tooDeep(nesting.deepestAt);
  // Elements have an end, and to read the text again is in vain where there is none.
  if (!/<\/|\/>/.test(text)) return syntaxProblem(text, plain.finding);
  const withElements = attempt(text, [...PLUGINS, "jsx"]);
  if ("statements" in withElements) return { text, statements: withElements.statements };
  return syntaxProblem(text, plain.finding);
}

/** The problem of a text nested deeper than the 1,000 levels that there may be. */
export function tooDeep(offset: number): Problem<"INPUT_TOO_DEEP"> {
  return {
    code: "INPUT_TOO_DEEP",
    offset,
    found: "the 1,001st level of nesting",
    expected: "at most 1,000 levels",
  };
}

type Attempt =
  | { readonly statements: readonly Statement[] }
  | { readonly overflow: boolean; readonly finding: Finding };

function attempt(text: string, plugins: readonly ParserPlugin[]): Attempt {
  let file: File & { readonly errors: readonly object[] | null };
  try {
    file = parse(text, {
      sourceType: "module",
      errorRecovery: true,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      plugins: [...plugins],
    }) as typeof file;
  } catch (error) {
    const overflow = error instanceof RangeError;
    return { overflow, finding: error as unknown as Finding };
  }
  const findings = (file.errors ?? []) as readonly Finding[];
  const finding = findings.find(({ reasonCode }) => GRAMMAR.has(reasonCode));
  return finding === undefined ? { statements: file.program.body } : { overflow: false, finding };
}

function syntaxProblem(text: string, finding: Finding): Problem<"TS_SYNTAX"> {
  const { offset, found, expected } = placeOf(text, finding);
  return { code: "TS_SYNTAX", offset, found: found ?? foundAt(text, offset), expected };
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/g;

function positionOf(text: string, { pos, loc }: Finding): number {
  if (!Number.isNaN(pos)) return pos;
  const starts = [
    0,
    ...[...text.matchAll(LINE_END)].map(({ 0: end, index }) => index + end.length),
  ];
  return (starts[loc.line - 1] ?? 0) + loc.column;
}

function placeOf(
  text: string,
  finding: Finding,
): { offset: number; found?: string; expected: string } {
  const { reasonCode, message } = finding;
  const pos = positionOf(text, finding);
  const end = text.length;
  switch (reasonCode) {
    case "UnterminatedString": {
      const offset = endOfString(text, pos);
      const found = offset < end ? "a line end in a string" : "an open string";
      return { offset, found, expected: "a closing quote" };
    }
    case "UnterminatedTemplate":
      return { offset: end, found: "an open template", expected: "a closing backtick" };
    case "UnterminatedComment":
      return { offset: end, found: "an open comment", expected: "*/" };
    case "MissingSemicolon":
      return { offset: skipBlank(text, pos), expected: "; or the end of the line" };
    case "MissingInterfaceName":
      return { offset: pos, expected: "a name" };
    default: {
      const wanted = /expected (".*?")/.exec(message ?? "")?.[1];
      return { offset: Math.min(pos ?? 0, end), expected: wanted ?? "TypeScript declarations" };
    }
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r")
    at += text[at] === "\\" ? 2 : 1;
  return Math.min(at, text.length);
}

/** The offset of the next token: white space and comments may stand anywhere. */
function skipBlank(text: string, from: number): number {
  const blank = /\s+|\/\/[^\r\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//y;
  blank.lastIndex = from;
  let at = from;
  while (blank.test(text)) at = blank.lastIndex;
  return at;
}

function foundAt(text: string, offset: number): string {
  if (offset >= text.length) return "the end of the text";
  const word = /^[\p{ID_Start}$_][\p{ID_Continue}$]{0,39}/u.exec(text.slice(offset, offset + 40));
  return `"${word?.[0] ?? String.fromCodePoint(text.codePointAt(offset) ?? 0)}"`;
}
