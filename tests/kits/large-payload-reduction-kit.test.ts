import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import kit from "../../kits/large-payload-reduction-kit.ts";
import convertLines from "../../tools/csv-jsonl-converter.ts";
import fromCsv from "../../tools/csv-to-json.ts";
import shrinkJson from "../../tools/json-shrink.ts";
import { runUnit } from "../support/run-unit.ts";
import { growth, LINEAR } from "../support/growth.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run(input).value as Value;
const codes = (input: object) => valueOf(input).findings.map(({ code }) => code);
const fileOf = (value: Value, name: string) =>
  value.deliverables.find((file) => file.name === name)?.content ?? "";
const errorOf = (input: object) => run(input).errors?.[0];

const ROWS = Array.from({ length: 40 }, (_, index) => ({
  identifier: `row-${index}`,
  description: `item number ${index}`,
  quantity: index,
}));
const LINES = ROWS.map((row) => JSON.stringify(row)).join("\n");
const LOG = Array.from(
  { length: 400 },
  (_, index) =>
    `2026-01-01T00:00:${String(index % 60).padStart(2, "0")}Z INFO job ${index} took ${index * 7} ms on node${index % 9}`,
).join("\n");
const CSV = `name,zip,note\n${ROWS.map((row, index) => `n${index},0${1000 + index},"says ""${row.description}"""`).join("\n")}\n`;

describe("what nothing is lost of reads back as it was", () => {
  test.each([
    ["rows", ROWS],
    ["nested rows", ROWS.map((row) => ({ ...row, tags: ["a", row.quantity] }))],
    ["long keys", ROWS.map((row) => ({ aVeryLongMemberName: { [`k${row.quantity % 3}`]: row } }))],
  ])("JSON: %s", (_, data) => {
    const result = run({ payload: JSON.stringify(data, null, 2) });
    const value = result.value as Value;
    expect(value.lossless).toBe(true);
    const output = result.output ?? "";
    const back =
      value.result === "table"
        ? runUnit(fromCsv as never, { input: output, types: "infer" }).output
        : runUnit(shrinkJson as never, { input: output, action: "expand" }).output;
    expect(JSON.parse(back ?? "")).toEqual(data);
    expect(fileOf(value, "restore.md")).toContain("Nothing was lost");
  });

  test("JSON lines", () => {
    const result = run({ payload: LINES });
    const value = result.value as Value;
    expect([value.kind, value.result, value.lossless]).toEqual(["jsonl", "table", true]);
    const back = runUnit(convertLines as never, { input: result.output ?? "", types: "json" });
    const lines = (back.output ?? "").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(ROWS);
  });

  test("digits of long numbers", () => {
    const { output } = run({ payload: '{"id": 12345678901234567890, "x": 1.50}' });
    expect(output).toBe('{"id":12345678901234567890,"x":1.50}');
  });

  test("__proto__ is data", () => {
    expect(run({ payload: '{"__proto__": {"a": 1}, "b": 2}' }).output).toBe(
      '{"__proto__":{"a":1},"b":2}',
    );
  });
});

