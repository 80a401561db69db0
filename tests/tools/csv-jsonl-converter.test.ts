import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { run as runRequest } from "../../app/run/run.ts";
import tool from "../../tools/csv-jsonl-converter.ts";
import { host, runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);

describe("csv-to-jsonl", () => {
  test("names come from the first record, are numbered, or are given", () => {
    const input = "1,2\n3,4\n";
    const direction = "csv-to-jsonl";
    expect(run({ input, direction }).output).toBe('{"1":"3","2":"4"}\n');
    expect(run({ input, direction, headerMode: "none" }).output).toBe(
      '{"column_1":"1","column_2":"2"}\n{"column_1":"3","column_2":"4"}\n',
    );
    expect(run({ input, direction, headerMode: "custom", customHeaders: 'y,"x,z"' }).output).toBe(
      '{"y":"1","x,z":"2"}\n{"y":"3","x,z":"4"}\n',
    );
    expect(
      run({ input: "1;2", direction, delimiter: ";", headerMode: "custom", customHeaders: "a;b" })
        .output,
    ).toBe('{"a":"1","b":"2"}\n');
  });

  test("too few or too many custom names make ragged records", () => {
    expect(run({ input: "1,2\n", headerMode: "custom", customHeaders: "a" })).toMatchObject({
      output: '{"a":"1","_extra":["2"]}\n',
      valid: false,
      warnings: [{ code: "CSV_RAGGED", line: 1, expected: 1, received: 2 }],
    });
    expect(run({ input: "1\n", headerMode: "custom", customHeaders: "a,a" })).toMatchObject({
      output: '{"a":"1","a_2":null}\n',
      warnings: [
        { code: "CSV_DUPLICATE_HEADER", path: "/customHeaders", column: 3 },
        { code: "CSV_RAGGED" },
      ],
    });
  });

  test.each(["", "\n", "a\nb"])("customHeaders %j names no columns", (customHeaders) => {
    expect(run({ input: "1", headerMode: "custom", customHeaders })).toMatchObject({
      ok: false,
      errors: [{ code: "HEADERS_MISSING", path: "/customHeaders" }],
    });
  });

  test("cells can be the JSON they are", () => {
    const input = `a\n"{""x"": [1.50, null]}"\n01\n1e2\nTRUE\ntrue\nnull\n""\n"{""x"":}"\n`;
    expect(run({ input, direction: "csv-to-jsonl", delimiter: ",", types: "json" }).output).toBe(
      '{"a":{"x":[1.50,null]}}\n{"a":"01"}\n{"a":1e2}\n{"a":"TRUE"}\n{"a":true}\n{"a":null}\n{"a":null}\n{"a":"{\\"x\\":}"}\n',
    );
    expect(run({ input: "a,b\n1,x\n,y\n", types: "infer" }).output).toBe(
      '{"a":1,"b":"x"}\n{"a":null,"b":"y"}\n',
    );
  });
});

describe("jsonl-to-csv", () => {
  test("columns are the keys in order of first appearance, or those chosen", () => {
    const input = '{"b":1,"10":true}\r\n\r\n{"a":null,"b":"x,y"}\r';
    expect(run({ input })).toMatchObject({
      output: 'b,10,a\n1,true,\n"x,y",,\n',
      value: { direction: "jsonl-to-csv", columns: ["b", "10", "a"], rows: 2, skipped: [] },
      valid: true,
    });
    expect(run({ input, headerMode: "none" }).output).toBe('1,true,\n"x,y",,\n');
    expect(
      run({ input, headerMode: "custom", customHeaders: "a,b,c", delimiter: "," }),
    ).toMatchObject({
      output: 'a,b,c\n,1,\n,"x,y",\n',
      valid: false,
      warnings: [{ code: "HEADER_UNKNOWN_KEY", received: "10", line: 1, column: 8 }],
    });
  });

  test("an invalid line is left out, with its number and the place in it", () => {
    expect(
      run({ input: '{"a":1}\n\n[1]\n{"a":2,}\n{"a":"\u2028"}', direction: "jsonl-to-csv" }),
    ).toMatchObject({
      output: "a\n1\n\u2028\n",
      value: {
        rows: 2,
        skipped: [
          { line: 3, code: "JSONL_LINE_INVALID" },
          { line: 4, code: "JSONL_LINE_INVALID" },
        ],
      },
      warnings: [
        {
          code: "JSONL_LINE_INVALID",
          line: 3,
          column: 1,
          hint: expect.stringContaining("json-to-csv"),
        },
        { code: "JSONL_LINE_INVALID", line: 4, column: 8, offset: 20 },
      ],
    });
  });

  test("the last copy of a repeated key counts", () => {
    expect(run({ input: '{"a":1}\n{"a":1,"b":2,"a":3}' })).toMatchObject({
      output: "a,b\n1,\n3,2\n",
      valid: true,
      warnings: [{ code: "DUPLICATE_KEY", path: "/a", line: 2, column: 14, offset: 21 }],
    });
  });

  test("numbers keep their text, one empty column stays a record", () => {
    expect(run({ input: '{"a":12345678901234567890}\n{"a":1.50}\n{"a":null}\n{}' }).output).toBe(
      'a\n12345678901234567890\n1.50\n""\n""\n',
    );
    expect(run({ input: "{}\n{}" })).toMatchObject({ output: "", value: { rows: 2, columns: [] } });
    expect(run({ input: "", direction: "jsonl-to-csv" })).toMatchObject({
      output: "",
      value: { rows: 0 },
    });
  });

  test("many keys of their own are refused, not written out", () => {
    const input = Array.from({ length: 6000 }, (_, index) => `{"k${index}":1}`).join("\n");
    expect(run({ input })).toMatchObject({ ok: false, errors: [{ code: "OUTPUT_TOO_LARGE" }] });
  });
});

