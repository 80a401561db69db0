/** Our reader and writer of .env files against dotenv 17, whose grammar they follow. */
import { parse } from "dotenv";
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { envValue, nearEnvValue } from "../../tools/_lib/formats/config/env-value.ts";
import { readEnv } from "../../tools/_lib/formats/config/read-env.ts";

function ours(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const item of readEnv(text)) if (item.type === "variable") values[item.name] = item.value;
  return values;
}

/** Where a name, its sign and the beginning of its value stand on several lines, which only dotenv puts together. */
const OVER_LINES = /[\w.-]\s*\n\s*=|=\s*\n\s*["'`]|:\s*\n|:$/;

const WORDS = "A;B;export ;=; = ;: ;#; # c; ;\t;\n;\r\n;\r;\n\n;$X;x y;\nA=;\nB=';\nC=\"";
const MARKS = "\";';`;\\;\\n;\\r;\\t;\\\";\\'";
const parts = fc.constantFrom(...WORDS.split(";"), ...MARKS.split(";"));
const file = fc.array(parts, { maxLength: 20 }).map((all) => all.join(""));

describe("a file is read", () => {
  test("as dotenv reads it", () => {
    fc.assert(
      fc.property(file, (text) => {
        fc.pre(!OVER_LINES.test(text.replaceAll(/\r\n?/g, "\n")));
        expect(ours(text)).toEqual(parse(text));
      }),
      {
        numRuns: 5000,
        examples: [
          ["A=b#c"],
          ['A="\\$x\\t\\n"'],
          ['A="a" b'],
          ["A='x\\'\nB=1"],
          ["A='x\ny' # z\nB=`\"'`"],
          ['A="x\nB=1'],
        ],
      },
    );
  });

  // A line says what it says: what is missing on it is not taken from the next one.
  test.each([
    ["A\n=1", {}, { A: "1" }],
    ["A=\n'x'\nB=2", { A: "", B: "2" }, { A: "x", B: "2" }],
    ["A:\nB=2", { A: "", B: "2" }, { A: "B=2" }],
    ["A:", { A: "" }, {}],
  ])("line by line, which dotenv does not: %j", (text, here, there) => {
    expect(ours(text)).toEqual(here);
    expect(parse(text)).toEqual(there);
  });
});

const value = fc.string({
  unit: fc.constantFrom("a", "1", " ", ..."\t\n\r\"'`\\nr#=", "$X"),
  maxLength: 8,
});

describe("a value is written", () => {
  test("so that it reads back as it was, here and there", () => {
    fc.assert(
      fc.property(value, value, (first, second) => {
        const [one, other] = [envValue(first), envValue(second)];
        fc.pre(one !== undefined && other !== undefined);
        const text = `A=${one}\nB=${other}\n`;
        expect(ours(text)).toEqual({ A: first, B: second });
        expect(parse(text)).toEqual({ A: first, B: second });
      }),
      {
        numRuns: 5000,
        examples: [
          ["C:\\new\\", "it's"],
          ['"\n', "$x"],
        ],
      },
    );
  });

  test("or nearly so where no quotes hold it, and what follows is untouched", () => {
    expect(envValue("'\"`#")).toBeUndefined();
    fc.assert(
      fc.property(value, (text) => {
        const written = `A=${nearEnvValue(text)}\nB=1\n`;
        expect(ours(written)).toMatchObject({ A: expect.any(String), B: "1" });
        expect(parse(written)).toEqual(ours(written));
      }),
      { numRuns: 5000, examples: [["'\"`#\\"]] },
    );
  });
});
