import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import kit from "../../kits/structured-output-recovery-kit.ts";
import countTokens from "../../tools/token-counter.ts";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, { failOn: "none", ...input });
const valueOf = (input: object) => run(input).value as Value;
const codes = (input: object, severity: "error" | "warning" | "info") =>
  valueOf(input)
    .findings.filter((finding) => finding.severity === severity)
    .map(({ code }) => code);
const fileOf = (input: object, name: string) =>
  valueOf(input).deliverables.find((file) => file.name === name)?.content;

const BOLT = {
  type: "object",
  required: ["name", "qty"],
  properties: { name: { type: "string" }, qty: { type: "integer", minimum: 1 } },
  additionalProperties: false,
};

describe("the grade says how far the data can be trusted", () => {
  const cases: readonly (readonly [string, object, string, unknown])[] = [
    ["null", {}, "intact", null],
    ["true", {}, "intact", true],
    [" 42 ", {}, "intact", 42],
    ["12345678901234567890", { schema: { type: "integer" } }, "intact", "12345678901234567890"],
    ['```json\n{"a": 1}\n```', {}, "extracted", { a: 1 }],
    ['<think>{"a": 0}</think>{"a": 1}', {}, "extracted", { a: 1 }],
    ['Sure: {"a": 1} Bye', {}, "extracted", { a: 1 }],
    ["{'a': 1}", {}, "repaired", { a: 1 }],
    ['{"name": "b", "qty": "2"}', { schema: BOLT }, "conformed", { name: "b", qty: 2 }],
    ['{"name": "b", "qty": 2, "x": 1}', { schema: BOLT }, "lossy", { name: "b", qty: 2 }],
    ['{"name": "b", "qty": 0}', { schema: BOLT }, "failed", { name: "b", qty: 0 }],
    [
      '{"name": "b", "qty": 0}',
      { schema: BOLT, policy: "aggressive" },
      "lossy",
      { name: "b", qty: 1 },
    ],
    ['{"a": 1}', { schema: true }, "intact", { a: 1 }],
    ['{"a": 1}', { schema: false }, "failed", { a: 1 }],
    ['{"a": tru', { allowGuesses: false }, "failed", { a: true }],
    ['{"__proto__": {"a": 1}}', {}, "intact", JSON.parse('{"__proto__": {"a": 1}}')],
    ["", {}, "failed", null],
    ["no idea", {}, "failed", null],
    ["[".repeat(1500), {}, "failed", null],
  ];
  test.each(cases)("%j with %j is %s", (text, options, grade, data) => {
    const value = valueOf({ text, ...options });
    expect(value.grade).toBe(grade as never);
    expect(canonicalJson(value.data)).toBe(canonicalJson(data));
    expect(value.verdict === "fail").toBe(grade === "failed");
  });
});

test("digits that no double holds stay in data.json", () => {
  const text = '{"id": 12345678901234567890, "price": 0.10}';
  expect(fileOf({ text }, "data.json")).toBe(
    '{\n  "id": 12345678901234567890,\n  "price": 0.10\n}\n',
  );
  const schema = { properties: { id: { type: "integer" } } };
  expect(fileOf({ text, schema }, "data.json")).toContain('"id": 12345678901234567890');
});

