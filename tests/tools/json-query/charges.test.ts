/** Work is charged where it is done: hostile programs end at their budget, and everywhere at the same place. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { outcomesOf } from "../../support/query-outcomes.ts";

const BUDGET = "QUERY_BUDGET_EXCEEDED";

const outcomeOf = (program: string): string => outcomesOf([program])[0] ?? "";

/** An array of 2^60 numbers, of which 60 are arrays that stand in each other twice. */
const DOUBLED = "reduce range(60) as $i (1; [., .])";
const DOUBLED_OBJECTS = "reduce range(60) as $i (1; {a: ., b: .})";
/** A text of 4,194,304 characters, which are held as sums of sums. */
const LONG = 'reduce range(22) as $i ("a"; . + .)';
const NUMBERS = "[range(100000)]";
const OBJECT = '[range(100000) | {key: "k\\(.)", value: .}] | from_entries';

describe("the budget ends", () => {
  test.each([
    // What stands in a value many times is charged as often as it is visited.
    `${DOUBLED} | tojson`,
    `${DOUBLED} | tostring | length`,
    `${DOUBLED} | @json`,
    `${DOUBLED} | @text`,
    `${DOUBLED} | "\\(.)"`,
    `${DOUBLED} | @base64`,
    `${DOUBLED} | flatten`,
    `${DOUBLED} | [..] | length`,
    `${DOUBLED} | [paths]`,
    `${DOUBLED} | [tostream]`,
    `${DOUBLED} | walk(.)`,
    `${DOUBLED} | . < .`,
    `[${DOUBLED}, ${DOUBLED}] | sort`,
    `[${DOUBLED}, ${DOUBLED}] | unique`,
    `[${DOUBLED}, ${DOUBLED}] | min_by(.)`,
    `(${DOUBLED}) as $x | (${DOUBLED}) == $x`,
    `${DOUBLED} | contains(.)`,
    `${DOUBLED} | inside(.)`,
    `${DOUBLED_OBJECTS} | . * .`,
    `${DOUBLED_OBJECTS} | contains(.)`,
    `[${DOUBLED_OBJECTS}, ${DOUBLED_OBJECTS}] | sort`,
    `reduce range(24) as $i (1; [., .]) | tojson | fromjson | length`,
    DOUBLED,
    // Functions that are computed in decimals.
    "[range(100000) | pow(.; 0.001)]",
    "[range(1; 100000) | log]",
    "[range(1; 100000) | exp10]",
    "[range(1; 100000) | 1e300 * . | sin]",
    "[range(1; 100000) | . / 100000 | acos]",
    "[range(1; 100000) | tgamma]",
    "[range(1; 100000) | erf]",
    // Long texts.
    'reduce range(40) as $i ("ab"; . + .)',
    `${LONG} | [range(1000) as $i | . + "x" | explode[0]]`,
    `${LONG} | [range(1000) as $i | . + "\\($i)" | ascii_upcase]`,
    `${LONG} | [range(1000) as $i | . + "\\($i)" | startswith("b")]`,
    `${LONG} | [range(1000) as $i | . + "\\($i)"] | sort`,
    `${LONG} | [range(1000) as $i | "\\(.)"]`,
    `${LONG} | [range(1000) as $i | {(. + "\\($i)"): 1}]`,
    `${LONG} | [range(1000) as $i | .[1:]]`,
    `${LONG} | [range(1000) as $i | trim]`,
    `${LONG} | [range(1000) as $i | length]`,
    `${LONG} | split("")`,
    `${LONG} | [., .] | map(explode)`,
    `${LONG} | [match("a"; "g")]`,
    `${LONG} | gsub("a"; "bb")`,
    `${LONG} | test("(a*)*b")`,
    `${LONG} | [., ., .] | map(@base32)`,
    `("a" * 4000000 + "b") as $p | ${LONG} | [range(1000) as $i | index($p + "")]`,
    '("[]," * 3000000)[:-1] | "[" + . + "]" | fromjson',
    '("9" * 1000000 | tonumber) as $n | [range(100000) | $n + 1]',
    '("9" * 1000000 | tonumber) as $n | [range(100000) | $n < 1]',
    // Many elements, and copies of them.
    `${NUMBERS} | [range(1000) as $i | .[1:]]`,
    `${NUMBERS} | [range(1000) as $i | reverse]`,
    `${NUMBERS} | [range(1000) as $i | keys]`,
    `${NUMBERS} | . as $x | [range(1000) as $i | $x | .[0] = $i]`,
    `${NUMBERS} | [range(1000) as $i | del(.[0])]`,
    `${NUMBERS} | [range(1000) as $i | index(99999)]`,
    `${NUMBERS} | map(tojson) | [range(1000) as $i | join(",")]`,
    `${NUMBERS} - ${NUMBERS}`,
    `${OBJECT} | [range(1000) as $i | del(.k5)]`,
    `${OBJECT} | . as $o | [range(1000) as $i | $o | .["x\\($i)"] = 1]`,
    `([range(100000)] | .[0] = 1) as $old | reduce range(1000) as $i (0; ($old | .[1] = $i | length))`,
    "[[1] | foreach range(30000) as $i (.; .[0] = $i)] | map(.[0])",
    "[range(3000) | [range(3000)]] | transpose",
  ])(
    "%s",
    (program) => {
      expect(outcomeOf(program)).toStartWith(BUDGET);
    },
    60_000,
  );
});

