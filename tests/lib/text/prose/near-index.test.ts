import { expect, test } from "bun:test";
import fc from "fast-check";
import { NearIndex } from "../../../../tools/_lib/text/prose/near-index.ts";
import {
  NEAR_DUPLICATE,
  shinglesOf,
  similarity,
} from "../../../../tools/_lib/text/prose/similarity.ts";

const word = fc.constantFrom("a", "b", "c", "d");
const base = fc.array(word, { minLength: 14, maxLength: 30 });
/** Texts that are often a word or two apart. */
const texts = base.chain((words) =>
  fc.array(
    fc
      .array(fc.tuple(fc.nat(words.length), word), { maxLength: 2 })
      .map((changes) =>
        changes.reduce(
          (list, [at, other]) => list.with(Math.min(at, list.length - 1), other),
          words,
        ),
      )
      .map((list) => list.join(" ")),
    { maxLength: 12 },
  ),
);
const short = fc.array(
  fc.array(word, { maxLength: 4 }).map((words) => words.join(" ")),
  { maxLength: 12 },
);

test("finds what comparing all with all finds", () => {
  fc.assert(
    fc.property(fc.oneof(texts, short), (given) => {
      const shingles = given.map(shinglesOf);
      const index = new NearIndex(shingles);
      for (let at = 0; at < given.length; at += 2) index.add(at);
      for (const [at, own] of shingles.entries()) {
        const expected = shingles.flatMap((other, place) =>
          place % 2 === 0 && place !== at && similarity(own, other) >= NEAR_DUPLICATE
            ? [{ at: place, similarity: similarity(own, other) }]
            : [],
        );
        expect(index.near(at).toSorted((a, b) => a.at - b.at)).toEqual(expected);
      }
    }),
    { numRuns: 500 },
  );
});

test("exactly 85 of 100, where doubles would miss it", () => {
  const all = Array.from({ length: 22 }, (_, at) => `w${at}`);
  const shingles = [all, all.slice(0, 19)].map((words) => shinglesOf(words.join(" ")));
  const index = new NearIndex(shingles);
  index.add(0);
  expect(index.near(1)).toEqual([{ at: 0, similarity: 0.85 }]);
});
