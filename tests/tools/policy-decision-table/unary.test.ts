import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Column } from "../../../tools/policy-decision-table/column.ts";
import { readPolicy } from "../../../tools/policy-decision-table/hit-policy.ts";
import {
  complementOf,
  intersectionOf,
  runsOf,
  unionOf,
} from "../../../tools/policy-decision-table/runs.ts";
import {
  numberLiteral,
  type Scalar,
  scalarOf,
} from "../../../tools/policy-decision-table/scalar.ts";
import { readLiteral, readTest } from "../../../tools/policy-decision-table/read-unary.ts";
import { compareNumbers } from "../../../tools/_lib/json/tree/number.ts";
import { documentOf } from "../../../tools/_lib/json/tree/value.ts";

function scalar(value: unknown): Scalar | undefined {
  const document = documentOf(value);
  return document && scalarOf(document.root);
}

/** Whether a test, the only one of its column, holds for a value. */
function holds(text: string, value: unknown): boolean | string {
  const read = readTest(text);
  if ("found" in read) return `${read.found}, not ${read.expected}`;
  const column = new Column({ name: "x" }, [read]);
  const cell = column.cellOf(scalar(value));
  return column.runsOf(read).some(({ start, end }) => start <= cell && cell < end);
}

describe("a test holds", () => {
  test.each<[string, readonly unknown[], readonly unknown[]]>([
    ["-", [1, "a", true, null, [], {}], []],
    ["", [1, null], []],
    [" - ", [1, null], []],
    ["5", [5], ["5", 4.999, null, true]],
    ["= 5.0", [5], [6, "5"]],
    ["-5", [-5], [5]],
    ["1.5e1", [15], [1.5]],
    [".5", [0.5], [5]],
    ["!= 5", [4, 6], [5, "a", null, true]],
    ["< 0.3", [0.1, 0.2], [0.3, 0.30000000000000004]],
    ["<= 0.3", [0.3], [0.30000000000000004]],
    [">5", [6], [5, "6", null]],
    [">=5", [5], [4.9]],
    ["[1..5]", [1, 5], [0.9, 5.1, null]],
    ["(1..5)", [1.1], [1, 5]],
    ["]1..5[", [4.9], [1, 5]],
    ["[1..5)", [1], [5]],
    ["(1..5[", [2], [1, 5]],
    ["]1..5]", [5], [1]],
    ["[-1.5e0 .. .5]", [-1.5, 0.5], [0.6]],
    ["[5..1]", [], [1, 3, 5]],
    ["(5..5]", [], [5]],
    ["1, 3, [5..7)", [1, 3, 5], [2, 7]],
    ["true", [true], [false, "true", 1]],
    ["null", [null], [0, "", false]],
    ["= null", [null], [0]],
    ["!= null", [0, "", false], [null]],
    ["not(null)", [0, "a"], [null]],
    ["not(5)", [4, "5", null, true, []], [5]],
    ["not(1, null)", [2], [1, null]],
    ["not ( [1..3] )", [4, null], [2]],
    ["not(not(5))", [5], [4, null]],
    ['1, not("a")', [1, 2, "b", null], ["a"]],
    ["gold", ["gold"], ["Gold", "silver", null]],
    ["New York, Los Angeles", ["New York", "Los Angeles"], ["New"]],
    ["2nd class", ["2nd class"], ["2nd"]],
    ["10%", ["10%"], [10]],
    ['"a, \\"b\\"", c', ['a, "b"', "c"], ["a", '"b"']],
    ['"\\u00e4\\n"', ["ä\n"], ["ä"]],
    ['"-"', ["-"], [null, 1]],
    ['""', [""], [null]],
    ['!= "a"', ["b", ""], ["a", null, 1]],
    ['["b".."d")', ["b", "c", "bzz"], ["a", "d", 1]],
    ["2026-01-31", ["2026-01-31"], ["2026-01-30", null]],
    ['date("2026-01-31")', ["2026-01-31"], ["2026-02-01"]],
    ['date ( "2026-01-31" )', ["2026-01-31"], ["x"]],
    ['@"2026-01-31"', ["2026-01-31"], ["x"]],
    ["[2026-01-31..2026-03-01)", ["2026-01-31", "2026-02-28"], ["2026-03-01", "2026"]],
    ['< date("2026-01-31")', ["2026-01-30"], ["2026-01-31", "a"]],
    ['2026-01-31, "2026-02-01"', ["2026-01-31", "2026-02-01"], ["2026-02-02"]],
    ["date", ["date"], ["2026-01-31"]],
    ["not", ["not"], [null]],
    ["a@b.c", ["a@b.c"], []],
    ["1e400", [], [1e308]],
    ["> 1e400", [], [1e308]],
    ["ключ, 値", ["ключ", "値"], ["x"]],
  ])("%j", (text, yes, no) => {
    expect(yes.map((value) => [value, holds(text, value)])).toEqual(yes.map((v) => [v, true]));
    expect(no.map((value) => [value, holds(text, value)])).toEqual(no.map((v) => [v, false]));
  });

  test("by value: large numbers that no double tells apart", () => {
    const read = readTest("> 9007199254740993");
    if ("found" in read) throw new Error();
    const column = new Column({ name: "x" }, [read]);
    const [run] = column.runsOf(read);
    expect(column.cellOf({ type: "number", text: "9007199254740993.0" })).toBeLessThan(
      run?.start ?? 0,
    );
    expect(column.cellOf({ type: "number", text: "9007199254740994" })).toBe(run?.start ?? 0);
  });
});