describe("findings", () => {
  test("say what stands against the data", () => {
    expect(codes({ text: "no idea" }, "error")).toEqual(["NO_JSON_FOUND"]);
    expect(codes({ text: "[1, 2", allowGuesses: false }, "error")).toEqual(["GUESS_NEEDED"]);
    expect(codes({ text: '{"qty": 0}', schema: BOLT }, "error")).toEqual([
      "SCHEMA_MINIMUM",
      "SCHEMA_REQUIRED",
    ]);
    expect(codes({ text: "[".repeat(1500) }, "error")).toEqual(["STAGE_FAILED"]);
  });

  test("warn of what may be wrong", () => {
    expect(codes({ text: "[1, 2" }, "warning")).toEqual(["GUESSED", "TRUNCATED"]);
    expect(codes({ text: '{"a": 1, "a": 2}' }, "warning")).toEqual(["DUPLICATE_KEY"]);
    expect(codes({ text: '{"a": 1} or {"b": 2}' }, "warning")).toEqual(["SEVERAL_CANDIDATES"]);
    expect(codes({ text: '{"name": "b", "qty": 1, "x": 1}', schema: BOLT }, "warning")).toEqual([
      "LOSSY_CHANGE",
    ]);
    expect(codes({ text: "{}", replies: ["{}", "{}"] }, "warning")).toEqual(["TEXT_IGNORED"]);
  });

  test("have paths into the data", () => {
    const input = { text: '{"a": {"b": 1, "b": 2}, "n": 1e400}' };
    const paths = valueOf(input).findings.map(({ code, path }) => [code, path]);
    expect(paths).toEqual([
      ["DUPLICATE_KEY", "/a/b"],
      ["NUMBER_KEPT_AS_TEXT", "/n"],
    ]);
  });

  test("note what is only worth knowing", () => {
    expect(codes({ text: '{"name": "b", "qty": "1"}', schema: BOLT }, "info")).toEqual([
      "CONFORMED",
    ]);
    expect(codes({ text: "[1e400]" }, "info")).toEqual(["NUMBER_KEPT_AS_TEXT"]);
  });
});

describe("several replies", () => {
  test("the best grade wins, then fewest changes, then the earliest", () => {
    expect(valueOf({ replies: ["{'a': 1}", 'x {"a": 1}', '{"a": 1}', '{"a": 2}'] }).reply).toBe(2);
    expect(valueOf({ replies: ["no", "{'a': 1}"] }).reply).toBe(1);
    expect(valueOf({ replies: ["no", "neither"] })).toMatchObject({ reply: 0, grade: "failed" });
  });

  test("the majority wins over the best grade", () => {
    const replies = ['{"a": 1}', "{'a': 2}", "{a: 2}"];
    expect(valueOf({ replies, choose: "majority" })).toMatchObject({ reply: 1, data: { a: 2 } });
    expect(valueOf({ replies, choose: "best" })).toMatchObject({ reply: 0, data: { a: 1 } });
    const one = { replies: ["no", "{'a': 2}", "neither"], choose: "majority" };
    expect(valueOf(one).reply).toBe(1);
  });

  test("1 and 1.0 agree, long numbers that differ at the end do not", () => {
    expect(valueOf({ replies: ['{"a": 1}', '{"a": 1.0}'] }).disagreements).toEqual([]);
    const long = ["[12345678901234567890]", "[12345678901234567891]"];
    expect(valueOf({ replies: long }).disagreements.length).toBe(1);
  });

  test("every leaf that differs is told, a missing one without a value", () => {
    const replies = ['{"a": [1, {"b": []}], "c": null}', '{"a": [1, 2]}', "no"];
    expect(valueOf({ replies }).disagreements).toEqual([
      {
        path: "/a/1",
        values: [
          { votes: 1, replies: [0] },
          { value: 2, votes: 1, replies: [1] },
        ],
      },
      {
        path: "/a/1/b",
        values: [
          { value: [], votes: 1, replies: [0] },
          { votes: 1, replies: [1] },
        ],
      },
      {
        path: "/c",
        values: [
          { value: null, votes: 1, replies: [0] },
          { votes: 1, replies: [1] },
        ],
      },
    ]);
  });

  test("permuting the replies changes the choice only among equals", () => {
    const answers = ['{"a": 1}', '{"a":1}', "{'a': 1}", '{"a": 2}', "no", '{"a": 1', "x [3]"];
    const lists = fc.array(fc.constantFrom(...answers), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(lists, fc.constantFrom("best", "majority"), (replies, choose) => {
        const one = valueOf({ replies, choose });
        const other = valueOf({ replies: replies.toReversed(), choose });
        expect(other.grade).toBe(one.grade);
        expect(other.counts.usable).toBe(one.counts.usable);
        expect(other.disagreements.length).toBe(one.disagreements.length);
      }),
    );
  });
});

