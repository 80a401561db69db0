const LONGEST_SHOWN = 40;

/** The start of a text, as much as fits into a message. */
export function shorten(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
