import { Fault, openedAt, type RelatedPlace } from "../../results/syntax-problem.ts";
import { DEEPEST } from "../../json/tree/problem.ts";
import { characterAt, describe } from "../../text/character.ts";
import { countCodePoints } from "../../text/code-points.ts";
import type {
  CommentLine,
  Gap,
  Properties,
  Span,
  YamlAlias,
  YamlAnchor,
  YamlComment,
  YamlFailure,
  YamlProblem,
} from "./tree.ts";

export const TAB = 9;
export const LF = 10;
export const CR = 13;
export const SPACE = 32;
export const HASH = 35;

/** Characters that are not printable, which YAML allows in quotes alone. */
export const QUOTED_ONLY = /[\u007f-\u0084\u0086-\u009f\ufeff\ufffe\uffff]/;

const NO_LINES: CommentLine[] = [];
export const NO_GAP: Gap = { inline: undefined, lines: NO_LINES, blank: false, breaks: 0 };
const LINE_END: Gap = { ...NO_GAP, breaks: 1 };
const BLANK_LINE: Gap = { ...NO_GAP, blank: true, breaks: 2 };

export const NO_PROPERTIES: Properties = { list: [], anchor: undefined, tag: undefined };

/** A place to go back to. */
export interface SavedPlace {
  readonly at: number;
  readonly lineStart: number;
  readonly comments: number;
}

interface OpenGap {
  inline: YamlComment | undefined;
  lines: CommentLine[];
  /** Line ends since the last token or comment. */
  lineEnds: number;
  breaks: number;
}

/** A text being read: the place, its line, and what was gathered on the way. */
export class Source {
  readonly text: string;
  at = 0;
  /** Where the current line begins. */
  lineStart = 0;
  /** Spaces at the begin of the current line. */
  indent = 0;
  /** Whether the token here is the first on its line. */
  fresh = true;
  /** Whether a tab stands before the token here, since the line's begin or the token before. */
  tabbed = false;
  depth = 0;
  /** Where the plain scalar read last ends, and the least indentation of a further line of it. */
  plainEnd = -1;
  plainIndent = 0;
  /** Comment lines that no node has taken yet. */
  pending: readonly CommentLine[] = NO_LINES;
  /** Whether a blank line stands right before the token here. */
  blank = false;
  readonly comments: YamlComment[] = [];
  readonly problems: YamlProblem[] = [];
  readonly anchors: YamlAnchor[] = [];
  readonly aliases: YamlAlias[] = [];
  /** The anchors of the current document by name; a later one replaces an earlier. */
  named = new Map<string, YamlAnchor>();
  /** The tag handles of the current document and their prefixes. */
  handles = new Map<string, string>();
  /** Quoted scalars, gathered where the text holds a character that only they may hold. */
  readonly quoted: Span[] | undefined;
  /** Where quotes and brackets open that are not closed yet. */
  readonly opened: number[] = [];
  /** The quoted scalar read last of those that span lines. */
  wide: Span | undefined;
  /** Offsets of byte order marks before documents. */
  readonly marks: number[] = [];

  constructor(text: string) {
    this.text = text;
    this.quoted = QUOTED_ONLY.test(text) ? [] : undefined;
  }

  unit(ahead = 0): number {
    return this.text.charCodeAt(this.at + ahead);
  }

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  get column(): number {
    return this.at - this.lineStart;
  }

  /** Takes blanks, line ends and comments up to the next token. */
  gap(): Gap {
    this.fresh = this.at === this.lineStart;
    this.tabbed = false;
    // A line that begins here is like one that follows a line end.
    const open: OpenGap = { inline: undefined, lines: NO_LINES, lineEnds: 0, breaks: 0 };
    if (this.fresh) open.lineEnds = 1;
    let spaced = this.fresh || isBlank(this.unit(-1));
    for (;;) {
      const unit = this.unit();
      if (isBlank(unit)) {
        this.tabbed ||= unit === TAB;
        this.at++;
      } else if (isBreak(unit)) this.#passBreak(open);
      else if (unit === HASH && spaced) this.#passComment(open);
      else break;
      spaced = true;
    }
    if (this.fresh) this.indent = this.tabbed ? spacesFrom(this.text, this.lineStart) : this.column;
    return closed(open);
  }

