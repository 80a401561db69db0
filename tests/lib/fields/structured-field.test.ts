import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { oneOf } from "../../../tools/_core/fields.ts";
import { isNothing, readStructured } from "../../../tools/_lib/fields/structured-field.ts";
import { unknownMembers } from "../../../tools/_lib/fields/unknown-members.ts";

const RULE = Type.Object(
  {
    id: Type.String({ minLength: 1 }),
    level: Type.Optional(oneOf(["error", "warning"])),
    limit: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
    ref: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Object({ sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }) }),
      ]),
    ),
  },
  { additionalProperties: false },
);
const RULES = Type.Array(RULE, { maxItems: 2 });

function problems(given: unknown): string[] {
  const { failure } = readStructured(given, RULES, "/rules");
  return (failure?.errors ?? []).map(({ code, path, message }) => `${code} ${path}: ${message}`);
}

describe("a structured field", () => {
  test("is a value, or its JSON text, perhaps behind a byte order mark", () => {
    const rules = [{ id: "a", limit: null }];
    expect(readStructured(rules, RULES, "/rules")).toEqual({ value: rules, warnings: [] });
    expect(readStructured(`\ufeff${JSON.stringify(rules)}`, RULES, "/rules")).toMatchObject({
      value: rules,
      warnings: [{ code: "BOM_REMOVED", path: "/rules" }],
    });
    expect(problems("[{]")[0]).toStartWith("JSON_SYNTAX /rules");
  });

  test("tells every problem at its place, in the words of its users", () => {
    expect(
      problems([
        { id: 1, level: "eror", zz: true },
        { limit: -1, id: "" },
      ]),
    ).toEqual([
      "UNKNOWN_FIELD /rules/0/zz: Cannot use /rules/0/zz: found true, expected no member but id, level, limit, ref",
      "TYPE /rules/0/id: Cannot use /rules/0/id: found 1, expected text that is not empty",
      'ENUM /rules/0/level: Cannot use /rules/0/level: found "eror", expected one of error, warning',
      'RANGE /rules/1/id: Cannot use /rules/1/id: found "", expected text that is not empty',
      "RANGE /rules/1/limit: Cannot use /rules/1/limit: found -1, expected a whole number of at least 0 or null",
    ]);
    expect(problems([{}])).toEqual([
      "REQUIRED /rules/0/id: Cannot use /rules/0/id: found nothing, expected text that is not empty",
    ]);
  });

  test("of a union names the alternative that fails inside", () => {
    const [first = ""] = problems([{ id: "a", ref: { sha256: "x" } }]);
    expect(first).toStartWith("RANGE /rules/0/ref/sha256");
  });

  test("may be left out", () => {
    expect([undefined, null, "", " \n", "\ufeff"].map(isNothing)).toEqual(Array(5).fill(true));
    expect([0, false, "x", [], {}].map(isNothing)).toEqual(Array(5).fill(false));
  });
});

describe("unknown members", () => {
  const SETTINGS = Type.Object({
    maxCalls: Type.Optional(Type.Integer()),
    rules: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))),
    byTool: Type.Optional(Type.Record(Type.String(), Type.Object({ retries: Type.Integer() }))),
  });
  const told = (value: unknown) =>
    unknownMembers(SETTINGS, value, "/policy").map(({ path, hint }) => `${path} ${hint ?? ""}`);

  test("are told at any depth, in the order of their places, with the name that was meant", () => {
    expect(
      told({
        maxcalls: 1,
        rules: [{ name: "a" }, { name: "b", nmae: "c" }],
        byTool: { "a/b": { retries: 1, retires: 2 }, retries: { retries: 1 } },
      }),
    ).toEqual([
      "/policy/byTool/a~1b/retires did you mean `retries`?",
      "/policy/maxcalls did you mean `maxCalls`?",
      "/policy/rules/1/nmae did you mean `name`?",
    ]);
    expect(told(JSON.parse('{"__proto__":1,"toString":2}'))).toEqual([
      "/policy/__proto__ ",
      "/policy/toString ",
    ]);
  });

  test("of what is no object there are none, and of many twenty are told", () => {
    expect([null, 1, "x", []].map(told)).toEqual([[], [], [], []]);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`x${at}`, at]));
    expect(told(many)).toHaveLength(20);
  });
});
