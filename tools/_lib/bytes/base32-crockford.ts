/** Crockford's Base32: digits and letters without I, L, O and U. */
const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Letters that are read as the digits they look like. */
const LOOKALIKES: Readonly<Record<string, string>> = { I: "1", L: "1", O: "0" };

/** The number in so many symbols, capitals. */
export function encodeCrockford(number: bigint, length: number): string {
  let text = "";
  for (let rest = number; text.length < length; rest >>= 5n) {
    text = SYMBOLS.charAt(Number(rest & 31n)) + text;
  }
  return text;
}

/** The number, in any letter case, or the index of the first character that is no symbol. */
export function decodeCrockford(text: string): bigint | { readonly index: number } {
  let number = 0n;
  for (let index = 0; index < text.length; index++) {
    const letter = text.charAt(index);
    // Only ASCII letters have a capital here: some others, such as the long s, have one among the symbols.
    const capital = letter < "\u0080" ? letter.toUpperCase() : letter;
    const symbol = Object.hasOwn(LOOKALIKES, capital) ? LOOKALIKES[capital] : capital;
    const value = SYMBOLS.indexOf(symbol ?? capital);
    if (value < 0) return { index };
    number = (number << 5n) | BigInt(value);
  }
  return number;
}
