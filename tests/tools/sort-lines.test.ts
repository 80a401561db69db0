import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/sort-lines.ts";
import { compareCodePoints } from "../../tools/_lib/text/code-points.ts";
import { compareDigits } from "../../tools/_lib/numbers/decimal-text.ts";
import { leadingNumber } from "../../tools/sort-lines/order.ts";
import { FIXED_CLOCK, runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const sort = (words: string, more: object = {}) =>
  run({ input: words.replaceAll("|", "\n"), ...more }).output?.replaceAll("\n", "|");

describe("code points", () => {
  test("not code units, nor any locale", () => {
    expect(sort("b|a|B|é|e\u0301|z|")).toBe("B|a|b|e\u0301|z|é|");
    expect(sort("\u{1f600}|\ue000|\ud83d|\u{1f601}")).toBe("\ud83d|\ue000|\u{1f600}|\u{1f601}");
    expect(sort("ab|a||abc")).toBe("|a|ab|abc");
  });

  test("agree with arrays of code points", () => {
    const unit = fc.string({ unit: fc.constantFrom("a", "\ud83d", "\ude00", "\ue000", "\uffff") });
    fc.assert(
      fc.property(unit, unit, (a, b) => {
        const [x, y] = [a, b].map((text) =>
          Array.from(text, (each) => (each.codePointAt(0) ?? 0).toString(16).padStart(6, "0")).join(
            "",
          ),
        );
        const wanted = (x ?? "") < (y ?? "") ? -1 : Number((x ?? "") > (y ?? ""));
        expect(Math.sign(compareCodePoints(a, b))).toBe(wanted);
      }),
    );
  });

  test("case and trim are of the key alone", () => {
    expect(sort("B|a| c|A", { ignoreCase: true })).toBe(" c|a|A|B");
    expect(sort("b |  c|\ta", { trim: true })).toBe("\ta|b |  c");
    expect(sort("strasse|Straße|STRASSE", { ignoreCase: true, unique: true })).toBe("strasse");
  });
});

test("natural order", () => {
  const by = "natural";
  expect(sort("a10|a9|a|a09b|a9a|b1", { by })).toBe("a|a9|a9a|a09b|a10|b1");
  expect(sort(`x${"9".repeat(40)}|x1${"0".repeat(40)}|x${"0".repeat(50)}7`, { by })).toBe(
    `x${"0".repeat(50)}7|x${"9".repeat(40)}|x1${"0".repeat(40)}`,
  );
  expect(sort("1.10|1.9|1.2.3|1.2|10", { by })).toBe("1.2|1.2.3|1.9|1.10|10");
  expect(sort("٢|1|\u{1f600}2|\u{1f600}10", { by })).toBe("1|٢|\u{1f600}2|\u{1f600}10");
  expect(sort("file9|file09|FILE9", { by, unique: true, ignoreCase: true })).toBe("file9");
});

describe("numbers", () => {
  const by = "numeric";
  test.each([
    ["10|9|-1|+2|\u22123|0", "\u22123|-1|0|+2|9|10"],
    [
      "1e3|999|1.5e-2|.5|0.02|1,000,000|1_001|1'002",
      "1.5e-2|0.02|.5|999|1e3|1_001|1'002|1,000,000",
    ],
    ["  2 apples|\t1 pear|03kg", "\t1 pear|  2 apples|03kg"],
    [
      "0.1|0.10|0.09999999999999999999|0.1000000000000000000001",
      "0.09999999999999999999|0.1|0.10|0.1000000000000000000001",
    ],
    ["x|2||1|-", "1|2|x||-"],
    ["1,00|2|1,0000|1,000", "1,00|1,0000|2|1,000"],
    ["-0|0|-.0", "-0|0|-.0"],
    [
      `1${"0".repeat(40)}|9${"9".repeat(39)}|-1${"0".repeat(40)}`,
      `-1${"0".repeat(40)}|9${"9".repeat(39)}|1${"0".repeat(40)}`,
    ],
    ["1e9999|1e-9999|0|-1e9999", "-1e9999|0|1e-9999|1e9999"],
    ["5.|4.9", "4.9|5."],
  ])("%s", (input, expected) => {
    expect(sort(input, { by })).toBe(expected);
  });

  test("lines without a number come last in both directions, in their order", () => {
    expect(sort("x|1|a|2", { by, reverse: true })).toBe("2|1|x|a");
    expect(sort("x|1|a|1.0|2", { by, unique: true })).toBe("1|2|x");
    expect(sort("x|1|a|1.0", { by, stable: false })).toBe("1|1.0|a|x");
    expect(run({ input: "b\na", by })).toMatchObject({
      output: "b\na",
      warnings: [{ code: "NO_NUMBERS" }],
    });
    expect(run({ input: "", by }).warnings).toEqual([]);
  });

  test("agree with numbers of the machine", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), (a, b) => {
        const [x, y] = [leadingNumber(String(a)), leadingNumber(String(b))];
        if (!x || !y) throw new Error("no number");
        expect(Math.sign(compareDigits(x, y))).toBe(Math.sign(a === b ? 0 : a < b ? -1 : 1));
      }),
    );
  });
});

test("length is in code points", () => {
  expect(sort("\u{1f600}\u{1f600}\u{1f600}|abcd|z|", { by: "length" })).toBe(
    "z|\u{1f600}\u{1f600}\u{1f600}|abcd|",
  );
  expect(sort("ccc|a|bb|b", { by: "length", reverse: true })).toBe("ccc|bb|a|b");
});

