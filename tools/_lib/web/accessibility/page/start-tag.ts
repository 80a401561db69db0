/** A start tag as it is written, and changes of its attributes that leave everything else alone. */

export interface WrittenAttribute {
  /** In small letters. */
  readonly name: string;
  /** Of the whole attribute, from 0 in the tag. */
  readonly start: number;
  readonly nameEnd: number;
  readonly end: number;
  /** A quotation mark, "" for a value without, undefined for no value. */
  readonly quote: '"' | "'" | "" | undefined;
}

/** What is done to one start tag. */
export interface TagChange {
  /** New values by name; null takes the attribute away. */
  readonly set?: Readonly<Record<string, string | null>>;
  /** Another name for an attribute. */
  readonly rename?: readonly [from: string, to: string];
  /** Takes away what stands again. */
  readonly dropDuplicates?: boolean;
}

/** In a tag with more attributes nothing is repaired: nobody wrote it. */
export const MOST_ATTRIBUTES = 100;

const BLANK = /[\t\n\f\r ]/;

/** The attributes of a start tag, those that stand twice, too; as section 13.2.5 of the HTML standard reads them. */
export function writtenAttributes(tag: string): WrittenAttribute[] {
  const attributes: WrittenAttribute[] = [];
  let at = 1;
  while (at < tag.length && !/[\t\n\f\r />]/.test(tag.charAt(at))) at++;
  while (at < tag.length) {
    while (at < tag.length && (BLANK.test(tag.charAt(at)) || tag[at] === "/")) at++;
    if (at >= tag.length || tag[at] === ">") break;
    const attribute = readAttribute(tag, at);
    attributes.push(attribute);
    at = attribute.end;
  }
  return attributes;
}

function readAttribute(tag: string, start: number): WrittenAttribute {
  // An equals sign at the beginning is part of the name.
  let at = start + 1;
  while (at < tag.length && !/[\t\n\f\r />=]/.test(tag.charAt(at))) at++;
  const nameEnd = at;
  const name = tag.slice(start, nameEnd).toLowerCase();
  while (BLANK.test(tag.charAt(at))) at++;
  if (tag[at] !== "=") return { name, start, nameEnd, end: nameEnd, quote: undefined };
  at++;
  while (BLANK.test(tag.charAt(at))) at++;
  const quote = tag[at];
  if (quote === '"' || quote === "'") {
    const close = tag.indexOf(quote, at + 1);
    return { name, start, nameEnd, end: close < 0 ? tag.length : close + 1, quote };
  }
  if (quote === ">") return { name, start, nameEnd, end: at, quote: "" };
  while (at < tag.length && !BLANK.test(tag.charAt(at)) && tag[at] !== ">") at++;
  return { name, start, nameEnd, end: at, quote: "" };
}

/** The tag with all changes made in one pass. */
export function changeTag(tag: string, changes: readonly TagChange[]): string {
  const attributes = writtenAttributes(tag);
  const seen = new Set<string>();
  const set = new Map(changes.flatMap((change) => Object.entries(change.set ?? {})));
  const renames = new Map(changes.flatMap(({ rename }) => (rename ? [rename] : [])));
  const dropsDuplicates = changes.some(({ dropDuplicates = false }) => dropDuplicates);
  let written = "";
  let from = 0;
  let lastEnd = endOfName(tag);
  for (const { name, start, nameEnd, end, quote } of attributes) {
    const isFirst = !seen.has(name);
    const called = (isFirst ? renames.get(name) : undefined) ?? name;
    seen.add(name).add(called);
    const value = isFirst ? set.get(called) : undefined;
    if (value === null || (!isFirst && dropsDuplicates)) {
      written += tag.slice(from, startOfBlanks(tag, start, from));
      from = end;
    } else if (value !== undefined) {
      const shown = called === name ? tag.slice(start, nameEnd) : called;
      written += `${tag.slice(from, start)}${shown}=${quotedValue(value, quote)}`;
      from = end;
    } else if (called !== name) {
      written += tag.slice(from, start) + called;
      from = nameEnd;
    }
    lastEnd = Math.max(lastEnd, end);
  }
  const added = [...set].flatMap(([name, value]) =>
    value === null || seen.has(name) ? [] : [` ${name}=${quotedValue(value, '"')}`],
  );
  const middle = Math.max(from, lastEnd);
  return written + tag.slice(from, middle) + added.join("") + tag.slice(middle);
}

function endOfName(tag: string): number {
  let at = 1;
  while (at < tag.length && !/[\t\n\f\r />]/.test(tag.charAt(at))) at++;
  return at;
}

function startOfBlanks(tag: string, start: number, least: number): number {
  let at = start;
  while (at > least && BLANK.test(tag.charAt(at - 1))) at--;
  return at;
}

function quotedValue(value: string, quote: WrittenAttribute["quote"]): string {
  const escaped = value.replaceAll("&", "&amp;");
  if (quote === "'") return `'${escaped.replaceAll("'", "&#39;")}'`;
  if (quote === "" && /^[^\s"'`=<>/]+$/.test(value)) return escaped;
  return `"${escaped.replaceAll('"', "&quot;")}"`;
}
