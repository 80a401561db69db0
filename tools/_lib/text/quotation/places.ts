/** Where a text stands in another one, also where it overlaps itself. */

/** The offsets at which `pattern` stands in `text`, in order; nowhere where it is empty. */
export function placesOf(pattern: string, text: string): number[] {
  const places: number[] = [];
  if (pattern === "") return places;
  let at = text.indexOf(pattern);
  let tail: string | undefined;
  while (at >= 0) {
    places.push(at);
    // A run of overlapping places goes on by the pattern's period, so that only that much is compared anew.
    tail ??= pattern.slice(-periodOf(pattern));
    if (text.startsWith(tail, at + pattern.length)) at += tail.length;
    else at = text.indexOf(pattern, at + 1);
  }
  return places;
}

/** By how much a text can be moved to lie on itself again (Knuth, Morris and Pratt). */
function periodOf(pattern: string): number {
  const borders = new Int32Array(pattern.length);
  let border = 0;
  for (let at = 1; at < pattern.length; at++) {
    while (border > 0 && pattern.charCodeAt(at) !== pattern.charCodeAt(border)) {
      border = borders[border - 1] ?? 0;
    }
    if (pattern.charCodeAt(at) === pattern.charCodeAt(border)) border++;
    borders[at] = border;
  }
  return pattern.length - border;
}

/** The index of the last of the ascending numbers that is at most `limit`, or -1. */
export function lastAtMost(numbers: ArrayLike<number>, limit: number): number {
  let low = -1;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
