import { describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import type { Static } from "@sinclair/typebox";
import Ajv from "ajv/dist/2020.js";
import fc from "fast-check";
import Papa from "papaparse";
import kit from "../../kits/data-migration-prep-kit.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run(input).value as Value;
const codesOf = (input: object) => valueOf(input).counts.byCode;
const fileOf = (input: object, name: string) =>
  valueOf(input).deliverables.find((file) => file.name === name)?.content ?? "";
const refusal = (input: object) => {
  const { ok, error, errors = [] } = run(input);
  return [ok, error?.code ?? errors[0]?.code, errors[0]?.path];
};
const linesOf = (text: string) => text.split("\n").filter(Boolean);

/** What one cell becomes: its JSON text, or the codes that put its row aside. */
const cell = (given: unknown, entry: object, others: object = {}) => {
  const mapping = [{ to: "a", ...entry }];
  const { rejects, deliverables } = valueOf({ source: [{ a: given }], mapping, ...others });
  if (rejects.length > 0) return rejects[0]?.problems.map(({ code }) => code).join(" ");
  return /^\{"a":(.*)\}\n$/.exec(deliverables[0]?.content ?? "")?.[1];
};
const date = (format: string, to = "date") => ({ transform: [{ op: "date", format, to }] });
const number = (decimal: string, thousands: string) => ({
  transform: [{ op: "number", decimal, thousands }],
  type: "number",
});

describe("steps", () => {
  test.each([
    [" a ", { transform: ["trim"] }, '"a"'],
    [" a \t\n b ", { transform: ["collapse"] }, '"a b"'],
    ["aÄ", { transform: ["upper"] }, '"AÄ"'],
    ["AÄ", { transform: ["lower"] }, '"aä"'],
    ["+49 (0)30-1", { transform: ["digits"] }, '"490301"'],
    ["a.b.c", { transform: [{ op: "replace", find: ".", with: "$&" }] }, '"a$&b$&c"'],
    ["a/b/c", { transform: [{ op: "split", separator: "/", index: 1 }] }, '"b"'],
    ["a/b/c", { transform: [{ op: "split", separator: "/", index: -1 }] }, '"c"'],
    ["a/b/c", { transform: [{ op: "split", separator: "/", index: 3 }] }, "null"],
    ["x", { transform: [{ op: "map", table: { x: "y" } }] }, '"y"'],
    ["z", { transform: [{ op: "map", table: { x: "y" } }] }, "MAP_NO_ENTRY"],
    ["z", { transform: [{ op: "map", table: { x: "y" }, default: null }] }, "null"],
    ["toString", { transform: [{ op: "map", table: {} }] }, "MAP_NO_ENTRY"],
    ["1.234", number(",", "."), "1234"],
    ["1.234,50", number(",", "."), "1234.50"],
    ["12,34,567.8", number(".", ","), "1234567.8"],
    ["1.23", number(",", "."), "NUMBER_INVALID"],
    ["1,2,3", number(",", "."), "NUMBER_INVALID"],
    ["-0,50", number(",", "."), "-0.50"],
    ["1.234", number(",", ""), "NUMBER_INVALID"],
    ["1.234,5", number(",", ""), "NUMBER_INVALID"],
    ["1234,5", number(",", ""), "1234.5"],
    ["EUR 5", number(",", "."), "NUMBER_INVALID"],
    ["29.02.2000", date("DD.MM.YYYY"), '"2000-02-29"'],
    ["29.02.1900", date("DD.MM.YYYY"), "DATE_INVALID"],
    ["3.2.90", date("D.M.YY"), '"1990-02-03"'],
    ["3.2.69", date("D.M.YY"), '"2069-02-03"'],
    ["20240131 235959", date("YYYYMMDD HHmmss", "timestamp"), '"2024-01-31T23:59:59Z"'],
    ["31/01/2024 24:00", date("DD/MM/YYYY HH:mm"), "DATE_INVALID"],
    ["JA", { transform: [{ op: "boolean", true: ["ja"] }], type: "boolean" }, "true"],
    ["vielleicht", { transform: [{ op: "boolean" }] }, "BOOLEAN_INVALID"],
  ])("%j by %j is %s", (given, entry, expected) => {
    expect(cell(given, entry)).toBe(expected);
  });

  test("the first format whose shape fits decides", () => {
    const formats = {
      transform: [{ op: "date", formats: ["MM/DD/YYYY", "DD/MM/YYYY", "D.M.YYYY"] }],
    };
    expect(cell("31/12/2024", formats)).toBe("DATE_INVALID");
    expect(cell("1.12.2024", formats)).toBe('"2024-12-01"');
  });

  test("null stays null, and what becomes empty is null", () => {
    expect(cell(null, { transform: ["upper"] })).toBe("null");
    expect(cell("  ", { transform: ["trim", "upper"], default: "x" })).toBe('"x"');
    expect(cell("  ", { transform: ["trim"] }, { nullValues: [] })).toBe('""');
    expect(cell("N/A", { required: true }, { nullValues: ["N/A"] })).toBe("REQUIRED_EMPTY");
  });
});

describe("types", () => {
  test.each([
    ["007", "text", '"007"'],
    [5, "text", '"5"'],
    [{ b: [1] }, "text", String.raw`"{\"b\":[1]}"`],
    ["+007", "integer", "7"],
    ["-0", "integer", "0"],
    [5, "integer", "5"],
    ["5.0", "integer", "TYPE_INVALID"],
    [5.5, "integer", "TYPE_INVALID"],
    [true, "integer", "TYPE_INVALID"],
    ["12345678901234567890", "integer", "12345678901234567890"],
    ["1234.50", "number", "1234.50"],
    ["1e3", "number", "1000"],
    ["1e9999", "number", "TYPE_INVALID"],
    [".5", "number", "0.5"],
    ["0x10", "number", "TYPE_INVALID"],
    ["TRUE", "boolean", "true"],
    ["1", "boolean", "TYPE_INVALID"],
    ["2000-02-29", "date", '"2000-02-29"'],
    ["1900-02-29", "date", "TYPE_INVALID"],
    ["2024-01-02T03:04:05+02:00", "timestamp", '"2024-01-02T03:04:05+02:00"'],
    ["2024-01-02T03:04:05", "timestamp", "TYPE_INVALID"],
    ["0A0B0C0D-0000-4000-8000-00000000000F", "uuid", '"0a0b0c0d-0000-4000-8000-00000000000f"'],
    ["0a0b", "uuid", "TYPE_INVALID"],
    ['{"a": 1.50}', "json", '{"a":1.50}'],
    ["null", "json", "null"],
    ["{", "json", "TYPE_INVALID"],
  ])("%j as %s is %s", (given, type, expected) => {
    expect(cell(given, { type })).toBe(expected);
  });

  test("the JSON text null does for no required column", () => {
    expect(cell("null", { type: "json", required: true })).toBe("REQUIRED_EMPTY");
  });
});

test("constants, joined columns and unused ones", () => {
  const source = "first,last,x,__proto__\n Ann ,Lee,1,p\n,,2,q\n";
  const mapping = [
    { to: "name", concat: ["first", "last"], separator: "-" },
    { to: "from", value: { a: 1 }, type: "json" },
    { to: "__proto__" },
  ];
  expect(linesOf(fileOf({ source, mapping }, "migrated.jsonl"))).toEqual([
    '{"name":"Ann-Lee","from":{"a":1},"__proto__":"p"}',
    '{"name":null,"from":{"a":1},"__proto__":"q"}',
  ]);
  const { findings } = valueOf({ source, mapping });
  expect(
    findings.filter(({ code }) => code === "COLUMN_UNUSED").map(({ subject }) => subject),
  ).toEqual(["x"]);
});

describe("what is put aside", () => {
  const rows = [
    { a: 1, b: "x", c: "2024-01-01T00:00:00Z" },
    { a: 1, b: "x", c: "2024-01-01T01:00:00+01:00" },
    { a: 1, b: null, c: "2024-01-01T00:00:00Z" },
    { a: "one", b: "x", c: "now" },
  ];
  const mapping = [{ to: "a", type: "integer" }, { to: "b" }, { to: "c", type: "timestamp" }];

  test("has all its reasons, and the cells as they were", () => {
    const value = valueOf({ source: rows, mapping, key: ["a", "b", "c"], maxRejects: 3 });
    expect(value.rows).toEqual({ source: 4, migrated: 1, rejected: 3 });
    expect(value.rejects).toEqual([
      { row: 1, problems: [{ column: "a, b, c", code: "KEY_DUPLICATE" }] },
      { row: 2, problems: [{ column: "b", code: "KEY_EMPTY" }] },
      {
        row: 3,
        problems: [
          { column: "a", code: "TYPE_INVALID" },
          { column: "c", code: "TYPE_INVALID" },
        ],
      },
    ]);
    expect(value.reasons).toEqual({ KEY_DUPLICATE: 1, KEY_EMPTY: 1, TYPE_INVALID: 2 });
    expect(value.verdict).toBe("review");
    const csv = fileOf({ source: rows, mapping, key: ["a", "b", "c"] }, "rejects.csv");
    expect(Papa.parse(csv, { skipEmptyLines: true }).data[3]).toEqual([
      "one",
      "x",
      "now",
      "3",
      "a:TYPE_INVALID; c:TYPE_INVALID",
    ]);
  });

  test("is an error above maxRejects, and each reason is told", () => {
    const { counts, verdict } = valueOf({ source: rows, mapping, maxRejects: 0 });
    expect(verdict).toBe("fail");
    expect(counts.byCode).toMatchObject({ ROWS_REJECTED: 1, REJECT_REASON: 2 });
    expect(run({ source: rows, mapping, failOn: "error" }).error?.code).toBe(
      "DATA_MIGRATION_PREP_KIT_FAILED",
    );
  });

  test("by a schema, with more violations than one answer lists", () => {
    const many = Array.from({ length: 600 }, (_, n) => ({ n, s: "", t: "" }));
    const schema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      definitions: { long: { minLength: 3 } },
      properties: {
        n: { maximum: 9 },
        s: { $ref: "#/definitions/long" },
        t: { $ref: "#/definitions/long" },
      },
    };
    const fields = [{ to: "n", type: "integer" }, { to: "s" }, { to: "t" }];
    const value = valueOf({ source: many, mapping: fields, nullValues: [], schema });
    expect(value.reasons).toEqual({ SCHEMA_MIN_LENGTH: 1200, SCHEMA_MAXIMUM: 590 });
    expect(value.rejects).toHaveLength(500);
  });

  test("holds U+0000 where the target is PostgreSQL, in JSON, too", () => {
    const input = (dialect: string) => ({
      source: [{ a: "x\0y", b: '{"k":"\\u0000"}' }],
      mapping: [{ to: "a" }, { to: "b", type: "json" }],
      target: { table: "t", dialect },
    });
    expect(valueOf(input("postgresql")).rejects[0]?.problems).toEqual([
      { column: "a", code: "TEXT_NUL" },
      { column: "b", code: "TEXT_NUL" },
    ]);
    expect(valueOf(input("sqlite")).rows.migrated).toBe(1);
  });
});

