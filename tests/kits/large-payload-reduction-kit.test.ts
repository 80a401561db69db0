import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import kit from "../../kits/large-payload-reduction-kit.ts";
import convertLines from "../../tools/csv-jsonl-converter.ts";
import fromCsv from "../../tools/csv-to-json.ts";
import shrinkJson from "../../tools/json-shrink.ts";
import { runUnit } from "../support/run-unit.ts";

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

test("findings of what is lost, and of nothing gained", () => {
  expect(codes({ payload: LOG, targetTokens: 200 })).toContain("NUMBERS_LOST");
  expect(codes({ payload: "[1]" })).toContain("NO_GAIN_AT_ALL");
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
