import {
  HASH,
  isBlank,
  isBreak,
  isFlowIndicator,
  NO_PROPERTIES,
  type Source,
  spacesFrom,
} from "./source.ts";
import type { FlowStyle, ScalarLine, Span, YamlEmpty, YamlFlowScalar } from "./tree.ts";

const COLON = 58;
/** The characters that have a meaning of their own at the begin of a token. */
const INDICATORS = "-?:,[]{}#&*!|>'\"%@`";

/** How a scalar may go on over line ends. */
export interface Folding {
  /** The least indentation of its further lines; undefined where it has to end on its line. */
  readonly indent: number | undefined;
  /** Whether it stands in brackets. */
  readonly flow: boolean;
}

/** The next line of a scalar that holds text. */
interface NextLine {
  /** Offset of the line's first unit that is no blank. */
  readonly start: number;
  readonly lineStart: number;
  /** Empty lines before it. */
  readonly empty: number;
}

/** Whether the character here can begin a plain scalar. */
export function isPlainStart(source: Source, flow: boolean): boolean {
  const character = source.text.charAt(source.at);
  if (character === "" || isBreak(source.unit())) return false;
  if (!INDICATORS.includes(character)) return true;
  if (character !== "-" && character !== "?" && character !== ":") return false;
  return !source.isSpaceAt(source.at + 1) && !(flow && isFlowIndicator(source.unit(1)));
}

/** Reads the plain scalar that begins here. */
export function readPlain(source: Source, { indent, flow }: Folding): YamlFlowScalar {
  const { text, at: start } = source;
  let end = plainEnd(text, start, flow);
  let lines: ScalarLine[] | undefined;
  for (;;) {
    const next = indent === undefined ? undefined : nextPlainLine(source, end, indent);
    if (next === undefined) break;
    const lineEnd = plainEnd(text, next.start, flow);
    if (lineEnd === next.start) break;
    lines ??= [line(text.slice(start, end))];
    addEmpty(lines, next.empty);
    lines.push(line(text.slice(next.start, lineEnd)));
    end = lineEnd;
    source.lineStart = next.lineStart;
  }
  source.at = end;
  source.plainEnd = end;
  source.plainIndent = indent ?? Number.POSITIVE_INFINITY;
  const value = lines === undefined ? text.slice(start, end) : foldLines(lines);
  return flowScalar("plain", { start, end }, value, lines);
}

/** The offset behind the plain text of one line. */
function plainEnd(text: string, from: number, flow: boolean): number {
  let at = from;
  let end = from;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (isBlank(unit)) {
      at++;
      if (text.charCodeAt(at) === HASH) break;
      continue;
    }
    if (isBreak(unit) || (flow && isFlowIndicator(unit))) break;
    if (unit === COLON && endsPlain(text, at + 1, flow)) break;
    at++;
    end = at;
  }
  return end;
}

/** Whether a colon before the offset is an indicator and no text. */
function endsPlain(text: string, at: number, flow: boolean): boolean {
  const unit = text.charCodeAt(at);
  return Number.isNaN(unit) || isBlank(unit) || isBreak(unit) || (flow && isFlowIndicator(unit));
}

function nextPlainLine(source: Source, end: number, indent: number): NextLine | undefined {
  let at = end;
  while (isBlank(source.text.charCodeAt(at))) at++;
  const next = nextLine(source.text, at);
  if (next === undefined || next.start - next.lineStart < indent) return undefined;
  if (spacesFrom(source.text, next.lineStart) < indent) return undefined;
  if (source.text.charCodeAt(next.start) === HASH || source.isMarkerAt(next.lineStart)) {
    return undefined;
  }
  return next;
}

/** Finds the next line with text behind the line end at `at`; undefined where there is none. */
export function nextLine(text: string, at: number): NextLine | undefined {
  let empty = -1;
  let start = at;
  let lineStart = at;
  while (start < text.length && isBreak(text.charCodeAt(start))) {
    start += text.charCodeAt(start) === 13 && text.charCodeAt(start + 1) === 10 ? 2 : 1;
    lineStart = start;
    empty++;
    while (isBlank(text.charCodeAt(start))) start++;
  }
  return empty < 0 || start >= text.length ? undefined : { start, lineStart, empty };
}

export function line(text: string): ScalarLine {
  return { text, joined: false };
}

export function addEmpty(lines: ScalarLine[], count: number): void {
  for (let index = 0; index < count; index++) lines.push(line(""));
}

/** What line ends between two lines are in the content. */
export function separator(empty: number, joined: boolean): string {
  return empty === 0 && !joined ? " " : "\n".repeat(empty);
}

/** Joins the lines of a plain scalar: one line end is a space, more are one line end less. */
function foldLines(lines: readonly ScalarLine[]): string {
  const parts: string[] = [];
  let empty = 0;
  for (const [index, { text }] of lines.entries()) {
    if (text === "") {
      empty++;
      continue;
    }
    if (index > 0) parts.push(separator(empty, false));
    parts.push(text);
    empty = 0;
  }
  return parts.join("");
}

export function flowScalar(
  style: FlowStyle,
  { start, end }: Span,
  value: string,
  lines: readonly ScalarLine[] | undefined,
): YamlFlowScalar {
  return {
    type: "scalar",
    style,
    start,
    end,
    value,
    lines,
    properties: NO_PROPERTIES,
    gap: undefined,
    contentGap: undefined,
    after: undefined,
  };
}

/** A node without content at the offset. */
export function emptyNode(at: number): YamlEmpty {
  return {
    type: "scalar",
    style: "empty",
    start: at,
    end: at,
    value: "",
    properties: NO_PROPERTIES,
    gap: undefined,
    contentGap: undefined,
    after: undefined,
  };
}