describe("what ends the run", () => {
  test.each([
    [{ source: "a,b\n1,2", mapping: [{ to: "c" }] }, "COLUMN_UNKNOWN", "/mapping/0/from"],
    [
      { source: "a,b\n1,2", mapping: [{ to: "c", concat: ["a", "d"] }] },
      "COLUMN_UNKNOWN",
      "/mapping/0/concat/1",
    ],
    [{ source: "a\n1", mapping: [{ to: "a" }, { to: "a" }] }, "DUPLICATE_COLUMN", "/mapping/1/to"],
    [{ source: "a\n1", key: ["a", "b"] }, "KEY_COLUMN_UNKNOWN", "/key/1"],
    [
      { source: "a\n1", mapping: [{ to: "a", ...date("DD.MM") }] },
      "FORMAT_INVALID",
      "/mapping/0/transform/0/format",
    ],
    [{ source: "a\n1", schema: { type: 5 } }, "SCHEMA_INVALID", "/schema/type"],
    [{ source: "a\n1", schema: "[" }, "JSON_SYNTAX", "/schema"],
    [{ source: "[5]" }, "DOCUMENT_TYPE", "/source/0"],
    [{ source: "[" }, "JSON_SYNTAX", "/source"],
    [{ source: 'a\n"1' }, "CSV_UNTERMINATED_QUOTE", "/source"],
    [{ source: '{"a":1}\n{"a":' }, "JSONL_LINE_INVALID", "/source"],
    [{ source: Array.from({ length: 5001 }, () => ({})) }, "TOOL_INPUT_INVALID", "/source"],
  ])("%j", (input, code, path) => {
    expect(refusal(input)).toEqual([false, code, path]);
  });

  test("two names that the database takes for one", () => {
    const mapping = [
      { to: "Id", from: "a" },
      { to: "id", from: "a" },
    ];
    const target = (dialect: string) => ({
      source: "a\n1",
      mapping,
      target: { table: "t", dialect },
    });
    expect(refusal(target("mysql"))[1]).toBe("DUPLICATE_COLUMN");
    expect(run(target("postgresql")).ok).toBe(true);
  });
});

