/** A diagram's source as mermaid gets it, and where each part of it stands in the field's text. */
import { FIXED_KEYS } from "./drawing.ts";
import { Tracked } from "./tracked.ts";

export interface Source {
  /** The field's text. */
  readonly field: string;
  /** What mermaid is given. */
  readonly text: string;
  /** What mermaid's parsers are given: without front matter, directives and comments. */
  readonly body: Tracked;
  /** The YAML between the two `---` lines. */
  readonly frontMatter: Tracked | undefined;
  /** The first word: what kind of diagram it is. */
  readonly keyword: string;
  readonly remarks: readonly Remark[];
}

export interface Remark {
  readonly code:
    "BOM_REMOVED" | "CONTROL_REMOVED" | "DIRECTIVE_IGNORED" | "LONE_SURROGATE" | "MATH_AS_TEXT";
  readonly offset: number;
  /** The key of a directive. */
  readonly key?: string;
}

const BOM = "\ufeff";
/** XML has no form for them. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]+/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const FENCE = /^\s*(`{3,}|~{3,})[ \t]*mermaid\b[^\n]*\n/;
const FRONT_MATTER = /^(?:\s*[^\S \t])?([ \t]*)---[ \t]*\n(?:([\s\S]*?)\n)??\1---[ \t]*(?:\n\s*|$)/;
/** As mermaid finds them. */
const DIRECTIVE =
  /%{2}\{\s*(?:(\w+)\s*:|(\w+))\s*(?:(\w+)|((?:(?!\}%{2})[\s\S])*))?\s*(?:\}%{2})?/g;
// Behind a blank line the blank lines before it were looked at already. What ends a line for `^` is more than \n.
const COMMENT = /(?<!^[^\S\n\r\u2028\u2029]*[\n\r\u2028\u2029])^\s*%%(?!\{)[^\n]+\n?/gm;
const FORMULA = /\$\$[^\n]*?\$\$/;
const KEY = /(?<![\w-])["']?([A-Za-z_][\w-]*)["']?\s*:/g;

/** `given`: the keys that the caller sets, which a directive cannot. */
export function readSource(field: string, given: readonly string[]): Source {
  const remarks: Remark[] = [];
  const text = clean(Tracked.of(field), remarks);
  const matter = FRONT_MATTER.exec(text.text);
  const matterEnd = matter?.[0].length ?? 0;
  const frontMatter = matter ? text.slice(matter[0].indexOf("---") + 4, matterEnd) : undefined;
  const behind = text.slice(matterEnd);
  const fixed = new Set<string>([...FIXED_KEYS, ...given]);
  const settings = [...(frontMatter ? [frontMatter] : []), ...behind.all(DIRECTIVE)];
  for (const part of settings) {
    for (const { 1: key = "", index } of part.text.matchAll(KEY)) {
      if (!fixed.has(key)) continue;
      remarks.push({ code: "DIRECTIVE_IGNORED", offset: part.placeOf(index), key });
    }
  }
  const body = behind.without(DIRECTIVE).without(COMMENT).without(/^\s+/g);
  const formula = FORMULA.exec(body.text);
  if (formula) remarks.push({ code: "MATH_AS_TEXT", offset: body.placeOf(formula.index) });
  const keyword = /^[^\s;:{]+/.exec(body.text)?.[0] ?? "";
  return {
    field,
    text: text.text,
    body,
    frontMatter: frontMatter && yamlOf(frontMatter),
    keyword,
    remarks,
  };
}

/** What cannot be drawn is taken out, line ends become LF, and a fence around it all goes. */
function clean(field: Tracked, remarks: Remark[]): Tracked {
  let text = field;
  if (text.text.startsWith(BOM)) {
    remarks.push({ code: "BOM_REMOVED", offset: 0 });
    text = text.slice(1);
  }
  const [surrogate] = text.all(LONE_SURROGATE);
  if (surrogate) remarks.push({ code: "LONE_SURROGATE", offset: surrogate.placeOf(0) });
  const [control] = text.all(CONTROLS);
  if (control) remarks.push({ code: "CONTROL_REMOVED", offset: control.placeOf(0) });
  text = text
    .replaceUnits(LONE_SURROGATE, "\ufffd")
    .without(/\r(?=\n)/g)
    .replaceUnits(/\r/g, "\n")
    .without(CONTROLS);
  const [opening, marks = ""] = FENCE.exec(text.text) ?? [];
  const end = text.text.trimEnd().length - marks.length;
  if (opening === undefined || end < opening.length) return outdented(text);
  if (!text.text.startsWith(marks, end)) return outdented(text);
  return outdented(text.slice(opening.length, end));
}

/**
 * Without white space around it, and without the indentation that all lines share, as pages hand it to mermaid; and
 * the line that ends the front matter as far out as the one that begins it.
 */
function outdented(text: Tracked): Tracked {
  const start = /^(?:[ \t]*\n)+/.exec(text.text)?.[0].length ?? 0;
  const shown = text.slice(start, Math.max(start, text.text.trimEnd().length));
  let shared = Infinity;
  for (const [, indent = ""] of shown.text.matchAll(/^([ \t]*)\S/gm)) {
    shared = Math.min(shared, indent.length);
  }
  const isIndented = shared > 0 && shared < Infinity;
  const moved = isIndented ? shown.without(new RegExp(`^[ \\t]{${shared}}`, "gm")) : shown;
  if (!/^---[ \t]*\n/.test(moved.text)) return moved;
  const [, end] = moved.text.matchAll(/^([ \t]*)---[ \t]*$/gm);
  return end ? moved.cut(end.index, end.index + (end[1]?.length ?? 0)) : moved;
}

function yamlOf(block: Tracked): Tracked {
  return block.slice(0, Math.max(0, block.text.lastIndexOf("---")));
}
