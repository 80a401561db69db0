/** Our jq against the jq that is installed, on generated programs and documents. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/json-query.ts";
import { runUnit } from "../support/run-unit.ts";

const JQ = Bun.which("jq");
const SAMPLES = 2400;
/** Programs that one process runs: starting it is what takes time. */
const AT_ONCE = 60;
const LONGEST_RUN = 1000;
const LARGEST_OUTPUT = 10_000_000;

interface Sample {
  readonly program: string;
  readonly input: string;
}

/** What a program gave: its results, or the error that ended it. */
type Given = { readonly results: unknown[] } | { readonly error: unknown };

const wrapped = ({ program, input }: Sample) =>
  `(${input}) | try {results: [${program}]} catch {error: .}`;

function ours(samples: readonly Sample[]): Given[] {
  return samples.map((sample) => {
    const { output, errors } = runUnit(tool, {
      query: wrapped(sample),
      nullInput: true,
      compact: true,
    });
    return JSON.parse(output || JSON.stringify({ error: errors?.[0]?.code }));
  });
}

/** What jq gives for each; undefined for a program that ends jq itself or takes it too long. */
function theirs(samples: readonly Sample[]): (Given | undefined)[] {
  const program = samples.map((sample) => `(${wrapped(sample)})`).join(",\n");
  const options = { timeout: LONGEST_RUN, maxBuffer: LARGEST_OUTPUT };
  const { stdout } = Bun.spawnSync([JQ ?? "", "-cn", program], options);
  const lines = stdout.toString().trim().split("\n").filter(Boolean);
  if (lines.length === samples.length) return lines.map((line) => JSON.parse(line));
  if (samples.length === 1) return [undefined];
  const half = samples.length >> 1;
  return [...theirs(samples.slice(0, half)), ...theirs(samples.slice(half))];
}

const leaf = fc.constantFrom(
  ".",
  ".a",
  ".b?",
  ".[0]?",
  ".[-1]?",
  ".[1:]?",
  ".[:1]?",
  ".[]?",
  "..",
  "1",
  "2",
  "0",
  "-1",
  "1.5",
  "null",
  "true",
  "false",
  '"x"',
  '""',
  '"a,b"',
  "[]",
  "{}",
  "empty",
  "[1,2]",
  "{a:1,b:[2]}",
  '["b","a"]',
);
const filter = fc.constantFrom(
  ..."length keys keys_unsorted values nulls not type add any all min max sort unique reverse flatten tostring tojson".split(
    " ",
  ),
  ..."tonumber fromjson floor sqrt ascii_downcase ascii_upcase explode implode to_entries from_entries paths leaf_paths".split(
    " ",
  ),
  ..."tostream numbers strings arrays objects scalars iterables booleans utf8bytelength recurse transpose first last".split(
    " ",
  ),
  ..."@text @json @csv @tsv @html @uri @sh @base64 @base32 @base64d combinations nan isnan isinfinite isnormal".split(
    " ",
  ),
  ...'tojson|fromjson;[tostream]|fromstream(.[]);map(.)?;map_values(1)?;del(.[0]?);del(.a?);del(.[]?);del(.[1:]?);walk(.);input_line_number;range(3);splits(",")?'.split(
    ";",
  ),
);
const { program } = fc.letrec<{ program: string }>((tie) => {
  const sub = tie("program");
  const of = (...parts: readonly (string | typeof sub)[]) =>
    fc
      .tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part)))
      .map((all) => all.join(""));
  const operator = fc.constantFrom(
    "+",
    "-",
    "*",
    "/",
    "%",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "and",
    "or",
    "//",
  );
  const assignment = fc.constantFrom("=", "|=", "+=", "-=", "*=", "//=");
  const place = fc.constantFrom(
    ".",
    ".a",
    ".[0]",
    ".[]",
    ".a.b",
    ".[1:]",
    "..",
    ".[-1]",
    "(.a,.b)",
    ".[]?",
    "first(.[])",
    "select(.)",
    'getpath(["a","b"])',
    "if . then .a else .b end",
    "(.a // .b)",
    "recurse",
    "empty",
    "limit(1; .[])",
    ".[2:4]",
  );
  const one = fc.constantFrom(
    "map",
    "select",
    "map_values",
    "sort_by",
    "group_by",
    "unique_by",
    "min_by",
    "max_by",
    "first",
    "last",
    "isempty",
    "any",
    "all",
    "path",
    "paths",
    "with_entries",
    "walk",
    "del",
    "to_entries | map",
    "contains",
    "inside",
    "has",
    "in",
    "startswith",
    "endswith",
    "ltrimstr",
    "rtrimstr",
    "split",
    "join",
    "index",
    "rindex",
    "indices",
    "flatten",
    "test",
    "scan",
    "splits",
    "error",
    "nth",
    "tostream | truncate_stream",
    "getpath",
    "delpaths",
    "bsearch",
    "IN",
    "INDEX",
    "strings | test",
    "@json | ltrimstr",
  );
  const two = fc.constantFrom(
    "limit",
    "nth",
    "setpath",
    "sub",
    "gsub",
    "test",
    "split",
    "any",
    "all",
    "IN",
    "INDEX",
  );
  return {
    program: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      filter,
      of(sub, " | ", sub),
      fc.tuple(sub, filter).map(([a, b]) => `${a} | ${b}`),
      of("(", sub, "), (", sub, ")"),
      fc.tuple(sub, operator, sub).map(([a, o, b]) => `(${a}) ${o} (${b})`),
      fc.tuple(place, assignment, sub).map(([a, o, b]) => `${a} ${o} (${b})`),
      of("[", sub, "]"),
      of("{a: (", sub, "), b: 1}"),
      of('{"x": ., ("k" | ', sub, "): 2}"),
      of("if ", sub, " then ", sub, " else ", sub, " end"),
      of("try (", sub, ') catch "caught"'),
      of("(", sub, ")?"),
      of("reduce (", sub, ") as $x (0; . + (", sub, "))"),
      of("reduce .[]? as $x (null; ", sub, ")"),
      of("[foreach .[]? as $x (0; . + 1; [$x, .])] | (", sub, ")"),
      of("(", sub, ") as $x | [$x, .] | (", sub, ")"),
      of("(", sub, ") as [$x, {a: $y}] | [$x, $y]"),
      of("(", sub, ") as [$x] ?// $x | [$x]"),
      of("label $out | (", sub, ") | ., break $out"),
      of("def f: ", sub, "; f | f"),
      of("def f(g): g | g; f(", sub, ")"),
      of("def f($p): $p + 1; f(", sub, ")"),
      of('"<\\(', sub, ')>"'),
      of('@base64 "\\(', sub, ')"'),
      of("-(", sub, ")"),
      of(".[", sub, "]?"),
      of(".[", sub, ":", sub, "]?"),
      fc.tuple(one, sub).map(([name, a]) => `${name}(${a})`),
      fc.tuple(two, sub, sub).map(([name, a, b]) => `${name}(${a}; ${b})`),
    ),
  };
});
/** Numbers are small: the digits of others are a matter of their own, as ours keep theirs. */
const { plain } = fc.letrec((tie) => ({
  plain: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, false),
    fc.integer({ min: -9, max: 99 }),
    fc.string({ unit: fc.constantFrom(...'ab,c é("\\<&%=1'), maxLength: 6 }),
    fc.array(tie("plain"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("a", "b", "c d", "", "é"), tie("plain"), { maxKeys: 4 }),
  ),
}));
const document = fc.oneof(
  plain.map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '{"a":{"b":[1,2]},"b":"x"}',
    "[3,1,2]",
    '["b","a,b",null]',
    '[{"a":1},{"a":2,"b":[]}]',
    '"a, b"',
    "[[1,2],[3]]",
    "12",
    '[[0,"a"]]',
    '{"a":[1],"b":null}',
  ),
);