test("no rows are no error", () => {
  const value = valueOf({ source: "a,b\n", target: { table: "t", dialect: "sqlite" } });
  expect([value.verdict, value.rows]).toEqual(["pass", { source: 0, migrated: 0, rejected: 0 }]);
  expect(value.deliverables.map(({ content }) => content).slice(0, 3)).toEqual([
    "",
    "a,b\n",
    "a,b,_row,_problems\n",
  ]);
  expect(fileOf({ source: "a,b\n", target: { table: "t", dialect: "sqlite" } }, "load.sql")).toBe(
    "BEGIN;\nCOMMIT;\n",
  );
});

test.each([
  ["a,b\n1\n1,2,3\n", "CSV_RAGGED", 2],
  ["a,a\n1,2\n", "CSV_DUPLICATE_HEADER", 1],
  ['[{"a":"x","a":"y"}]', "DUPLICATE_KEY", 1],
  ['{"a":"x","a":"y"}\n{"a":"z"}', "DUPLICATE_KEY", 1],
])("what reading lost is told of and changes no verdict: %j", (source, code, times) => {
  const { counts, findings, verdict } = valueOf({ source });
  expect(counts.byCode[code]).toBe(times);
  expect(findings.find((one) => one.code === code)?.severity).toBe("info");
  expect(verdict).toBe("pass");
});

