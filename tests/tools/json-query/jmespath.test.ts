import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../../tools/json-query.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (query: string, input: unknown = "null") =>
  runUnit(tool, { input, query, language: "jmespath", compact: true });

const PEOPLE =
  '{"people":[{"name":"b","age":30,"tags":["x"]},{"name":"a","age":25},{"name":"c"}],"o":{"10":1,"9":2}}';

describe("JMESPath", () => {
  test.each([
    ["people[?age > `26`].name | [0]", '"b"'],
    ["people[].{n: name, t: tags[0]}", '[{"n":"b","t":"x"},{"n":"a","t":null},{"n":"c","t":null}]'],
    ["people[*].tags[] | length(@)", "1"],
    ["sort_by(people, &name)[-1].name", '"c"'],
    ["max_by(people[?age], &age).name", '"b"'],
    ["o.*", "[1,2]"],
    ["[keys(o), values(o)]", '[["10","9"],[1,2]]'],
    ['o."10" || `0`', "1"],
    ["people[::-1].name", '["c","a","b"]'],
    ["people[?!age].name", '["c"]'],
    ["people[?name == 'a' && age < `30` || tags].name", '["b","a"]'],
    ["'it\\'s'", `"it's"`],
    ['`"a\\`b"`', '"a`b"'],
    ["map(&name, people) | join('-', @)", '"b-a-c"'],
    ["to_string(o) | to_number('1e3')", "1e3"],
    ["not_null(missing, people[0].age)", "30"],
    ['merge(o, `{"9":3}`)', '{"10":1,"9":3}'],
    ["reverse('aé𝒳')", '"𝒳éa"'],
    ["length('é𝒳')", "2"],
    ["missing.a.b[0].c", "null"],
    ["(people[*].name)[0]", '"b"'],
    ["people[?age][?name]", "[]"],
    ["people[*].[name][0]", '["b"]'],
    ["people[*].{n: name}[-1].n", '"c"'],
    ["people[?age].tags[0]", '["x"]'],
  ])("%s", (query, output) => {
    expect(run(query, PEOPLE)).toMatchObject({
      ok: true,
      valid: true,
      output,
      value: { count: 1 },
    });
  });

  test("numbers keep their text, are compared exactly and rounded only to be computed with", () => {
    const input = "[12345678901234567890,12345678901234567891,1.50]";
    expect(run("[0]", input).output).toBe("12345678901234567890");
    expect(run("[?@ > `12345678901234567890`]", input).output).toBe("[12345678901234567891]");
    expect(run("sort(@)[0]", input).output).toBe("1.50");
    expect(run("sum(@)", input).warnings?.map(({ code }) => code)).toEqual([
      "NUMBER_ROUNDED",
      "NUMBER_ROUNDED",
    ]);
  });

  test.each([
    ["abs('a')", "invalid-type: "],
    ['sort(`[1,"a"]`)', "invalid-type: "],
    ["length(@, @)", "invalid-arity: "],
    ["not_null()", "invalid-arity: "],
    ["nothing(@)", "unknown-function: "],
    ["`[1]`[::0]", "invalid-value: "],
    ["map('a', `[]`)", "invalid-type: "],
  ])("%s fails with %s", (query, beginning) => {
    const { ok, valid, errors } = run(query);
    expect({ ok, valid, code: errors?.[0]?.code }).toEqual({
      ok: false,
      valid: true,
      code: "QUERY_RUNTIME",
    });
    expect(errors?.[0]?.message).toStartWith(beginning);
  });

  test.each([
    ["a[", 2],
    ["a.", 2],
    ["a.b.[", 5],
    ["a[?b", 4],
    ["a = b", 3],
    ["a &", 3],
    ["'abc", 4],
    ['`{"a":}`', 6],
    ["a[1:2:3:4]", 7],
    ["a b", 2],
    ["&a", 0],
    ["{a}", 2],
    ['"a"(b)', 3],
  ])("%s is refused at %i", (query, offset) => {
    expect(run(query)).toMatchObject({ valid: false, errors: [{ code: "QUERY_SYNTAX", offset }] });
  });

  test("a problem stands where no expression goes on as the text does", () => {
    const near = fc
      .array(
        fc.constantFrom(
          ..."[]{}().,:|&!<>=@*-1ab'\"` ".split(""),
          "[?",
          "||",
          "&&",
          "`1`",
          "'a'",
          "f(",
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join(""));
    const offsetOf = (text: string) => {
      const { valid, errors } = run(text);
      return valid === false ? errors?.[0]?.offset : undefined;
    };
    const more = fc.constantFrom("", "]", ")", "a", ".b", "'", "`", "1", "}", "&b");
    fc.assert(
      fc.property(near, more, (text, after) => {
        const offset = offsetOf(text);
        if (offset === undefined) return;
        expect([undefined, offset]).toContain(offsetOf(text.slice(0, offset)));
        if (offset < text.length) expect(offsetOf(text.slice(0, offset + 1) + after)).toBe(offset);
      }),
      { numRuns: 3000 },
    );
  });

  test("@ is the identity, and a pipe of it changes nothing", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (input) => {
        const whole = runUnit(tool, { input, compact: true }).output;
        expect(run("@", input).output).toBe(whole);
        expect(run("@ | @", input).output).toBe(whole);
        expect(run("to_array(@)[0]", `[${input}]`).output).toBe(whole);
      }),
    );
  });

  test("deep and costly expressions end", () => {
    expect(run("(".repeat(4000)).errors).toMatchObject([{ code: "QUERY_SYNTAX" }]);
    expect(run(Array(2000).fill("@").join("|"), "[1]").output).toBe("[1]");
    const doubled = (times: number) => `${Array(times).fill("[@, @][]").join(" | ")} | length(@)`;
    expect(run(doubled(10), "[1]").output).toBe("1024");
    expect(run(doubled(40), "[1]").errors).toMatchObject([{ code: "QUERY_BUDGET_EXCEEDED" }]);
  });
});
