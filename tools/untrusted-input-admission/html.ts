/** HTML as browsers and Markdown renderers would find it in a text, well-formed or not. */
import { decodeEntity } from "../_lib/formats/markdown/entities.ts";
import { type Sighting, sightingsAt, sightingsOf } from "./sighting.ts";

const NAME = "[a-z][a-z0-9-]*(?::[a-z][a-z0-9-]*)?(?=[\\s/>])";
/**
 * A tag up to its `>`, which quotes may hide. Linear: a scan ends at a `<` outside quotes, so that at most three
 * scans, outside, in single and in double quotes, are under way at any place.
 */
const TAG = new RegExp(`</?${NAME}(?:[^<>]*>|(?:[^<>"']|"[^"]*"|'[^']*')*>)`, "gi");
const ACTIVE_ELEMENT = /<(?:script|iframe|object|embed|applet|form|base|link|meta|svg)(?=[\s/>])/gi;
const TAG_START = /<[a-z][^\s/<>"'=]*/gi;
const ATTRIBUTE = /[\s/"'=]*([^\s/<>"'=]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s<>"']*)))?/y;

const NOTABLE = /^(?:on|style$|hidden$|xlink:href$|href$|src$|action$|formaction$)/i;
const URL_ATTRIBUTE = /^(?:xlink:)?(?:href|src|action|formaction)$/i;
const ACTIVE_URL = /^(?:javascript:|vbscript:|data:text\/html)/i;
const HIDING_STYLE =
  /(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:font-size|opacity)\s*:\s*\+?(?:0+\.?0*|\.0+)(?![\d.]))/i;
const LEAST_WORDS = 3;

/** `isCode` tells offsets where tags are shown as they are written. */
export function findHtml(text: string, isCode: (offset: number) => boolean): Sighting[] {
  if (!text.includes("<")) return [];
  const active = Array.from(text.matchAll(ACTIVE_ELEMENT), ({ index }) => index);
  const hidden = comments(text)
    .filter(({ from, to }) => isTelling(text.slice(from + 4, to)))
    .map(({ from }) => from);
  for (const attribute of attributes(text)) {
    if (isActive(attribute)) active.push(attribute.offset);
    if (isHiding(attribute)) hidden.push(attribute.offset);
  }
  const rendered = (offsets: readonly number[]) =>
    offsets.filter((offset) => !isCode(offset)).toSorted((a, b) => a - b);
  return [
    ...sightingsAt("HTML_ACTIVE", rendered(active)),
    ...sightingsAt("HTML_HIDDEN", rendered(hidden)),
    ...sightingsOf("HTML_MARKUP", text, TAG, (_, offset) => !isCode(offset)),
  ];
}

interface Attribute {
  readonly name: string;
  /** Undefined where there is no `=`. */
  readonly value: string | undefined;
  readonly offset: number;
}

function isActive({ name, value }: Attribute): boolean {
  if (value === undefined) return false;
  if (/^on[a-z]+$/i.test(name)) return true;
  return URL_ATTRIBUTE.test(name) && ACTIVE_URL.test(withoutControls(decodeReferences(value)));
}

function isHiding({ name, value = "" }: Attribute): boolean {
  if (name.toLowerCase() === "hidden") return true;
  if (name.toLowerCase() !== "style") return false;
  return HIDING_STYLE.test(decodeReferences(value).replace(/\/\*.*?(?:\*\/|$)/gs, ""));
}

/** Browsers drop them from URLs. */
function withoutControls(url: string): string {
  return url.replace(/[\0- ]/g, ""); // oxlint-disable-line no-control-regex -- they are to go
}

function decodeReferences(value: string): string {
  if (!value.includes("&")) return value;
  return value.replace(
    /&(?:#x[0-9a-f]{1,12}|#\d{1,12}|[a-z][a-z0-9]{1,31});/gi,
    (reference) => decodeEntity(reference) ?? reference,
  );
}

/**
 * The attributes that may matter of whatever begins like a tag, closed or not. A place where an attribute was read from is not
 * read from again, which keeps tags inside of tags linear; a quote without its end swallows the rest.
 */
function attributes(text: string): Attribute[] {
  const found: Attribute[] = [];
  const visited = new Uint8Array(text.length + 1);
  for (const { 0: start, index } of text.matchAll(TAG_START)) {
    ATTRIBUTE.lastIndex = index + start.length;
    while (visited[ATTRIBUTE.lastIndex] === 0) {
      visited[ATTRIBUTE.lastIndex] = 1;
      const match = ATTRIBUTE.exec(text);
      if (!match) break;
      const [whole, name = "", assigned = "", double, single, bare] = match;
      if (NOTABLE.test(name)) {
        const offset = match.index + whole.length - assigned.length - name.length;
        found.push({ name, value: double ?? single ?? bare, offset });
      }
      if (bare === "" && /["']/.test(text.charAt(ATTRIBUTE.lastIndex))) break;
    }
  }
  return found;
}

interface Comment {
  readonly from: number;
  /** The offset of its end mark, or of the end of the text. */
  readonly to: number;
}

function comments(text: string): Comment[] {
  const found: Comment[] = [];
  let from = text.indexOf("<!--");
  while (from >= 0) {
    const end = /--!?>/g;
    end.lastIndex = from + 2;
    const to = end.exec(text)?.index ?? text.length;
    found.push({ from, to });
    from = text.indexOf("<!--", to);
  }
  return found;
}

/** Marks of linters and generators, such as `eslint-disable no-undef`. */
const DIRECTIVE =
  /^\s*[a-z]+-(?:disable|enable|ignore)\b[\w\s,/-]{0,80}$|^\s*[\w-]{1,40}:(?:start|end)\b/i;

function isTelling(comment: string): boolean {
  return !DIRECTIVE.test(comment) && countWords(comment) >= LEAST_WORDS;
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

const REMOVED_ELEMENT = /<(script|style|iframe|object|embed)(?=[\s/>])/gi;
const MOST_PASSES = 8;

/** The text without comments and without elements that run, embed or style; what does not end goes to the end. */
export function removeActiveHtml(text: string): string {
  let before = text;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const after = removeElements(removeComments(before));
    if (after === before) return after;
    // What was on both sides of a removed part may be such a part now.
    before = after;
  }
  return before.replace(/(?<!<)<+(?=!--|(?:script|style|iframe|object|embed)[\s/>])/gi, "");
}

function removeComments(text: string): string {
  return text.replace(/<!--(?:-?>|[^]*?(?:--!?>|$))/g, "");
}

function removeElements(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    REMOVED_ELEMENT.lastIndex = at;
    const start = REMOVED_ELEMENT.exec(text);
    if (!start) return parts.join("") + text.slice(at);
    parts.push(text.slice(at, start.index));
    at = elementEnd(text, (start[1] ?? "").toLowerCase(), REMOVED_ELEMENT.lastIndex);
  }
}

/** Behind the end tag; embed has none. */
function elementEnd(text: string, name: string, from: number): number {
  const end = name === "embed" ? /(?:[^<>"']|"[^"]*"|'[^']*')*>|[^>]*(?:>|$)/y : endTag(name);
  end.lastIndex = from;
  return end.test(text) ? end.lastIndex : text.length;
}

function endTag(name: string): RegExp {
  return new RegExp(`</${name}(?:[\\s/][^>]*)?>`, "gi");
}
