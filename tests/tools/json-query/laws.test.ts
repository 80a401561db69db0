import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readProgram } from "../../../tools/json-query/jq/run.ts";
import { formatPointer } from "../../../tools/_lib/results/pointer.ts";
import tool from "../../../tools/json-query.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);

function outputOf(input: string, query: string, more: object = {}): string | undefined {
  const { ok, output } = run({ input, query, compact: true, ...more });
  return ok ? output : undefined;
}

const document = fc.json({ maxDepth: 4 });
const step = fc.constantFrom(
  ".",
  ".[]?",
  ".a?",
  "..",
  "length?",
  "type",
  "[.]",
  "{a: .}",
  "(., 1)",
  "empty",
  "tojson",
  "not",
  "[.[]?]",
  ".[0]?",
  ".. | numbers",
  "keys?",
  "first(.[]?)",
  "to_entries?",
  "(.a? = 1)?",
  "del(.[0]?)?",
);

describe("laws", () => {
  test("a | b is b on each result of a, in order", () => {
    fc.assert(
      fc.property(document, step, step, (input, a, b) => {
        const first = outputOf(input, a);
        if (first === undefined) return;
        const apart = first === "" ? "" : outputOf(first, b);
        expect(outputOf(input, `${a} | ${b}`)).toBe(apart);
      }),
      { numRuns: 500 },
    );
  });

  test("entries, streams and paths can be turned back", () => {
    fc.assert(
      fc.property(document, (input) => {
        const whole = outputOf(input, ".");
        const object = outputOf(
          input,
          'if type == "object" then to_entries | from_entries else . end',
        );
        expect(object).toBe(whole);
        expect(outputOf(input, "fromstream(tostream)")).toBe(whole);
        expect(outputOf(input, "tojson | fromjson")).toBe(whole);
        expect(
          outputOf(
            input,
            ". as $x | [paths] | all(. as $p | $x | getpath($p) == (path(getpath($p)) as $q | getpath($q)))",
          ),
        ).toBe("true");
        expect(outputOf(input, "[paths] == [path(..) | select(. != [])]")).toBe("true");
        expect(outputOf(input, "walk(.), (. as $x | [tostream] | fromstream(.[]) == $x)")).toBe(
          `${whole}\ntrue`,
        );
      }),
    );
  });

  test("a pointer gives what getpath gives of its segments", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const input = JSON.stringify(value);
        const paths = JSON.parse(outputOf(input, "[paths]") ?? "[]") as (string | number)[][];
        for (const path of paths.slice(0, 20)) {
          const pointed = outputOf(input, formatPointer(path), { language: "pointer" });
          expect(pointed).toBe(outputOf(input, `getpath(${JSON.stringify(path)})`));
        }
      }),
    );
  });

  test("sorting is total, and unique keeps one of each", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 2 })), (values) => {
        const input = JSON.stringify(values);
        expect(outputOf(input, "sort | [., .[1:]] | transpose[:-1] | all(.[0] <= .[1])")).toBe(
          "true",
        );
        expect(outputOf(input, "(unique | length) == (group_by(.) | length)")).toBe("true");
        expect(outputOf(input, "sort == (reverse | sort)")).toBe("true");
      }),
    );
  });

  test("changes through paths leave everything else, older values too", () => {
    const change = fc.constantFrom(
      ".[0] = 1",
      ".a = 1",
      ". + [1]",
      ". + {b: 2}",
      ".[0] += 1",
      "del(.[0])",
      "del(.a)",
      ".a.b = 3",
      "map_values(.)",
      ".[1:] = [5]",
    );
    fc.assert(
      fc.property(document, fc.array(change, { maxLength: 6 }), (input, changes) => {
        const steps = changes.map((text) => `((${text})? // .)`);
        const query = `. as $x | [${["$x", ...steps].join(" | ")}] | $x`;
        expect(outputOf(input, query)).toBe(outputOf(input, "."));
        // A version that is read again after newer ones were made is what it was.
        const kept = `. as $x | (${["$x", ...steps].join(" | ")}) as $y | [$y, (${["$x", ...steps].join(" | ")})] | .[0] == .[1]`;
        expect(outputOf(input, kept)).toBe("true");
      }),
      { numRuns: 300 },
    );
  });
});

