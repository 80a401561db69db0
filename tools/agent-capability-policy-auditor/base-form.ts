/** Words of English in their base form, as far as a list of known words needs them. */

/** The first form of a word of which something is known: itself, the singular, the verb without its ending. */
export function baseOf<T>(word: string, lookUp: (base: string) => T | undefined): T | undefined {
  for (const form of formsOf(word)) {
    const found = lookUp(form);
    if (found !== undefined) return found;
  }
  return undefined;
}

const LEAST_STEM = 2;

function* formsOf(word: string): Generator<string> {
  yield word;
  if (word.endsWith("ies")) yield `${word.slice(0, -3)}y`;
  if (word.endsWith("es")) yield word.slice(0, -2);
  if (word.endsWith("s") && !word.endsWith("ss")) yield word.slice(0, -1);
  if (word.endsWith("ied")) yield `${word.slice(0, -3)}y`;
  const ending = /(?:ing|ed)$/.exec(word)?.[0];
  if (ending === undefined) return;
  const rest = word.slice(0, -ending.length);
  if (rest.length < LEAST_STEM) return;
  yield rest;
  yield `${rest}e`;
  // `running`, `dropped`.
  if (rest.at(-1) === rest.at(-2)) yield rest.slice(0, -1);
}