describe("the engine's stack decides nothing", () => {
  const DEEP = "reduce range(9999) as $i (1; [.])";
  test.each([
    ["def f($x): if $x > 100000 then $x else f($x + 1) end; f(0)", "100001"],
    ["def f: if . > 20000 then . else (. + 1 | f) + 0 end; 0 | f", "20001"],
    [
      'def depth: if type == "array" then (.[0] | depth) + 1 else 0 end; reduce range(100000) as $i (1; [.]) | depth',
      "100000",
    ],
    ["reduce range(100000) as $i (1; [.]) | flatten", "[1]"],
    ["reduce range(100000) as $i (1; [.]) | [..] | length", "100001"],
    [`${DEEP} | tojson | fromjson | tojson | length`, "19999"],
    [`${DEEP} | walk(.) | tojson | length`, "19999"],
    [`${DEEP} == (${DEEP})`, "true"],
    [`${DEEP} | . < .`, "false"],
    [`${DEEP} | contains(.)`, "true"],
    [`[${DEEP}, ${DEEP}] | unique | length`, "1"],
    ["reduce range(9999) as $i ({}; {a: .}) | . * . | tojson | length", "59996"],
    ["reduce range(9999) as $i ({}; {a: .}) | contains(.)", "true"],
    [`${DEEP} | delpaths([[range(9999) | 0]]) | tojson | length`, "19998"],
    [`${DEEP} | setpath([range(9999) | 0]; 2) | getpath([range(9999) | 0])`, "2"],
    [`${DEEP} | [leaf_paths][0] | length`, "9999"],
    ["reduce range(3000) as $i (1; [.]) | [tostream] | length", "3001"],
    ['("{\\"a\\":1,\\"a\\":" * 5000) + "2" + ("}" * 5000) | fromjson | tojson | length', "30001"],
    [`[reduce range(20000) as $i (1; [.]), 1] | .[0] < .[0]`, "QUERY_RUNTIME: Comparison too deep"],
    [
      `[reduce range(20000) as $i (1; [.]), reduce range(20000) as $i (1; [.])] | .[0] == .[1]`,
      "QUERY_RUNTIME: Equality check too deep",
    ],
    ["null | delpaths([[range(20000) | 0]])", "QUERY_RUNTIME: Path too deep"],
    [Array.from({ length: 4500 }, () => "1").join("+"), "4500"],
    [Array.from({ length: 1600 }, () => "null").join("//"), "null"],
  ])(
    "%s",
    (program, outcome) => {
      expect(outcomeOf(program)).toBe(outcome);
    },
    60_000,
  );
});

describe("a program has one outcome", () => {
  const value = fc.constantFrom(
    DOUBLED,
    DOUBLED_OBJECTS,
    LONG,
    NUMBERS,
    "reduce range(12000) as $i (1; [.])",
    "reduce range(23) as $i (1; [., .])",
  );
  const step = fc.constantFrom(
    "tojson",
    "tojson | fromjson",
    "[., .] | sort",
    "[., .] | unique",
    "flatten",
    "[..] | length",
    "walk(.)",
    "@base64",
    "tostring | explode",
    ". == .",
    ". < .",
    "[., .] | add",
    "[tostream] | length",
    "[paths] | length",
    "def f: f; f",
    "def f: 1 + f; f",
    "def f: try f catch .; f",
    "last(repeat(.))",
    "contains(.)",
    'split("a")?',
    'test("b")?',
    "map(pow(.; 0.3))?",
  );
  const program = fc.tuple(value, step, step).map((parts) => `(${parts.join(") | (")})`);

  test("twice in a row, and in a process of its own with a tenth of the stack", async () => {
    const programs = fc.sample(program, 5);
    const first = outcomesOf(programs);
    expect(outcomesOf(programs)).toEqual(first);
    const child = Bun.spawn([process.execPath, "tests/support/query-outcomes.ts"], {
      stdin: new TextEncoder().encode(JSON.stringify(programs)),
      env: { ...Bun.env, BUN_JSC_maxPerThreadStackUsage: "524288" },
    });
    expect(await new Response(child.stdout).json()).toEqual(first);
  }, 120_000);
});
