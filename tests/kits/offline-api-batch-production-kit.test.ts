import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import kit from "../../kits/offline-api-batch-production-kit.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, { model: "gpt-5-mini", ...input });
const valueOf = (input: object) => run({ failOn: "none", ...input }).value as Value;
const codesOf = (input: object) => valueOf(input).counts.byCode;
const fileOf = (value: Value, name: string) =>
  value.deliverables.find((file) => file.name === name)?.content ?? "";
const linesOf = (value: Value) =>
  value.files.flatMap(({ name }) => fileOf(value, name).split("\n").filter(Boolean));
const bodiesOf = (input: object) =>
  linesOf(valueOf(input)).map((line) => {
    const { body, params, request } = JSON.parse(line) as Record<string, unknown>;
    return body ?? params ?? request;
  }) as Record<string, never>[];

const PROVIDERS = ["openai-chat", "openai-responses", "anthropic", "gemini"] as const;
const MODELS = {
  "openai-chat": "gpt-5-mini",
  "openai-responses": "gpt-5-mini",
  anthropic: "claude-sonnet-5",
  gemini: "gemini-2.5-flash",
} as const;

describe("rows", () => {
  test.each([
    ["array", [{ a: "x" }, { a: "y" }]],
    ["JSON text", '[{"a":"x"},{"a":"y"}]'],
    ["JSON lines", '{"a":"x"}\n{"a":"y"}\n'],
    ["CSV", "a\nx\ny\n"],
    ["CSV with a mark and CRLF", "\ufeffa\r\nx\r\ny\r\n"],
  ])("of %s are the same requests", (_, rows) => {
    const value = valueOf({ rows, prompt: "Say {{a}}" });
    expect(value.rows).toBe(2);
    expect(linesOf(value)).toEqual(
      linesOf(valueOf({ rows: [{ a: "x" }, { a: "y" }], prompt: "Say {{a}}" })),
    );
  });

  test("of one JSON object are one row", () => {
    expect(valueOf({ rows: { a: "x" }, prompt: "{{a}}" }).requests).toBe(1);
  });

  test.each([
    [{ rows: "", prompt: "x" }, "ROWS_EMPTY"],
    [{ rows: "a,b\n", prompt: "x" }, "ROWS_EMPTY"],
    [{ rows: [{ a: 1 }] }, "PROMPT_MISSING"],
    [{ rows: [{ a: 1 }], prompt: "x", template: { messages: [] } }, "CONFLICTING_FIELDS"],
    [{ rows: [{ a: 1 }], system: "x", template: { messages: [] } }, "CONFLICTING_FIELDS"],
    [{ rows: [{ a: 1 }], prompt: "x", idColumn: "b" }, "ID_COLUMN_UNKNOWN"],
    [{ rows: [{ a: 1 }], prompt: "{{a" }, "TEMPLATE_SYNTAX"],
    [{ rows: [{ a: 1 }], prompt: "{{ }}" }, "TEMPLATE_SYNTAX"],
    [{ rows: [{ a: 1 }], template: { hello: 1 } }, "PROVIDER_UNRECOGNISED"],
    [{ rows: [1], prompt: "x" }, "TOOL_INPUT_INVALID"],
    [{ rows: '[{"a":1}', prompt: "x" }, "JSON_SYNTAX"],
    [{ rows: [{ a: 1 }], prompt: "x", schema: '{"type":' }, "JSON_SYNTAX"],
  ])("%j is refused with %s", (input, code) => {
    const outcome = run(input);
    expect(outcome.ok).toBe(false);
    expect((outcome.error ?? outcome.errors?.[0])?.code).toBe(code);
  });

  test.each([
    [{ prompt: "a {{b" }, "/prompt"],
    [{ prompt: "a {{b}}", system: "{{c" }, "/system"],
    [
      { template: { model: "m", messages: [{ role: "user", content: "{{c" }] } },
      "/template/messages/0/content",
    ],
  ])("the broken placeholder of %j is at %s", (input, path) => {
    expect(run({ rows: [{ b: 1 }], ...input }).errors?.[0]).toMatchObject({
      code: "TEMPLATE_SYNTAX",
      path,
    });
  });
});

