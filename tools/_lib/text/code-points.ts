/** Whether a code unit is the first half of a surrogate pair. */
export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Whether a code unit is the second half of a surrogate pair. */
export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Whether a code unit is half of a surrogate pair. */
export function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Whether an offset lies between the halves of a surrogate pair. */
export function isInsidePair(text: string, offset: number): boolean {
  return isLowSurrogate(text.charCodeAt(offset)) && isHighSurrogate(text.charCodeAt(offset - 1));
}

/** The offset of the first surrogate without its other half, -1 where there is none. */
export function loneSurrogateAt(text: string): number {
  return text.isWellFormed() ? -1 : text.search(/\p{Surrogate}/u);
}

/** Unicode code points of a text; half of a surrogate pair counts as one. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index++) {
    if (isInsidePair(text, index)) count--;
  }
  return count;
}

/** By code points; UTF-16 units would put U+1F600 before U+E000. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === end) return a.length - b.length;
  // Where the second half of a pair differs from what the other text has there, the pair itself does.
  const from = isInsidePair(a, at) || isInsidePair(b, at) ? at - 1 : at;
  return (a.codePointAt(from) ?? 0) - (b.codePointAt(from) ?? 0);
}

/** Bytes that `text` takes in UTF-8; a lone surrogate counts as U+FFFD, three bytes. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else {
      bytes += 2;
      if (isInsidePair(text, index + 1)) index++;
    }
  }
  return bytes;
}

/** A rough token count that needs no tokenizer: one for each four bytes of UTF-8. */
export function estimateTokens(text: string): number {
  return Math.ceil(utf8Length(text) / 4);
}
