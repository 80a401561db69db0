import { expect, test } from "bun:test";
import fc from "fast-check";
import { readPlainJson } from "../../../tools/json-formatter/plain.ts";
import { LONGEST_OUTPUT } from "../../../tools/_lib/results/output-limit.ts";
import { readJsonField } from "../../../tools/_lib/json/tree/json-field.ts";
import { treeStats } from "../../../tools/_lib/json/tree/stats.ts";
import { valueOf } from "../../../tools/_lib/json/tree/value.ts";
import { prettyJson } from "../../../tools/_lib/json/tree/write.ts";

const documents = fc.oneof(
  fc.json({ maxDepth: 5 }),
  fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value, null, 2)),
  fc.jsonValue({ maxDepth: 4 }).map((value) => ` ${JSON.stringify(value)}\n`),
);

test("what is read the short way is what the tree reader reads", () => {
  fc.assert(
    fc.property(documents, (text) => {
      const plain = readPlainJson(text, LONGEST_OUTPUT);
      if (plain === undefined) return;
      const field = readJsonField(text, "/input");
      if (!field.ok) throw new Error(field.error.message);
      const { value, warnings } = valueOf(field.root);
      expect(plain.value).toEqual(value);
      expect([...field.warnings, ...warnings]).toEqual([]);
      expect(plain.stats).toEqual(treeStats(field.root));
      expect(JSON.stringify(plain.value, null, 2)).toBe(prettyJson(field.root) ?? "");
    }),
    { numRuns: 500 },
  );
});

test("a text that the engine would write in another way is left to the tree reader", () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"b":1,"10":2,"2":3}',
    "1.50",
    "1e2",
    "-0",
    "1E400",
    "12345678901234567890",
    String.raw`"\/"`,
    String.raw`"\u00e9"`,
    String.raw`"\ud800"`,
    '"\ud800"',
    "\ufeff1",
    "[1 ,2]",
    "[1,]",
    "",
  ]) {
    expect(readPlainJson(text, LONGEST_OUTPUT)).toBeUndefined();
  }
});

test("depth is left to the tree reader, which names the place", () => {
  expect(readPlainJson("[".repeat(1000) + "]".repeat(1000), LONGEST_OUTPUT)?.stats.depth).toBe(
    1000,
  );
  expect(readPlainJson("[".repeat(1001) + "]".repeat(1001), LONGEST_OUTPUT)).toBeUndefined();
  expect(readPlainJson("[".repeat(50_000) + "]".repeat(50_000), LONGEST_OUTPUT)).toBeUndefined();
});
