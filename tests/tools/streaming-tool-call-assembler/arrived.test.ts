import { expect, test } from "bun:test";
import fc from "fast-check";
import { minifyJson } from "../../../tools/_lib/json/tree/write.ts";
import { arrivedOf } from "../../../tools/streaming-tool-call-assembler/arrived.ts";

const arrived = (text: string) => {
  const node = arrivedOf(text);
  return node && minifyJson(node);
};

test.each<[string, string | undefined]>([
  ["", undefined],
  ["[1", undefined],
  ["{", "{}"],
  ['{"a', "{}"],
  ['{"a":', "{}"],
  ['{"a":tru', "{}"],
  ['{"a":true', '{"a":true}'],
  ['{"a":-', "{}"],
  ['{"a":1.', '{"a":1}'],
  ['{"a":"', '{"a":""}'],
  ['{"a":"x\\', '{"a":"x"}'],
  ['{"a":"x\\u00', '{"a":"x"}'],
  ['{"a":"x\\ud83d', '{"a":"x"}'],
  ['{"a":"x\ud83d', '{"a":"x"}'],
  ['{"a":[1,{"b":nu', '{"a":[1,{}]}'],
  ['{"a":[1,', '{"a":[1]}'],
  [' {"a":1} and more', '{"a":1}'],
  ['{"a":1,b:2}', '{"a":1}'],
  ['{"a":1,"a":2', '{"a":2}'],
])("%s", (text, expected) => {
  expect(arrived(text)).toBe(expected as string);
});

/** Whether a value holds nothing that another does not begin with. */
function isBeginning(part: unknown, whole: unknown): boolean {
  if (typeof part === "string") return typeof whole === "string" && whole.startsWith(part);
  if (typeof part === "number") return String(whole).startsWith(String(part)) || part === 0;
  if (Array.isArray(part))
    return Array.isArray(whole) && part.every((item, at) => isBeginning(item, whole[at]));
  if (typeof part !== "object" || part === null) return part === whole;
  const members = whole as Readonly<Record<string, unknown>>;
  return Object.entries(part).every(([key, item]) => isBeginning(item, members[key]));
}

test("of every beginning there is what arrived, and no more; of all there is all", () => {
  const json = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true });
  fc.assert(
    fc.property(json, fc.nat(), (value, cut) => {
      // The digits of a number that came first are those of another number; of an integer they are its beginning.
      const text = JSON.stringify(value, (_, each: unknown) =>
        typeof each === "number" ? Math.trunc(each % 1e9) : each,
      );
      const whole: unknown = JSON.parse(text);
      expect(JSON.parse(arrived(text) ?? "")).toEqual(whole);
      const part = arrived(text.slice(0, (cut % text.length) + 1));
      expect(isBeginning(JSON.parse(part ?? ""), whole)).toBe(true);
    }),
  );
});

test("long texts", () => {
  const size = 100_000;
  for (const text of [
    `{"a":${"[".repeat(size)}`,
    `{"a":"${"x".repeat(size)}`,
    "{".repeat(size),
    `{"a":${"[1,".repeat(size / 3)}`,
  ]) {
    const started = performance.now();
    arrivedOf(text);
    expect(performance.now() - started).toBeLessThan(1000);
  }
});
