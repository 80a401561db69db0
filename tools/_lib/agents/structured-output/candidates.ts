import { isBlank } from "../../json/repair/source.ts";
import { type Extent, extentOf } from "./brackets.ts";
import { Closings, type Mark, type Span, trimmed } from "./marks.ts";
import { isAlone, readSpan, type Reading, type Unreadable } from "./reading.ts";

export type CandidateSource = "whole" | "fence" | "tag" | "span";

/** A value that was found in a text. */
export interface Candidate extends Span {
  readonly source: CandidateSource;
  readonly reading: Reading;
  /** The opening and the closing mark of the block that it fills. */
  readonly marks: readonly Mark[];
}

/** What a text holds. */
export interface Finds {
  /** Values, which do not overlap. */
  readonly candidates: readonly Candidate[];
  /** The blocks in which the model only thought. */
  readonly reasoning: readonly Mark[];
  /** The marks of blocks that hold other text, too. */
  readonly layers: readonly (readonly Mark[])[];
  /** Why something that looks like JSON could not be read. */
  readonly problems: readonly Unreadable["problem"][];
}

export interface FindOptions {
  readonly mayRepair: boolean;
  /** Whether values with nothing but blanks and commas between them are one array. */
  readonly joins: boolean;
}

/** Finds the JSON in a text: all of it, or else in fences, in tags and between the words. */
export function findCandidates(text: string, options: FindOptions): Finds {
  return new Finder(text, options).find();
}

