/** The most Unicode characters of a key without `?`, from its properties up to its colon. */
const LONGEST_KEY = 1024;

/** Whether a text is longer than a key may be that is not marked by `?`. */
export function isTooLongForKey(text: string): boolean {
  if (text.length <= LONGEST_KEY) return false;
  let characters = 0;
  for (const _ of text) if (++characters > LONGEST_KEY) return true;
  return false;
}
