const HIGH_SURROGATE = /^[\ud800-\udbff]/;
const LOW_SURROGATE = /^[\udc00-\udfff]/;

/** Unicode code points of a text; half of a surrogate pair counts as one. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xdc00 || unit > 0xdfff) continue;
    const before = text.charCodeAt(index - 1);
    if (before >= 0xd800 && before <= 0xdbff) count--;
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
  const isSecondHalf = LOW_SURROGATE.test(a.charAt(at)) || LOW_SURROGATE.test(b.charAt(at));
  const from = isSecondHalf && at > 0 && HIGH_SURROGATE.test(a.charAt(at - 1)) ? at - 1 : at;
  return (a.codePointAt(from) ?? 0) - (b.codePointAt(from) ?? 0);
}
