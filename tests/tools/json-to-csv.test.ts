import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import csvToJson from "../../tools/csv-to-json.ts";
import tool from "../../tools/json-to-csv.ts";
import { growth, LINEAR } from "../support/growth.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  readonly columns: string[];
  readonly rows: number;
  readonly collisions: string[];
}

const run = (input: unknown, options: object = {}) => runUnit(tool, { input, ...options });
const csv = (input: unknown, options: object = {}) => run(input, options).output;
const value = (input: unknown, options: object = {}) => run(input, options).value as Value;
const codes = (input: unknown, options: object = {}) =>
  run(input, options).warnings?.map(({ code }) => code);
const failure = (input: unknown, options: object = {}) => {
  const [entry] = run(input, options).errors ?? [];
  return `${entry?.code} ${entry?.path}`;
};

describe("rows", () => {
  test.each([
    ["no rows", "[]", "", 0],
    ["a row without members", "[{}]", "", 0],
    ["one object", '{"a":1}', "a\n1\n", 1],
    ["a scalar", "5", "value\n5\n", 1],
    ["scalars", '[1,"x",null,true]', 'value\n1\nx\n""\ntrue\n', 4],
    ["arrays", '[[1,"a"],[2,{"b":3}],[]]', "column_1,column_2,column_2.b\n1,a,\n2,,3\n,,\n", 3],
    ["kinds mixed", '[{"a":1},[2],3]', "a,column_1,value\n1,,\n,2,\n,,3\n", 3],
    ["new keys later", '[{"a":1},{"b":2,"a":3}]', "a,b\n1,\n3,2\n", 2],
    ["keys like numbers in their order", '[{"10":1,"2":2,"b":3}]', "10,2,b\n1,2,3\n", 1],
    ["JSON lines", '{"a":1}\r\n\r\n[2]\n"x"', "a,column_1,value\n1,,\n,2,\n,,x\n", 3],
    [
      "keys of every object",
      '[{"__proto__":1,"constructor":2}]',
      "__proto__,constructor\n1,2\n",
      1,
    ],
    ["a mark before the text", '\ufeff[{"a":1}]', "a\n1\n", 1],
  ])("%s", (_, input, expected, rows) => {
    expect(csv(input)).toBe(expected);
    expect(value(input).rows).toBe(rows);
  });

  test("are where rowsPath leads", () => {
    const input = { "a/b": [{ items: [{ x: 1 }, { x: 2 }] }] };
    expect(csv(input, { rowsPath: "/a~1b/0/items" })).toBe("x\n1\n2\n");
    expect(csv(input, { rowsPath: "/a~1b/0/items/1" })).toBe("x\n2\n");
    expect(csv('{"a":1}\n{"a":[7]}', { rowsPath: "/1/a" })).toBe("value\n7\n");
  });

  test.each(["/b", "/a/9", "/a/01", "a", "/a/0/x/y", "/~2"])("not at %p", (rowsPath) => {
    expect(failure({ a: [{ x: 1 }] }, { rowsPath })).toBe("ROWS_NOT_FOUND /rowsPath");
  });

  test("inside the only member that is an array of objects are hinted at", () => {
    expect(codes({ data: [{ a: 1 }] })).toEqual(["ROWS_PATH_HINT"]);
    expect(codes({ data: [{ a: 1 }], total: 1 })).toEqual(["ROWS_PATH_HINT"]);
    expect(codes({ page: { n: 1 }, tags: ["x"], none: [], rows: [{}] })).toEqual([
      "ROWS_PATH_HINT",
    ]);
    expect(codes({ data: [{ a: 1 }], errors: [{ b: 1 }] })).toEqual([]);
    expect(codes({ data: [1] })).toEqual([]);
    expect(codes({ data: [{ a: 1 }] }, { rowsPath: "/data" })).toEqual([]);
  });
});

