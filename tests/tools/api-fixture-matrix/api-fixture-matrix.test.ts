import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../../tools/api-fixture-matrix.ts";
import tool from "../../../tools/api-fixture-matrix.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const matrix = (input: object) => run(input).value as Value;
const inputs = (input: object) => matrix(input).rows.map((row) => row.input as unknown);
const codes = (input: object) => run(input).warnings?.map(({ code, path }) => `${code} ${path}`);
const failure = (input: object) => {
  const { ok, error, errors = [] } = run(input);
  return ok ? "" : `${error?.code ?? errors[0]?.code} ${errors[0]?.path}`;
};

const TWO = { a: [1, 2], b: [1, 2] };

describe("factors", () => {
  test("one has a row for each value, and no pairs", () => {
    expect(inputs({ parameters: { os: ["linux", "mac"] } })).toEqual([
      { os: "linux" },
      { os: "mac" },
    ]);
    expect(codes({ parameters: { os: ["linux"] } })).toEqual(["STRENGTH_REDUCED /strength"]);
    expect(matrix({ parameters: TWO, strength: 6 }).coverage.strength).toBe(2);
  });

  test("two have the product", () => {
    expect(matrix({ parameters: { a: [1, 2, 3], b: [1, 2, 3, 4] } })).toMatchObject({
      exhaustive: 12,
      reductionPercent: 0,
      coverage: { required: 12, covered: 12, percent: 100 },
    });
  });

  test("values of any kind, equal ones once", () => {
    const parameters = '{"n":[1,1.0,"1",1e0],"d":[[1],{"a":1},{"a":1.0},null,true]}';
    expect(matrix({ parameters }).parameters).toEqual([
      { name: "n", values: [{ value: 1 }, { value: "1" }] },
      {
        name: "d",
        values: [{ value: [1] }, { value: { a: 1 } }, { value: null }, { value: true }],
      },
    ]);
    expect(codes({ parameters })).toEqual([
      "DUPLICATE_VALUE /parameters/n/1",
      "DUPLICATE_VALUE /parameters/n/3",
      "DUPLICATE_VALUE /parameters/d/2",
    ]);
  });

  test("a value may be that there is none", () => {
    const parameters = { token: ["t", { absent: true }] };
    expect(inputs({ parameters, strength: 1 })).toEqual([{ token: "t" }, {}]);
    expect(matrix({ parameters, strength: 1 }).parameters[0]?.values).toEqual([
      { value: "t" },
      { absent: true },
    ]);
  });

  test("names are what they are, and numbers keep their digits", () => {
    const parameters = '{"__proto__":[1,2],"a/b":[1],"10":[12345678901234567890],"1":[0]}';
    const { output, value } = run({ parameters, strength: 1 });
    expect(output).toContain('"10": 12345678901234567890,\n      "1": 0');
    expect((value as Value).parameters.map(({ name }) => name)).toEqual([
      "__proto__",
      "a/b",
      "10",
      "1",
    ]);
    expect(JSON.stringify((value as Value).rows[1]?.input)).toContain('"__proto__":2');
    expect(codes({ parameters, strength: 1 })).toEqual(["NUMBER_KEPT_AS_TEXT undefined"]);
  });

  test("the output is what the rows hold", () => {
    const { output = "", value } = run({ parameters: TWO });
    const { valid, invalid } = JSON.parse(output);
    expect(valid).toEqual((value as Value).rows.map((row) => row.input));
    expect(invalid).toEqual([]);
    expect(output.startsWith('{\n  "valid": [\n    {\n      "a": 1')).toBe(true);
  });
});

