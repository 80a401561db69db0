import { createHash } from "node:crypto";
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../../tools/eval-dataset-jsonl-formatter.ts";
import { canonicalJson } from "../../../tools/_lib/json/tree/canonical.ts";
import tool from "../../../tools/eval-dataset-jsonl-formatter.ts";
import { runUnit } from "../../support/run-unit.ts";

const TO = "hf-prompt-completion";
const run = (input: object) => runUnit(tool, { to: TO, ...input });
const valueOf = (input: object) => run(input).value as Value;
const codes = (input: object, kind: "errors" | "warnings" = "warnings") =>
  (run(input)[kind] ?? []).map(({ code, path }) => `${code} ${path}`);
const splitLines = (input: object) =>
  Object.fromEntries(
    Object.entries(valueOf(input).splits ?? {}).map(([name, { jsonl }]) => [
      name,
      jsonl === "" ? [] : jsonl.split("\n"),
    ]),
  );
const sha = (text: string) => createHash("sha256").update(text).digest("hex");

const question = (at: number) => ({ input: `Question ${at}?`, output: `${at}` });
const many = (count: number) => Array.from({ length: count }, (_, at) => question(at));

describe("duplicates", () => {
  const a = { input: "What is  “two” plus two?", output: "Four" };
  const b = { input: 'what is "two" plus two?', output: "four" };

  test("rows that read the same, however they are written", () => {
    expect(valueOf({ rows: [a, b] }).dropped).toEqual([
      { index: 1, reason: "duplicate", duplicateOf: 0 },
    ]);
    expect(codes({ rows: [a, b] })).toEqual(["DUPLICATE_ROW /rows/1"]);
    expect(valueOf({ rows: [a, b], dedup: "none" }).kept).toBe(2);
  });

  test("another target, another rejected answer and another system message are another row", () => {
    expect(valueOf({ rows: [a, { ...b, output: "4" }] }).kept).toBe(2);
    expect(codes({ rows: [a, { ...b, output: "4" }] })).toEqual(["CONFLICTING_TARGETS /rows/1"]);
    const pairs = ["x", "y"].map((rejected) => ({ prompt: "Q", chosen: "A", rejected }));
    expect(valueOf({ rows: pairs, to: "hf-preference" }).kept).toBe(2);
    expect(valueOf({ rows: ["S", "T"].map((system) => ({ ...a, system })) }).kept).toBe(2);
  });

  test("near duplicates share 85 of 100 runs of three words of what the user says", () => {
    const words = Array.from({ length: 22 }, (_, at) => `word${at}`);
    const row = (length: number) => ({
      input: words.slice(0, length).join(" "),
      output: `${length}`,
    });
    expect(valueOf({ rows: [row(22), row(19)], dedup: "near" }).dropped).toEqual([
      { index: 1, reason: "near-duplicate", duplicateOf: 0 },
    ]);
    expect(valueOf({ rows: [row(22), row(18)], dedup: "near" }).kept).toBe(2);
    expect(valueOf({ rows: [row(22), row(19)] }).kept).toBe(2);
  });

  test("dropping again drops nothing", () => {
    const word = fc.constantFrom("a", "b", "c");
    const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" "));
    const rows = fc.array(fc.record({ input: text, output: word }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(rows, fc.constantFrom("exact", "near"), (given, dedup) => {
        const { output = "" } = run({ rows: given, dedup });
        expect(valueOf({ rows: output, dedup }).dropped).toEqual([]);
      }),
    );
  });
});