describe("rendering", () => {
  test.each([
    ["text", "x", "x"],
    ["number", 5, "5"],
    ["decimal", 1.5, "1.5"],
    ["object", { a: [1] }, '{"a":[1]}'],
    ["text with a placeholder", "{{b}}", "{{b}}"],
    ["text with quotes, lines and emoji", 'a "b"\nc 😀 ${x} $& \\', 'a "b"\nc 😀 ${x} $& \\'],
  ])("a cell of %s", (_, cell, shown) => {
    const [body] = bodiesOf({ rows: [{ "first name": cell }], prompt: "<{{ first name }}>" });
    expect(body?.["messages"]).toEqual([{ role: "user", content: `<${shown}>` }] as never);
  });

  test("a prompt that is one placeholder stays text", () => {
    const [body] = bodiesOf({ rows: [{ n: 5 }], prompt: "{{n}}" });
    expect(body?.["messages"]).toEqual([{ role: "user", content: "5" }] as never);
  });

  test("numbers of JSON text keep their digits", () => {
    const [body] = bodiesOf({
      rows: '{"n": 12345678901234567890, "m": 1.50}',
      prompt: "{{n}} {{m}}",
    });
    expect(body?.["messages"]).toEqual([
      { role: "user", content: "12345678901234567890 1.50" },
    ] as never);
  });

  test("in a template a placeholder alone is the value itself", () => {
    const template = {
      model: "x",
      messages: [{ role: "user", content: "{{parts}}" }],
      temperature: "{{t}}",
      stream: true,
    };
    const rows = [{ parts: [{ type: "text", text: "hi {{x}}" }], t: 0.5 }];
    const value = valueOf({ rows, template, model: "gpt-4o" });
    expect(JSON.parse(linesOf(value)[0] ?? "")).toEqual({
      custom_id: "row-000001",
      method: "POST",
      url: "/v1/chat/completions",
      body: {
        model: "gpt-4o",
        messages: [{ role: "user", content: [{ type: "text", text: "hi {{x}}" }] }],
        temperature: 0.5,
        max_completion_tokens: 1024,
      },
    });
    expect(value.counts.byCode).toEqual({ STREAM_REMOVED: 1 });
  });

  test("null and empty cells are told of", () => {
    expect(
      codesOf({ rows: [{ a: null }, { a: "" }], prompt: "x{{a}}", skipDuplicates: false }),
    ).toEqual({
      EMPTY_CELL: 2,
      DUPLICATE_REQUEST: 1,
    });
  });

  test("a column that nobody asks for is told of", () => {
    expect(codesOf({ rows: [{ a: "1", b: "2", c: "3" }], prompt: "{{a}}", idColumn: "c" })).toEqual(
      {
        COLUMN_UNUSED: 1,
      },
    );
  });

  test("__proto__ is a column like others", () => {
    const [body] = bodiesOf({ rows: '{"__proto__": "p"}', prompt: "{{__proto__}}" });
    expect(body?.["messages"]).toEqual([{ role: "user", content: "p" }] as never);
    expect(codesOf({ rows: [{ a: 1 }], prompt: "{{__proto__}}" })).toMatchObject({
      TEMPLATE_FIELD_MISSING: 1,
    });
  });
});

describe("ids", () => {
  test("are rewritten where they cannot be ids, apart from each other", () => {
    const rows = [
      { id: "a/b" },
      { id: "a?b" },
      { id: "x".repeat(80) },
      { id: "fine-1" },
      { id: 7 },
    ];
    const value = valueOf({ rows, prompt: "{{id}}", idColumn: "id" });
    expect(value.ids.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^a_b_[0-9a-f]{8}$/) as never,
      expect.stringMatching(/^a_b_[0-9a-f]{8}$/) as never,
      expect.stringMatching(/^x{55}_[0-9a-f]{8}$/) as never,
      "fine-1",
      "7",
    ]);
    expect(new Set(value.ids.map(({ id }) => id)).size).toBe(5);
    expect(value.counts.byCode).toEqual({ ID_REWRITTEN: 3 });
    expect(value.ids[0]?.original).toBe("a/b");
  });

  test("that are there twice leave the later row out", () => {
    const value = valueOf({
      rows: [
        { id: "a", t: "1" },
        { id: "a", t: "2" },
      ],
      prompt: "{{t}}",
      idColumn: "id",
    });
    expect(value.excluded).toEqual([{ row: 2, id: "a", codes: ["DUPLICATE_ID"] }]);
    expect(value.requests).toBe(1);
  });
});