const REASONING = /[ \t\r\n]*<(think|thinking|reasoning)\s{0,20}>/iy;
const MARK =
  /<(think|thinking|reasoning|json|output|answer|result|response|tool_call)\s{0,20}>|(`{3,}|~{3,})|[{[]/gi;
const FENCE_INFO =
  /[ \t]*(?:(json|jsonc|json5|js|javascript|python)\b[^\r\n`{["]*)?(?=[\r\n{["]|(?![^]))/iy;
/** What has to follow an opening bracket, so that it is taken for JSON. */
const LOOKS_LIKE_JSON =
  /\[\s*(?=["'`\u201c\u2018{}[\]\d/]|[+-]?\.?\d|\\"|(?:true|false|null|none|nan)\b)|\{\s*(?=["'`\u201c\u2018{}[\]\d/]|\\"|(?:true|false|null|none)\b|[\p{L}_$][\p{L}\p{N}_$-]*\s*:)/iuy;
/**
 * What is read to find out whether a block is all JSON, as a multiple of the text, so that thousands of blocks
 * inside one another cost no more than a few: 100,000 characters of them take up to 200 ms. Blocks beyond that
 * are read like any other text.
 */
const MOST_READ = 6;

class Finder {
  readonly #text: string;
  readonly #options: FindOptions;
  readonly #content: Span;
  readonly #closings: Closings;
  readonly #candidates: Candidate[] = [];
  readonly #reasoning: Mark[] = [];
  readonly #layers: (readonly Mark[])[] = [];
  /** The ends of the layers that the position is in, the innermost one last. */
  readonly #layerEnds: number[] = [];
  readonly #problems: Unreadable["problem"][] = [];
  /** Closing fences of blocks that are not JSON, which open nothing. */
  readonly #spent = new Set<number>();
  #budget: number;

  constructor(text: string, options: FindOptions) {
    this.#text = text;
    this.#options = options;
    this.#content = trimmed(text, { start: text.startsWith("\ufeff") ? 1 : 0, end: text.length });
    this.#closings = new Closings(text);
    this.#budget = MOST_READ * text.length;
  }

  find(): Finds {
    const whole = trimmed(this.#text, { start: this.#pastReasoning(), end: this.#content.end });
    if (!this.#takeWhole(whole)) {
      for (let at = whole.start; at < whole.end;) at = this.#step(at, whole.end);
    }
    return {
      candidates: this.#candidates,
      reasoning: this.#reasoning,
      layers: this.#layers,
      problems: this.#problems,
    };
  }

  /** Goes behind the blocks of reasoning that the text begins with. */
  #pastReasoning(): number {
    let at = this.#content.start;
    for (;;) {
      REASONING.lastIndex = at;
      const match = REASONING.exec(this.#text);
      const close = match && this.#closings.tag(match[1] ?? "", REASONING.lastIndex);
      if (!match || !close) return at;
      this.#addReasoning(at + match[0].indexOf("<"), close.end);
      at = close.end;
    }
  }

  #takeWhole(span: Span): boolean {
    const strict = this.#read(span, false);
    if (strict.ok) this.#add("whole", span, strict, []);
    else if (strict.problem.code === "INPUT_TOO_DEEP") this.#problems.push(strict.problem);
    else return this.#options.mayRepair && this.#takeContent("whole", span, []);
    return true;
  }

  /** Looks at the next mark from the offset on; gives where to go on. */
  #step(from: number, end: number): number {
    MARK.lastIndex = from;
    const match = MARK.exec(this.#text);
    if (match === null || match.index >= end) return end;
    const { index: at } = match;
    const [mark, tag, fence] = match;
    const behind = at + mark.length;
    if (fence !== undefined) return this.#takeFence(at, fence) ?? behind;
    if (tag === undefined) return this.#takeSpan(at, end) ?? behind;
    if (!/^(?:think|thinking|reasoning)$/i.test(tag)) return this.#takeTag(at, mark, tag) ?? behind;
    const close = this.#closings.tag(tag, behind);
    if (close === undefined) return behind;
    this.#addReasoning(at, close.end);
    return close.end;
  }

  #addReasoning(start: number, end: number): void {
    this.#reasoning.push({ code: "REASONING_REMOVED", start, end });
  }

  #takeFence(at: number, fence: string): number | undefined {
    if (this.#spent.has(at)) return undefined;
    FENCE_INFO.lastIndex = at + fence.length;
    const isJson = FENCE_INFO.test(this.#text);
    const opening = { start: at, end: isJson ? FENCE_INFO.lastIndex : at + fence.length };
    const closing = (from: number) => this.#closings.fence(fence, from);
    const end = isJson ? this.#takeBlock("fence", opening, closing, fence) : undefined;
    const close = end === undefined ? closing(opening.end) : undefined;
    if (close !== undefined) this.#spent.add(close.start);
    return end;
  }

  #takeTag(at: number, mark: string, tag: string): number | undefined {
    const opening = { start: at, end: at + mark.length };
    return this.#takeBlock("tag", opening, (from) => this.#closings.tag(tag, from), `</${tag}`);
  }

  /**
   * Takes what stands between an opening mark and its closing one, which is not looked for inside of the value,
   * or else the end of the text. Undefined where that is not all JSON: then it is read as any other text.
   */
  #takeBlock(
    source: "fence" | "tag",
    opening: Span,
    closing: (from: number) => Span | undefined,
    stop: string,
  ): number | undefined {
    const { start } = trimmed(this.#text, { start: opening.end, end: this.#content.end });
    const isContainer = "{[".includes(this.#text.charAt(start) || "-") && this.#budget > 0;
    const extent = isContainer ? this.#extent(start, this.#content.end, stop) : undefined;
    const close =
      extent?.closed === true
        ? (this.#fenceAt(extent.end, stop) ?? closing(extent.end))
        : closing(start);
    const span = { start: opening.end, end: close?.start ?? this.#content.end };
    const code = source === "tag" ? "TAG_REMOVED" : "FENCE_REMOVED";
    const around = close === undefined ? [opening] : [opening, close];
    const marks = around.map((mark) => ({ ...mark, code }) as const);
    if (this.#takeContent(source, trimmed(this.#text, span), marks)) return close?.end ?? span.end;
    if (close !== undefined) {
      this.#layers.push(marks);
      this.#layerEnds.push(close.start);
    }
    return undefined;
  }

  /** A closing fence that follows the value, whatever stands behind it on its line. */
  #fenceAt(from: number, fence: string): Span | undefined {
    const { start: at } = trimmed(this.#text, { start: from, end: this.#content.end });
    if (fence.startsWith("<") || !this.#text.startsWith(fence, at)) return undefined;
    let end = at + fence.length;
    while (this.#text.charAt(end) === fence.charAt(0)) end++;
    return { start: at, end };
  }

  /**
   * Takes a span that is JSON and nothing else; what has to be repaired has to begin like JSON. Of what cannot be
   * read the pieces may still be JSON, unless it is only too deep.
   */
  #takeContent(source: CandidateSource, span: Span, marks: readonly Mark[]): boolean {
    const { mayRepair, joins } = this.#options;
    const opening = this.#text.charAt(span.start);
    const begins = '{["`'.includes(opening || "-") && !this.#text.startsWith("```", span.start);
    if (span.start >= span.end || this.#budget <= 0) return false;
    this.#budget -= 2 * (span.end - span.start);
    const reading = this.#read(span, mayRepair && begins);
    // A word in brackets before a value is not another one: "[INFO] {…}".
    const isWord = "{[".includes(opening || "-") && !this.#looksLikeJson(span.start);
    if (reading.ok && !isAlone(reading, joins && !isWord)) return false;
    if (reading.ok || "{[".includes(opening)) this.#add(source, span, reading, marks);
    return reading.ok || reading.problem.code === "INPUT_TOO_DEEP";
  }

  /** Takes an object or array between words, or several that are joined. */
  #takeSpan(start: number, limit: number): number | undefined {
    if (!this.#looksLikeJson(start)) return undefined;
    let end = this.#spanEnd(start, limit);
    for (let next = this.#joinedTo(end); next !== undefined; next = this.#joinedTo(end)) {
      end = this.#spanEnd(next, limit);
    }
    const span = { start, end };
    this.#add("span", span, this.#read(span, this.#options.mayRepair), []);
    return end;
  }

  /** Where the brackets at the offset close; without that, the end of the block that they stand in, or the limit. */
  #spanEnd(start: number, limit: number): number {
    while ((this.#layerEnds.at(-1) ?? Infinity) <= start) this.#layerEnds.pop();
    const last = this.#layerEnds.at(-1) ?? limit;
    const extent = extentOf(this.#text, start, this.#budget > 0 ? limit : last);
    if (extent.closed) return extent.end;
    this.#budget -= extent.end - start;
    return last;
  }

  #looksLikeJson(at: number): boolean {
    LOOKS_LIKE_JSON.lastIndex = at;
    return LOOKS_LIKE_JSON.test(this.#text);
  }

  /** Where the next value begins, if nothing but blanks and commas stands before it. */
  #joinedTo(from: number): number | undefined {
    const { mayRepair, joins } = this.#options;
    if (!mayRepair || !joins) return undefined;
    let at = from;
    while (this.#text.charAt(at) === "," || isBlank(this.#text.charCodeAt(at))) at++;
    return "{[".includes(this.#text.charAt(at) || "-") && this.#looksLikeJson(at) ? at : undefined;
  }

  #extent(start: number, end: number, stop?: string): Extent {
    const extent = extentOf(this.#text, start, end, stop);
    this.#budget -= extent.end - start;
    return extent;
  }

  #read(span: Span, mayRepair: boolean): Reading | Unreadable {
    return readSpan(this.#text, span, { mayRepair, isLast: span.end >= this.#content.end });
  }

  #add(
    source: CandidateSource,
    span: Span,
    reading: Reading | Unreadable,
    marks: readonly Mark[],
  ): void {
    if (reading.ok) this.#candidates.push({ ...span, source, reading, marks });
    else this.#problems.push(reading.problem);
  }
}
