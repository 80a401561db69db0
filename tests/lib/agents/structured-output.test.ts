import { expect, test } from "bun:test";
import fc from "fast-check";
import { extentOf } from "../../../tools/_lib/agents/structured-output/brackets.ts";
import { findCandidates } from "../../../tools/_lib/agents/structured-output/candidates.ts";

test.each<[string, string | undefined]>([
  ['{"a":"}"} x', '{"a":"}"}'],
  ["{'a': 'it}s'} x", "{'a': 'it}s'}"],
  ["{a: it's} 'x}", "{a: it's}"],
  ['{"say":"a "big" }" now"} x', '{"say":"a "big" }'],
  ['{"a":[1, 2} x]', '{"a":[1, 2}'],
  ['{"a":1] x}', '{"a":1] x}'],
  ['{\\"a\\":\\"}\\"} x', '{\\"a\\":\\"}\\"}'],
  ['{\\"a\\":\\"x\\\\\\"}\\"} x', '{\\"a\\":\\"x\\\\\\"}\\"}'],
  ['{"a":"x\\\\"} x', '{"a":"x\\\\"}'],
  ['{"a":[1', undefined],
  ['{"a":"1}', undefined],
])("the brackets at the start of %j close", (text, extent) => {
  const { end, closed } = extentOf(text, 0, text.length);
  expect(closed ? text.slice(0, end) : undefined).toBe(extent);
});

test("a stop counts only outside of strings", () => {
  const text = '{"a":"</x","b":1</x';
  expect(extentOf(text, 0, text.length, "</x")).toEqual({ end: 16, closed: false });
});

test("the extent of JSON is its length, whatever follows", () => {
  const container = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(
    fc.property(container, fc.string(), (value, rest) => {
      const json = JSON.stringify(value);
      const text = json + rest;
      expect(extentOf(text, 0, text.length)).toEqual({ end: json.length, closed: true });
      const escaped = JSON.stringify(json).slice(1, -1);
      const end = escaped.length;
      if (escaped !== json) expect(extentOf(escaped + rest, 0, end)).toEqual({ end, closed: true });
    }),
    { numRuns: 500 },
  );
});

test("candidates, their marks and reasoning do not overlap", () => {
  const piece = fc.constantFrom(
    '{"a":1}',
    "[1,",
    "{",
    "}",
    '"',
    "\n```json\n",
    "\n```\n",
    "~~~",
    "<json>",
    "</json>",
    "<answer>",
    "</answer>",
    "<think>",
    "</think>",
    " word ",
    ",",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 15 }), fc.boolean(), (pieces, mayRepair) => {
      const text = pieces.join("");
      const { candidates, reasoning } = findCandidates(text, { mayRepair, joins: mayRepair });
      const spans = candidates.flatMap(({ marks, start, end }) => [...marks, { start, end }]);
      const sorted = [...spans, ...reasoning].toSorted(
        (a, b) => a.start - b.start || a.end - b.end,
      );
      let last = 0;
      for (const { start, end } of sorted) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 2000 },
  );
});
