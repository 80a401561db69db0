/** The lengths at the bounds of a count, ascending: of characters, items or members. */
export function boundaryLengths(least: number | undefined, most: number | undefined): number[] {
  const found = lengthsOf(least, most).filter(
    (length) => length >= (least ?? 0) && length <= (most ?? Infinity),
  );
  return [...new Set(found)].toSorted((left, right) => left - right);
}

function lengthsOf(least: number | undefined, most: number | undefined): number[] {
  if (least === undefined) return most === undefined ? [] : [0, 1, most - 1, most];
  if (most === undefined) return [least, least + 1, least + 10];
  return [least, least + 1, most - 1, most];
}