describe("what is left out", () => {
  const SECRET = `ghp_${"a1B2".repeat(9)}`;

  test("a row with a credential, which no file shows", () => {
    const outcome = run({
      rows: [
        { id: SECRET, a: "x" },
        { id: "b", a: `key ${SECRET}` },
        { id: "c", a: "y" },
      ],
      prompt: "{{a}}",
      idColumn: "id",
    });
    const value = outcome.value as Value;
    expect(outcome.ok).toBe(false);
    expect(value.excluded.map(({ row, id, codes }) => [row, id, codes])).toEqual([
      [1, null, ["SECRET_IN_ROW"]],
      [2, null, ["SECRET_IN_ROW"]],
    ]);
    expect(JSON.stringify(outcome)).not.toContain(SECRET);
  });

  test("a request that the provider would refuse, with all that asks the same", () => {
    const template = {
      model: "m",
      messages: [{ role: "user", content: "{{a}}" }],
      temperature: "{{t}}",
    };
    const rows = [
      { a: "x", t: 9 },
      { a: "x", t: 9 },
      { a: "x", t: 1 },
    ];
    const value = valueOf({ rows, template, model: "gpt-4o" });
    expect(value.excluded.map(({ row, codes }) => [row, codes])).toEqual([
      [1, ["VALUE_RANGE"]],
      [2, ["VALUE_RANGE"]],
    ]);
    expect(value.skipped).toEqual([]);
    expect(value.requests).toBe(1);
  });

  test("a request that does not fit the model", () => {
    const rows = [{ a: "word ".repeat(9000) }, { a: "x" }];
    const input = { rows, prompt: "{{a}}", model: "gpt-4" };
    expect(valueOf(input).excluded).toMatchObject([{ row: 1, codes: ["CONTEXT_EXCEEDED"] }]);
    const lenient = run({ ...input, requireFit: false });
    expect(lenient.ok).toBe(true);
    expect((lenient.value as Value).requests).toBe(2);
    expect(lenient.warnings).toMatchObject([{ code: "CONTEXT_EXCEEDED", path: "/rows/0" }]);
  });

  test("everything is an error of its own", () => {
    const value = valueOf({ rows: [{ a: "x" }], prompt: "{{b}}" });
    expect(value.counts.byCode).toMatchObject({ NO_REQUESTS: 1, TEMPLATE_FIELD_MISSING: 1 });
    expect(value.files).toEqual([]);
  });

  test("a model that nobody knows costs nobody knows what", () => {
    const value = valueOf({ rows: [{ a: "x" }], prompt: "{{a}}", model: "my-own-model" });
    expect(value.cost).toBeNull();
    expect(value.verdict).toBe("review");
    expect(value.counts.byCode).toMatchObject({ MODEL_UNKNOWN: 1, PRICE_UNKNOWN: 1 });
  });
});

