const SINGLES = "'\u2018\u2019\u201b`\u00b4";
const DOUBLES = '"\u201c\u201d\u201f\u201e';

/** Whether the character can open a string. */
export function isQuote(character: string): boolean {
  return character !== "" && (DOUBLES.includes(character) || SINGLES.includes(character));
}

/** The characters that can close a string opened by this one: plain quotes close only themselves. */
export function closersOf(open: string): string {
  if (open === '"' || open === "'") return open;
  return DOUBLES.includes(open) ? DOUBLES : SINGLES;
}