describe("constraints", () => {
  const constrained = (constraints: unknown, parameters: object = TWO) =>
    inputs({ parameters, constraints });

  test("forbid combinations, of one value or several", () => {
    expect(constrained([{ not: { a: 1, b: 2 } }])).toEqual([
      { a: 1, b: 1 },
      { a: 2, b: 1 },
      { a: 2, b: 2 },
    ]);
    expect(constrained([{ not: { a: [1, 2], b: 2 } }])).toEqual([
      { a: 1, b: 1 },
      { a: 2, b: 1 },
    ]);
    expect(constrained([{ not: { a: 1 } }])).toEqual([
      { a: 2, b: 1 },
      { a: 2, b: 2 },
    ]);
  });

  test("demand them, each name of the demand", () => {
    const three = { a: [1, 2], b: [1, 2], c: [1, 2] };
    // oxlint-disable-next-line unicorn/no-thenable -- the name of a field
    const rows = constrained([{ if: { a: 1 }, then: { b: 2, c: [2] } }], three);
    expect(rows.filter((row) => (row as { a: number }).a === 1)).toEqual([{ a: 1, b: 2, c: 2 }]);
    // oxlint-disable-next-line unicorn/no-thenable -- the name of a field
    expect(constrained([{ if: {}, then: { a: 2 } }])).toHaveLength(2);
    // oxlint-disable-next-line unicorn/no-thenable -- the name of a field
    expect(constrained([{ if: { a: 1 }, then: {} }])).toHaveLength(4);
  });

  test("a list that is itself a value is that value", () => {
    const parameters = { tags: [[], ["x"], "x"], b: [1, 2] };
    expect(constrained([{ not: { tags: [], b: [1, 2] } }], parameters)).toHaveLength(4);
    expect(constrained([{ not: { tags: [["x"], "x"] } }], parameters)).toHaveLength(2);
  });

  test("absent is a value like others", () => {
    const parameters = { a: [1, { absent: true }], b: [1, { absent: true }] };
    expect(
      constrained([{ not: { a: { absent: true }, b: { absent: true } } }], parameters),
    ).toEqual([{ a: 1, b: 1 }, { a: 1 }, { b: 1 }]);
  });

  test("speak of parameters that there are", () => {
    const misspelt = { parameters: TWO, constraints: [{ not: { a: 1 } }, { not: { aa: 1 } }] };
    expect(failure(misspelt)).toBe("PARAMETER_UNKNOWN /constraints/1/not/aa");
    expect(run(misspelt).errors?.[0]?.hint).toBe('Did you mean "a"?');
    expect(failure({ parameters: TWO, seedRows: [{ a: 1, "b/": 1 }] })).toBe(
      "PARAMETER_UNKNOWN /seedRows/0/b~1",
    );
    expect(codes({ parameters: TWO, constraints: [{ not: { a: 3 } }] })).toEqual([
      "VALUE_UNKNOWN /constraints/0/not/a",
    ]);
  });

  test("that leave no row", () => {
    expect(failure({ parameters: TWO, constraints: [{ not: { a: [1, 2] } }] })).toBe(
      "CONSTRAINTS_UNSATISFIABLE undefined",
    );
    // oxlint-disable-next-line unicorn/no-thenable -- the name of a field
    const demand = [{ if: { a: [1, 2] }, then: { b: 9 } }];
    expect(failure({ parameters: TWO, constraints: demand })).toBe(
      "CONSTRAINTS_UNSATISFIABLE undefined",
    );
    expect(failure({ parameters: TWO, constraints: [{ not: {} }] })).toBe(
      "CONSTRAINTS_UNSATISFIABLE undefined",
    );
  });

  test("have to be of one of two forms", () => {
    for (const constraints of [[{}], [{ not: 1 }], [{ if: {} }], {}, [{ not: {}, if: {} }], "x"]) {
      expect(run({ parameters: TWO, constraints }).ok).toBe(false);
    }
  });
});

describe("seed rows", () => {
  test("come first and are completed", () => {
    const three = { a: [1, 2], b: [1, 2], c: [1, 2] };
    const rows = inputs({ parameters: three, seedRows: [{ c: 2 }, { a: 2, b: 2, c: 1 }] });
    expect(rows.slice(0, 2)).toEqual([
      { a: 1, b: 1, c: 2 },
      { a: 2, b: 2, c: 1 },
    ]);
  });

  test("may hold other values, which nothing else does", () => {
    const { parameters, coverage, rows } = matrix({ parameters: TWO, seedRows: [{ a: 9 }] });
    expect(parameters[0]?.values).toEqual([{ value: 1 }, { value: 2 }]);
    expect(coverage.required).toBe(4);
    expect(rows.map((row) => row.input)).toEqual([
      { a: 9, b: 1 },
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: 2, b: 1 },
      { a: 2, b: 2 },
    ]);
  });

  test("that constraints forbid are left out", () => {
    const input = { parameters: TWO, seedRows: [{ a: 1, b: 1 }, { a: 2 }] };
    const constraints = [{ not: { a: 1, b: 1 } }];
    expect(codes({ ...input, constraints })).toEqual(["ROW_DROPPED /seedRows/0"]);
    expect(inputs({ ...input, constraints })[0]).toEqual({ a: 2, b: 2 });
  });
});

