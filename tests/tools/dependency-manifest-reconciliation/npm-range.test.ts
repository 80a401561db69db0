import { describe, expect, test } from "bun:test";
import { readCargoRange } from "../../../tools/dependency-manifest-reconciliation/cargo-range.ts";
import {
  compareSemver,
  isSameSemver,
  isSemverPrerelease,
  rangesMeet,
  readNpmRange,
} from "../../../tools/dependency-manifest-reconciliation/npm-range.ts";

describe("ranges of npm", () => {
  test("what has no upper bound is open", () => {
    const open = ["", "*", "x", ">=1", ">1.2.3", "<1 || >=2", ">=1 >2"];
    const closed = ["1", "^1", "~1.2", "<2", "=1.2.3", ">=1 <2", "1 - 2", "<0.0.0-0"];
    for (const range of open) expect([range, readNpmRange(range)?.isOpen]).toEqual([range, true]);
    for (const range of closed) {
      expect([range, readNpmRange(range)?.isOpen]).toEqual([range, false]);
    }
  });

  test("what is none, however long", () => {
    const texts = ["a", "^^1", "1.2.3.4", "1.2.3-a.b.c.".repeat(10_000), "9".repeat(100_000)];
    for (const text of texts) expect(readNpmRange(text)).toBeUndefined();
    expect(readNpmRange("1 ".repeat(10_000))?.allows("1.2.3")).toBe(true);
    expect(readNpmRange("*")?.allows(`1.0.0-${"a".repeat(300)}`)).toBe(false);
  });

  test("meeting", () => {
    expect(rangesMeet("^1.2.0", "1.x")).toBe(true);
    expect(rangesMeet("^1.2.0", "2")).toBe(false);
    expect(rangesMeet("^1.2.0", "next")).toBe(false);
    expect(rangesMeet("1 || ".repeat(200), "1")).toBe(false);
  });
});

describe("versions", () => {
  test("in order, texts that are none first", () => {
    const ordered = ["", "1", "x", "1.0.0-a", "1.0.0-a.1", "1.0.0-b", "1.0.0", "1.0.0+b", "10.0.0"];
    expect(ordered.toReversed().toSorted(compareSemver)).toEqual(ordered);
  });

  test("the same", () => {
    expect(isSameSemver("1.0.0", "v1.0.0+b")).toBe(true);
    expect(isSameSemver("1.0.0", "1.0.0-a")).toBe(false);
    expect(isSameSemver("x", "x")).toBe(true);
    expect(isSameSemver("x", "1.0.0")).toBe(false);
  });

  test("prereleases", () => {
    expect(["1.0.0-a", "v1.0.0-0", "1.0.0+a", "1.0", "-"].map(isSemverPrerelease)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("requirements of Cargo", () => {
  test.each([
    ["1.2.3", ["1.2.3", "1.9.0"], ["1.2.2", "2.0.0", "1.3.0-a"]],
    ["0.2.3", ["0.2.9"], ["0.3.0"]],
    ["0.0.3", ["0.0.3"], ["0.0.4"]],
    ["0.0", ["0.0.9"], ["0.1.0"]],
    ["~1.2", ["1.2.9"], ["1.3.0"]],
    ["~1", ["1.9.0"], ["2.0.0"]],
    ["1.*", ["1.9.0"], ["2.0.0"]],
    ["1.2.*", ["1.2.9"], ["1.3.0"]],
    ["*", ["0.0.1", "9.0.0"], ["1.0.0-a"]],
    ["=1.2", ["1.2.9"], ["1.3.0"]],
    [">1.2", ["1.3.0"], ["1.2.9"]],
    [">= 1.2, < 1.5", ["1.4.9"], ["1.5.0"]],
    [">=1.2,", ["2.0.0"], ["1.1.0"]],
    ["1.2.3-rc.1", ["1.2.3-rc.2", "1.2.3"], ["1.2.4-rc.2"]],
    ["1.2.3+build", ["1.2.3"], ["2.0.0"]],
  ])("%p", (text, inside, outside) => {
    const range = readCargoRange(text);
    for (const version of inside)
      expect([version, range?.allows(version)]).toEqual([version, true]);
    for (const version of outside) {
      expect([version, range?.allows(version)]).toEqual([version, false]);
    }
  });

  test("what is none", () => {
    const texts = [
      "",
      "1 || 2",
      "1 2",
      "v1",
      "01",
      "1.*.3",
      "1.2.3.4",
      "1-a",
      "*, 1",
      ",",
      "1,,2",
      "^",
    ];
    for (const text of [
      ...texts,
      "1.".repeat(50_000),
      ",".repeat(100_000),
      "1.2.3-".repeat(20_000),
    ]) {
      expect(readCargoRange(text)).toBeUndefined();
    }
  });
});