describe("splits", () => {
  test("by SHA-256 of the seed and the canonical row, in input order", () => {
    const rows = many(11);
    const digests = rows.map(({ input, output }) => {
      const turns = [{ role: "user", content: input }];
      return sha(`s\n${canonicalJson({ turns, target: output })}`);
    });
    const ranked = digests.toSorted();
    // 5.5 is rounded up.
    const isTrain = (at: number) => ranked.indexOf(digests[at] ?? "") < 6;
    const lines = rows.map(({ input, output }) =>
      JSON.stringify({ prompt: input, completion: output }),
    );
    expect(splitLines({ rows, split: '{"train":0.5,"test":0.5}', seed: "s" })).toEqual({
      train: lines.filter((_, at) => isTrain(at)),
      test: lines.filter((_, at) => !isTrain(at)),
    });
  });

  test("the output is the first split", () => {
    const { output, value } = run({ rows: many(4), split: { b: 0.25, a: 0.75 } });
    expect(output).toBe((value as Value).splits?.["b"]?.jsonl ?? "");
    expect((value as Value).sha256).toBe(sha(output ?? ""));
  });

  test("shares of 0, shares that leave a rest, and names that objects have", () => {
    const sizes = (split: object, count = 10) =>
      Object.values(splitLines({ rows: many(count), split })).map(({ length }) => length);
    expect(sizes({ train: 1, test: 0 })).toEqual([10, 0]);
    expect(sizes({ none: 0, all: 1 })).toEqual([0, 10]);
    expect(sizes({ a: 0.1, b: 0.2, c: 0.7 })).toEqual([1, 2, 7]);
    expect(sizes({ a: 0.35, b: 0.35 })).toEqual([4, 4]);
    expect(sizes({ a: 0.5, b: 0.5 }, 1)).toEqual([1, 0]);
    expect(Object.keys(splitLines({ rows: many(3), split: '{"__proto__":0.5,"x":0.5}' }))).toEqual([
      "__proto__",
      "x",
    ]);
    expect(valueOf({ rows: many(2), split: { a: 0.5 } })).toMatchObject({
      kept: 1,
      dropped: [{ reason: "outside-splits", duplicateOf: null }],
    });
  });

  test.each([
    ["{}", "SPLIT_INVALID", "/split"],
    ["[0.5]", "TYPE", "/split"],
    ['{"a":0.8,"b":0.3}', "SPLIT_INVALID", "/split"],
    ['{"a":-0.1}', "SPLIT_INVALID", "/split/a"],
    ['{"a":"x"}', "TYPE", "/split/a"],
    ['{"a":1.5}', "SPLIT_INVALID", "/split/a"],
  ])("%s is no split", (split, code, path) => {
    expect(run({ rows: many(2), split })).toMatchObject({ ok: false, errors: [{ code, path }] });
  });

  test("groups stay together and are counted, however large", () => {
    const rows = many(30).map((row, at) => ({
      ...row,
      topic: at < 20 ? "large" : at,
      tags: [at % 2],
    }));
    const input = { rows, split: { train: 0.5, test: 0.5 }, groupBy: "topic", to: "inspect" };
    const { splits } = valueOf(input);
    const topics = Object.values(splits ?? {}).map(
      ({ jsonl }) => new Set(jsonl.split("\n").map((line) => JSON.parse(line).metadata.topic)),
    );
    expect(topics.map(({ size }) => size)).toEqual([6, 5]);
    expect(topics.filter((set) => set.has("large"))).toHaveLength(1);
    const byPointer = { ...input, groupBy: "/tags/0" };
    const sets = Object.values(valueOf(byPointer).splits ?? {}).map(({ rows: count }) => count);
    expect(sets).toEqual([15, 15]);
  });

  test("the order of rows moves no row, and a seed loses none", () => {
    const rows = fc.uniqueArray(
      fc.string({ minLength: 1, maxLength: 6 }).filter((text) => text.trim() !== ""),
      {
        minLength: 1,
        maxLength: 15,
        selector: (text) => text.toLowerCase().normalize("NFKC").replace(/\s+/g, " ").trim(),
      },
    );
    fc.assert(
      fc.property(rows, fc.string(), (texts, seed) => {
        const given = texts.map((input) => ({ input, output: "x" }));
        const input = { rows: given, split: { train: 0.6, test: 0.4 }, seed };
        const sorted = (lines: Record<string, string[]>) =>
          Object.values(lines).map((list) => list.toSorted());
        const first = sorted(splitLines(input));
        expect(sorted(splitLines({ ...input, rows: given.toReversed() }))).toEqual(first);
        const other = sorted(splitLines({ ...input, seed: `${seed}!` }));
        expect(other.flat().toSorted()).toEqual(first.flat().toSorted());
      }),
    );
  });

  test("exact duplicates that are kept are on the same side", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(5), { minLength: 2, maxLength: 20 }),
        fc.string(),
        (numbers, seed) => {
          const rows = numbers.map((at, place) => ({
            input: place % 2 === 0 ? `Question ${at}?` : `question  ${at}?`,
            output: "x",
          }));
          const lines = splitLines({ rows, dedup: "none", split: { a: 0.5, b: 0.5 }, seed });
          const of = (name: string) => new Set(lines[name]?.map((line) => /\d/.exec(line)?.[0]));
          expect([...of("a")].filter((number) => of("b").has(number))).toEqual([]);
        },
      ),
    );
  });
});

