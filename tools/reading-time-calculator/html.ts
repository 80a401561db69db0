import { decodeEntity } from "../_lib/formats/markdown/entities.ts";

export interface Readable {
  readonly text: string;
  readonly images: number;
}

/** Elements whose content nobody reads. */
const UNREAD = /^<(script|style|template|noscript)(?=[\s/>])/i;
const TAG_START = /<(?:!--|[a-zA-Z/!?])/g;
const ENTITY = /&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/g;

/** What is read of HTML: text without comments, scripts and tags, character references decoded. */
export function readableHtml(html: string): Readable {
  const parts: string[] = [];
  let images = 0;
  let at = 0;
  for (;;) {
    TAG_START.lastIndex = at;
    const start = TAG_START.exec(html)?.index ?? -1;
    const end = start < 0 ? -1 : markupEnd(html, start);
    if (end < 0) break;
    parts.push(html.slice(at, start), " ");
    if (/^<img(?=[\s/>])/i.test(html.slice(start, start + 5))) images++;
    at = end;
  }
  parts.push(html.slice(at));
  const text = parts.join("").replace(ENTITY, (entity) => decodeEntity(entity) ?? entity);
  return { text, images };
}

/** Where a comment, an element that is not read, or a tag ends; -1 where no `>` follows. */
function markupEnd(html: string, start: number): number {
  if (html.startsWith("<!--", start)) {
    const end = html.indexOf("-->", start + 2);
    return end < 0 ? html.length : end + 3;
  }
  const end = tagEnd(html, start);
  const name = UNREAD.exec(html.slice(start, start + 12))?.[1];
  if (end < 0 || name === undefined) return end;
  const closing = new RegExp(`</${name}[^<>]*>`, "gi");
  closing.lastIndex = end;
  return closing.test(html) ? closing.lastIndex : html.length;
}

/** A quoted value may hold a `>`; where its quote never closes it is a character as any other. */
function tagEnd(html: string, start: number): number {
  const VALUE_OR_END = /=\s*(?:"[^"<]*"|'[^'<]*')|>/g;
  VALUE_OR_END.lastIndex = start;
  for (let match = VALUE_OR_END.exec(html); match; match = VALUE_OR_END.exec(html)) {
    if (match[0] === ">") return VALUE_OR_END.lastIndex;
  }
  return -1;
}