describe("a target", () => {
  const target = { targetPercent: 30 };
  test.each([
    [
      "json",
      JSON.stringify({ rows: ROWS.map((row) => ({ ...row, more: [row, [row.quantity]] })) }),
    ],
    ["jsonl", ROWS.map((row) => JSON.stringify({ ...row, [row.identifier]: [1] })).join("\n")],
    ["csv", CSV],
    ["log", LOG],
    ["text", ROWS.map(({ quantity }) => `The item ${quantity} is somewhat heavy.`).join(" ")],
  ])("of %s is met within 5 %%, or a note says why not", (kind, payload) => {
    const value = valueOf({ payload, ...target });
    expect([value.kind as string, value.met]).toEqual([kind, true]);
    expect(value.tokensAfter >= 0.95 * (value.target ?? 0) || value.note !== null).toBe(true);
    const milder = value.steps.slice(
      0,
      value.steps.findIndex(({ id }) => id === value.result),
    );
    expect(milder.every(({ tokens }) => tokens === null || tokens > (value.target ?? 0))).toBe(
      true,
    );
  });

  test("of 1 cannot be met", () => {
    const value = valueOf({ payload: ROWS, targetTokens: 1 });
    expect(value.findings[0]).toMatchObject({ code: "TARGET_NOT_MET", expected: 1 });
    expect(value.verdict).toBe("fail");
    expect(value.note).toContain("least");
  });

  test("closes the gate that is asked for", () => {
    const result = run({ payload: ROWS, targetTokens: 1, failOn: "error" });
    expect(result.error?.code).toBe("LARGE_PAYLOAD_REDUCTION_KIT_FAILED");
    expect((result.value as Value).deliverables).toHaveLength(4);
  });

  test("a table keeps its header, and the mark of what went stands in the note", () => {
    const result = run({ payload: CSV, ...target });
    const { data, errors } = Papa.parse(result.output ?? "", {
      header: true,
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    expect(data[0]).toEqual({ name: "n0", zip: "01000", note: 'says "item number 0"' });
    expect(fileOf(result.value as Value, "prompt-note.md")).toMatch(
      /Rows \d+ to \d+ were left out/,
    );
  });

  test("line numbers are those of the payload, or it is said whose they are", () => {
    // Words that no mask makes equal.
    const word = (at: number) => String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26));
    const line = (at: number) => `INFO the ${word(at)} of ${word(at)} was ${word(at)} indeed`;
    const lines = Array.from({ length: 300 }, (_, at) => line(at));
    const noteFor = (payload: string, more: object = {}) =>
      fileOf(valueOf({ payload, targetTokens: 700, ...more }), "prompt-note.md");
    const SAID = "Their numbers count the lines that the steps before had left";
    const cutOnce = noteFor(lines.join("\n"), { targetTokens: 2000 });
    expect(cutOnce).toContain("Lines in the form");
    expect(cutOnce).not.toContain(SAID);
    // What was cut is cut again.
    expect(noteFor(lines.join("\n"))).toContain(SAID);
    const repeated = lines.flatMap((one, at) => (at < 5 ? [one, one, one, one] : [one]));
    expect(noteFor(repeated.join("\n"), { targetTokens: 2000 })).toContain(SAID);
    const row = (at: number) => `n${at},${at * 31}`;
    const rows = Array.from({ length: 300 }, (_, at) => row(at));
    const table = (some: readonly string[]) => noteFor(`a,b\n${some.join("\n")}\n`);
    expect(table(rows)).toMatch(/Rows \d+ to \d+ were left out/);
    expect(table([...rows, ...rows])).toMatch(/Rows \d+ to \d+ of those that repeat no other/);
  });

  test("what `keep` names stays", () => {
    const payload = { ids: ROWS.map(({ quantity }) => quantity), rows: ROWS };
    const { output = "" } = run({ payload, targetPercent: 50, keep: ["/ids"] });
    expect(JSON.parse(output).ids).toHaveLength(40);
  });

  test("losslessOnly loses nothing", () => {
    const value = valueOf({ payload: LOG, targetTokens: 10, losslessOnly: true });
    expect([value.lossless, value.met]).toEqual([true, false]);
    expect(value.steps.filter(({ reason }) => reason === "skipped").length).toBeGreaterThan(0);
  });
});

describe("kinds", () => {
  test.each([
    ["json", "{}"],
    ["json", " [1]"],
    ["jsonl", '{"a":1}\n{"a":2}'],
    ["html", "<p>Hello</p>"],
    ["csv", "a,b\n1,2\n3,4"],
    ["log", LOG],
    ["markdown", "# Title\n\nText"],
    ["text", "Just a line."],
  ])("%s is found", (kind, payload) => {
    expect(valueOf({ payload }).kind as string).toBe(kind);
  });

  test("a JSON text that is a string is text", () => {
    expect(valueOf({ payload: '"{\\"a\\":1}"', kind: "json" }).kind).toBe("text");
  });

  test("a guess is told", () => {
    expect(codes({ payload: CSV })).toContain("KIND_GUESSED");
    expect(codes({ payload: CSV, kind: "csv" })).not.toContain("KIND_GUESSED");
  });

  test("a page is read as its content", () => {
    const page = `<html><body><nav><a href="/">Home</a></nav><main><h1>Rivers</h1><p>${"The Rhine is 1233 km long. ".repeat(20)}</p></main></body></html>`;
    const value = valueOf({ payload: page });
    expect([value.kind, value.result, value.lossless]).toEqual(["html", "main", false]);
    expect(value.findings.map(({ code }) => code)).toContain("LOSSY");
  });

  test("a ragged table is refused, with the reason", () => {
    const payload = "a,b,c\n1,2\n3,4,5\n6,7,8\n";
    const value = valueOf({ payload, kind: "csv", targetTokens: 5 });
    expect(value.steps.every(({ reason }) => reason === "refused")).toBe(true);
    expect(value.note).toContain("number of cells");
  });
});

