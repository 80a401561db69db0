/** Reference values: mpmath 1.3 with 30 digits, scipy 1.17, and a bootstrap and xoshiro256** written in Python. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Decimal } from "../../../tools/_lib/numbers/decimal.ts";
import { seededUnits, seededWords } from "../../../tools/_lib/numbers/xoshiro.ts";
import {
  percentileInterval,
  resampledMeans,
} from "../../../tools/evaluation-run-delta/bootstrap.ts";
import { deviationOf, meanOf } from "../../../tools/evaluation-run-delta/moments.ts";
import { chiSquareTail, normalQuantile } from "../../../tools/_lib/numbers/statistics/normal.ts";
import { mcnemarTest, wilsonInterval } from "../../../tools/_lib/numbers/statistics/proportion.ts";

const decimals = (numbers: readonly number[]) => numbers.map((number) => new Decimal(number));

describe("the normal distribution", () => {
  test.each([
    [1e-300, -37.0470962993612],
    [1e-20, -9.262340089798407],
    [0.00005, -3.890591886413094],
    [0.025, -1.9599639845400543],
    [0.075, -1.439531470938456],
    [0.3, -0.5244005127080408],
    [0.5, 0],
    [0.8, 0.8416212335729144],
    [0.9999, 3.7190164854557084],
  ])("the quantile of %p is %p", (probability, quantile) => {
    expect(Math.abs(normalQuantile(probability) - quantile)).toBeLessThanOrEqual(
      4e-15 * Math.max(1, Math.abs(quantile)),
    );
  });

  test("quantiles are odd and ascend", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 511 }), (part) => {
        const probability = part / 1024;
        expect(normalQuantile(1 - probability)).toBe(-normalQuantile(probability));
        expect(normalQuantile(probability + 2 ** -20)).toBeGreaterThan(normalQuantile(probability));
      }),
    );
  });

  test.each([
    [0, "1"],
    [0.001, "0.97477287936996038854"],
    [3.84, "0.050043521248705098948"],
    [50, "1.5374597944280348502e-12"],
    [200, "2.088487583762544757e-45"],
    [1400, "2.101014516264217495e-306"],
  ])("chi-square of one degree of freedom from %p on has %p", (statistic, tail) => {
    expect(String(chiSquareTail(statistic).toSignificantDigits(20))).toBe(tail);
  });
});

describe("McNemar's test", () => {
  test.each([
    [0, 0, 1],
    [1, 4, 0.375],
    [3, 9, 0.14599609375],
    [10, 2, 0.03857421875],
    [25, 25, 1],
    [40, 70, 0.005447429511444476],
    [499, 501, 0.9747749818216395],
    [0, 1000, 1.8665272370064378e-301],
  ])("%i against %i: exactly %p", (first, second, pValue) => {
    const result = mcnemarTest(first, second);
    expect(result).toMatchObject({ method: "exact", statistic: null });
    expect(result.pValue.toNumber() / pValue).toBeCloseTo(1, 11);
  });

  test.each([
    [480, 561, 6.14793467819404, 0.0131565656704718],
    [501, 500, 0, 1],
    [900, 200, 444.182727272727, 1.33086262005608e-98],
  ])("%i against %i: chi-square of %p gives %p", (first, second, statistic, pValue) => {
    const result = mcnemarTest(first, second);
    expect(result.method).toBe("chi-square");
    expect(result.statistic?.toNumber()).toBeCloseTo(statistic, 11);
    expect(result.pValue.toNumber() / pValue).toBeCloseTo(1, 11);
  });

  test("the order of the two does not matter, and p is a probability", () => {
    fc.assert(
      fc.property(fc.nat(700), fc.nat(700), (first, second) => {
        const { pValue } = mcnemarTest(first, second);
        expect(mcnemarTest(second, first).pValue.eq(pValue)).toBe(true);
        expect(pValue.gt(0) && pValue.lte(1)).toBe(true);
      }),
    );
  });
});

test.each([
  [0, 10, 0.05, 0, 0.27753279986288926],
  [9, 10, 0.05, 0.5958499732047616, 0.9821237869049271],
  [10, 10, 0.05, 0.7224672001371109, 1],
  [263, 1000, 0.01, 0.22878484710655134, 0.30033936505766345],
  [1, 2, 0.5, 0.2847588845819623, 0.7152411154180377],
])("Wilson's interval of %i of %i at %p", (successes, total, alpha, low, high) => {
  const interval = wilsonInterval(successes, total, alpha);
  expect(interval[0]).toBeCloseTo(low, 12);
  expect(interval[1]).toBeCloseTo(high, 12);
});

describe("the bootstrap", () => {
  test("draws units as the words do", () => {
    const [words, units] = [seededWords("7"), seededUnits("7")];
    for (let at = 0; at < 1000; at++) expect(units()).toBe(Number(words() >> 11n) * 2 ** -53);
    const next = seededUnits("seed");
    expect([next(), next(), next()]).toEqual([
      0.2675039745250938, 0.6293359252689543, 0.635540210516509,
    ]);
  });

  test("means of resamples, and the interval between their percentiles", () => {
    const means = resampledMeans([0.3, -0.1, 0.25, 0, 0.05, -0.2, 0.4], 1000, "purebox");
    const [low, high] = percentileInterval(means, 0.1);
    expect(low).toBeCloseTo(-0.021428571428571432, 12);
    expect(high).toBeCloseTo(0.2357142857142857, 12);
  });

  test("places of percentiles are found exactly", () => {
    const sorted = Float64Array.from({ length: 2000 }, (_, at) => at);
    expect(percentileInterval(sorted, 0.05)).toEqual([50, 1949]);
    expect(percentileInterval(sorted.subarray(0, 500), 0.05)).toEqual([12, 487]);
    // 0.29/2·200 is 28.999… in doubles.
    expect(percentileInterval(sorted.subarray(0, 200), 0.29)).toEqual([29, 170]);
    expect(percentileInterval(sorted.subarray(0, 1), 0.5)).toEqual([0, 0]);
  });
});

describe("mean and deviation", () => {
  test("of decimals, without the noise of doubles", () => {
    expect(meanOf(decimals([0.6, 0.7, 0.8]))?.toNumber()).toBe(0.7);
    expect(meanOf([])).toBeUndefined();
    expect(deviationOf(decimals([0.1, 0.1, 0.1]))?.toNumber()).toBe(0);
    expect(deviationOf(decimals([1]))).toBeUndefined();
    const near = decimals([1e12 + 0.125, 1e12 + 0.375]);
    expect(deviationOf(near)?.toNumber()).toBeCloseTo(0.17677669529663687, 12);
  });

  test("agree with the usual two passes", () => {
    const values = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 2 });
    fc.assert(
      fc.property(values, (numbers) => {
        const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
        const squares = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0);
        const deviation = Math.sqrt(squares / (numbers.length - 1));
        expect(meanOf(decimals(numbers))?.toNumber()).toBeCloseTo(mean, 9);
        expect(deviationOf(decimals(numbers))?.toNumber()).toBeCloseTo(deviation, 6);
      }),
    );
  });
});