test("auto looks at the first line that is not blank", () => {
  const directionOf = (input: string) => (run({ input }).value as { direction: string }).direction;
  expect(directionOf('\n  {"a":1}\n')).toBe("jsonl-to-csv");
  expect(directionOf('\ufeff{"a":1}')).toBe("jsonl-to-csv");
  expect(directionOf("[1]\n")).toBe("csv-to-jsonl");
  expect(directionOf("{a}\n")).toBe("csv-to-jsonl");
  expect(directionOf("")).toBe("csv-to-jsonl");
});

test("a JSON array taken for CSV has a hint", () => {
  expect(run({ input: '[{"a":1},{"a":2}]' }).warnings?.[0]?.hint).toContain("json-to-csv");
});

test("the alias used sets the direction", async () => {
  const { body } = await runRequest(
    { tool_id: "csv-to-jsonl", input: { input: '{"a":1}\n' } },
    host,
  );
  expect(body.result).toMatchObject({
    toolId: "csv-jsonl-converter",
    value: { direction: "csv-to-jsonl" },
  });
});

test("strict stops at any problem", () => {
  for (const [input, code] of [
    ["a,b\n1\n", "CSV_RAGGED"],
    ['a,b\n1,x"\n', "CSV_STRAY_QUOTE"],
    [",b\n1,2\n", "CSV_EMPTY_HEADER"],
    ["a,a\n1,2\n", "CSV_DUPLICATE_HEADER"],
    ['{"a":1}\n{"a":}\n', "JSONL_LINE_INVALID"],
  ] as const) {
    expect(run({ input, strict: true })).toMatchObject({
      ok: false,
      valid: false,
      errors: [{ code }],
    });
    expect(run({ input })).toMatchObject({ ok: true, valid: false, warnings: [{ code }] });
  }
  expect(
    run({ input: '{"a":1}', headerMode: "custom", customHeaders: "b", strict: true }).errors,
  ).toMatchObject([{ code: "HEADER_UNKNOWN_KEY" }]);
});

test("flat objects with equal keys come back from CSV", () => {
  const key = fc.string({ minLength: 1, unit: fc.constantFrom(...'ab,"\n é😀_') });
  const text = fc.string({ minLength: 1 }).filter((value) => {
    try {
      JSON.parse(value);
      return false;
    } catch {
      return true;
    }
  });
  const value = fc.oneof(
    text,
    fc.integer(),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const rows = fc.uniqueArray(key, { minLength: 1, maxLength: 4 }).chain((keys) =>
    fc.array(
      fc
        .array(value, { minLength: keys.length, maxLength: keys.length })
        .map(
          (values) =>
            `{${keys.map((name, index) => `${JSON.stringify(name)}:${JSON.stringify(values[index])}`).join(",")}}`,
        ),
      { minLength: 1, maxLength: 4 },
    ),
  );
  fc.assert(
    fc.property(rows, (lines) => {
      const input = lines.map((line) => `${line}\n`).join("");
      const csv = run({ input, direction: "jsonl-to-csv" }).output;
      expect(
        run({ input: csv, direction: "csv-to-jsonl", delimiter: ",", types: "json" }).output,
      ).toBe(input);
    }),
    { numRuns: 500 },
  );
});