test("one column is none to tell of", () => {
  const { counts, verdict } = valueOf({ source: "a\nx\ny\n" });
  expect([counts.byCode, verdict]).toEqual([{}, "pass"]);
});

test.each(["id, name\n1, Ann\n", "id, name\n"])(
  "names with blanks keep their cells: %j",
  (source) => {
    const read = (text: string) => Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
    expect(read(fileOf({ source }, "migrated.csv"))).toEqual(read(source));
  },
);

test("texts that steps blow up end the run", () => {
  const grow = { op: "replace", find: "x", with: "xx" };
  const shrink = { op: "replace", find: "xx", with: "" };
  const refused = (transform: object[], source: object[] = [{ a: "x" }]) =>
    refusal({ source, mapping: [{ to: "a", transform }] }).slice(0, 2);
  expect(refused(Array.from({ length: 50 }, () => grow))).toEqual([false, "OUTPUT_TOO_LARGE"]);
  // What is thrown away again was made all the same.
  const rows = Array.from({ length: 100 }, () => ({ a: "x" }));
  const long = { op: "replace", find: "x", with: "x".repeat(30_000) };
  expect(refused([long, shrink], rows)).toEqual([false, "OUTPUT_TOO_LARGE"]);
  expect(refused([long, shrink])[0]).toBe(true);
  const source = Array.from({ length: 300 }, (_, a) => ({ a }));
  const mapping = [{ to: "b", value: "x".repeat(10_000) }];
  expect(refusal({ source, mapping }).slice(0, 2)).toEqual([false, "OUTPUT_TOO_LARGE"]);
});

