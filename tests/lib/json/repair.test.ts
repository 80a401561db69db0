import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { minifyJson } from "../../../tools/_lib/json/tree/write.ts";
import { repairJson, type RepairOptions } from "../../../tools/_lib/json/repair/repair.ts";

function repaired(text: string, options: RepairOptions = {}): string {
  const result = repairJson(text, options);
  return result.ok ? (minifyJson(result.document.root) ?? "") : result.problem.code;
}

function codes(text: string, options: RepairOptions = {}): string[] {
  const result = repairJson(text, options);
  return result.ok ? result.repairs.map(({ code }) => code) : [];
}

const damage = fc
  .array(
    fc.constantFrom(
      ..."{}[]:,\"'`\\\n #/*+;()…“”".split(""),
      "a",
      "1",
      "-",
      "0x",
      "true",
      "None",
      "```json\n",
      "...",
      "\\u12",
      '"k":',
      "word ",
      "//",
      "*/",
      "\ufeff",
      "ObjectId(",
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

describe("repairs", () => {
  test("each `before` stands in the text at its offset, and the result is JSON", () => {
    fc.assert(
      fc.property(damage, (text) => {
        const result = repairJson(text);
        if (!result.ok) return;
        for (const { offset, before } of result.repairs) {
          expect(text.slice(offset, offset + before.length)).toBe(before);
        }
        JSON.parse(minifyJson(result.document.root) ?? "");
      }),
      { numRuns: 3000 },
    );
  });

  test("the tolerant reader takes JSON as it is", () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const text = ` ${json} `;
        const result = repairJson(text, { start: 1, end: text.length - 1 });
        expect(result.ok && result.repairs).toEqual([]);
        expect(repaired(text, { start: 1, end: text.length - 1 })).toBe(
          minifyJson(parsed(json)) ?? "",
        );
      }),
    );
  });

  test("every prefix of an object or array becomes JSON", () => {
    const text = fc.string({
      unit: fc.constantFrom(..."{}[],:\"\\+/*#`' a1.-".split("")),
      maxLength: 6,
    });
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        text,
        fc.constantFrom(1.5, -2e30, true, false, null),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(text, tie("value"), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 3 }), (items) => {
        const json = JSON.stringify(items);
        for (let end = 1; end <= Math.min(json.length, 300); end++) {
          expect(repairJson(json.slice(0, end)).ok).toBe(true);
        }
      }),
    );
  });

  test("a key cut off behind what looks like a bracket is closed", () => {
    expect(repaired('[{"":{",}')).toBe('[{"":{",":null}}]');
  });

  test("a span of a longer text is repaired with offsets in that text", () => {
    const text = 'see {"a":1,} there {';
    const result = repairJson(text, { start: 4, end: 12 });
    expect(result.ok && result.repairs).toEqual([
      { code: "COMMA_REMOVED", certainty: "safe", offset: 10, before: ",", after: "" },
    ]);
  });

  test("a text escaped once too often keeps its offsets", () => {
    const result = repairJson('{\\"a\\":[1,]}');
    expect(result.ok && result.repairs.map(({ code, offset }) => [code, offset])).toEqual([
      ["UNESCAPED_LEVEL", 0],
      ["COMMA_REMOVED", 9],
    ]);
  });

  test("it says whether the text was cut off", () => {
    const cut = (text: string) => {
      const result = repairJson(text);
      return result.ok && result.cut;
    };
    expect(['{"a":"b', "[1,2", '{"a":', '{"a":[1,'].map(cut)).toEqual([true, true, true, true]);
    expect(["[1,2,]", '[{"a":1]', "{'a':1}"].map(cut)).toEqual([false, false, false]);
  });

  test("literals cut off are completed only on demand", () => {
    expect(repaired('{"a":tru')).toBe('{"a":"tru"}');
    expect(repaired('{"a":tru', { completesLiterals: true })).toBe('{"a":true}');
    expect(repaired("[Fals", { completesLiterals: true })).toBe("[false]");
    expect(codes("[nul", { completesLiterals: true })).toEqual([
      "LITERAL_COMPLETED",
      "BRACKET_CLOSED",
    ]);
  });

  test("a thousand levels are the limit", () => {
    expect(repaired(`${"[".repeat(1000)}`)).toBe(`${"[".repeat(1000)}${"]".repeat(1000)}`);
    expect(repaired("[".repeat(100_000))).toBe("INPUT_TOO_DEEP");
    expect(repaired(`prose ${'{"a":'.repeat(1001)}`)).toBe("INPUT_TOO_DEEP");
  });
});

function parsed(json: string) {
  const result = repairJson(json);
  if (!result.ok) throw new Error(json);
  return result.document.root;
}

describe("comments and forgotten signs", () => {
  const scalar = fc.oneof(
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.string({ unit: fc.constantFrom(..."abc x"), maxLength: 5 }),
  );
  const { document } = fc.letrec<{ document: unknown; node: unknown }>((tie) => ({
    node: fc.oneof({ depthSize: "small" }, scalar, tie("document")),
    document: fc.oneof(
      fc.array(tie("node"), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom("a", "b c", "d"), tie("node"), { maxKeys: 3 }),
    ),
  }));
  const comment = fc.constantFrom(" // one\n", " /* two */ ", " # three\n", "\n", "\n// four\n");

  /** The document with a comment behind every value, in place of every comma where `commas` is false. */
  function written(value: unknown, gap: () => string, commas: boolean): string {
    const comma = () => (commas ? "," : "") + gap();
    if (Array.isArray(value))
      return `[${value.map((item) => written(item, gap, commas) + gap()).join(commas ? "," : "")}]`;
    if (typeof value === "object" && value !== null)
      return `{${Object.entries(value)
        .map(([key, member]) => `${JSON.stringify(key)}:${written(member, gap, commas)}`)
        .join(comma())}}`;
    return JSON.stringify(value);
  }

  test("a comment may stand behind any value, with or without a comma", () => {
    fc.assert(
      fc.property(document, fc.infiniteStream(comment), fc.boolean(), (value, gaps, commas) => {
        const text = written(value, () => String(gaps.next().value), commas);
        expect([text, repaired(text)]).toEqual([text, JSON.stringify(value)]);
      }),
      { numRuns: 1000 },
    );
  });

  test("a key may stand before its value without a colon", () => {
    const values = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.constant([1]));
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("a", "b", "c"), values, { minKeys: 1 }),
        fc.constantFrom("", " "),
        (value, gap) => {
          const members = Object.entries(value).map(
            ([key, member]) => JSON.stringify(key) + gap + JSON.stringify(member),
          );
          expect(repaired(`{${members.join()}}`)).toBe(JSON.stringify(value));
        },
      ),
    );
  });

  test.each([
    ["null // c", "null"],
    ["12 # c", "12"],
    ["true /* c */", "true"],
    ['{"a"2}', '{"a":2}'],
    ['{"say "2" times": 1}', '{"say \\"2\\" times":1}'],
  ])("%s", (text, expected) => {
    expect(repaired(text)).toBe(expected);
  });
});
