/** Axes: round numbers that enclose what is drawn, and where they are. */
import { grouped } from "../texts.ts";

export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

const STEPS = [1, 2, 2.5, 5, 10];

export function axisOf(lowest: number, highest: number, most = 5): Axis {
  if (!Number.isFinite(highest - lowest)) return axisOf(0, 1, most);
  const [low, high] = highest > lowest ? [lowest, highest] : [lowest, lowest + 1];
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((one) => one * power >= rough * 0.999) ?? 10);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    tidy((first + index) * step),
  );
  return { from: tidy(first * step), to: tidy(last * step), ticks };
}

/** Without the dust of binary fractions. */
function tidy(number: number): number {
  return Number(number.toPrecision(15));
}

/** Digits in groups: ticks are the page's own numbers. */
export function tickText(tick: number): string {
  const [whole = "", fraction] = String(tick).split(".");
  const digits = grouped(whole);
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** Some of a list, evenly, the first among them. */
export function some<T>(list: readonly T[], most: number): readonly (readonly [number, T])[] {
  const step = Math.max(1, Math.ceil(list.length / most));
  return list.flatMap((item, index) => (index % step === 0 ? [[index, item] as const] : []));
}

/** The least and the greatest; of none, 0. */
export function extentOf(numbers: readonly number[]): readonly [lowest: number, highest: number] {
  const [first = 0] = numbers;
  let [lowest, highest] = [first, first];
  for (const number of numbers) {
    if (number < lowest) lowest = number;
    if (number > highest) highest = number;
  }
  return [lowest, highest];
}

export interface Bin {
  readonly label: string;
  readonly count: number;
}

const MOST_BARS = 40;

/** How often each number occurs where they are few and whole, else how many fall into each of equal ranges. */
export function binsOf(numbers: readonly number[]): readonly Bin[] {
  const [low, high] = extentOf(numbers);
  const isWhole = high - low < MOST_BARS && numbers.every(Number.isInteger);
  if (isWhole) {
    const counts = new Uint32Array(high - low + 1);
    for (const number of numbers) counts[number - low] = (counts[number - low] ?? 0) + 1;
    return Array.from(counts, (count, index) => ({ label: String(low + index), count }));
  }
  const wanted = Math.min(MOST_BARS, Math.max(5, Math.ceil(Math.sqrt(numbers.length))));
  const { ticks } = axisOf(low, high, wanted);
  return ticks.slice(0, -1).map((from, index) => {
    const to = ticks[index + 1] ?? from;
    const isLast = index === ticks.length - 2;
    const isIn = (one: number): boolean => one >= from && (one < to || (isLast && one === to));
    const label = `${tickText(from)} – ${tickText(to)}`;
    return { label, count: numbers.filter(isIn).length };
  });
}