describe("nested values", () => {
  const ROW = '[{"a":{"b":{"c":1},"d":{}},"t":["x",2,null],"e":[]}]';
  test.each([
    [{}, 'a.b.c,a.d,t,e\n1,{},"[""x"",2,null]",[]\n'],
    [{ nested: "json" }, 'a,t,e\n"{""b"":{""c"":1},""d"":{}}","[""x"",2,null]",[]\n'],
    [{ arrays: "index" }, "a.b.c,a.d,t.0,t.1,t.2,e\n1,{},x,2,,[]\n"],
    [{ arrays: "join", joinWith: "|" }, "a.b.c,a.d,t,e\n1,{},x|2|,[]\n"],
  ])("%p", (options, expected) => {
    expect(csv(ROW, options)).toBe(expected);
  });

  test("objects in arrays, by index and joined", () => {
    const input = '[{"t":[{"a":1},[2]]}]';
    expect(csv(input, { arrays: "index" })).toBe("t.0.a,t.1.0\n1,2\n");
    expect(csv(input, { arrays: "join" })).toBe('t\n"{""a"":1}; [2]"\n');
  });

  test("refused name the first", () => {
    expect(failure({ r: [{ x: 1 }, { "a/b": {} }] }, { rowsPath: "/r", nested: "error" })).toBe(
      "NESTED_REFUSED /r/1/a~1b",
    );
    expect(failure([{ x: { y: [] } }], { arrays: "error" })).toBe("ARRAY_REFUSED /0/x/y");
    expect(failure({ x: [] }, { arrays: "error" })).toBe("ARRAY_REFUSED /x");
  });

  test("keys with a dot are not those of members", () => {
    const input = '[{"a.b":1,"a":{"b":2,"c.d\\\\e":3}}]';
    expect(csv(input)).toBe("a\\.b,a.b,a.c\\.d\\\\e\n1,2,3\n");
    expect(csv('[{"a.b":1}]', { nested: "json" })).toBe("a.b\n1\n");
    expect(csv('[{"a":1},{"a":{"b":2}}]')).toBe("a,a.b\n1,\n,2\n");
  });

  test("a thousand levels", () => {
    const deep = '{"a":'.repeat(990) + "1" + "}".repeat(990);
    expect(value(deep).columns).toEqual([Array.from({ length: 990 }, () => "a").join(".")]);
  });
});

describe("cells", () => {
  test("numbers keep their text", () => {
    const numbers = "12345678901234567890,1.50,-0,1e400,0.1e-7";
    expect(csv(`[[${numbers}]]`, { header: false })).toBe(`${numbers}\n`);
  });

  test("are quoted where they have to be", () => {
    const row = ["a,b", 'q"q', "l\nl", "r\rr", " x", "x\t", "plain", "😀", ""];
    expect(csv([row], { header: false })).toBe('"a,b","q""q","l\nl","r\rr"," x","x\t",plain,😀,\n');
  });

  test.each([
    ["minimal", '"x,y",s,null,1,true,\n,,,,,[]\n'],
    ["all", '"x,y","s","null","1","true",""\n"","","","","","[]"\n'],
    ["strings", '"x,y","s","null",1,true,\n"",,,,,"[]"\n'],
  ])("quote %s", (quote, expected) => {
    const rows = [
      ["x,y", "s", "null", 1, true, null],
      ["", null, null, null, null, []],
    ];
    expect(csv(rows, { header: false, quote })).toBe(expected);
  });

  test("null as a word, and a header of its own", () => {
    const options = { nullAs: "NULL", quote: "strings" };
    expect(csv('[{"a,b":null,"c":"NULL"},{"c":""}]', options)).toBe(
      '"a,b","c"\nNULL,"NULL"\n,""\n',
    );
  });

  test("a single column with an empty cell is no blank line", () => {
    expect(csv('[{"a":""},{"a":1},{"a":null}]')).toBe('a\n""\n1\n""\n');
    expect(csv('[{"a":null}]', { quote: "strings" })).toBe('"a"\n""\n');
  });

  test("line ends, mark, delimiters", () => {
    const options = { newline: "crlf", bom: true, delimiter: ";" };
    expect(csv([{ a: "x;y", b: 1 }], options)).toBe('\ufeffa;b\r\n"x;y";1\r\n');
    expect(csv([{ a: "x,y", b: "p|q" }], { delimiter: "pipe" })).toBe('a|b\nx,y|"p|q"\n');
    expect(csv([], options)).toBe("");
  });
});

describe("columns", () => {
  test("those asked for, in their order", () => {
    const input = [{ a: 1, b: 2 }, { c: 3 }];
    expect(csv(input, { columns: ["c", "a"] })).toBe("c,a\n,1\n3,\n");
    expect(csv(input, { columns: "b, x" })).toBe("b,x\n2,\n,\n");
    expect(codes(input, { columns: "b,x" })).toEqual(["COLUMN_NOT_FOUND"]);
    expect(failure(input, { columns: Array.from({ length: 1001 }, String) })).toBe(
      "RANGE /columns",
    );
  });

  test("that two values claim are told", () => {
    const input = '[{"t":{"0":1},"u":2}]';
    expect(value(input).collisions).toEqual([]);
    // Repeated keys are one member by then, so that only names put together can meet.
    expect(value(input, { arrays: "index" }).collisions).toEqual([]);
  });

  test("figures count cells", () => {
    const input = '[{"a":null,"b":[1]},{"a":1,"c":{}}]';
    expect(run(input).stats).toMatchObject({
      type: "array",
      rows: 2,
      columns: 3,
      nulls: 1,
      missing: 2,
      nestedCells: 2,
    });
  });
});