describe("bounds", () => {
  const factors = (count: number, size: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `p${at}`,
        Array.from({ length: size }, (__, v) => v),
      ]),
    );

  test("too much to cover, or to list", () => {
    expect(failure({ parameters: factors(64, 10) })).toBe("MATRIX_TOO_LARGE undefined");
    expect(failure({ parameters: factors(3, 18), strength: 3 })).toBe("MATRIX_TOO_LARGE undefined");
    expect(matrix({ parameters: factors(64, 2) }).coverage.percent).toBe(100);
    expect(matrix({ parameters: factors(20, 10) })).toMatchObject({
      coverage: { required: 19_000, percent: 100 },
      exhaustive: 1e20,
      reductionPercent: 100,
    });
  });

  test("of the fields", () => {
    expect(failure({})).toBe("TOOL_INPUT_INVALID /schema");
    expect(failure({ schema: {}, parameters: TWO })).toBe("CONFLICTING_FIELDS /parameters");
    expect(failure({ parameters: {} })).toBe("TOOL_INPUT_INVALID /parameters");
    expect(failure({ parameters: { a: [] } })).toBe("TOOL_INPUT_INVALID /parameters/a");
    expect(failure({ parameters: { a: 1 } })).toBe("TOOL_INPUT_INVALID /parameters/a");
    expect(failure({ parameters: factors(1, 33) })).toBe("TOOL_INPUT_INVALID /parameters/p0");
    expect(failure({ parameters: factors(65, 1) })).toBe("TOOL_INPUT_INVALID /parameters");
    expect(run({ parameters: '{"a":[1],"a":[2],"b":[1]}' }).warnings).toMatchObject([
      { code: "DUPLICATE_KEY", path: "/parameters/a" },
    ]);
    expect(failure({ parameters: { "a\nb": 1 } })).toBe("TOOL_INPUT_INVALID /parameters/a\nb");
    expect(failure({ parameters: "{" })).toBe("JSON_SYNTAX /parameters");
    expect(failure({ parameters: TWO, seedRows: [1] })).toBe("TOOL_INPUT_INVALID /seedRows/0");
    expect(run({ parameters: TWO, strength: 7 }).ok).toBe(false);
  });
});

test("every possible tuple is in some row, and no row breaks a constraint", () => {
  const value = fc.nat(2);
  const condition = fc.dictionary(fc.constantFrom("p0", "p1", "p2"), value, {
    minKeys: 1,
    maxKeys: 2,
  });
  const sizes = fc.array(fc.integer({ min: 3, max: 4 }), { minLength: 3, maxLength: 4 });
  fc.assert(
    fc.property(sizes, fc.array(condition, { maxLength: 4 }), (given, nots) => {
      const parameters = Object.fromEntries(
        given.map((size, at) => [`p${at}`, Array.from({ length: size }, (_, index) => index)]),
      );
      const constraints = nots.map((not) => ({ not }));
      const { value: found, ok } = run({ parameters, constraints });
      if (!ok) return;
      const { rows, coverage } = found as Value;
      const held = new Set<string>();
      for (const { input } of rows) {
        const row = Object.values(input as Record<string, number>);
        const isBroken = nots.some((not) =>
          Object.entries(not).every(
            ([name, own]) => (input as Record<string, number>)[name] === own,
          ),
        );
        expect(isBroken).toBe(false);
        for (const [one, left] of row.entries()) {
          for (const [other, right] of row.entries()) {
            if (one < other) held.add(`${one}=${left} ${other}=${right}`);
          }
        }
      }
      expect([held.size, coverage.percent]).toEqual([coverage.required, 100]);
    }),
  );
});