describe("files", () => {
  const rows = Array.from({ length: 7 }, (_, index) => ({ t: `text ${index} ${"é".repeat(400)}` }));

  test("are divided by requests and by bytes, and a long line is a file of its own", () => {
    const whole = linesOf(valueOf({ rows, prompt: "{{t}}" }));
    const byRequests = valueOf({ rows, prompt: "{{t}}", maxRequestsPerFile: 3 });
    expect(byRequests.files.map(({ name, requests }) => [name, requests])).toEqual([
      ["batch-0001.jsonl", 3],
      ["batch-0002.jsonl", 3],
      ["batch-0003.jsonl", 1],
    ]);
    expect(linesOf(byRequests)).toEqual(whole);
    const byBytes = valueOf({ rows, prompt: "{{t}}", maxBytesPerFile: 2100 });
    expect(byBytes.files.every(({ bytes }) => bytes <= 2100)).toBe(true);
    expect(linesOf(byBytes)).toEqual(whole);
    const tight = valueOf({ rows, prompt: "{{t}} {{t}}", maxBytesPerFile: 1000 });
    expect(tight.files).toHaveLength(7);
    expect(tight.counts.byCode).toEqual({ FILE_OVER_LIMIT: 7 });
  });

  test("more than two thousand are listed, too", () => {
    const many = Array.from({ length: 2100 }, (_, index) => ({ t: String(index) }));
    const value = valueOf({ rows: many, prompt: "{{t}}", maxRequestsPerFile: 1 });
    const sums = fileOf(value, "SHA256SUMS").split("\n").filter(Boolean);
    expect(sums).toHaveLength(value.deliverables.length - 1);
  });

  test.each(PROVIDERS)("for %s read as what they are", (provider) => {
    const value = valueOf({
      rows: [
        { id: "-a", t: "=1" },
        { id: "b", t: "=1" },
        { id: "c,d", t: "x" },
      ],
      provider,
      model: MODELS[provider],
      prompt: "{{t}}",
      idColumn: "id",
      schema: { type: "object", properties: { x: { type: "string" } } },
    });
    expect(value.deliverables.map(({ name }) => name)).toEqual([
      "batch-0001.jsonl",
      ...(provider === "anthropic" ? ["create-0001.json"] : []),
      "manifest.json",
      "id-map.csv",
      "check.mjs",
      "SHA256SUMS",
      "README.md",
    ]);
    const { data } = Papa.parse<Record<string, string>>(fileOf(value, "id-map.csv"), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data.map(({ status }) => status)).toEqual(["sent", "skipped", "sent"]);
    expect(data.map(({ line }) => line)).toEqual(["1", "", "2"]);
    const html = new MarkdownIt().render(fileOf(value, "README.md"));
    expect(html).toContain("<table>");
    expect(html).not.toContain("| ---");
    const sums = new Map(
      fileOf(value, "SHA256SUMS")
        .split("\n")
        .filter(Boolean)
        .map((line) => [line.slice(66), line.slice(0, 64)]),
    );
    for (const { name, sha256 } of value.deliverables)
      if (name !== "SHA256SUMS") expect(sums.get(name)).toBe(sha256);
  });
});

describe("a template of another provider", () => {
  const template = {
    model: "gpt-4o",
    messages: [
      { role: "system", content: "Be {{tone}}." },
      { role: "user", content: "{{text}}" },
    ],
    tools: [
      { type: "function", function: { name: "f", parameters: { type: "object", properties: {} } } },
    ],
    seed: 7,
  };

  test.each(["anthropic", "gemini", "openai-responses"] as const)(
    "is converted for %s",
    (provider) => {
      const input = {
        rows: [{ tone: "brief", text: "Hi" }],
        template,
        provider,
        model: MODELS[provider],
      };
      const value = valueOf(input);
      expect(value.requests).toBe(1);
      const text = linesOf(value)[0] ?? "";
      expect(text).toContain("Be brief.");
      expect(text).toContain("Hi");
      if (provider !== "gemini") expect(value.counts.byCode).toMatchObject({ FIELD_LOST: 1 });
    },
  );
});