describe("the new request", () => {
  const ask = (input: object) => run(input).output ?? "";

  test("holds problems, schema, instruction and answer", () => {
    const text = '{"name": "b", "qty": "many"';
    expect(ask({ text, schema: BOLT, instruction: "How many?" })).toBe(
      [
        "Your last answer could not be used. Send the corrected JSON value only: no prose, no Markdown fence.",
        "",
        "Problems:",
        "1. `/qty`: The value is a string, expected an integer",
        "2. The answer ends in the middle; send it whole.",
        "",
        "JSON Schema:",
        JSON.stringify(BOLT),
        "",
        "Original instruction:",
        "How many?",
        "",
        "Your last answer:",
        text,
      ].join("\n"),
    );
    expect(ask({ text: "no idea" })).toContain("1. No JSON value was found in the answer.");
  });

  test("is written for a cut answer that can be used, too", () => {
    const { deliverables, verdict } = valueOf({ text: "[1, 2" });
    expect(verdict).toBe("review");
    expect(deliverables.map(({ name }) => name)).toEqual(["data.json", "changes.json", "reask.md"]);
  });

  test("has line feeds alone, which its figure counts", () => {
    const text = `x\r\n${"word\r\n".repeat(40)}`;
    for (const maxReaskTokens of [200, 2000]) {
      const value = valueOf({ text, instruction: "a\r\nb\rc", maxReaskTokens });
      const request = value.deliverables.find(({ name }) => name === "reask.md")?.content ?? "";
      expect(request).not.toContain("\r");
      expect(request).toContain("a\nb\nc\n");
      const { tokens } = runUnit(countTokens as never, { text: request }).value as {
        tokens: number;
      };
      expect(value.reaskTokens).toBe(tokens);
    }
  });

  test("keeps to its budget: answer, instruction, problems give way in this order", () => {
    const schema = { type: "array", items: { type: "integer" } };
    const text = JSON.stringify(Array.from({ length: 300 }, (_, index) => `😀${index}`));
    const instruction = "Count the bolts. ".repeat(100);
    for (const maxReaskTokens of [200, 400, 1000, 3000]) {
      const input = { text, schema, instruction, maxReaskTokens };
      const request = fileOf(input, "reask.md") ?? "";
      const { tokens } = runUnit(countTokens as never, { text: request }).value as {
        tokens: number;
      };
      expect(tokens).toBeLessThanOrEqual(maxReaskTokens);
      expect(valueOf(input).reaskTokens).toBe(tokens);
      expect(request.isWellFormed()).toBe(true);
      expect(request).toContain(JSON.stringify(schema));
      expect(request).toMatch(/… \[\d+ characters left out\] …/);
    }
    const tight = ask({ text, schema, instruction, maxReaskTokens: 200 });
    expect(tight).toMatch(/\n… and \d+ more problems\n/);
  });

  test("is too long only where the schema alone is", () => {
    const schema = { type: "integer", description: "a long story ".repeat(200) };
    expect(codes({ text: '"x"', schema, maxReaskTokens: 200 }, "warning")).toEqual([
      "REASK_OVER_BUDGET",
    ]);
  });
});

describe("what ends the run", () => {
  test("nothing to recover", () => {
    expect(run({}).errors).toMatchObject([{ code: "TEXT_MISSING", path: "/text" }]);
  });

  test.each([
    [{ type: "objekt" }, "SCHEMA_INVALID", "/schema/type"],
    ["{", "JSON_SYNTAX", "/schema"],
    [{ $ref: "https://example.com/s.json" }, "REF_NOT_RESOLVED", "/schema/$ref"],
  ])("the schema %j", (schema, code, path) => {
    for (const answers of [{ text: '{"a": 1}' }, { text: "no" }, { replies: ["1", "2"] }]) {
      const { ok, error, errors, value } = run({ ...answers, schema });
      expect([ok, error?.code, errors?.[0]?.path]).toEqual([false, code, path]);
      expect((value as Value).stages[0]?.status).toBe("failed");
    }
  });

  test("the gate, and what was found stays whole", () => {
    const closed = run({ text: "[1, 2", failOn: "warning" });
    expect(closed.error?.code).toBe("STRUCTURED_OUTPUT_RECOVERY_KIT_FAILED");
    expect((closed.value as Value).deliverables.length).toBe(3);
    expect(run({ text: "[1, 2", failOn: "error" }).ok).toBe(true);
  });
});