describe("what is kept is found in whichever way its characters are written", () => {
  const whole = (before: number) => ({ before, kept: before, percent: 100 });

  test("escapes of JSON, in a table and in JSON", () => {
    const row = (index: number) =>
      `{"id": ${100 + index}, "na\\"me": "Caf\\u00e9 \\u2013 M\\u00fcnchen\\nroom${index}b", "url": "https:\\/\\/ex.com\\/${index}"}`;
    const all = Array.from({ length: 20 }, (_, index) => row(index));
    for (const payload of [`[${all.join(", ")}]`, all.join("\n")]) {
      const { lossless, retention, findings } = valueOf({ payload });
      expect([lossless, findings]).toEqual([true, []]);
      expect(retention).toEqual({
        numbers: whole(30),
        urls: whole(20),
        identifiers: whole(20),
        keys: whole(3),
      });
    }
    const cut = valueOf({ payload: `[${all.join(", ")}]`, targetTokens: 300 });
    expect(cut.result).not.toBe("table");
    expect(cut.retention.urls?.kept).toBeGreaterThan(0);
    expect(cut.retention.identifiers?.kept).toBe(cut.retention.urls?.kept);
  });

  test("character references of HTML", () => {
    const said =
      "<p>It&#8217;s item7abc&nbsp;&mdash; 140&#x20AC; for a long sentence, no doubt.</p>";
    const { retention } = valueOf({ payload: `<main>${said}</main>`, kind: "html" });
    expect(retention).toMatchObject({ numbers: whole(1), identifiers: whole(1) });
  });

  test("half of a surrogate pair stays in JSON, as no other file holds it", () => {
    const rows = ["\\ud800 and more", "b", "c"].map((text) => `{"member":"${text}"}`);
    for (const payload of [`[ ${rows.join(", ")} ]`, rows.join("\n")]) {
      const value = valueOf({ payload });
      expect(value.deliverables[0]?.name).toMatch(/^reduced\.jsonl?$/);
      expect(value.deliverables[0]?.content).toContain("\\ud800");
    }
  });
});

test("findings of what is lost, and of nothing gained", () => {
  expect(codes({ payload: LOG, targetTokens: 200 })).toContain("NUMBERS_LOST");
  expect(codes({ payload: "[1]" })).toContain("NO_GAIN_AT_ALL");
});

describe("what is asked for", () => {
  const story = Array.from(
    { length: 200 },
    (_, index) => `Line ${index} of the story has several words in it`,
  ).join("\n");
  const page = `<html><body><main>${Array.from({ length: 20 }, (_, index) => `<p>Para ${index} is about rivers, hills and towns.</p>`).join("")}</main></body></html>`;

  test("stays, whatever the target", () => {
    for (let targetTokens = 30; targetTokens <= 160; targetTokens += 10) {
      const lines = run({ payload: story, kind: "text", query: "line 77 story", targetTokens });
      expect([targetTokens, lines.output]).toEqual([
        targetTokens,
        expect.stringContaining("Line 77 of"),
      ]);
      const paragraphs = run({ payload: page, query: "Para 7", targetTokens });
      expect([targetTokens, paragraphs.output]).toEqual([
        targetTokens,
        expect.stringContaining("Para 7 is"),
      ]);
      const values = [lines.value, paragraphs.value] as Value[];
      for (const { steps, result, met } of values) {
        expect([met, result === "lines", steps.some(({ id }) => id === "lines")]).toEqual([
          true,
          false,
          false,
        ]);
      }
    }
  });

  test("stays where it stands in a block that is too large", () => {
    const block = Array.from({ length: 40 }, (_, index) => `value ${index} of the list`).join("\n");
    const payload = `Some words come first.\n\n${block}\n\nSome words come last.`;
    const { output } = run({ payload, kind: "text", query: "value 33", targetTokens: 40 });
    expect(output).toContain("value 33 of");
  });

  test("is not told by lines of both ends unless sentences leave the target unused", () => {
    const { result } = valueOf({ payload: story, kind: "text", targetTokens: 60 });
    expect(result).toBe("lines");
    expect(valueOf({ payload: page, targetTokens: 60 }).result).toBe("distill");
  });
});

