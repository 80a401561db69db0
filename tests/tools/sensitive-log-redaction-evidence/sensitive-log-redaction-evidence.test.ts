import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findAnchors, Search } from "../../../tools/_lib/secrets/detectors/candidates.ts";
import { LiteralSet } from "../../../tools/_lib/secrets/detectors/literals.ts";
import { scanSensitive } from "../../../tools/_lib/secrets/detectors/scan.ts";
import { DETECTORS } from "../../../tools/_lib/secrets/detectors/table.ts";
import { detectorsOf, redacted, SAMPLES, samples, value } from "../../support/redaction.ts";

describe("the table", () => {
  test("has 114 detectors with ids of their own, and a sample for each in its order", () => {
    expect(DETECTORS.length).toBe(114);
    expect(samples.map(({ id }) => id)).toEqual(DETECTORS.map(({ id }) => id));
  });

  test.each(samples)("$id finds its value and nothing else", ({ id, before, secret, text }) => {
    const found = scanSensitive(`x ${text}\ny`);
    expect(found.map(({ detector }) => detector)).toEqual([id]);
    const [{ start = 0, end = 0 } = {}] = found;
    expect([start, `x ${text}`.slice(start, end)]).toEqual([2 + before.length, secret]);
  });

  test.each(samples)(
    "$id leaves the text around the value, twice",
    ({ id, before, after, text }) => {
      const [evidence] = value(text).evidence;
      const once = `${before}${evidence?.token}${after}`;
      expect(redacted(`${text}\n${text}`)).toBe(`${once}\n${once}`);
      expect([evidence?.detector, evidence?.column]).toEqual([id, before.length + 1]);
      expect(value(text).verified).toBe(true);
      expect(redacted({ input: text, skipDetectors: DETECTORS.map((d) => d.id) })).toBe(text);
    },
  );

  test.each(["${input:tok}", "${env:TOKEN}", "{{token}}", "${{ secrets.KEY }}", "<token>", "%T%"])(
    "the place of a secret is none, with its scheme before it neither: %s",
    (place) => {
      for (const given of [place, `Bearer ${place}`, `Basic ${place}`, `token ${place}`]) {
        for (const text of [`"API_KEY": "${given}"`, `password = '${given}'`]) {
          expect([text, scanSensitive(text)]).toEqual([text, []]);
        }
      }
    },
  );

  test("a key in a longer word is none", () => {
    for (const id of [
      "aws-access-key-id",
      "replicate-token",
      "npm-token",
      "credit-card",
      "es-dni-nie",
    ]) {
      const secret = String(SAMPLES[id]);
      expect(detectorsOf({ input: `x${secret}`, detectors: id })).toEqual([]);
      expect(detectorsOf({ input: `${secret}x`, detectors: id })).toEqual([]);
      expect(detectorsOf({ input: `_${secret}_`, detectors: id })).toEqual([id]);
    }
  });
});

describe("the search around anchors", () => {
  test("finds what a search of the whole text finds", () => {
    const parts = fc.oneof(
      fc.constantFrom(...samples.map(({ text }) => text)),
      fc.constantFrom(...samples.map(({ before }) => before.toUpperCase())),
      fc.constantFrom(" ", "\n", "_", ".", "-", "=", ": ", '"', "a", "7", "&", "token=", "pwd:"),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (texts) => {
        const text = texts.join("");
        const anchors = findAnchors(text);
        for (const detector of DETECTORS) {
          const { source, flags } = detector.pattern;
          const whole = new RegExp(source, flags.replace("y", "").replace(/g?$/, "g"));
          const search = new Search(text, detector, anchors);
          const found: number[] = [];
          for (let match = search.next(0); match; match = search.next(match.end)) {
            found.push(match.start, match.end);
          }
          const wanted = [...text.matchAll(whole)].flatMap((m) => [m.index, m.index + m[0].length]);
          expect([detector.id, ...found]).toEqual([detector.id, ...wanted]);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("literals are found wherever they stand, inside one another too", () => {
    const some = fc.array(
      fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 4 }),
    );
    fc.assert(
      fc.property(
        some,
        fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 30 }),
        (all, text) => {
          const literals = [...new Set(all)];
          const found: string[] = [];
          new LiteralSet(literals).search(text, (start, index) =>
            found.push(`${start} ${literals[index]}`),
          );
          const wanted = literals.flatMap((literal) =>
            Array.from(text, (_, at) => at)
              .filter((at) => text.startsWith(literal, at))
              .map((at) => `${at} ${literal}`),
          );
          expect(found.toSorted()).toEqual(wanted.toSorted());
        },
      ),
    );
  });

  // Each would take minutes in a search that is not linear.
  test.each(
    [
      ..."a=1\"'_-. /@:+\n(",
      ...samples.flatMap(({ before }) => (before ? [before] : [])),
      "-----BEGIN ",
      "-----BEGIN A ",
      "-----BEGIN PRIVATE KEY-----",
      "eyJ",
      "-eyJ",
      "-eyJaaaaa.",
      "eyJhbGciOiJ9.aa.",
      "a@",
      "a@a.",
      "..@a.a1 ",
      "a://b:",
      "?token",
      "-_-_.token",
      'token="',
      "token='\\\"",
      "sk-ant-a-",
      "xapp-1-A-1-",
      "4111 1111 ",
      "GB82 WEST 1234 ",
      "+1111111111111111111111 ",
      "1111111111111111111111111111 ",
      "2a:",
      "pwd=aaaaaaaa ",
      "[SECRET_1]",
      "[A_",
    ].map((part) => [part]),
  )("100,000 characters of %j end", (part) => {
    const text = part.repeat(Math.ceil(100_000 / part.length)).slice(0, 100_000);
    expect(Array.isArray(scanSensitive(text))).toBe(true);
  });
});
