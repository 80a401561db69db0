import { expect, test } from "bun:test";
import fc from "fast-check";
import { createBudget } from "../../../app/run/context.ts";
import { differencesOf } from "../../../tools/_lib/text/quotation/alignment.ts";
import { closestWindow } from "../../../tools/_lib/text/quotation/closest-window.ts";
import { findPieces, type Pieces, piecesOf } from "../../../tools/_lib/text/quotation/elision.ts";
import { Quotation } from "../../../tools/_lib/text/quotation/match.ts";
import { Passage, writeWords } from "../../../tools/_lib/text/quotation/passage.ts";
import { lastAtMost, placesOf } from "../../../tools/_lib/text/quotation/places.ts";
import { SourceText } from "../../../tools/_lib/text/quotation/source-text.ts";
import { placedWordsOf, wordsOf } from "../../../tools/_lib/text/words.ts";

const budget = createBudget(1e9);
const few = fc.array(fc.constantFrom("aa", "bb", "cc", "dd"), { maxLength: 30 });
const letters = fc.string({ unit: fc.constantFrom("a", "b", "A", " ", "-", "\n"), maxLength: 40 });

function wordDistance(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => i + j),
  );
  const at = (i: number, j: number) => table[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      (table[i] as number[])[j] = Math.min(
        at(i - 1, j - 1) + same,
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
      );
    }
  }
  return at(a.length, b.length);
}

/** Every window of the lengths, one by one. */
function naiveWindow(
  quote: readonly string[],
  source: readonly string[],
  gram: number,
  most: number,
) {
  const grams = (words: readonly string[]) =>
    words.flatMap((_, at) =>
      at + gram <= words.length ? [words.slice(at, at + gram).join(" ")] : [],
    );
  const wanted = new Set(grams(quote));
  const windows = [];
  const n = quote.length;
  for (let start = 0; start < source.length; start++) {
    for (let size = Math.floor((n * 7) / 10); size <= Math.ceil((n * 13) / 10); size++) {
      const words = source.slice(start, start + size);
      if (words.length < size || !grams(words).some((one) => wanted.has(one))) continue;
      const distance = wordDistance(quote, words);
      if (distance <= most) windows.push({ start, end: start + size, distance });
    }
  }
  return windows.toSorted(
    (a, b) =>
      a.distance - b.distance ||
      Math.abs(a.end - a.start - n) - Math.abs(b.end - b.start - n) ||
      a.start - b.start,
  )[0];
}

test("the closest window is the one that trying all of them finds", () => {
  fc.assert(
    fc.property(few, few, fc.constantFrom(2, 3), fc.nat(8), (quote, source, gram, most) => {
      const text = new SourceText(source.join(" "));
      const found = closestWindow({
        quote: text.numbersOf(quote),
        source: text.numbers,
        anchors: text.sharedGrams(quote, gram),
        gram,
        most,
        budget,
      });
      expect(found).toEqual(naiveWindow(quote, source, gram, most));
    }),
    { numRuns: 3000 },
  );
});

test("differences lead from the source to the quotation in as many words as the distance", () => {
  fc.assert(
    fc.property(few, few, (quote, source) => {
      const [ours, theirs] = [quote, source].map((words) => new Passage(words.join(" ")).words);
      const distance = wordDistance(quote, source);
      const differences = differencesOf(ours ?? [], theirs ?? [], distance, budget);
      const cost = differences.reduce(
        (sum, one) => sum + Math.max(wordsOf(one.quote).length, wordsOf(one.source).length),
        0,
      );
      expect(cost).toBe(distance);
      const surplus = differences.reduce(
        (sum, one) => sum + wordsOf(one.quote).length - wordsOf(one.source).length,
        0,
      );
      expect(surplus).toBe(quote.length - source.length);
    }),
    { numRuns: 1000 },
  );
});

test("all places of a text in another one", () => {
  fc.assert(
    fc.property(letters, letters, (pattern, text) => {
      const naive = [...text].flatMap((_, at) => (text.startsWith(pattern, at) ? [at] : []));
      expect(placesOf(pattern, text)).toEqual(pattern === "" ? [] : naive);
      for (const limit of [-1, 0, 7]) {
        expect(lastAtMost(naive, limit)).toBe(naive.findLastIndex((at) => at <= limit));
      }
    }),
    { numRuns: 2000 },
  );
});

test("pieces are found where a chain of places exists", () => {
  const source = new SourceText("aa bb. cc dd, aa bb; ee ff cc dd ee ff.");
  const find = (quote: string) => {
    const found = findPieces(piecesOf(quote) as Pieces, source, budget);
    return found && [source.passage.text.slice(found.start, found.end), found.occurrences];
  };
  expect(find("aa bb … cc dd … ee ff")).toEqual(["aa bb. cc dd, aa bb; ee ff", 2]);
  expect(find("cc dd, … ee ff.")).toEqual(["cc dd, aa bb; ee ff cc dd ee ff.", 1]);
  expect(find("bb, aa … cc dd")).toBeUndefined();
  expect(piecesOf("no gap at all")).toBeUndefined();
  expect(piecesOf("…")).toBeUndefined();
  expect(piecesOf("one … two words")).toBeUndefined();
  expect(piecesOf("[…] two words [and] Two, words …")).toEqual({
    texts: ["two words", "two, words"],
    inserted: [new Set(), new Set(["and"]), new Set()],
    beginsWithGap: true,
    endsWithGap: true,
  });
});

test("a stretch of a text is exact; with other spaces, quotes and case it is normalised", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "é", "b", "'", '"', " ", "😀", "界", "."),
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, fc.nat(60), fc.nat(60), (source, from, to) => {
      const quote = source.slice(Math.min(from, to), Math.max(from, to));
      if (new Passage(quote).normal.text === "" || !quote.isWellFormed()) return;
      const status = (given: string) =>
        new Quotation(quote, 0.8, budget).findIn(new SourceText(given))?.status;
      expect(status(source)).toBe("exact");
      const styled = source.replaceAll(" ", " \u00a0").replaceAll("'", "’").replaceAll('"', "«");
      expect(["exact", "normalised"]).toContain(status(styled.toUpperCase()) ?? "missing");
    }),
    { numRuns: 2000 },
  );
});

test("words have their places, pairs of characters overlap", () => {
  const text = "Der Preis: 12.5 € für 日本語 und日本 x界y";
  const words = placedWordsOf(text).map(
    ({ text: word, start, end }) => `${word}=${text.slice(start, end)}`,
  );
  expect(words).toEqual([
    "der=Der",
    "preis=Preis",
    "12.5=12.5",
    "für=für",
    "日本=日本",
    "本語=本語",
    "und=und",
    "日本=日本",
    "x=x",
    "界=界",
    "y=y",
  ]);
  expect(wordsOf(text)).toEqual(words.map((word) => word.split("=")[0] ?? ""));
  expect(writeWords(new Passage("a 日本語 b").words)).toBe("a 日本語 b");
});
