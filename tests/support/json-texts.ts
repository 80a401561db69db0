/** The values of JSON texts that stand one after the other, each ended by a line end. */
export function jsonTexts(texts: string): unknown[] {
  const values: unknown[] = [];
  let text = "";
  for (const line of texts.split("\n")) {
    text += `${line}\n`;
    try {
      values.push(JSON.parse(text));
      text = "";
    } catch {
      // The value goes on in the next line.
    }
  }
  return values;
}
