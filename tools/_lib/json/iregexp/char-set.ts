/** A set of code points: ranges and Unicode general categories, or everything but them. */
export interface CharSet {
  readonly negated: boolean;
  /** First and last code point of each range, in order and apart from each other. */
  readonly ranges: readonly (readonly [number, number])[];
  readonly categories: readonly Category[];
}

/** A general category such as `Lu`, or everything outside it. */
export interface Category {
  readonly name: string;
  readonly negated: boolean;
}

/** Every character but line feed and carriage return. */
export const DOT: CharSet = {
  negated: true,
  ranges: [
    [10, 10],
    [13, 13],
  ],
  categories: [],
};

/** The set of one code point. */
export function single(point: number): CharSet {
  return { negated: false, ranges: [[point, point]], categories: [] };
}

/** Ranges in order, those that touch made one. */
export function mergeRanges(ranges: readonly (readonly [number, number])[]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

export function hasPoint({ negated, ranges, categories }: CharSet, point: number): boolean {
  const inside =
    inRanges(ranges, point) || categories.some((category) => inCategory(category, point));
  return inside !== negated;
}

function inRanges(ranges: CharSet["ranges"], point: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[1] ?? 0) < point) low = middle + 1;
    else high = middle;
  }
  return point >= (ranges[low]?.[0] ?? Number.POSITIVE_INFINITY);
}

const NAMES: ReadonlySet<string> = new Set(
  "L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps Z Zl Zp Zs S Sc Sk Sm So C Cc Cf Cn Co".split(
    " ",
  ),
);

/** Whether RFC 9485 has the general category. */
export function isCategoryName(name: string): boolean {
  return NAMES.has(name);
}

const tests = new Map<string, RegExp>();

function inCategory({ name, negated }: Category, point: number): boolean {
  let test = tests.get(name);
  if (test === undefined) {
    test = new RegExp(`\\p{${name}}`, "u");
    tests.set(name, test);
  }
  return test.test(String.fromCodePoint(point)) !== negated;
}
