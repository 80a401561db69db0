/** What the runner makes of input before a tool sees it. */
import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import type { Unit } from "../../../app/registry-entry.ts";
import { normalise } from "../../../app/run/normalise.ts";
import {
  dataOrJson,
  jsonField,
  jsonTextField,
  mapOf,
  oneOf,
  whole,
  zeroOr,
} from "../../../tools/_core/fields.ts";

const ROWS = Type.Array(
  Type.Object({ name: Type.String(), count: whole({ minimum: 1, maximum: 9, default: 1 }) }),
  { maxItems: 2 },
);

const tool = {
  input: Type.Object({
    timeZone: Type.Optional(Type.String()),
    rows: Type.Optional(ROWS),
    shares: Type.Optional(mapOf(Type.Number())),
    percents: Type.Optional(Type.Union([Type.Number(), Type.Array(Type.Number())])),
    list: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
    width: Type.Optional(zeroOr({ minimum: 4, maximum: 80 })),
    policy: Type.Optional(dataOrJson(Type.Object({ max: Type.Number() }), {})),
    document: Type.Optional(jsonField({})),
    text: Type.Optional(jsonTextField({})),
    limits: Type.Object(
      {
        most: whole({ minimum: 1, maximum: 9, default: 5 }),
        words: Type.Array(Type.String(), { default: [] }),
      },
      { default: {} },
    ),
    place: Type.Optional(
      Type.Union([whole({ minimum: 1, maximum: 9 }), whole({ minimum: -9, maximum: -1 })]),
    ),
    lines: Type.Optional(Type.Union([ROWS, Type.String()])),
    numbers: Type.Optional(
      Type.Union([
        Type.Object({ from: whole({ minimum: 1, maximum: 9, default: 1 }), text: Type.String() }),
        Type.Null(),
      ]),
    ),
    turn: Type.Optional(Type.Union([Type.Literal(0), Type.Literal(90)])),
    counts: Type.Optional(
      Type.Union([whole({ minimum: 0, maximum: 9 }), Type.Array(Type.Number())]),
    ),
    action: Type.Optional(oneOf(["format", "minify"])),
  }),
} as unknown as Unit;
const kit = { ...tool, uses: [] } as unknown as Unit;

const read = (given: object, options: object = {}, unit = tool) => {
  const { input, errors, warnings } = normalise(unit, given as never, {}, options as never);
  const told = [...errors, ...warnings].map(({ code, path }) => `${code} ${path}`);
  const { limits: _, ...others } = input;
  return { input: others, told };
};

describe("names of fields", () => {
  test.each(["timezone", "time_zone", "TimeZone", "TIME-ZONE"])("%s is timeZone", (name) => {
    expect(read({ [name]: "UTC" })).toEqual({
      input: { timeZone: "UTC" },
      told: [`FIELD_RENAMED /${name}`],
    });
  });

  test("of two spellings the exact one wins, else the first", () => {
    expect(read({ timezone: "a", timeZone: "b" })).toEqual({
      input: { timeZone: "b" },
      told: ["UNKNOWN_FIELD /timezone"],
    });
    expect(read({ time_zone: "a", timezone: "b" })).toEqual({
      input: { timeZone: "a" },
      told: ["FIELD_RENAMED /time_zone", "UNKNOWN_FIELD /timezone"],
    });
  });

  test("options hold fields in the same way, and what is unknown there is told", () => {
    expect(read({}, { time_zone: "a", colour: 1 })).toEqual({
      input: { timeZone: "a" },
      told: ["FIELD_RENAMED /time_zone", "UNKNOWN_FIELD /options/colour"],
    });
    expect(read({ timeZone: "a" }, { timeZone: "b" }).told).toEqual([
      "UNKNOWN_FIELD /options/timeZone",
    ]);
  });

  test("mode is action where there is only one of them", () => {
    expect(read({ mode: "MINIFY" })).toEqual({
      input: { action: "minify" },
      told: ["COERCED /action"],
    });
    expect(read({ mode: "format", action: "minify" }).told).toEqual(["UNKNOWN_FIELD /mode"]);
  });

  test("a kit takes no other spelling", () => {
    expect(read({ timezone: "a" }, { seeds: 1 }, kit).told).toEqual([
      "UNKNOWN_FIELD /timezone",
      "UNKNOWN_FIELD /options/seeds",
    ]);
  });
});