  #passBreak(open: OpenGap): void {
    this.at = this.behindBreak(this.at);
    this.lineStart = this.at;
    this.fresh = true;
    this.tabbed = false;
    open.lineEnds++;
    open.breaks++;
  }

  #passComment(open: OpenGap): void {
    const comment = this.takeComment();
    if (!this.fresh) open.inline = comment;
    else {
      const line = { comment, blank: open.lineEnds > 1 };
      if (open.lines === NO_LINES) open.lines = [line];
      else open.lines.push(line);
    }
    open.lineEnds = 0;
  }

  /** Takes the comment that begins here, up to the end of its line. */
  takeComment(): YamlComment {
    const { at: start, column } = this;
    this.at = this.endOfLine(start);
    let end = this.at;
    while (isBlank(this.text.charCodeAt(end - 1))) end--;
    const comment = { start, end, column };
    this.comments.push(comment);
    return comment;
  }

  /** The place here, to go back to where only a gap was read since. */
  save(): SavedPlace {
    return { at: this.at, lineStart: this.lineStart, comments: this.comments.length };
  }

  restore({ at, lineStart, comments }: SavedPlace): void {
    this.at = at;
    this.lineStart = lineStart;
    this.comments.length = comments;
  }

  /** Keeps what stands before the next token of a block for whoever it belongs to. */
  keep(gap: Gap): void {
    this.pending = gap.lines;
    this.blank = gap.blank;
  }

  /** Gives the comment lines that nobody has taken. */
  takePending(): readonly CommentLine[] {
    const { pending } = this;
    this.pending = NO_LINES;
    return pending;
  }

  /** Takes the first comment lines that stand in the column or right of it. */
  takePendingFrom(column: number): readonly CommentLine[] {
    const { pending } = this;
    if (pending.length === 0) return pending;
    const end = pending.findIndex(({ comment }) => comment.column < column);
    if (end < 0) return this.takePending();
    if (end === 0) return NO_LINES;
    this.pending = pending.slice(end);
    return pending.slice(0, end);
  }

  /** Moves behind the spaces and tabs here. */
  skipBlanks(): void {
    while (isBlank(this.unit())) this.at++;
  }

  /** The offset of the next line end, or of the end of the text. */
  endOfLine(from: number): number {
    let at = from;
    while (at < this.text.length && !isBreak(this.text.charCodeAt(at))) at++;
    return at;
  }

  /** The offset behind the line end that stands at `at`. */
  behindBreak(at: number): number {
    const pair = this.text.charCodeAt(at) === CR && this.text.charCodeAt(at + 1) === LF;
    return at + (pair ? 2 : 1);
  }

  /** Whether the indicator character here stands alone: a blank or the line's end follows. */
  isIndicator(character: string): boolean {
    return this.text.charAt(this.at) === character && this.isSpaceAt(this.at + 1);
  }

  /** Whether a blank, a line end or the end of the text is at the offset. */
  isSpaceAt(at: number): boolean {
    const unit = this.text.charCodeAt(at);
    return Number.isNaN(unit) || isBlank(unit) || isBreak(unit);
  }

  /** Whether `---` or `...` stands alone at the offset, the begin of a line. */
  isMarkerAt(at: number): boolean {
    const { text } = this;
    const first = text.charCodeAt(at);
    if (first !== 45 && first !== 46) return false;
    return (text.startsWith("---", at) || text.startsWith("...", at)) && this.isSpaceAt(at + 3);
  }

  /** Whether the token here is a document marker. */
  get atMarker(): boolean {
    return this.at === this.lineStart && this.isMarkerAt(this.at);
  }

  /** Opens a collection at the offset; more than 1,000 in one another end the reading. */
  enter(offset: number): void {
    this.depth++;
    if (this.depth <= DEEPEST) return;
    throw new Fault<YamlFailure>({
      code: "INPUT_TOO_DEEP",
      offset,
      found: `a collection at level ${this.depth}`,
      expected: `at most ${DEEPEST} levels`,
    });
  }

  leave(): void {
    this.depth--;
  }

  /**
   * The first offset of the token here at which the text can be no YAML: dashes could have become a
   * marker, and a colon behind plain text more of the text.
   */
  get furthest(): number {
    const { at, text } = this;
    if (at === this.lineStart) {
      for (const marker of ["---", "..."]) {
        let same = 0;
        while (same < 3 && text[at + same] === marker[same]) same++;
        if (same > 0) return at + same;
      }
    }
    let before = at;
    while (isBlank(text.charCodeAt(before - 1)) || isBreak(text.charCodeAt(before - 1))) before--;
    const deep = !this.fresh || this.indent >= this.plainIndent;
    const further = deep && before === this.plainEnd;
    return further && text.charAt(at) === ":" ? at + 1 : at;
  }

  /** Ends the reading: the text is no YAML from the offset on. */
  reject(
    offset: number,
    expected: string,
    found = describe(characterAt(this.text, offset)),
    hint?: string,
  ): never {
    const related = this.#openingOf(offset);
    throw new Fault<YamlFailure>({ code: "YAML_SYNTAX", offset, found, expected, hint, related });
  }

  /** Where the quote or bracket opens that is not closed at the offset, or was closed where another was meant. */
  #openingOf(offset: number): readonly RelatedPlace[] | undefined {
    const open = this.opened.at(-1);
    if (open !== undefined) return openedAt(open, openingName(this.text.charAt(open)));
    const { start, end } = this.wide ?? { start: 0, end: -1 };
    const isBehind = end >= 0 && /^[ \t]*$/.test(this.text.slice(end, offset));
    return isBehind
      ? openedAt(start, `${openingName(this.text.charAt(start))} before it`)
      : undefined;
  }
}

