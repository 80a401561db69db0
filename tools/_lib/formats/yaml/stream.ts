import { Fault, upToFatal } from "../../results/syntax-problem.ts";
import { characterAt, describe } from "../../text/character.ts";
import { loneSurrogateAt } from "../../text/code-points.ts";
import { readRoot } from "./block.ts";
import { readDirectives } from "./directives.ts";
import { isBreak, QUOTED_ONLY, type SavedPlace, Source } from "./source.ts";
import type { CommentLine, YamlDocument, YamlFailure, YamlProblem, YamlStream } from "./tree.ts";

export interface YamlParse {
  /** What was read; undefined where the text is no YAML. */
  readonly stream: YamlStream | undefined;
  /** In the order of the text. */
  readonly problems: readonly YamlProblem[];
}

/** Reads YAML 1.2.2 into documents of nodes, with every position and comment. */
export function parseYaml(text: string): YamlParse {
  const source = new Source(text);
  let stream: YamlStream | undefined;
  try {
    stream = readStream(source);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    source.problems.push((error as Fault<YamlFailure>).problem);
  }
  const broken = brokenCharacter(source);
  if (broken !== undefined) {
    stream = undefined;
    source.problems.push(broken);
  }
  return { stream, problems: upToFatal(source.problems, ["YAML_SYNTAX", "INPUT_TOO_DEEP"]) };
}

function readStream(source: Source): YamlStream {
  const documents: YamlDocument[] = [];
  let waiting: CommentLine[] = [];
  // A document without `---` can only stand first or behind `...`.
  let bare = true;
  for (;;) {
    const prefix = bare ? takePrefix(source) : undefined;
    addAll(waiting, prefix?.before ?? []);
    const lines = prefix?.lines ?? [];
    if (source.atEnd) {
      addAll(waiting, lines);
      break;
    }
    if (isMarker(source, "...")) {
      addAll(waiting, lines);
      addAll(waiting, readDocumentEnd(source));
      bare = true;
      continue;
    }
    const marked = isMarker(source, "---") || (source.fresh && isDirective(source));
    if (marked) addAll(waiting, lines);
    else if (prefix !== undefined) source.restore(prefix.place);
    documents.push(readDocument(source, waiting));
    waiting = [];
    bare = false;
  }
  const { text, comments, anchors, aliases, marks } = source;
  return { text, documents, comments, after: waiting, anchors, aliases, marks };
}

function addAll(lines: CommentLine[], further: readonly CommentLine[]): void {
  for (const line of further) lines.push(line);
}

/** What stands before a document, where one begins that may have no `---`. */
interface Prefix {
  /** Comments up to the last byte order mark. */
  readonly before: readonly CommentLine[];
  /** Behind that mark. */
  readonly place: SavedPlace;
  /** Comments behind it, which are the root's where the document has no `---`. */
  readonly lines: readonly CommentLine[];
}

/** Takes byte order marks and comments before a document. */
function takePrefix(source: Source): Prefix {
  const before: CommentLine[] = [];
  for (;;) {
    const place = source.save();
    const { lines, blank } = source.gap();
    source.blank = blank;
    if (source.column > 0 || source.text.charAt(source.at) !== "\ufeff") {
      return { before, place, lines };
    }
    addAll(before, lines);
    source.marks.push(source.at);
    source.at++;
    source.lineStart = source.at;
  }
}

function isMarker(source: Source, marker: "---" | "..."): boolean {
  return source.atMarker && source.text.startsWith(marker, source.at);
}

function isDirective(source: Source): boolean {
  return source.column === 0 && source.text.charAt(source.at) === "%";
}

/** Reads `...` and the comment behind it. */
function readDocumentEnd(source: Source): readonly CommentLine[] {
  source.at += 3;
  source.skipBlanks();
  if (source.atEnd || isBreak(source.unit())) return [];
  if (source.text.charAt(source.at) !== "#") {
    source.reject(source.at, "a comment or a line end", "text behind the end of a document");
  }
  return [{ comment: source.takeComment(), blank: false }];
}

function readDocument(source: Source, before: readonly CommentLine[]): YamlDocument {
  source.named = new Map();
  source.handles = new Map();
  const head = isDirective(source) && source.fresh ? readDirectives(source, before) : undefined;
  const { blank } = source;
  const marker = isMarker(source, "---") ? source.at : -1;
  if (marker >= 0) source.at += 3;
  const root = readRoot(source);
  if (!source.atEnd && !source.atMarker) {
    const found = source.tabbed ? "a tab in the indentation" : undefined;
    source.reject(source.furthest, "the end of the document", found);
  }
  return {
    directives: head?.directives ?? [],
    before: head?.before ?? before,
    blank,
    marker,
    root,
    after: source.takePending(),
    version: head?.version,
  };
}

/** The first character in the part that was read that no YAML holds at its place. */
function brokenCharacter(source: Source): YamlProblem | undefined {
  const { text } = source;
  const control = /^[\t\n\r -\uffff]*/.exec(text)?.[0].length ?? 0;
  const surrogate = loneSurrogateAt(text);
  const unquoted = source.quoted === undefined ? -1 : unquotedCharacterAt(source, source.quoted);
  const places = [control, surrogate, unquoted].filter((at) => at >= 0 && at < text.length);
  if (places.length === 0) return undefined;
  const at = Math.min(...places);
  // A high surrogate is good as far as it goes: a low one could have followed.
  const offset = at === surrogate && text.charCodeAt(at) < 0xdc00 ? at + 1 : at;
  return {
    code: "YAML_SYNTAX",
    offset,
    found: `the character ${describe(characterAt(text, at))}, which is not printable`,
    expected: "a printable character, or an escape in double quotes",
  };
}

function unquotedCharacterAt({ text, marks }: Source, quoted: Source["quoted"]): number {
  const allowed = new Set(marks);
  const spans = quoted ?? [];
  let index = 0;
  for (const { index: at } of text.matchAll(new RegExp(QUOTED_ONLY, "g"))) {
    while (index < spans.length && (spans[index]?.end ?? 0) <= at) index++;
    const inside = (spans[index]?.start ?? Number.POSITIVE_INFINITY) <= at;
    if (!inside && !allowed.has(at)) return at;
  }
  return -1;
}