test("the key has its own order", () => {
  const source = [
    { a: 1, b: 2 },
    { a: 1, b: 2 },
  ];
  const input = { source, key: ["b", "a"], target: TARGET };
  expect(valueOf(input).rejects).toEqual([
    { row: 1, problems: [{ column: "b, a", code: "KEY_DUPLICATE" }] },
  ]);
  expect(fileOf(input, "create-table.sql")).toContain('PRIMARY KEY ("b", "a")');
  expect(fileOf(input, "verify.sql")).toContain('GROUP BY "b", "a"');
});

test("numbers of JSON that were put aside stay numbers", () => {
  const source = [{ n: -5, t: "-5", k: null }];
  const mapping = [{ to: "n" }, { to: "t" }, { to: "k", required: true }];
  expect(linesOf(fileOf({ source, mapping }, "rejects.csv"))[1]).toBe("-5,'-5,,0,k:REQUIRED_EMPTY");
});

test("personal data is counted by its kind and never shown", () => {
  const outcome = run({ source: "mail\nann.lee@shop.example.org\nbob@shop.example.org\n" });
  const { findings, deliverables, ...others } = outcome.value as Value;
  const found = findings.find(({ code }) => code === "PERSONAL_DATA");
  expect(found).toMatchObject({ subject: "email", received: 2, line: 2 });
  const said = JSON.stringify([findings, others, outcome.output, deliverables.at(-1)]);
  expect(said).not.toContain("ann.lee");
});

/** What a database has after the scripts ran, as the rows of migrated.jsonl. */
function loaded(input: object) {
  const value = valueOf(input);
  const [create, load, verify] = ["create-table.sql", "load.sql", "verify.sql"].map(
    (name) => value.deliverables.find((file) => file.name === name)?.content ?? "",
  );
  using db = new Database(":memory:", { safeIntegers: true });
  db.run(create ?? "");
  db.run(load ?? "");
  const rows = db.query("SELECT * FROM t").all() as Record<string, unknown>[];
  const checks = (verify ?? "")
    .split(/;\n/)
    .filter((query) => query.trim() !== "")
    .map(
      (query) =>
        db.query(query).get() as { check: string; ok: bigint; expected: unknown; actual: unknown },
    );
  return { rows, checks, value };
}

const ALL_TYPES = [
  { to: "id", type: "integer" },
  { to: "select", type: "text" },
  { to: "n", type: "number" },
  { to: "b", type: "boolean" },
  { to: "j", type: "json" },
  { to: 'quo"te', from: "q" },
];

const TARGET = { table: "t", dialect: "sqlite" };

