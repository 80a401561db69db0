import { describe, expect, test } from "bun:test";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import tool from "../../../tools/typescript-to-json-schema.ts";
import { runUnit } from "../../support/run-unit.ts";
import { codes, noted, run, type Schema, schema } from "../../support/typescript-schemas.ts";

describe("failures", () => {
  const rows: readonly (readonly [string, string, number])[] = [
    ["type A = string number", "TS_SYNTAX", 16],
    ["type A = {", "TS_SYNTAX", 10],
    ["type A = { a: 'x", "TS_SYNTAX", 16],
    ["type A = 'x\n'", "TS_SYNTAX", 11],
    ["type A = string /* x", "TS_SYNTAX", 20],
    ["interface A { a: string b: 1 }", "TS_SYNTAX", 24],
    ["type A = A", "TYPE_CYCLE", 0],
    ["type A = B; type B = A | string; export type { A }", "TYPE_CYCLE", 0],
    ["type A = { a: A['a'] }", "TYPE_CYCLE", 11],
    ["const a = { ...a }; type T = typeof a", "TYPE_CYCLE", 6],
    ["const a: typeof a = 1; type T = typeof a", "TYPE_CYCLE", 6],
    ["interface A extends A {}", "TYPE_CYCLE", 20],
    ["type F = () => void", "TS_UNSUPPORTED", 9],
    ["export type R = { a: Promise<1> }", "TS_UNSUPPORTED", 18],
    ["import { Y } from 'z'; export interface A { y: Y }", "TS_UNSUPPORTED", 47],
    ["type X<T> = T extends string ? 1 : 2", "TS_UNSUPPORTED", 12],
    [
      "type X = F<[1]>; type F<T> = T extends (infer U)[] ? U : 1; export type { X }",
      "TS_UNSUPPORTED",
      29,
    ],
    [`type A = ${"[".repeat(2000)}`, "INPUT_TOO_DEEP", 1009],
    [`type A = string${"[]".repeat(2000)}`, "INPUT_TOO_DEEP", 9],
  ];
  test.each([...rows])("%s", (source, code, offset) => {
    expect(run(source)).toMatchObject({ ok: false, errors: [{ code, offset, path: "/input" }] });
  });

  test("a name that is not declared", () => {
    expect(run("interface User {} interface Page {}", { name: "Usr" }).errors).toMatchObject([
      { code: "TYPE_NOT_FOUND", path: "/name", expected: ["User"], received: "Usr" },
    ]);
    const given = { name: "Page<Map<string, Usr>>" };
    expect(run("interface User {} interface Page<T> { t: T }", given).errors).toMatchObject([
      { code: "TYPE_NOT_FOUND", path: "/name", expected: ["User"], received: "Usr" },
    ]);
    expect(codes("")).toEqual(["TYPE_NOT_FOUND"]);
    expect(codes("const x = 1")).toEqual(["TYPE_NOT_FOUND"]);
  });

  test("choices times choices end with the budget, at once", () => {
    const parts = Array.from({ length: 30 }, (_, index) => `({ a${index}: 1 } | { b${index}: 2 })`);
    expect(codes(`type A = ${parts.join(" & ")}`)).toEqual(["BUDGET_EXCEEDED"]);
  });

  test("neither input nor source", () => {
    expect(runUnit(tool as never, {})).toMatchObject({
      ok: false,
      error: { code: "TOOL_INPUT_INVALID" },
    });
    expect(runUnit(tool as never, { source: "type A = 1" }).ok).toBe(true);
    expect(runUnit(tool as never, { source: "type A" }).errors?.[0]?.path).toBe("/source");
  });

  test("anything for what has no schema, on request", () => {
    const source = "export interface A { p: Promise<1>; q: Missing }";
    expect(schema(source, { onUnsupported: "any" })).toMatchObject({
      properties: { p: {}, q: {} },
    });
    expect(noted(source, { onUnsupported: "any" })).toEqual(["TYPE_UNRESOLVED", "TS_UNSUPPORTED"]);
    expect(run(source, { onUnsupported: "any" }).value).toMatchObject({
      unsupported: [{ code: "TS_UNSUPPORTED", line: 1, column: 22, text: "p: Promise<1>;" }],
    });
  });
});