describe("what is gone is counted", () => {
  const notes = (input: object) => {
    const value = valueOf(input);
    return [fileOf(value, "restore.md"), fileOf(value, "prompt-note.md")];
  };

  test("items", () => {
    const rows = ROWS.map((row) => ({ ...row, tags: ["a", row.quantity] }));
    const { output = "" } = run({ payload: rows, targetTokens: 200 });
    const expanded = runUnit(shrinkJson as never, { input: output, action: "expand" }).output;
    const shown = (JSON.parse(expanded ?? "") as unknown[]).length - 1;
    const [restore, note] = notes({ payload: rows, targetTokens: 200 });
    expect(restore).toContain(`${40 - shown} of 40 items`);
    expect(restore).not.toContain("with every number");
    expect(note).toContain(`Shown: ${shown} of 40 items`);
  });

  test("items at a place, and JSON lines", () => {
    const [, note] = notes({ payload: { list: ROWS }, targetTokens: 150 });
    expect(note).toMatch(/Shown: \d+ of 40 items at \/list.* changed: items .* \(\d+\)/);
    const lines = ROWS.map((row) => JSON.stringify({ ...row, [row.identifier]: [1] })).join("\n");
    expect(notes({ payload: lines, targetTokens: 200 })[1]).toMatch(/Shown: \d+ of 40 lines/);
  });

  test("members", () => {
    const payload = Object.fromEntries(ROWS.map((row) => [row.identifier, row]));
    expect(notes({ payload, targetTokens: 60 })[0]).toMatch(/\d+ of 160 members of objects/);
  });

  test("rows of a table", () => {
    const { output = "" } = run({ payload: CSV, targetTokens: 200 });
    const shown = output.trim().split("\n").length - 1;
    const [restore, note] = notes({ payload: CSV, targetTokens: 200 });
    expect(restore).toContain(`${40 - shown} of 40 rows`);
    expect(note).toContain(`Shown: ${shown} of 40 rows`);
  });

  test("lines of a log", () => {
    const { output = "" } = run({ payload: LOG, targetTokens: 300 });
    const shown = output.split("\n").filter((line) => !line.startsWith("... [")).length;
    const [restore, note] = notes({ payload: LOG, targetTokens: 300 });
    expect(restore).toContain(`${400 - shown} of 400 lines`);
    expect(note).toContain(`Shown: ${shown} of 400 lines`);
    const { losses } = valueOf({ payload: LOG, targetTokens: 300 });
    expect(losses).toContainEqual({ code: "LINES_DROPPED", path: null, count: 400 - shown });
  });

  test("sentences", () => {
    const payload = ROWS.map(({ quantity }) => `The item ${quantity} is somewhat heavy.`).join(" ");
    expect(notes({ payload, targetTokens: 60 })[1]).toMatch(
      /Shown: \d+ of 40 sentences and blocks/,
    );
  });
});

describe("patterns", () => {
  const payload = { user: { name: "Ada", password: "hunter2" }, list: [{ password: "x1", id: 1 }] };

  test.each(["a", "/a/~2"])("%s is none, whatever the target", (pattern) => {
    for (const field of ["keep", "drop"]) {
      for (const target of [{}, { targetTokens: 1000 }, { targetTokens: 5 }]) {
        const { error, errors } = run({ payload, [field]: [pattern], ...target });
        expect([error?.code, errors?.[0]?.path]).toEqual(["TOOL_INPUT_INVALID", `/${field}/0`]);
      }
    }
  });

  test.each([{}, { targetTokens: 1000 }, { targetTokens: 8 }, { losslessOnly: true }])(
    "what `drop` names is gone with %o",
    (options) => {
      const result = run({ payload, drop: ["/**/password"], ...options });
      const value = result.value as Value;
      expect(JSON.stringify([result.output, value.deliverables])).not.toContain("hunter2");
      expect(value.steps[0]).toMatchObject({ id: "drop", applied: true });
      expect([value.lossless, value.restore]).toEqual([false, "impossible"]);
      expect(value.losses).toContainEqual({
        code: "PATH_DROPPED",
        path: "/user/password",
        count: 1,
      });
      expect(value.findings.map(({ code }) => code)).toContain("LOSSY");
    },
  );

  test("JSON lines stay lines", () => {
    const lines = '{"a":1,"secret":2}\n{"b":[3],"secret":4}';
    expect(run({ payload: lines, drop: ["/*/secret"] }).output).toBe('{"a":1}\n{"b":[3]}');
  });

  test("that name nothing are told", () => {
    expect(codes({ payload, drop: ["/nobody"] })).toContain("DROP_WITHOUT_EFFECT");
    expect(codes({ payload: CSV, drop: ["/zip"] })).toContain("DROP_WITHOUT_EFFECT");
    expect(codes({ payload: CSV, keep: ["/zip"] })).toContain("KEEP_WITHOUT_EFFECT");
    expect(codes({ payload, drop: ["/user"], keep: ["/list"] })).not.toContain(
      "DROP_WITHOUT_EFFECT",
    );
  });

  test("that keep a row keep it from becoming a line of a table", () => {
    const value = valueOf({ payload: ROWS, keep: ["/0"] });
    const table = value.steps.find(({ id }) => id === "table");
    expect(table?.reason).toBe("refused");
    expect(valueOf({ payload: ROWS, keep: ["/nobody"] }).result).toBe("table");
  });
});