describe("SQLite", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "O'Reilly\\",
      "a\r\nb\0\ue000",
      "GO",
      "\0",
      "😀",
      "=1",
      "",
      "--",
      "a;\nb",
      "007",
    ),
  );
  const decimals = fc
    .tuple(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.nat(12))
    .map(([digits, places]) => {
      const text = String(digits < 0n ? -digits : digits).padStart(places + 1, "0");
      const at = text.length - places;
      return `${digits < 0n ? "-" : ""}${text.slice(0, at)}${places ? "." : ""}${text.slice(at)}`;
    });
  const rows = fc.array(
    fc.record({
      id: fc.oneof(fc.integer(), fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }).map(String)),
      select: texts,
      n: fc.oneof(fc.constantFrom("0.05", "1234.50", "-0.5", "100"), decimals),
      b: fc.constantFrom(true, false, null),
      j: fc.json(),
      q: texts,
    }),
    { minLength: 1, maxLength: 12 },
  );

  test("holds exactly what migrated.jsonl has, and verify.sql says so", () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 5 }), (source, batchSize) => {
        const given = { source, mapping: ALL_TYPES, key: "id", maxRejects: 99 };
        const { rows: got, checks, value } = loaded({ ...given, target: { ...TARGET, batchSize } });
        const numbers = (text: string) => text.replace(/-(?=0(?:\.0*)?$)/, "");
        const file = linesOf(value.deliverables[0]?.content ?? "");
        expect(got).toHaveLength(file.length);
        const byId = new Map(got.map((row) => [String(row["id"]), row]));
        for (const line of file) {
          const expected = JSON.parse(line) as Record<string, unknown>;
          const [, id = "", n = ""] = /^\{"id":(-?\d+),.*,"n":(-?[\d.]+),"b"/.exec(line) ?? [];
          const row = byId.get(id) ?? {};
          const isText = typeof row["n"] === "string";
          if (isText) expect(row["n"]).toBe(n);
          else expect(Number(row["n"])).toBe(Number(numbers(n)) + 0);
          const wellFormed = (text: unknown) =>
            typeof text === "string" ? text.toWellFormed() : text;
          expect(row["select"]).toBe(wellFormed(expected["select"]) as never);
          expect(row['quo"te']).toBe(wellFormed(expected['quo"te']) as never);
          expect(row["b"]).toBe(
            (expected["b"] === null ? null : BigInt(expected["b"] as never)) as never,
          );
          const json = row["j"] === null ? null : (JSON.parse(row["j"] as string) as unknown);
          expect(json).toEqual(JSON.parse(JSON.stringify(expected["j"])));
        }
        expect(checks.length).toBeGreaterThanOrEqual(4);
        expect(checks.filter(({ ok }) => ok !== 1n)).toEqual([]);
      }),
    );
  });

  test("verify.sql notices a row less, a sum that is off, a key twice and a null too many", () => {
    const source = [
      { id: 1, n: "0.10" },
      { id: 2, n: null },
    ];
    const mapping = [
      { to: "id", type: "integer" },
      { to: "n", type: "number" },
    ];
    const { value } = loaded({ source, mapping, key: "id", target: TARGET });
    const verify = value.deliverables.find(({ name }) => name === "verify.sql")?.content ?? "";
    const failed = (change: string) => {
      using db = new Database(":memory:");
      db.run("CREATE TABLE t (id INTEGER, n NUMERIC); INSERT INTO t VALUES (1, 0.10), (2, NULL);");
      db.run(change);
      return verify
        .split(/;\n/)
        .filter((query) => query.trim() !== "")
        .map((query) => db.query(query).get() as { check: string; ok: number })
        .filter(({ ok }) => ok !== 1)
        .map(({ check }) => check);
    };
    expect(failed("SELECT 1")).toEqual([]);
    expect(failed("DELETE FROM t WHERE id = 2")).toEqual(["rows", "sum of id", "nulls in n"]);
    expect(failed("UPDATE t SET n = 0.11 WHERE id = 1")).toEqual(["sum of n"]);
    expect(failed("UPDATE t SET id = 1")).toEqual(["sum of id", "keys that occur twice"]);
  });
});