describe("arrays and objects", () => {
  test("are taken as JSON text, which is told", () => {
    const rows = [{ name: "a", count: 2 }];
    expect(read({ rows })).toEqual({ input: { rows }, told: [] });
    expect(read({ rows: JSON.stringify(rows) })).toEqual({
      input: { rows },
      told: ["COERCED /rows"],
    });
    expect(read({ percents: "[1,2]" })).toEqual({
      input: { percents: [1, 2] },
      told: ["COERCED /percents"],
    });
  });

  test("or silently, where data and text are equal forms", () => {
    expect(read({ policy: '{"max":1}' })).toEqual({ input: { policy: { max: 1 } }, told: [] });
    expect(read({ policy: " " })).toEqual({ input: {}, told: [] });
  });

  test("have their problems at their places, whether text or data", () => {
    const rows = [{ name: "a" }, { name: 1, count: 99 }];
    const told = ["TYPE /rows/1/name", "RANGE /rows/1/count"];
    expect(read({ rows }).told).toEqual(told);
    expect(read({ rows: JSON.stringify(rows) }).told).toEqual([...told, "COERCED /rows"]);
    expect(read({ rows: [{}] }).told).toEqual(["REQUIRED /rows/0/name"]);
    expect(read({ rows: "[}" })).toEqual({ input: {}, told: ["JSON_SYNTAX /rows"] });
    expect(read({ policy: '{"max":"x"}' }).told).toEqual(["TYPE /policy/max"]);
  });

  test("have all their problems told where text of another grammar may stand, too", () => {
    const lines = [{ name: "a" }, { name: 1, count: 99 }];
    expect(read({ lines }).told).toEqual([
      "REQUIRED /lines/0/count",
      "TYPE /lines/1/name",
      "RANGE /lines/1/count",
    ]);
    const row = { name: "a", count: 1 };
    expect(read({ lines: [row, row, row] }).told).toEqual(["RANGE /lines"]);
    expect(read({ lines: 1 }).told).toEqual(["TYPE /lines"]);
    expect(read({ counts: 10 }).told).toEqual(["RANGE /counts"]);
    expect(read({ place: 0 }).told).toEqual(["RANGE /place"]);
    expect(read({ counts: {} }).told).toEqual(["TYPE /counts"]);
    expect(read({ turn: 45 }).told).toEqual(["ENUM /turn"]);
    expect(read({ turn: "left" }).told).toEqual(["TYPE /turn"]);
    expect(read({ lines: "name: a" })).toEqual({ input: { lines: "name: a" }, told: [] });
  });

  test("have the defaults of their members filled in, and their texts converted", () => {
    expect(read({ rows: [{ name: "a" }], shares: { "a/b": "0.5" } })).toEqual({
      input: { rows: [{ name: "a", count: 1 }], shares: { "a/b": 0.5 } },
      told: ["COERCED /shares/a~1b"],
    });
  });

  test("that are left out have the defaults of their members, too", () => {
    const settings = Type.Object({ rows: ROWS, max: Type.Number({ default: 7 }) });
    const fallback = { rows: [{ name: "a" }] };
    const input = Type.Object({ policy: dataOrJson(settings, { default: fallback }) });
    const unit = { ...tool, input } as unknown as Unit;
    const policy = { rows: [{ name: "a", count: 1 }], max: 7 };
    expect(read({}, {}, unit)).toEqual({ input: { policy }, told: [] });
    expect(fallback).toEqual({ rows: [{ name: "a" }] });
  });

  test("or nothing at all are read as any object is", () => {
    expect(read({ numbers: { text: "a" } })).toEqual({
      input: { numbers: { from: 1, text: "a" } },
      told: [],
    });
    expect(read({ numbers: { text: "a", from: "2" } }).told).toEqual(["COERCED /numbers/from"]);
    expect(read({ numbers: { text: 5, from: 10 } }).told).toEqual([
      "RANGE /numbers/from",
      "TYPE /numbers/text",
    ]);
  });

  test("keep keys that objects treat in a special way", () => {
    const { input } = read({ shares: JSON.parse('{"__proto__":1,"constructor":2}') as object });
    expect(JSON.stringify(input)).toBe('{"shares":{"__proto__":1,"constructor":2}}');
  });

  test("have defaults with those of their members, each run its own", () => {
    const limits = (given: object) => normalise(tool, given as never, {}, {}).input["limits"];
    const first = limits({}) as { most: number; words: string[] };
    expect(first).toEqual({ most: 5, words: [] });
    first.words.push("a");
    expect(limits({})).toEqual({ most: 5, words: [] });
    expect(limits({ limits: { most: 1 } })).toEqual({ most: 1, words: [] });
  });

  test("have members of every name checked", () => {
    expect(read({ shares: { "a\nb": true, c: null } }).told).toEqual([
      "TYPE /shares/a\nb",
      "TYPE /shares/c",
    ]);
  });

  test("say when the text repeats a key", () => {
    expect(read({ shares: '{"a":1,"a":2}' })).toEqual({
      input: { shares: { a: 2 } },
      told: ["COERCED /shares", "DUPLICATE_KEY /shares/a"],
    });
  });

  test("are left out where text is blank or null", () => {
    expect(read({ rows: " \n" })).toEqual({ input: {}, told: ["COERCED /rows"] });
    expect(read({ rows: null, policy: null, lines: null })).toEqual({
      input: {},
      told: ["COERCED /rows", "COERCED /policy", "COERCED /lines"],
    });
  });
});

test("a field with a place for text keeps it", () => {
  const given = { list: "[1]", document: '{"a":1.50}', text: "{}" };
  expect(read(given)).toEqual({ input: given, told: [] });
  expect(read({ document: null })).toEqual({ input: { document: null }, told: [] });
  expect(read({ document: { a: 1 }, text: { a: 1 } })).toEqual({
    input: { document: { a: 1 }, text: { a: 1 } },
    told: ["COERCED /text"],
  });
});

test("text becomes a number where one of several kinds is wanted and none is text", () => {
  expect(read({ width: " 72 " })).toEqual({ input: { width: 72 }, told: ["COERCED /width"] });
  expect(read({ width: "0" })).toEqual({ input: { width: 0 }, told: ["COERCED /width"] });
  expect(read({ width: 0 })).toEqual({ input: { width: 0 }, told: [] });
  expect(read({ width: "3" }).told).toEqual(["RANGE /width", "COERCED /width"]);
  expect(read({ width: "wide" }).told).toEqual(["TYPE /width"]);
});

test("null is a document like any other", () => {
  expect(read({ document: null, text: null })).toEqual({
    input: { document: null, text: null },
    told: ["COERCED /text"],
  });
});