/** Where the two may differ, who is right and why; `program` on `input` shows it. */
interface Difference {
  readonly why: string;
  readonly programs: RegExp;
  readonly program: string;
  readonly input: string;
  readonly ours: Given;
  readonly theirs: Given;
}

const ERROR = { error: expect.any(String) };

/** All of them are jq 1.6, which is older than what is promised here, which is 1.8.1. */
const DIFFERENCES: readonly Difference[] = [
  {
    why: "since 1.7, try catches only the errors of its body, and not those of what takes its values",
    programs: /\?|\btry\b/,
    program: '(1?) | error("x")',
    input: "null",
    ours: ERROR,
    theirs: { results: [] },
  },
  {
    why: "what is no number is neither finite nor not: number required, as of every other such function",
    programs: /\bis(?:infinite|nan|normal)\b/,
    program: "isinfinite",
    input: "{}",
    ours: ERROR,
    theirs: { results: [false] },
  },
  {
    why: "the packaged 1.6 does not know the format",
    programs: /@base32/,
    program: "@base32",
    input: '"a"',
    ours: { results: ["ME======"] },
    theirs: ERROR,
  },
  {
    why: "since 1.7, nth(n; f) gives nothing where f has fewer values",
    programs: /\bnth\(/,
    program: "nth(1; 0)",
    input: "null",
    ours: { results: [] },
    theirs: { results: [0] },
  },
  {
    why: "since 1.8, ltrimstr and rtrimstr refuse what is no text",
    programs: /\b[lr]trimstr\b/,
    program: "ltrimstr(1)",
    input: '"a"',
    ours: ERROR,
    theirs: { results: ["a"] },
  },
  {
    why: "since 1.8, bsearch looks only in arrays",
    programs: /\bbsearch\b/,
    program: "bsearch(1)",
    input: "{}",
    ours: ERROR,
    theirs: { results: [-1] },
  },
  {
    why: "since 1.8, a negative limit is an error",
    programs: /\blimit\(/,
    program: "limit(-1; 1, 2)",
    input: "null",
    ours: ERROR,
    theirs: { results: [1, 2] },
  },
  {
    why: "since 1.7, texts are reversed, too",
    programs: /\breverse\b/,
    program: "reverse",
    input: '"ab"',
    ours: { results: ["ba"] },
    theirs: ERROR,
  },
  {
    why: "since 1.8, a text times 0 is the empty text",
    programs: /\*/,
    program: ". * 0",
    input: '"ab"',
    ours: { results: [""] },
    theirs: { results: [null] },
  },
  {
    why: "since 1.7, all characters but the unreserved ones are written as codes",
    programs: /@uri/,
    program: "@uri",
    input: '"(!)"',
    ours: { results: ["%28%21%29"] },
    theirs: { results: ["(!)"] },
  },
  {
    why: "one U+FFFD stands for each broken sequence, and the character behind it stays",
    programs: /@base64d/,
    program: "@base64d",
    input: "null",
    ours: { results: ["\ufffd\ufffde"] },
    theirs: { results: ["\ufffd\ufffd"] },
  },
  {
    why: "1.6 says true where the second argument is the input, which does not equal the first",
    programs: /\bIN\(/,
    program: "IN(1.5; .)",
    input: "[3,1,2]",
    ours: { results: [false] },
    theirs: { results: [true] },
  },
  {
    why: "since 1.7, transpose of an object without members is an array without rows",
    programs: /\btranspose\b/,
    program: "transpose",
    input: "{}",
    ours: { results: [[]] },
    theirs: ERROR,
  },
  {
    why: "since 1.7, flags that give no value give no result",
    programs: /\bsplit\(/,
    program: 'split(","; empty)',
    input: '"a,b"',
    ours: { results: [] },
    theirs: { results: [["a,b"]] },
  },
  {
    why: "since 1.7, the fraction of an index is dropped, and its place is not missing",
    programs: /\.\[|index\(/,
    program: ".[0.5]",
    input: "[7]",
    ours: { results: [7] },
    theirs: { results: [null] },
  },
  {
    why: "since 1.7, a number divided by a zero that the program names is an error, too",
    programs: /[/%] \(-?\(*0|[/%] \(.*\b0\b/,
    program: "(0) / (0)",
    input: "null",
    ours: ERROR,
    theirs: { results: [null] },
  },
  {
    why: "since 1.7, any and all do not take an error behind their first value for their end",
    programs: /\b(?:all|any)\b/,
    program: "all(.a | leaf_paths)",
    input: "[{},15]",
    ours: ERROR,
    theirs: { results: [true] },
  },
  {
    why: "since 1.7, nothing is found at the end of a text, too",
    programs: /\b(?:splits?|g?sub|scan|test|match)\(/,
    program: '[splits("")]',
    input: '"c&"',
    ours: { results: [["", "c", "&", ""]] },
    theirs: { results: [["", "c", "&"]] },
  },
  {
    why: "since 1.8, paths(f) asks its filter of the whole input, too",
    programs: /\bpaths\(/,
    program: 'paths(-("a"))',
    input: "1",
    ours: ERROR,
    theirs: { results: [] },
  },
  {
    why: "since 1.7, error(null) is an error that can be caught",
    programs: /\berror\b/,
    program: "error(null)",
    input: "12",
    ours: { error: null },
    theirs: { results: [] },
  },
];

/** Texts of errors are those of 1.8, so that only the fact is compared. */
function isSame(mine: Given, other: Given): boolean {
  if (!("error" in mine) || !("error" in other)) return Bun.deepEquals(mine, other, true);
  const areTexts = typeof mine.error === "string" && typeof other.error === "string";
  return areTexts || Bun.deepEquals(mine.error, other.error, true);
}

describe.skipIf(JQ === null)("jq is installed here, and", () => {
  test("generated programs give what it gives", () => {
    const samples = fc.sample(fc.record({ program, input: document }), { numRuns: SAMPLES });
    const unknown: unknown[] = [];
    let judged = 0;
    for (let at = 0; at < samples.length; at += AT_ONCE) {
      const some = samples.slice(at, at + AT_ONCE);
      const mine = ours(some);
      for (const [index, other] of theirs(some).entries()) {
        const sample = some[index] as Sample;
        const own = mine[index] as Given;
        if (other === undefined) continue;
        judged++;
        if (isSame(own, other)) continue;
        if (DIFFERENCES.some(({ programs }) => programs.test(sample.program))) continue;
        unknown.push({ ...sample, ours: own, jq: other });
      }
    }
    expect(unknown).toEqual([]);
    expect(judged).toBeGreaterThan(SAMPLES * 0.98);
  }, 120_000);

  test.each(DIFFERENCES.map((difference) => [difference.why, difference] as const))(
    "differs: %s",
    (_why, difference) => {
      expect(ours([difference])).toEqual([difference.ours]);
      expect(theirs([difference])).toEqual([difference.theirs]);
    },
  );
});

test.skipIf(JQ !== null)(
  "jq is not installed here: its programs are judged by its own suite alone",
  () => {
    expect(JQ).toBeNull();
  },
);