describe("check.mjs", () => {
  const rows = [
    { id: "-a", t: "one" },
    { id: "b", t: "two" },
    { id: "c", t: "one" },
    { id: "d", u: "x" },
  ];

  const inFolder = (
    value: Value,
    work: (
      folder: string,
      check: (...args: string[]) => { code: number | null; out: string },
    ) => void,
  ) => {
    const folder = mkdtempSync(join(tmpdir(), "batch-"));
    for (const { name, content } of value.deliverables) writeFileSync(join(folder, name), content);
    try {
      work(folder, (...args) => {
        const { status, stdout, stderr } = spawnSync("node", [join(folder, "check.mjs"), ...args], {
          encoding: "utf8",
        });
        return { code: status, out: stdout + stderr };
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  const made = (provider: (typeof PROVIDERS)[number]) =>
    valueOf({
      rows,
      provider,
      model: MODELS[provider],
      prompt: "{{t}}",
      idColumn: "id",
      maxRequestsPerFile: 1,
    });

  test.each(PROVIDERS)("accepts what was delivered for %s, and nothing else", (provider) => {
    inFolder(made(provider), (folder, check) => {
      expect(check()).toEqual({
        code: 0,
        out: "batch-0001.jsonl: OK, 1 requests\nbatch-0002.jsonl: OK, 1 requests\n",
      });
      const path = join(folder, "batch-0002.jsonl");
      const text = readFileSync(path, "utf8");
      for (const other of [
        text.replace("two", "tow"),
        text + text,
        text.slice(0, -1),
        "{}\n",
        "[\n",
        text.replace('"b"', '"-a"'),
      ]) {
        writeFileSync(path, other);
        expect(check().code).toBe(1);
      }
      rmSync(path);
      expect(check()).toMatchObject({
        code: 1,
        out: expect.stringContaining("is not there") as never,
      });
    });
  });

  const answer = (provider: string, id: string, text: string): object => {
    if (provider === "openai-chat")
      return {
        custom_id: id,
        response: {
          status_code: 200,
          body: { choices: [{ message: { content: text }, finish_reason: "stop" }] },
        },
        error: null,
      };
    if (provider === "openai-responses")
      return {
        custom_id: id,
        response: {
          status_code: 200,
          body: {
            status: "completed",
            output: [{ type: "message", content: [{ type: "output_text", text }] }],
          },
        },
        error: null,
      };
    if (provider === "anthropic")
      return {
        custom_id: id,
        result: {
          type: "succeeded",
          message: { content: [{ type: "text", text }], stop_reason: "end_turn" },
        },
      };
    return {
      key: id,
      response: { candidates: [{ content: { parts: [{ text }] }, finishReason: "STOP" }] },
    };
  };

  const failure = (provider: string, id: string): object => {
    if (provider.startsWith("openai"))
      return {
        custom_id: id,
        response: { status_code: 400, body: { error: { message: "no" } } },
        error: null,
      };
    if (provider === "anthropic")
      return {
        custom_id: id,
        result: { type: "errored", error: { type: "error", error: { message: "no" } } },
      };
    return { key: id, error: { code: 3, message: "no" } };
  };

  test.each(PROVIDERS)("reads results of %s in any order", (provider) => {
    inFolder(made(provider), (folder, check) => {
      const file = join(folder, "out.jsonl");
      writeFileSync(
        file,
        `${JSON.stringify(failure(provider, "b"))}\n${JSON.stringify(answer(provider, "-a", 'Yes, "so"\nit is'))}\n`,
      );
      const { code, out } = check("results", file);
      expect(out).toContain("ok: 1\nfailed: 1\nmissing: 0\nunknown: 0\nduplicate: 0\n");
      expect(code).toBe(0);
      const { data } = Papa.parse<string[]>(
        readFileSync(join(folder, "results.csv"), "utf8").trimEnd(),
      );
      expect(data.map(([row, id, status, , text]) => [row, id, status, text])).toEqual([
        ["row", "id", "status", "text"],
        ["1", "'-a", "ok", 'Yes, "so"\nit is'],
        ["2", "b", "failed", "no"],
        ["3", "c", "ok", 'Yes, "so"\nit is'],
        ["4", "d", "excluded", ""],
      ]);
      writeFileSync(
        file,
        `${JSON.stringify(answer(provider, "b", "x"))}\n${JSON.stringify(answer(provider, "b", "x"))}\n${JSON.stringify(answer(provider, "z", "x"))}\n`,
      );
      expect(check("results", file)).toMatchObject({
        code: 1,
        out: expect.stringContaining("missing: 1\nunknown: 1\nduplicate: 1") as never,
      });
    });
  });
});

test("whatever the rows are, each is sent, skipped or left out, and every line is JSON", () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.integer(),
    fc.constant(null),
    fc.constant("{{a}}"),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  const row = fc.dictionary(fc.constantFrom("a", "b", "id", "__proto__"), cell);
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...PROVIDERS),
      fc.boolean(),
      (rows, provider, skipDuplicates) => {
        const { value } = run({
          rows,
          provider,
          prompt: "{{a}} and {{b}}",
          skipDuplicates,
          failOn: "none",
        });
        const { requests, skipped, excluded, rows: count } = value as Value;
        expect(requests + skipped.length + excluded.length).toBe(count);
        for (const line of linesOf(value as Value))
          expect(() => JSON.parse(line) as unknown).not.toThrow();
      },
    ),
    { numRuns: 60, seed: 20_261_127 },
  );
});