describe("warnings", () => {
  test("null beside empty strings", () => {
    const merged = '[{"a":"","b":""},{"a":null,"b":"x"}]';
    expect(codes(merged)).toEqual(["NULL_AND_EMPTY_MERGED"]);
    expect(codes('[{"a":""},{}]')).toEqual(["NULL_AND_EMPTY_MERGED"]);
    expect(codes(merged, { quote: "all" })).toEqual(["NULL_AND_EMPTY_MERGED"]);
    for (const options of [{ quote: "strings" }, { nullAs: "-" }])
      expect(codes(merged, options)).toEqual([]);
    expect(codes('[{"a":null},{"a":"x"}]')).toEqual([]);
  });

  test("formulas", () => {
    const input = [["=1", "+a", "-2", "@x", "\ty", "\rz", -5, "a=1", "'=1"]];
    const [entry] = run(input, { header: false }).warnings ?? [];
    expect(entry).toMatchObject({ code: "FORMULA_CELL", received: 6 });
    const guarded = run(input, { header: false, guardFormulas: true });
    expect(guarded.warnings).toEqual([]);
    expect(guarded.output).toBe("'=1,'+a,'-2,'@x,'\ty,\"'\rz\",-5,a=1,'=1\n");
  });

  test("repeated keys", () => {
    expect(codes('[{"a":1,"a":2}]')).toEqual(["DUPLICATE_KEY"]);
    expect(csv('[{"a":1,"a":2}]')).toBe("a\n2\n");
  });
});

describe("failures", () => {
  test("of JSON say where", () => {
    expect(run('[{"a":1,}]').errors?.[0]).toMatchObject({
      code: "JSON_SYNTAX",
      line: 1,
      column: 9,
    });
    expect(run('{"a":1}\n{"a":}\n').errors?.[0]).toMatchObject({ code: "JSON_SYNTAX", line: 2 });
    expect(failure("")).toBe("JSON_SYNTAX /input");
    expect(failure("[".repeat(5000))).toBe("INPUT_TOO_DEEP /input");
  });

  test("of fields", () => {
    expect(failure([1], { delimiter: "ab" })).toBe("DELIMITER_INVALID /delimiter");
    expect(failure([1], { joinWith: "12345678901" })).toBe("RANGE /joinWith");
  });

  test("of a table that would be too large", () => {
    const rows = Array.from({ length: 2000 }, (_, index) => ({ [`c${index}`]: 1 }));
    expect(failure(rows)).toBe("OUTPUT_TOO_LARGE undefined");
    expect(csv(rows, { columns: ["c7"] })).toStartWith('c7\n""\n');
  });

  test("whose places are many more than its cells", () => {
    const wide = (size: number) => Array.from({ length: size }, (_, at) => ({ [`c${at}`]: "" }));
    expect(growth((size) => run(wide(size)), 1000)).toBeLessThan(LINEAR);
    const { stats, warnings } = run(wide(3000));
    expect(stats).toMatchObject({ missing: 3000 * 2999, nulls: 0 });
    expect(warnings).toMatchObject([{ code: "NULL_AND_EMPTY_MERGED", received: 3000 }]);
  });
});

test("flat rows come back from CSV as they were", () => {
  const key = fc.stringMatching(/^[a-z_]{1,5}$/);
  const text = fc
    .string()
    .filter((string) => /[a-z]/i.test(string) && !/^(?:true|false)$/i.test(string));
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  const columns = fc.uniqueArray(key, { minLength: 1, maxLength: 4 });
  const rows = columns.chain((keys) =>
    fc
      .tuple(...keys.map(() => fc.constantFrom(text, number, fc.boolean())))
      .chain((kinds) =>
        fc.array(
          fc.record(
            Object.fromEntries(keys.map((name, index) => [name, kinds[index] as typeof text])),
          ),
          { minLength: 1, maxLength: 5 },
        ),
      ),
  );
  fc.assert(
    fc.property(rows, (list) => {
      const written = csv(list);
      const read = runUnit(csvToJson, { input: written, types: "infer" });
      // CSV knows the sign of a zero, plain equality should not.
      const unsigned = (json: string) => json.replace(/-0(?![.\d])/g, "0");
      expect(JSON.parse(unsigned(read.output ?? ""))).toEqual(
        JSON.parse(unsigned(JSON.stringify(list))),
      );
    }),
  );
});