describe("leaks", () => {
  test("pairs in different splits that ask nearly the same", () => {
    const rows = Array.from({ length: 12 }, (_, at) => ({
      input: "The same question again",
      output: `${at}`,
    }));
    const input = { rows, split: { train: 0.5, test: 0.5 } };
    const { leaks } = valueOf(input);
    expect(leaks).toHaveLength(36);
    expect(leaks.every(({ a, b }) => a.index < b.index && a.split !== b.split)).toBe(true);
    expect(leaks).toEqual(leaks.toSorted((x, y) => x.a.index - y.a.index || x.b.index - y.b.index));
    expect(run(input)).toMatchObject({ valid: false, stats: { leaks: 36 } });
    expect(codes(input, "errors")[0]).toMatch(/^LEAK \/rows\/\d+$/);
    expect(valueOf({ ...input, dedup: "near" })).toMatchObject({ kept: 1, leaks: [] });
  });

  test("at most 1,000 are listed, and all are counted", () => {
    const rows = Array.from({ length: 200 }, (_, at) => ({ input: "Same", output: `${at}` }));
    const { value, stats, errors } = run({ rows, split: { a: 0.5, b: 0.5 } });
    expect((value as Value).leaks).toHaveLength(1000);
    expect(stats).toMatchObject({ leaks: 10_000 });
    expect(errors).toHaveLength(101);
    expect(errors?.find(({ code }) => code === "ERRORS_TRUNCATED")?.received).toBe(9900);
  });
});

describe("figures", () => {
  test("tokens are those of the lines", () => {
    const { tokens } = valueOf({
      rows: [question(1), { input: "A much longer question?", output: "x" }],
    });
    expect(tokens).toMatchObject({ maxIndex: 1 });
    expect(tokens.total).toBeGreaterThan(tokens.max);
    expect(codes({ rows: [{ input: "a b ".repeat(33_000), output: "x" }] })).toEqual([
      "ROW_LONG /rows/0",
    ]);
  });

  test("fewer than 10 rows for fine-tuning", () => {
    expect(codes({ rows: many(9), to: "openai-finetune" })).toEqual(["TOO_FEW_ROWS undefined"]);
    expect(codes({ rows: many(10), to: "openai-finetune" })).toEqual([]);
  });

  test("a system message that would make the output too long", () => {
    const input = { rows: many(100), system: "long ".repeat(10_000), to: "hf-messages" };
    expect(run(input)).toMatchObject({ ok: false, errors: [{ code: "OUTPUT_TOO_LARGE" }] });
  });

  test("20,000 rows, all alike or all different", () => {
    for (const row of [(at: number) => ({ input: "a b c", output: at }), question]) {
      const rows = Array.from({ length: 20_000 }, (_, at) => row(at));
      expect(valueOf({ rows, dedup: "none", split: { a: 0.5, b: 0.5 } }).kept).toBe(20_000);
      expect(valueOf({ rows, dedup: "near" }).rows).toBe(20_000);
    }
  });
});
