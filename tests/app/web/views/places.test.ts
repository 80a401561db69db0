import { describe, expect, test } from "bun:test";
import type { UnitDetail } from "../../../../app/web/catalogue.ts";
import type { Body } from "../../../../app/web/runner.ts";
import { findingsOf, placesText, textOfFindings } from "../../../../app/web/views/findings-of.ts";
import { placed } from "../../../../app/web/views/places.ts";
import { readSpots } from "../../../../tools/_lib/formats/places.ts";

const detail = (...texts: string[]) => ({ texts }) as unknown as UnitDetail;
const body = (value: unknown, errors: readonly object[] = [], success = true) =>
  ({ success, result: { value, errors } }) as unknown as Body;
/** "name line" of each place of each finding. */
const placesOf = (value: unknown, texts: Record<string, string>) =>
  placed(findingsOf(detail(...Object.keys(texts)), body(value)), texts).map(({ places }) =>
    places.map(({ name, line }) => `${name} ${line}`),
  );

describe("what was found", () => {
  test("is told in one shape, whatever the list is called", () => {
    const [finding] = findingsOf(
      detail("before", "after"),
      body({
        changes: [
          {
            code: "MAX_DECREASED",
            severity: "error",
            message: "Max decreased",
            method: "get",
            path: "/orders",
            before: 100,
            after: 50,
          },
        ],
      }),
    );
    expect(finding).toMatchObject({
      title: "Max decreased",
      word: "error",
      level: "error",
      code: "MAX_DECREASED",
      subject: "GET /orders",
      change: "100 → 50",
    });
  });

  test("is told without a message by its code, kind and path", () => {
    const titles = (item: object) => findingsOf(detail("a"), body({ findings: [item] }))[0]?.title;
    expect(titles({ code: "PROPERTY_ADDED", path: "/a" })).toBe("Property added: /a");
    expect(titles({ kind: "trailingSpace", count: 3 })).toBe("Trailing space");
    expect(titles({ message: "Twice", count: 2 })).toBe("Twice × 2");
  });

  test("of a gate that failed is told, too", () => {
    const value = { findings: [{ message: "Injected", severity: "high" }] };
    const errors = [{ code: "GATE", message: "Refused" }];
    const told = findingsOf(detail("text"), body(value, errors, false));
    expect(told.map(({ title }) => title)).toEqual(["Injected"]);
    expect(findingsOf(detail("text"), body(null, errors, false))).toEqual([]);
    expect(findingsOf(detail("text"), body(null, errors)).map(({ title }) => title)).toEqual([
      "Refused",
    ]);
    expect(findingsOf(detail("text"), undefined)).toEqual([]);
  });

  test("a hostile list is none, or is cut with a sign", () => {
    expect(findingsOf(detail("a"), body({ findings: ["x", null] }))).toEqual([]);
    expect(findingsOf(detail("a"), body({ findings: [{}] })).length).toBe(1);
    const many = Array.from({ length: 100_000 }, (_, line) => ({ message: "m", line }));
    expect(findingsOf(detail("a"), body({ findings: many })).length).toBe(2000);
    const long = `${"x".repeat(398)}😀${"y".repeat(600)}`;
    const [{ title } = { title: "" }] = findingsOf(
      detail("a"),
      body({ findings: [{ message: long }] }),
    );
    expect(title).toEndWith("…");
    expect(title.isWellFormed()).toBe(true);
  });

  test("is a line of text each", () => {
    const value = {
      findings: [
        { message: "Two\nlines", severity: "warning", code: "X", pointer: "/a" },
        { message: "b" },
      ],
    };
    const findings = placed(findingsOf(detail("text"), body(value)), { text: '{\n "a": 1}' });
    expect(textOfFindings(findings, false)).toBe("warning  Two lines  line 2  X\nb");
    expect(findings.map((finding) => placesText(finding, true))).toEqual(["text 2", ""]);
  });
});

describe("where it was found", () => {
  const json = '{\n  "a": {\n    "b": [\n      1,\n      2\n    ]\n  },\n  "__proto__": 3\n}';
  const yaml = "a:\n  b:\n    - 1\n    - 2\n__proto__: 3\n";

  test("is the line that the tool names, or where a pointer leads", () => {
    const findings = [
      { message: "m", line: 4, column: 2 },
      { message: "m", offset: 2 },
      { message: "m", pointer: "/a/b/1" },
      { message: "m", path: "/__proto__" },
      { message: "m", pointer: "/a/nothing" },
      { message: "m", pointer: "/nothing" },
      { message: "m", pointer: "no pointer" },
    ];
    const lines = (text: string) => placesOf({ findings }, { text }).map((one) => one.join());
    expect(lines(json)).toEqual(["text 4", "text 2", "text 5", "text 8", "text 2", "", ""]);
    expect(lines(yaml)).toEqual(["text 4", "text 1", "text 4", "text 5", "text 1", "", ""]);
  });

  test("of two texts it is in each that has it", () => {
    const findings = [
      { message: "m", beforePointer: "/a/b/0", afterPointer: "/a/b/1" },
      { message: "m", path: "/a/b" },
      { message: "m", code: "PROPERTY_ADDED", path: "/a" },
    ];
    expect(placesOf({ findings }, { before: json, after: yaml })).toEqual([
      ["before 4", "after 4"],
      ["before 3", "after 2"],
      ["after 1"],
    ]);
  });

  test("in JSON Lines the index is that of the line", () => {
    const lines = '{"a": 1}\n\n{"a": 2}\n{"a": \n';
    const findings = ["/1/a", "/2", "/9"].map((pointer) => ({ message: "m", pointer }));
    expect(placesOf({ findings }, { text: lines })).toEqual([["text 3"], ["text 4"], []]);
  });

  test("a text that is no tree, is empty or too long has only the lines that are named", () => {
    const findings = [
      { message: "m", pointer: "/a" },
      { message: "m", line: 2 },
    ];
    expect(placesOf({ findings }, { text: "a: [\n" })).toEqual([[], ["text 2"]]);
    expect(placesOf({ findings }, { text: "" })).toEqual([[], []]);
    expect(placesOf({ findings }, { text: `{"a":"${"x".repeat(2_000_001)}"}` })).toEqual([[], []]);
  });

  test("1,000 levels are walked, and lone surrogates are keys", () => {
    const deep = `${'{"a":'.repeat(1000)}1${"}".repeat(1000)}`;
    const pointer = "/a".repeat(1000);
    expect(placesOf({ findings: [{ message: "m", pointer }] }, { text: deep })).toEqual([
      ["text 1"],
    ]);
    const spot = readSpots('{"\\ud800": 1}')?.child("\ud800");
    expect(spot?.start).toBe(1);
    expect(readSpots("&x {a: 1}")?.child("a")?.child("b")).toBeUndefined();
  });

  test("an alias leads to what it stands for", () => {
    const root = readSpots("base: &b\n  x: 1\nother: *b\n");
    expect(root?.child("other")?.child("x")?.start).toBe(11);
    expect(root?.child("other")?.child("y")).toBeUndefined();
  });
});
