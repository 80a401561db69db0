import { endOfMatch } from "../../text/position.ts";
import { beginning } from "../../text/shown.ts";
import { isBreak, type Source } from "./source.ts";
import type { CommentLine, YamlDirective } from "./tree.ts";

export interface Head {
  readonly directives: readonly YamlDirective[];
  /** Comments between the last directive and `---`. */
  readonly before: readonly CommentLine[];
  /** The version of the `%YAML` directive. */
  readonly version: string | undefined;
}

const VERSION = /^[0-9]+\.[0-9]+$/;
const HANDLE = /^!(?:[0-9A-Za-z-]*!)?$/;
/** Characters of a URI, of which the first is `!` or such as a tag may begin with. */
const PREFIX =
  /(?:[0-9A-Za-z\-#;/?:@&=+$_.!~*'()]|%[0-9A-Fa-f]{2})(?:[0-9A-Za-z\-#;/?:@&=+$,_.!~*'()[\]]|%[0-9A-Fa-f]{2})*/y;

/** Reads the directives that begin here, up to `---`. */
export function readDirectives(source: Source, before: readonly CommentLine[]): Head {
  const directives: YamlDirective[] = [];
  let version: string | undefined;
  let lines = before;
  while (source.column === 0 && source.text.charAt(source.at) === "%") {
    const { at: start, blank } = source;
    if (source.isSpaceAt(start + 1)) source.reject(start + 1, "the name of a directive");
    const words = readWords(source);
    if (words[0]?.text === "%YAML") version = readVersion(source, words, version);
    if (words[0]?.text === "%TAG") readHandle(source, words);
    const end = source.at;
    const gap = source.gap();
    directives.push({ start, end, before: lines, blank, after: gap.inline });
    lines = gap.lines;
    source.blank = gap.blank;
  }
  if (!source.atMarker || source.text.charAt(source.at) !== "-") {
    source.reject(source.furthest, '"---" behind the directives');
  }
  return { directives, before: lines, version };
}

interface Word {
  readonly start: number;
  readonly text: string;
}

/** Reads the words of a line up to its comment, and stands behind the last one. */
function readWords(source: Source): Word[] {
  const words: Word[] = [];
  let end = source.at;
  for (;;) {
    const start = source.at;
    while (!source.isSpaceAt(source.at)) source.at++;
    words.push({ start, text: source.text.slice(start, source.at) });
    end = source.at;
    source.skipBlanks();
    if (source.atEnd || isBreak(source.unit()) || source.text.charAt(source.at) === "#") break;
  }
  source.at = end;
  return words;
}

function readVersion(source: Source, words: readonly Word[], before: string | undefined): string {
  const [directive, word, surplus] = words;
  if (before !== undefined) {
    source.reject((directive?.start ?? 0) + "%YAML".length, "one %YAML directive", "a second one");
  }
  if (word === undefined || !VERSION.test(word.text)) {
    const start = /^(?:[0-9]+(?:\.[0-9]*)?)?/.exec(word?.text ?? "")?.[0] ?? "";
    source.reject((word?.start ?? source.at) + start.length, "a version such as 1.2");
  }
  // Several versions are, by the productions, a directive without meaning.
  if (surplus !== undefined && !VERSION.test(surplus.text)) {
    source.reject(surplus.start, "a comment or a line end");
  }
  if (!word.text.startsWith("1.")) {
    source.reject(word.start, "version 1.2 or 1.1", `YAML version ${beginning(word.text, 20)}`);
  }
  return word.text;
}

function readHandle(source: Source, words: readonly Word[]): void {
  const [, handle, prefix, surplus] = words;
  if (handle === undefined || !HANDLE.test(handle.text)) {
    source.reject(handle?.start ?? source.at, "a tag handle such as !e!");
  }
  if (prefix === undefined) source.reject(source.at, "the prefix of the tag handle");
  const prefixEnd = Math.max(prefix.start, endOfMatch(PREFIX, source.text, prefix.start));
  if (prefixEnd < prefix.start + prefix.text.length) {
    source.reject(prefixEnd, "a character of a URI in the prefix of the tag handle");
  }
  if (surplus !== undefined) source.reject(surplus.start, "a comment or a line end");
  if (source.handles.has(handle.text)) {
    source.reject(handle.start, "each tag handle once", "a tag handle for the second time");
  }
  source.handles.set(handle.text, prefix.text);
}
