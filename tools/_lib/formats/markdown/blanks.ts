/** Spaces and tabs are Markdown's blanks; what else a script calls white space is text. */
export function trimBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && isBlankAt(text, end - 1)) end--;
  return end === text.length ? text : text.slice(0, end);
}

/** The text without the blanks it begins with. */
export function trimIndent(text: string): string {
  let start = 0;
  while (start < text.length && isBlankAt(text, start)) start++;
  return start === 0 ? text : text.slice(start);
}

export function isBlankText(text: string): boolean {
  return trimIndent(text) === "";
}

function isBlankAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit === 32 || unit === 9;
}