describe("a log", () => {
  test("keeps its times where dropping lines alone meets the target", () => {
    const { output = "", value } = run({ payload: LOG, targetTokens: 2500 });
    expect(output).toContain("2026-01-01T00:00:01Z INFO job 1 took 7 ms");
    expect((value as Value).losses.map(({ code }) => code)).toEqual(["LINES_DROPPED"]);
  });

  test("is masked where that is enough, and where important lines would go", () => {
    const steady = Array.from(
      { length: 60 },
      (_, index) => `2026-01-01T00:00:${10 + (index % 50)}Z INFO tick ${10_000 + index}`,
    ).join("\n");
    expect(valueOf({ payload: steady, targetTokens: 100 }).result).toBe("volatile");
    const errors = steady.replaceAll("INFO tick", "ERROR broken pipe");
    expect(valueOf({ payload: errors, targetTokens: 100 }).losses).toEqual([
      { code: "VALUES_MASKED", path: null, count: 120 },
    ]);
  });

  test("comes down to its last line", () => {
    const value = valueOf({ payload: LOG, targetTokens: 60 });
    expect(value.met).toBe(true);
  });
});

test.each<[string, (size: number) => string]>([
  ["sentences", (size) => "A b. ".repeat(size / 5)],
  ["headings", (size) => "# a\n".repeat(size / 4)],
  [
    "rows",
    (size) =>
      JSON.stringify(
        Array.from({ length: size / 32 }, (_, index) => ({ id: index, name: `name ${index}` })),
      ),
  ],
])("%s: the cost grows with the size", (_, payloadOf) => {
  const reduce = (size: number) => run({ payload: payloadOf(size), targetTokens: 50 });
  expect(growth(reduce, 12_800)).toBeLessThan(LINEAR);
});

test("bad input is told", () => {
  expect(errorOf({ payload: " \n" })?.code).toBe("PAYLOAD_EMPTY");
  expect(errorOf({ payload: "{", kind: "json" })?.code).toBe("JSON_SYNTAX");
  expect(errorOf({ payload: '{"a":1}\n{"a":', kind: "jsonl" })).toMatchObject({
    code: "JSON_SYNTAX",
    line: 2,
  });
  expect(errorOf({ payload: "a", targetTokens: 5, targetPercent: 5 })?.code).toBe(
    "CONFLICTING_FIELDS",
  );
});

test("the files are what their names say", () => {
  const value = valueOf({ payload: LOG, targetPercent: 20 });
  const names = value.deliverables.map(({ name }) => name);
  expect(names).toEqual(["reduced.log.txt", "steps.json", "restore.md", "prompt-note.md"]);
  expect(JSON.parse(fileOf(value, "steps.json"))).toMatchObject({ kind: "log" });
  const html = new MarkdownIt().render(fileOf(value, "restore.md"));
  expect(html).toContain("<table>");
  const note = fileOf(value, "prompt-note.md").trim().split("\n");
  expect(note.length).toBeGreaterThanOrEqual(2);
  expect(note.length).toBeLessThanOrEqual(5);
});

test("payloads of packages come within 5 % of their targets, or say why not", async () => {
  const paths = ["zod/package.json", "mermaid/package.json", "semver/README.md", "yaml/README.md"];
  for (const path of paths) {
    const payload = await Bun.file(`node_modules/${path}`).text();
    const value = valueOf({ payload, targetPercent: 30 });
    const share = value.tokensAfter / (value.target ?? 1);
    expect([path, share <= 1 && (share >= 0.95 || value.note !== null)]).toEqual([path, true]);
  }
});