describe("dialects", () => {
  const source = [
    {
      k: 1,
      t: "O'Reilly\\\r\nGO\n$(x)",
      n: "-1234.50",
      b: true,
      d: "2024-02-29",
      m: "2024-01-02T03:04:05.5+02:00",
      u: "0A0B0C0D-0000-4000-8000-00000000000F",
      j: '{"a":"\'"}',
      long: "x".repeat(256),
      big: "12345678901234567890",
    },
  ];
  const mapping = [
    { to: "k", type: "integer" },
    { to: "t" },
    { to: "n", type: "number" },
    { to: "b", type: "boolean" },
    { to: "d", type: "date" },
    { to: "m", type: "timestamp" },
    { to: "u", type: "uuid" },
    { to: "j", type: "json" },
    { to: "long" },
    { to: "big", type: "integer" },
  ];
  const sql = (dialect: string, file: string) =>
    fileOf({ source, mapping, key: "k", target: { table: "a.b", dialect } }, file);
  const typesIn = (dialect: string) =>
    linesOf(sql(dialect, "create-table.sql"))
      .slice(1, 11)
      .map((line) => line.trim().split(" ")[1]);

  test("types", () => {
    expect(typesIn("postgresql").join(" ")).toBe(
      "integer text numeric(6,2) boolean date timestamptz uuid jsonb text numeric(20,0)",
    );
    expect(typesIn("mysql").join(" ")).toBe(
      "int varchar(255) decimal(6,2) boolean date datetime(6) char(36) json longtext decimal(20,0)",
    );
    expect(typesIn("mssql").join(" ")).toBe(
      "int nvarchar(255) decimal(6,2) bit date datetimeoffset uniqueidentifier nvarchar(max) nvarchar(max) decimal(20,0)",
    );
    expect(typesIn("sqlite").join(" ")).toBe(
      "INTEGER TEXT NUMERIC INTEGER TEXT TEXT TEXT TEXT TEXT TEXT",
    );
  });

  test("the runbook names columns that SQLite has as text", () => {
    expect(sql("sqlite", "RUNBOOK.md")).toContain("Declared as TEXT: `big`. SQLite would round");
    expect(sql("mysql", "RUNBOOK.md")).not.toContain("Declared as TEXT");
  });

  test("names and literals", () => {
    expect(sql("mysql", "load.sql")).toContain("INSERT INTO `a`.`b` (`k`, `t`");
    expect(sql("mysql", "load.sql")).toContain(
      "'O''Reilly\\\\\\r\nGO\n$(x)', -1234.50, TRUE, '2024-02-29', '2024-01-02 01:04:05.500000'",
    );
    const mssql = sql("mssql", "load.sql");
    expect(mssql.startsWith("BEGIN TRANSACTION;\nINSERT INTO [a].[b] ([k], [t]")).toBe(true);
    // Neither a line GO, nor a variable, nor a backslash before a line end is left in one literal.
    expect(mssql).toContain("N'O''Reilly\\' + N'\r\n' + N'GO\n$' + N'(x)', -1234.50, 1,");
    expect(mssql).toContain("N'2024-01-02T03:04:05.5000000+02:00'");
    expect(sql("postgresql", "load.sql")).toContain("'O''Reilly\\\r\nGO\n$(x)', -1234.50, TRUE");
  });

  test("what the database cannot hold is an error", () => {
    const limits = (dialect: string, others: object) =>
      codesOf({ source: [{ a: "x" }], ...others, target: { table: "t", dialect } })[
        "TARGET_LIMIT"
      ] ?? 0;
    expect(limits("postgresql", { mapping: [{ to: "é".repeat(40), from: "a" }] })).toBe(1);
    expect(limits("mysql", { mapping: [{ to: "b ", from: "a" }] })).toBe(1);
    expect(limits("mssql", { mapping: [{ to: "n", value: "1".repeat(39), type: "number" }] })).toBe(
      1,
    );
    const key = { source: [{ a: "x".repeat(800) }], key: "a" };
    expect(limits("mysql", key)).toBe(1);
    expect(limits("postgresql", key)).toBe(0);
    expect(
      fileOf({ ...key, target: { table: "t", dialect: "mysql" } }, "create-table.sql"),
    ).not.toContain("PRIMARY");
  });

  test("columns of a key that are too long together", () => {
    const limits = (dialect: string, columns: number, length: number) => {
      const names = Array.from({ length: columns }, (_, at) => `c${at}`);
      const row = Object.fromEntries(names.map((name) => [name, "x".repeat(length)]));
      const input = { source: [row], key: names, target: { table: "t", dialect } };
      const hasKey = fileOf(input, "create-table.sql").includes("PRIMARY KEY");
      return [codesOf(input)["TARGET_LIMIT"] ?? 0, hasKey];
    };
    expect(limits("mysql", 3, 5)).toEqual([0, true]);
    expect(limits("mysql", 4, 5)).toEqual([1, false]);
    expect(limits("mssql", 4, 5)).toEqual([0, true]);
    expect(limits("mssql", 2, 226)).toEqual([1, false]);
    expect(limits("postgresql", 4, 500)).toEqual([0, true]);
  });

  test.each([
    ["postgresql", "2024-01-02T03:04:05.5+15:59", "'2024-01-02T03:04:05.5+15:59'"],
    ["postgresql", "2024-01-02T03:04:05.5+16:00", "'2024-01-01 11:04:05.500000Z'"],
    ["mssql", "2024-01-02T03:04:05-14:00", "N'2024-01-02T03:04:05-14:00'"],
    ["mssql", "2024-01-02T03:04:05.1234567-14:30", "N'2024-01-02T17:34:05.1234567Z'"],
  ])("%s reads the zone of %s", (dialect, m, expected) => {
    const fields = [{ to: "m", type: "timestamp" }];
    const input = { source: [{ m }], mapping: fields, target: { table: "t", dialect } };
    expect(fileOf(input, "load.sql")).toContain(`(${expected})`);
  });

  test("what it may not tell apart, cut or round is a warning", () => {
    const codes = codesOf({
      source: [
        { a: "x", m: "2024-01-01T00:00:00.1234567Z", s: "\ud800", l: "y".repeat(240) },
        { a: "X", m: null, s: null, l: null },
      ],
      mapping: [{ to: "a" }, { to: "m", type: "timestamp" }, { to: "s" }, { to: "l" }],
      key: "a",
      target: { table: "t", dialect: "mysql" },
    });
    expect(codes).toMatchObject({
      KEY_CASE: 1,
      TIME_ROUNDED: 1,
      TEXT_NOT_UNICODE: 1,
      LENGTH_NEAR_LIMIT: 1,
    });
  });
});

