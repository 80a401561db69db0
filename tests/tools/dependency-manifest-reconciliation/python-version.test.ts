import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readSpecifiers } from "../../../tools/dependency-manifest-reconciliation/python-specifier.ts";
import {
  comparePythonTexts,
  comparePythonVersions,
  isPythonPrerelease,
  parsePythonVersion,
  type PythonVersion,
} from "../../../tools/dependency-manifest-reconciliation/python-version.ts";
import { normalPythonName } from "../../../tools/_lib/text/python-name.ts";

const version = (text: string) => parsePythonVersion(text) as PythonVersion;

describe("versions", () => {
  test("in the order of the standard", () => {
    const ordered = [
      "0.9",
      "1.0.dev0",
      "1.0.dev456",
      "1.0a1.dev1",
      "1.0a1",
      "1.0a2.dev456",
      "1.0a12",
      "1.0b1.dev456",
      "1.0b2",
      "1.0b2.post345.dev456",
      "1.0b2.post345",
      "1.0rc1.dev456",
      "1.0rc1",
      "1.0",
      "1.0+abc.5",
      "1.0+abc.7",
      "1.0+5",
      "1.0.post456.dev34",
      "1.0.post456",
      "1.1.dev1",
      "1.10",
      "99999999999999999999.0",
      "1!0.1",
    ];
    for (const [at, left] of ordered.entries()) {
      for (const [place, right] of ordered.entries()) {
        const difference = Math.sign(comparePythonVersions(version(left), version(right)));
        expect([left, right, difference]).toEqual([left, right, Math.sign(at - place)]);
      }
    }
  });

  test("many spellings of one", () => {
    const spellings = [
      ["1.0", "1", "1.0.0", "v1.0", " 1.0 ", "0!1.0", "01.0"],
      ["1.0a1", "1.0alpha1", "1.0.a.1", "1.0-A_1", "1.0a01"],
      ["1.0rc0", "1.0c", "1.0pre", "1.0_preview_0"],
      ["1.0.post1", "1.0-1", "1.0r1", "1.0rev1", "1.0post1"],
      ["1.0.dev0", "1.0dev", "1.0-DEV"],
      ["1.0+ubuntu.1", "1.0+Ubuntu-1", "1.0+ubuntu_01"],
    ];
    for (const same of spellings) {
      for (const text of same) {
        expect([text, comparePythonVersions(version(same[0] ?? ""), version(text))]).toEqual([
          text,
          0,
        ]);
      }
    }
  });

  test("what is none, however long", () => {
    const texts = [
      "",
      "a",
      "1.",
      "1..2",
      "1.0x",
      "1.0+",
      "1.0+a..b",
      "1.0-",
      "1 0",
      "-1",
      "1.0a1a2",
    ];
    for (const text of [...texts, `${"1.".repeat(50_000)}x`, `1+${"a".repeat(50_000)}!`]) {
      expect(parsePythonVersion(text)).toBeUndefined();
    }
    expect(parsePythonVersion("1.".repeat(50_000) + "1")?.release.length).toBe(50_001);
  });

  test("prereleases and texts", () => {
    const isPrerelease = (text: string) => isPythonPrerelease(version(text));
    expect(["1a1", "1.dev1", "1.post1.dev1", "1", "1.post1", "1+a"].map(isPrerelease)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(["2", "x", "10", "a", "1.0"].toSorted(comparePythonTexts)).toEqual([
      "a",
      "x",
      "1.0",
      "2",
      "10",
    ]);
  });

  test("names", () => {
    expect(normalPythonName("Zope.Interface__x--Y")).toBe("zope-interface-x-y");
  });
});

describe("specifiers", () => {
  // As the package `packaging` 26.2 decides them.
  test.each([
    ["", "1.0a1", true],
    [">=1.0", "1.1a1", true],
    ["==1.0", "1.0.0+local", true],
    ["==1.0+local", "1.0", false],
    ["!=1.0", "1.0+local", false],
    ["==1.*", "1.9rc1", true],
    ["==1.0.*", "1", true],
    ["!=1.1.*", "1.1.post1", false],
    ["==1!1.*", "1.5", false],
    ["<2.0", "2.0a1", false],
    ["<2.0", "2.0rc1.post1", false],
    ["<2.0", "1.9.9", true],
    ["<2.0b1", "2.0a1", true],
    ["<2.post1", "2b1", true],
    ["<2.post1", "2.post1.dev0", false],
    [">1.0", "1.0.post1", false],
    [">1.0", "1.0+local", false],
    [">1.0.post1", "1.0.post2", true],
    [">1b1", "1.post1", true],
    ["<=1.0", "1.0+local", true],
    [">=1.0", "1.0.dev1", false],
    ["~=2.2", "2.9", true],
    ["~=2.2", "3.0", false],
    ["~=2.2.0", "2.3", false],
    ["~=2.2.post3", "2.2.post1", false],
    ["~=1.4.5a4", "1.4.5b1", true],
    ["===1.0-A", "1.0-a", true],
    ["===1.0", "1.0.0", false],
    [">=1.0, !=1.1, <2", "1.1", false],
    [">=1.0,<2,", "1.5", true],
    [">=1.0", "banana", false],
  ])("%p allows %p: %p", (text, found, expected) => {
    expect(readSpecifiers(text)?.allows(found)).toBe(expected);
  });

  test("what is none", () => {
    for (const text of [
      "1.0",
      "=1.0",
      "~=1",
      ">=1.*",
      ">=1.0+a",
      "==1.0a1.*",
      "==1.*.*",
      "==",
      "^1",
      ">1 <2",
      "===a;b",
    ]) {
      expect([text, readSpecifiers(text)]).toEqual([text, undefined]);
    }
  });

  test("what has no upper bound is open", () => {
    const isOpen = (text: string) => readSpecifiers(text)?.isOpen;
    expect(["", ">=1", ">1", "!=2", ">=1,!=2"].map(isOpen)).toEqual([true, true, true, true, true]);
    expect(["<2", "~=1.0", "==1", ">=1,<2", "===x"].map(isOpen)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test("each release is at, above or below another, and in just one of the three", () => {
    const release = fc
      .array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 })
      .map((numbers) => numbers.join("."));
    fc.assert(
      fc.property(release, release, (found, bound) => {
        const fits = ["<", "==", ">"].filter((operator) =>
          readSpecifiers(operator + bound)?.allows(found),
        );
        expect(fits.length).toBe(1);
        const order = ["<", "==", ">"].indexOf(fits[0] ?? "") - 1;
        expect(Math.sign(comparePythonVersions(version(found), version(bound)))).toBe(order);
      }),
    );
  });
});