describe("a cell that is none", () => {
  test.each([
    "[1..5",
    "[1.5]",
    "[1..]",
    "[..5]",
    "1..5",
    "[1..5}",
    '[1.."a"]',
    "[true..false]",
    "[null..5]",
    "<",
    ">= ",
    "< true",
    "< null",
    "<<5",
    "=",
    "== 5",
    "=> 5",
    "! 5",
    "5 <",
    "18 20",
    "true story",
    "- 5",
    "1,",
    ",",
    "1,,2",
    "-, 1",
    "not()",
    "not(-)",
    "not(1",
    "not 1)",
    "not(1))",
    '"a',
    '"a\\"',
    '"a" "b"',
    '"\\x"',
    '"\u0000"',
    "2026-02-30",
    'date("2026-1-1")',
    'date("x")',
    "date(2026-01-31)",
    'date("2026-01-31"',
    '@"x"',
    "[a]",
    "(1)",
    "\ud800, ,",
  ])("%j", (text) => {
    expect(readTest(text)).toMatchObject({ code: "CELL_SYNTAX" });
  });

  // Well-formed in FEEL, and no unary test of literals: as text they would match nothing, and nobody would know.
  test.each([
    "f(1)",
    "x + 1",
    "x+y",
    "5 * 3",
    "2 ** 3",
    "? > 5",
    "?",
    "age > 5",
    "18 or 19",
    "5 and 6",
    "10 - 5",
    "{a: 1}",
    '"a" + "b"',
    "[1..5] + 1",
    'duration("P1D")',
    'date and time("2026-01-31T00:00:00")',
    '@"PT5M"',
    '@"12:00:00"',
    "2026-01-31T10:00:00",
    "if x then 1 else 2",
    "between 1 and 5",
    "some x in y satisfies x",
    "x instance of number",
    "not(contains(?, 1))",
    "1, today()",
    "< age * 2",
    "starts with(?, 1)",
  ])("%j is another expression", (text) => {
    expect(readTest(text)).toMatchObject({ code: "CELL_UNSUPPORTED" });
  });

  test.each([
    "New York",
    "gold",
    "Trinidad and Tobago",
    "not allowed",
    "N/A",
    "R&D",
    "C#",
    "50%",
    "24/7",
    "a-b",
    "user@x.org",
    "a.b",
    "if only",
    "$100",
    "what?",
  ])("%j is a text", (value) => {
    expect(readTest(value)).toEqual({ kind: "equal", value: { type: "string", value } });
  });

  test("says where it goes wrong, and never throws", () => {
    expect(readTest("[1..5")).toMatchObject({ offset: 5, found: "the end" });
    expect(readTest("not(".repeat(20_000))).toMatchObject({ code: "CELL_SYNTAX" });
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        readTest(text);
        readLiteral(text);
      }),
    );
    const marks = fc.array(
      fc.constantFrom("not(", "(", "[", "]", ")", "..", ",", '"', "a", "1", "<", "=", "-", " "),
    );
    fc.assert(fc.property(marks, (parts) => void readTest(parts.join(""))));
  });
});

test("decimals are written without needless zeros", () => {
  for (const [text, written] of [
    ["1.0", "1"],
    ["-0", "0"],
    ["0.10", "0.1"],
    ["-1.50e1", "-15"],
    ["007", "7"],
    [".5", "0.5"],
    ["1e21", "1e21"],
    ["1e20", "100000000000000000000"],
    ["123e-9", "1.23e-7"],
    ["0.000001", "0.000001"],
  ] as const)
    expect(numberLiteral(text)).toBe(written);
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(Math.abs(compareNumbers(numberLiteral(String(number)), String(number)))).toBe(0);
    }),
  );
});

test("hit policies go by name and by letter", () => {
  const read = (hitPolicy: unknown, aggregation?: unknown) => {
    const policy = readPolicy(hitPolicy, aggregation);
    return "field" in policy ? policy.field : [policy.hitPolicy, policy.aggregation];
  };
  for (const [given, policy] of [
    [undefined, "unique"],
    [null, "unique"],
    ["", "unique"],
    ["U", "unique"],
    ["f", "first"],
    ["P", "priority"],
    ["A", "any"],
    ["C", "collect"],
    ["R", "rule-order"],
    ["O", "output-order"],
    ["RULE ORDER", "rule-order"],
    ["Output_Order", "output-order"],
    ["ruleOrder", "rule-order"],
  ] as const)
    expect(read(given)).toEqual([policy, null]);
  for (const [letter, aggregation] of [
    ["C+", "sum"],
    ["C<", "min"],
    ["C>", "max"],
    ["c#", "count"],
  ] as const) {
    expect(read(letter)).toEqual(["collect", aggregation]);
    expect(read(letter, aggregation)).toEqual(["collect", aggregation]);
    expect(read("collect", aggregation.toUpperCase())).toEqual(["collect", aggregation]);
  }
  for (const wrong of ["best", "X", "U+", "C!", 5, [], "constructor", "uf"])
    expect(read(wrong)).toBe("hitPolicy");
  for (const wrong of ["avg", 5, "constructor"]) expect(read("C", wrong)).toBe("aggregation");
  expect(read("unique", "sum")).toBe("aggregation");
  expect(read("C+", "min")).toBe("aggregation");
});

test("runs are sets of numbers", () => {
  const set = fc.uniqueArray(fc.nat(12));
  fc.assert(
    fc.property(set, set, (left, right) => {
      const [a, b] = [runsOf(left), runsOf(right)];
      const within = (keep: (one: number) => boolean) =>
        runsOf(Array.from({ length: 13 }, (_, at) => at).filter(keep));
      expect(unionOf([...a, ...b])).toEqual(within((n) => left.includes(n) || right.includes(n)));
      expect(intersectionOf(a, b)).toEqual(within((n) => left.includes(n) && right.includes(n)));
      expect(complementOf(a, 13)).toEqual(within((n) => !left.includes(n)));
    }),
  );
});