const scalars = fc.constantFrom(
  "string",
  "number",
  "boolean",
  "null",
  "any",
  "'a'",
  "'b'",
  "1",
  "true",
  "Date",
  "bigint",
  "undefined",
  "unknown",
  "object",
  "`x${string}`",
  "`${'p' | 'q'}-${number}`",
);
const types = fc.letrec<{ type: string }>((tie) => ({
  type: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalars,
    fc.constantFrom(
      "A",
      "B",
      "C",
      "E",
      "G<string>",
      "G<B>",
      "Partial<A>",
      "Pick<B, 'p'>",
      "Omit<A, 'q'>",
    ),
    fc.array(tie("type"), { minLength: 1, maxLength: 4 }).map((parts) => `(${parts.join(" | ")})`),
    tie("type").map((type) => `${type.startsWith("(") ? type : `(${type})`}[]`),
    fc.array(tie("type"), { maxLength: 3 }).map((parts) => `[${parts.join(", ")}]`),
    fc
      .array(fc.tuple(fc.constantFrom("p", "q?", "r", "'s-t'"), tie("type")), { maxLength: 3 })
      .map(
        (members) =>
          `{ ${[...new Map(members)].map(([name, type]) => `${name}: ${type}`).join("; ")} }`,
      ),
    tie("type").map((type) => `Record<string, ${type}>`),
  ),
})).type;

const sources = fc
  .record({ p: types, q: types, c: types, g: types })
  .map(({ p, q, c, g }) => [
    `/** About A\n * @title T */ export interface A { /** p */ p: ${p}; q?: ${q} }`,
    `interface B { p: ${q}; /* b */ readonly b: A }`,
    `type C = { c: ${c} }`,
    `type G<T> = { g: ${g}; t?: T }`,
    `enum E { X, Y = 'y' }`,
  ]);

describe("laws", () => {
  const judge = {
    "2020-12": () => new Ajv2020({ strict: false, logger: false }),
    "draft-07": () => new Ajv({ strict: false, logger: false }),
  };

  test("the schema passes its metaschema, and all its references lead somewhere", () => {
    fc.assert(
      fc.property(
        sources,
        fc.constantFrom("2020-12", "draft-07"),
        fc.boolean(),
        (parts, draft, flag) => {
          const result = run(parts.join("\n"), { draft, nullOptional: flag, name: "A" });
          if (!result.ok) return result.errors?.[0]?.code === "TYPE_CYCLE";
          const ajv = judge[draft as keyof typeof judge]();
          const given = (result.value as { schema: Schema }).schema;
          expect(ajv.validateSchema(given)).toBe(true);
          const compiler = new (draft === "draft-07" ? Ajv : Ajv2020)({
            strict: false,
            logger: false,
            validateFormats: false,
          });
          compiler.compile(given);
          return true;
        },
      ),
    );
  });

  test("the order of declarations does not change the schema", () => {
    fc.assert(
      fc.property(
        sources.chain((parts) =>
          fc.tuple(fc.constant(parts), fc.shuffledSubarray(parts, { minLength: 5 })),
        ),
        ([parts, shuffled]) => {
          const one = run(parts.join("\n"), { name: "A" });
          const other = run(shuffled.join("\n"), { name: "A" });
          expect(other.ok).toBe(one.ok);
          if (one.ok)
            expect((other.value as { schema: Schema }).schema).toEqual(
              (one.value as { schema: Schema }).schema,
            );
        },
      ),
    );
  });

  test("comments only annotate", () => {
    fc.assert(
      fc.property(sources, (parts) => {
        const text = parts.join("\n");
        const bare = text.replaceAll(/\/\*[^]*?\*\//g, "");
        const strip = (value: unknown): unknown =>
          JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
            key === "title" || key === "description" ? undefined : inner,
          );
        const [one, other] = [run(text, { name: "A" }), run(bare, { name: "A" })];
        expect(other.ok).toBe(one.ok);
        if (one.ok) expect(strip(other.value)).toEqual(strip(one.value));
      }),
    );
  });

  test("Partial<Required<T>> makes all optional", () => {
    fc.assert(
      fc.property(sources, (parts) => {
        const result = run(`${parts.join("\n")}\ntype P = Partial<Required<A>>`, { name: "P" });
        return !result.ok || (result.value as { schema: Schema }).schema["required"] === undefined;
      }),
    );
  });

  test("no text makes it throw", () => {
    const words = fc.constantFrom(
      "type",
      "interface",
      "A",
      "B",
      "<",
      ">",
      "{",
      "}",
      "(",
      ")",
      "[",
      "]",
      "=",
      "|",
      "&",
      ":",
      ";",
      ",",
      "?",
      "=>",
      "keyof",
      "typeof",
      "extends",
      "infer",
      "in",
      "as",
      "enum",
      "class",
      "export",
      "default",
      "namespace",
      "const",
      "'x'",
      "1",
      "`${",
      "`",
      "/**",
      "*/",
      "@minimum 1",
      "\n",
      "string",
      "...",
      "readonly",
      "-",
      "import",
      "from",
      "Partial",
      "Record",
      "this",
      "unique symbol",
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), (parts) => {
        run(parts.join(" "));
        run(`type A = ${parts.join(" ")}`);
      }),
      { numRuns: 1000 },
    );
  });
});
