/** Axes: round numbers that enclose what is drawn, and where they are. */
import { grouped } from "../texts.ts";

export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

const STEPS = [1, 2, 2.5, 5, 10];

export function axisOf(lowest: number, highest: number, most = 5): Axis {
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
  return Number(number.toPrecision(12));
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
