import { expect, test } from "bun:test";
import { semver } from "bun";
import fc from "fast-check";
import {
  compareVersions,
  parseVersion,
  type Version,
} from "../../../tools/release-evidence-delta/semantic-version.ts";

const version = (text: string) => parseVersion(text) as Version;

test("in the order of the standard's own example", () => {
  const ordered = [
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "2.0.0",
    "2.1.0",
    "2.1.1",
    "10.0.0",
    "99999999999999999999.0.0",
    "100000000000000000000.0.0",
  ];
  for (const [at, left] of ordered.entries()) {
    for (const [place, right] of ordered.entries()) {
      expect(Math.sign(compareVersions(version(left), version(right)))).toBe(Math.sign(at - place));
    }
  }
  expect(compareVersions(version("1.0.0+a"), version("1.0.0+b"))).toBe(0);
});

test.each([
  "1",
  "1.0",
  "v1.0.0",
  "01.0.0",
  "1.0.0-",
  "1.0.0-01",
  "1.0.0-a..b",
  "1.0.0+",
  " 1.0.0",
  "1.0.0.0",
])("%s is none", (text) => {
  expect(parseVersion(text)).toBeUndefined();
});

test("agrees with the engine's own order", () => {
  const number = fc.nat(12).map(String);
  const identifier = fc.constantFrom("0", "1", "10", "a", "b", "a-1", "x0");
  const text = fc
    .tuple(number, number, number, fc.array(identifier, { maxLength: 3 }))
    .map(([a, b, c, pre]) => `${a}.${b}.${c}${pre.length > 0 ? `-${pre.join(".")}` : ""}`);
  fc.assert(
    fc.property(text, text, (left, right) => {
      expect(Math.sign(compareVersions(version(left), version(right)))).toBe(
        semver.order(left, right),
      );
    }),
  );
});
