/** Bytes that `text` takes in UTF-8; a lone surrogate counts as U+FFFD, three bytes. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (isPair(text, index, unit)) {
      bytes += 2;
      index++;
    } else bytes += 2;
  }
  return bytes;
}

/** A rough token count that needs no tokenizer: one for each four bytes of UTF-8. */
export function estimateTokens(text: string): number {
  return Math.ceil(utf8Length(text) / 4);
}

function isPair(text: string, index: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