describe("the place of a problem", () => {
  const offsetOf = (text: string) => {
    const read = readProgram(text);
    return "offset" in read ? read.offset : undefined;
  };
  const near = fc
    .array(
      fc.constantFrom(
        ...'()[]{}.,:;|?$@"\\#+-*/%=<>!1a '.split(""),
        " as ",
        "$x",
        ".a",
        "if ",
        " then ",
        " else ",
        " end",
        "reduce ",
        "def f: ",
        "try ",
        " catch ",
        " and ",
        " or",
        "//",
        "?//",
        "..",
        "label $x | ",
        "break ",
        "1.5e",
        '"a\\(',
        '"',
        "@base64",
        "\\u00",
        "foreach",
      ),
      { maxLength: 9 },
    )
    .map((parts) => parts.join(""));

  test("it stands where no query goes on as the text does", () => {
    const more = fc.constantFrom("", "]", ")", "a", ".", '"', " end", "1", "(", "=", "$x", " | .");
    fc.assert(
      fc.property(near, more, (text, after) => {
        const offset = offsetOf(text);
        if (offset === undefined) return;
        expect([undefined, offset]).toContain(offsetOf(text.slice(0, offset)));
        // A word that is refused may be the beginning of a name that nothing defines.
        const isWord = /[a-z]/i.test(text.slice(Math.max(0, offset - 1), offset + 1));
        if (offset < text.length && !isWord)
          expect(offsetOf(text.slice(0, offset + 1) + after)).toBe(offset);
      }),
      { numRuns: 4000 },
    );
  });

  test.each([
    ["1 orr 2", 4],
    ["if 1 then 2 esle 3 end", 13],
    ["$.a", 1],
    ["1 ! 2", 3],
    [".a[]]", 4],
    ['"a\\q"', 3],
    ['"\\u00g0"', 5],
    ["{a: 1 ; 2}", 6],
    ["1 == 2 == 3", 8],
    ["@", 1],
    [". as {} | 1", 6],
    ["def f: 1", 8],
    ["[1, 2", 5],
  ])("of %s it is %i", (query, offset) => {
    const { valid, errors } = run({ input: "null", query });
    expect(valid).toBe(false);
    expect(errors).toMatchObject([
      { code: "QUERY_SYNTAX", path: "/query", offset, column: offset + 1 },
    ]);
  });

  test("a name without a meaning is found at its beginning, with the nearest one", () => {
    expect(run({ input: "1", query: ". | lenght" }).errors).toMatchObject([
      { code: "QUERY_SYNTAX", offset: 4, hint: "There is length/0" },
    ]);
    expect(run({ input: "1", query: "break $x" }).errors).toMatchObject([{ offset: 0 }]);
    expect(run({ input: "1", query: "@foo" }).errors).toMatchObject([{ offset: 0 }]);
  });

  test("deep queries are refused, long ones are not", () => {
    const deep = "(".repeat(5000) + ".".padEnd(1) + ")".repeat(4999);
    expect(run({ input: "1", query: deep }).errors).toMatchObject([{ code: "QUERY_SYNTAX" }]);
    expect(run({ input: "1", query: "-".repeat(9000) + "1" }).ok).toBe(false);
    expect(run({ input: "1", query: Array(3000).fill(".").join("|") }).output).toBe("1");
    expect(run({ input: "1", query: Array(3000).fill("1").join("+") }).output).toBe("3000");
    expect(run({ input: "1", query: `[${Array(3000).fill("1").join(",")}] | length` }).output).toBe(
      "3000",
    );
  });
});
