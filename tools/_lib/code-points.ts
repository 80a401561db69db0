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
