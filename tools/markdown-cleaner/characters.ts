/** U+00AD, 180E, 200B, 2060, FEFF, and the controls of writing direction. */
const INVISIBLE = /[\u00ad\u180e\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g;
const WIDE_SPACE = /[\u00a0\u202f\u2007]/g;
const ANY = /[\u00ad\u180e\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\u00a0\u202f\u2007]/;

export function hasUnusualCharacters(text: string): boolean {
  return ANY.test(text);
}

export function countInvisible(text: string): number {
  return text.match(INVISIBLE)?.length ?? 0;
}

/** Without invisible characters, and with plain spaces in the place of no-break ones. */
export function plainCharacters(text: string): string {
  return ANY.test(text) ? text.replace(INVISIBLE, "").replace(WIDE_SPACE, " ") : text;
}

/** A line with plain characters, which neither code nor a hard break comes of. */
export function plainLine(line: string): string {
  if (!ANY.test(line)) return line;
  let start = 0;
  while (start < line.length && isSpace(line, start)) start++;
  let end = line.length;
  while (end > start && isSpace(line, end - 1)) end--;
  const lead = plainCharacters(line.slice(0, start));
  const isIndented = lead.includes("\t") || lead.length > 3;
  const ownLead = line.slice(0, start).replace(INVISIBLE, "").replace(WIDE_SPACE, "");
  const tail = line.slice(end);
  const ownTail = ANY.test(tail) && !line.endsWith("  ") ? "" : plainCharacters(tail);
  return (isIndented ? ownLead : lead) + plainCharacters(line.slice(start, end)) + ownTail;
}

/** The line without the blanks, wide spaces and invisible characters that it begins with. */
export function withoutLead(line: string): string {
  let start = 0;
  while (start < line.length && isSpace(line, start)) start++;
  return line.slice(start);
}

function isSpace(line: string, index: number): boolean {
  const char = line.charAt(index);
  return char === " " || char === "\t" || ANY.test(char);
}