function openingName(character: string): string {
  return `The ${"[{".includes(character) ? "bracket" : "quote"} ${character}`;
}

function closed({ inline, lines, lineEnds, breaks }: OpenGap): Gap {
  const blank = lineEnds > 1;
  if (inline !== undefined || lines.length > 0) return { inline, lines, blank, breaks };
  if (blank) return BLANK_LINE;
  return breaks === 0 ? NO_GAP : LINE_END;
}

export function isBlank(unit: number): boolean {
  return unit === SPACE || unit === TAB;
}

export function isBreak(unit: number): boolean {
  return unit === LF || unit === CR;
}

/** How many spaces stand at the offset. */
export function spacesFrom(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === SPACE) at++;
  return at - start;
}

/** One of `,[]{}`, which end a plain scalar, an anchor or a tag inside brackets. */
export function isFlowIndicator(unit: number): boolean {
  return unit === 44 || unit === 91 || unit === 93 || unit === 123 || unit === 125;
}

/** The gap where it holds a comment. */
export function commentsOf(gap: Gap): Gap | undefined {
  return gap.inline === undefined && gap.lines.length === 0 ? undefined : gap;
}

/** The most Unicode characters of a key without `?`, from its properties up to its colon. */
const LONGEST_KEY = 1024;

/** Whether a text is longer than a key may be that is not marked by `?`. */
export function isTooLongForKey(text: string): boolean {
  // So many code units are more characters in any case: a long text is not counted to its end.
  return (
    text.length > LONGEST_KEY && countCodePoints(text.slice(0, 2 * LONGEST_KEY + 1)) > LONGEST_KEY
  );
}