test("schema.json takes every migrated row, or says what the mapping says", () => {
  const source = [
    { a: 1, b: null },
    { a: 2.5, b: "x" },
  ];
  const mapping = [{ to: "a", type: "number" }, { to: "b" }];
  const schema = JSON.parse(fileOf({ source, mapping }, "schema.json")) as object;
  const accepts = new Ajv({ strict: false }).compile(schema);
  for (const line of linesOf(fileOf({ source, mapping }, "migrated.jsonl"))) {
    expect(accepts(JSON.parse(line))).toBe(true);
  }
  expect(accepts({ a: 1, b: "x", c: 1 })).toBe(false);
  expect(JSON.parse(fileOf({ source: "a\n" }, "schema.json"))).toMatchObject({
    properties: { a: { type: "string" } },
    additionalProperties: false,
  });
});

test("CSV is guarded, and the profile says what cells look like", () => {
  const source = "a,b,c,d,e\n=cmd(),1,true,2024-01-01,007\n-x,2.5,false,2024-01-02,008\n";
  const [, first] = Papa.parse<string[]>(fileOf({ source }, "migrated.csv")).data;
  expect(first?.[0]).toBe("'=cmd()");
  expect(valueOf({ source }).profile.map(({ looksLike }) => looksLike)).toEqual([
    "text",
    "number",
    "boolean",
    "date",
    "text",
  ]);
  expect(codesOf({ source })).toMatchObject({ TYPE_NARROWER: 3 });
});

test("copied columns are compared with the source by key", () => {
  const source = "id,name,n\n1, Ann ,+5\n2,Bob,007\n";
  const mapping = [{ to: "id", type: "integer" }, { to: "name" }, { to: "n", type: "integer" }];
  const value = valueOf({ source, mapping, key: "id" });
  expect(value.stages.find(({ id }) => id === "reconcile")).toMatchObject({
    status: "done",
    verdict: "pass",
    summary: "2 rows found by key, 2 copied columns compared",
  });
});

test("the mapping is written down", () => {
  const mapping = [
    { to: "a", concat: ["x", "y"], transform: ["trim", { op: "digits" }] },
    { to: "b", value: "crm", required: true },
  ];
  mapping[0] = {
    to: "a",
    concat: ["x", "y"],
    transform: ["trim", { op: "split", separator: "-", index: 0 } as never],
  };
  const csv = fileOf({ source: "x,y\n1,2\n", mapping }, "mapping.csv");
  expect(Papa.parse(csv, { skipEmptyLines: true }).data).toEqual([
    ["to", "from", "type", "transform", "required"],
    ["a", "x + y", "text", 'trim; {"op":"split","separator":"-","index":0}', "false"],
    ["b", 'value "crm"', "text", "", "true"],
  ]);
});