describe("equal keys", () => {
  test("keep their order, in reverse, too", () => {
    expect(sort("b 1|a 2|b 0", { field: 1 })).toBe("a 2|b 1|b 0");
    expect(sort("b 1|a 2|b 0", { field: 1, reverse: true })).toBe("b 1|b 0|a 2");
  });
  test("or go by the whole line", () => {
    expect(sort("b 1|a 2|b 0", { field: 1, stable: false })).toBe("a 2|b 0|b 1");
    expect(sort("b 1|a 2|b 0", { field: 1, stable: false, unique: true })).toBe("a 2|b 0");
  });
});

describe("fields", () => {
  test("of white space", () => {
    expect(sort("  x b |y  a|z\tc", { field: 2 })).toBe("y  a|  x b |z\tc");
    expect(sort("x 1 b|y a", { field: -1 })).toBe("y a|x 1 b");
  });
  test("of a literal delimiter", () => {
    expect(sort("a.+b|a.+a|a", { field: 2, delimiter: ".+" })).toBe("a|a.+a|a.+b");
    expect(sort(",b|,a", { field: 2, delimiter: "," })).toBe(",a|,b");
  });
  test("missing ones are empty, and counted", () => {
    expect(run({ input: "b\na 1\nc", field: 2 })).toMatchObject({
      output: "b\nc\na 1",
      warnings: [{ code: "FIELD_MISSING", received: 2 }],
    });
    expect(run({ input: "a b", field: -2 }).warnings).toEqual([]);
  });
  test.each([
    { field: 0 },
    { field: 1001 },
    { field: -1001 },
    { field: 1.5 },
    { delimiter: "" },
    { delimiter: "x".repeat(11) },
    { delimiter: "😀".repeat(11) },
  ])("out of bounds: %p", (more) => {
    const [name] = Object.keys(more);
    expect(run({ input: "a", ...more })).toMatchObject({
      ok: false,
      errors: [{ path: `/${name}` }],
    });
  });
  test("a delimiter of ten characters, each of two units", () => {
    expect(run({ input: "a", delimiter: "😀".repeat(10) }).ok).toBe(true);
  });
});

describe("lines", () => {
  test("ends as they were", () => {
    expect(run({ input: "b\r\na\nc\r\n" }).output).toBe("a\r\nb\r\nc\r\n");
    expect(run({ input: "b\ra\nb" }).output).toBe("b\nb\ra");
    expect(run({ input: "b\na\n" }).output).toBe("a\nb\n");
    expect(run({ input: "" })).toMatchObject({ output: "", value: { inputLines: 0 } });
    expect(run({ input: "\n" })).toMatchObject({ output: "\n", value: { inputLines: 1 } });
  });

  test("blank ones", () => {
    expect(sort("b| |a||c")).toBe("| |a|b|c");
    expect(sort("b| |a||c", { blankLines: "remove" })).toBe("a|b|c");
    expect(sort("b| |a||c", { blankLines: "end" })).toBe("a|b|c| |");
    expect(run({ input: "\n\n", blankLines: "remove" })).toMatchObject({
      output: "",
      value: { inputLines: 2, outputLines: 0, removedLines: 2 },
    });
  });

  test("headers stay", () => {
    expect(sort("|z|b|a", { headerLines: 2, blankLines: "remove" })).toBe("|z|a|b");
    expect(sort("b|a", { headerLines: 1000 })).toBe("b|a");
  });
});

describe("shuffle", () => {
  const input = Array.from({ length: 20 }, (_, index) => `${index}`).join("\n");
  const shuffled = (more: object, seed = "a") =>
    runUnit(tool, { input, by: "shuffle", ...more }, {
      ...FIXED_CLOCK,
      seed,
    } as typeof FIXED_CLOCK).output?.split("\n") ?? [];

  test("one seed, one order", () => {
    expect(shuffled({})).toEqual(shuffled({ ignoreCase: true, field: 3 }));
    expect(shuffled({})).not.toEqual(shuffled({}, "b"));
    expect(shuffled({}).toSorted()).toEqual(input.split("\n").toSorted());
    expect(shuffled({ reverse: true })).toEqual(shuffled({}).toReversed());
    expect(shuffled({ headerLines: 3 }).slice(0, 3)).toEqual(["0", "1", "2"]);
    expect(run({ input: "a\na\nA", by: "shuffle", unique: true }).value).toMatchObject({
      outputLines: 2,
    });
  });

  test("every order comes up about as often", () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 1200; seed++) {
      const order = shuffled({ input: "a\nb\nc" }, String(seed)).join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 200)).toBeLessThan(60);
  });
});

describe("units behind numbers", () => {
  const sorted = (lines: string[], more: object = {}) =>
    runUnit(tool, { input: lines.join("\n"), by: "numeric", human: true, ...more }).output?.split(
      "\n",
    );

  test("K, M, G and their like are powers of 1024, in any case, with i and B", () => {
    const lines = [
      "-1G",
      "-3",
      "0",
      "12",
      "1000",
      "1k",
      "1025",
      "900K",
      "0.9MiB",
      "1 MB",
      "1.5G",
      "2T",
    ];
    expect(sorted(lines.toReversed())).toEqual(lines);
    expect(sorted(["3", "2K", "x"], { reverse: true })).toEqual(["2K", "3", "x"]);
    // Letters of a word are no unit.
    expect(sorted(["5 geese", "4"])).toEqual(["4", "5 geese"]);
    expect(sorted(["1 M", "512 z", "900 e mail", "2 gb of it"])).toEqual([
      "512 z",
      "900 e mail",
      "1 M",
      "2 gb of it",
    ]);
  });

  test("without being asked for they count for nothing, and elsewhere they are a warning", () => {
    expect(sorted(["3", "2K"], { human: false })).toEqual(["2K", "3"]);
    const { warnings } = runUnit(tool, { input: "a", human: true });
    expect(warnings?.map(({ code }) => code)).toEqual(["HUMAN_IGNORED"]);
  });
});
