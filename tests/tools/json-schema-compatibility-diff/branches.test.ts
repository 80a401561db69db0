/** allOf, anyOf, oneOf, not, references, and what is not looked into. */
import { describe, expect, test } from "bun:test";
import { changes, diff, run, verdict } from "../../support/schema-versions.ts";

const S = { type: "string" };
const N = { type: "number" };
const I = { type: "integer" };
const NULL = { type: "null" };

// oxlint-disable-next-line unicorn/no-thenable -- the name of a keyword
const THEN = "then";

const warned = (before: unknown, after: unknown) =>
  run(before, after).warnings?.map(({ code, path }) => `${code} ${path}`);

describe("a list of one", () => {
  test("is its branch, whatever the list", () => {
    expect(changes({ oneOf: [S] }, { allOf: [S] })).toEqual([]);
    expect(changes({ anyOf: [{ minimum: 3 }] }, { oneOf: [{ minimum: 2 }] })).toEqual([
      "MINIMUM_DECREASED /minimum yes/no",
    ]);
    expect(changes(S, { allOf: [{ anyOf: [S] }] })).toEqual([]);
  });

  test("equal branches are one, and what decides nothing is none", () => {
    expect(changes({ allOf: [S, S] }, S)).toEqual([]);
    expect(changes({ anyOf: [S, { type: "string" }] }, { anyOf: [S] })).toEqual([]);
    expect(changes({ allOf: [S, true, { title: "x" }] }, S)).toEqual([]);
    expect(changes({ oneOf: [S, false] }, S)).toEqual([]);
    expect(changes({ anyOf: [S, true] }, true)).toEqual([]);
    expect(changes({ allOf: [S, false] }, false)).toEqual([]);
    expect(changes({ anyOf: [false] }, false)).toEqual([]);
    expect(warned({ oneOf: [S, S] }, S)).toEqual(["ONE_OF_OVERLAP /oneOf"]);
    expect(warned({ oneOf: [S, S] }, { oneOf: [S, S] })).toEqual([]);
    // Beside other keywords, too.
    expect(changes({ minimum: 1, anyOf: [N] }, { minimum: 1, allOf: [N] })).toEqual([]);
    expect(changes({ minLength: 1, allOf: [S] }, { minLength: 1, allOf: [N] })).toEqual([
      "TYPE_CHANGED /allOf/0 no/no",
    ]);
  });
});

describe("a schema against a list", () => {
  test("of a sum: fits one of its branches, or has to hold all of them", () => {
    expect(changes(S, { anyOf: [N, S] })).toEqual(["SUM_TYPE_EXTENDED /anyOf yes/no"]);
    expect(changes({ ...S, maxLength: 3 }, { oneOf: [N, S] })).toEqual([
      "SUM_TYPE_EXTENDED /oneOf yes/no",
    ]);
    expect(changes({ oneOf: [N, S] }, S)).toEqual(["SUM_TYPE_NARROWED /oneOf no/yes"]);
    expect(changes(S, { anyOf: [N, NULL] })).toEqual(["COMBINED_TYPE_CHANGED /anyOf no/no"]);
    const two = { type: ["string", "number"] };
    expect(changes(two, { anyOf: [S, N] })).toEqual(["COMBINED_TYPE_CHANGED /anyOf no/yes"]);
    expect(changes({ anyOf: [S, N] }, two)).toEqual(["COMBINED_TYPE_CHANGED /anyOf yes/no"]);
  });

  test("of a product: contains one of its branches, or fits all of them", () => {
    const product = { allOf: [S, { minLength: 1 }] };
    expect(changes(S, product)).toEqual(["PRODUCT_TYPE_EXTENDED /allOf no/yes"]);
    expect(changes(product, S)).toEqual(["PRODUCT_TYPE_NARROWED /allOf yes/no"]);
    expect(changes({ ...S, minLength: 2 }, product)).toEqual([
      "COMBINED_TYPE_CHANGED /allOf yes/no",
    ]);
    expect(changes(N, product)).toEqual(["COMBINED_TYPE_CHANGED /allOf no/no"]);
  });

  test("beside other keywords a list is there or is not", () => {
    const some = { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] };
    expect(changes({ type: "object" }, some)).toEqual(["COMBINED_TYPE_ADDED /anyOf no/yes"]);
    expect(changes(some, { type: "object" })).toEqual(["COMBINED_TYPE_REMOVED /anyOf yes/no"]);
  });
});

describe("a list against a list", () => {
  test("branches more and fewer", () => {
    expect(changes({ anyOf: [S, N] }, { anyOf: [N, NULL, S] })).toEqual([
      "SUM_TYPE_EXTENDED /anyOf yes/no",
    ]);
    expect(changes({ oneOf: [S, N, NULL] }, { oneOf: [S, N] })).toEqual([
      "SUM_TYPE_NARROWED /oneOf no/yes",
    ]);
    const [two, three] = [
      [S, { minLength: 1 }],
      [S, { minLength: 1 }, { maxLength: 5 }],
    ];
    expect(changes({ allOf: two }, { allOf: three })).toEqual([
      "PRODUCT_TYPE_EXTENDED /allOf no/yes",
    ]);
    expect(changes({ allOf: three }, { allOf: two })).toEqual([
      "PRODUCT_TYPE_NARROWED /allOf yes/no",
    ]);
  });

  test("every branch needs a partner of its own", () => {
    expect(changes({ anyOf: [S, N] }, { anyOf: [NULL, N] })).toEqual([
      "COMBINED_TYPE_SUBSCHEMAS_CHANGED /anyOf no/no",
    ]);
    expect(changes({ allOf: [S, { enum: ["red"] }] }, { allOf: [S, { enum: ["blue"] }] })).toEqual([
      "COMBINED_TYPE_SUBSCHEMAS_CHANGED /allOf no/no",
    ]);
    // The first fits both, the second only one: a greedy choice would leave one alone.
    const before = {
      anyOf: [
        { ...N, minimum: 3 },
        { ...N, minimum: 2 },
      ],
    };
    const after = {
      anyOf: [
        { ...N, minimum: 1 },
        { ...N, minimum: 3, maximum: 1e9 },
        { ...N, minimum: 2.5 },
      ],
    };
    expect(diff(before, after).compatible).toMatchObject({ backward: true, forward: false });
  });

  test("what partners differ in is told, at the new version's place", () => {
    expect(
      changes({ allOf: [S, { enum: ["red"] }] }, { allOf: [{ enum: ["red", "blue"] }, S] }),
    ).toEqual([
      "COMBINED_TYPE_SUBSCHEMAS_CHANGED /allOf yes/no",
      "ENUM_ARRAY_EXTENDED /allOf/0/enum yes/no",
    ]);
    expect(
      changes({ anyOf: [S, { ...N, title: "a" }] }, { anyOf: [{ ...N, title: "b" }, S] }),
    ).toEqual(["TITLE_CHANGED /anyOf/0/title yes/yes"]);
  });

  test("of another kind", () => {
    const branches = [S, N];
    expect(changes({ oneOf: branches }, { anyOf: branches })).toEqual([
      "COMBINED_TYPE_EXTENDED /anyOf yes/no",
    ]);
    expect(changes({ anyOf: branches }, { oneOf: branches })).toEqual([
      "COMBINED_TYPE_NARROWED /oneOf no/yes",
    ]);
    expect(changes({ oneOf: branches }, { anyOf: [...branches, NULL] })).toEqual([
      "COMBINED_TYPE_EXTENDED /anyOf yes/no",
      "SUM_TYPE_EXTENDED /anyOf yes/no",
    ]);
    const product = { allOf: [S, { minLength: 1 }] };
    expect(changes(product, { anyOf: branches })).toEqual(["COMBINED_TYPE_CHANGED /anyOf yes/no"]);
    expect(changes({ anyOf: branches }, product)).toEqual(["COMBINED_TYPE_CHANGED /allOf no/yes"]);
    // Exactly one of them may be neither.
    expect(verdict(product, { oneOf: branches })).toBe("no/no");
  });

  test("lists too long to try every pair are compared by equal branches", () => {
    const list = (count: number, from: number) =>
      Array.from({ length: count }, (_, index) => ({ ...N, minimum: from + index }));
    expect(verdict({ anyOf: list(60, 1) }, { anyOf: list(60, 1).toReversed() })).toBe("yes/yes");
    expect(verdict({ anyOf: list(60, 2) }, { anyOf: list(60, 1) })).toBe("yes/no");
    expect(verdict({ anyOf: list(60, 1.5) }, { anyOf: list(60, 1) })).toBe("no/no");
  });
});

describe("branches of oneOf that overlap", () => {
  const kind = (value: number) => ({
    type: "object",
    properties: { kind: { const: value } },
    required: ["kind"],
  });

  test("are warned of where one is added", () => {
    const branches = [{ required: ["a"] }, { required: ["b"] }];
    expect(warned({ oneOf: branches }, { oneOf: [...branches, { required: ["c"] }] })).toEqual([
      "ONE_OF_OVERLAP /oneOf",
    ]);
    expect(warned(S, { oneOf: [S, { maxLength: 3 }] })).toEqual(["ONE_OF_OVERLAP /oneOf"]);
    expect(
      warned({ properties: { a: S } }, { properties: { a: { oneOf: [S, { maxLength: 3 }] } } }),
    ).toEqual(["ONE_OF_OVERLAP /properties/a/oneOf"]);
  });

  test("are told apart by types, by values, and by a member that all need", () => {
    expect(warned({ oneOf: [S, N] }, { oneOf: [S, N, NULL] })).toEqual([]);
    expect(warned({ oneOf: [S, I] }, { oneOf: [S, I, { type: ["number", "null"] }] })).toEqual([
      "ONE_OF_OVERLAP /oneOf",
    ]);
    const values = [{ const: 1 }, { enum: ["a", 2] }];
    expect(warned({ oneOf: values }, { oneOf: [...values, { const: 3 }] })).toEqual([]);
    expect(warned({ oneOf: values }, { oneOf: [...values, { enum: [2, 3] }] })).toEqual([
      "ONE_OF_OVERLAP /oneOf",
    ]);
    expect(warned({ oneOf: [kind(1), kind(2)] }, { oneOf: [kind(1), kind(2), kind(3)] })).toEqual(
      [],
    );
  });

  test("are warned of where one accepts more, and where a verdict relies on them unseen", () => {
    const branches = [
      { ...N, minimum: 5 },
      { ...N, maximum: 1 },
    ];
    expect(warned({ oneOf: branches }, { oneOf: [{ ...N, minimum: 0 }, branches[1]] })).toEqual([
      "ONE_OF_OVERLAP /oneOf",
    ]);
    expect(warned({ oneOf: branches }, { oneOf: branches.toReversed() })).toEqual([]);
    const before = { additionalProperties: N };
    const after = { properties: { a: { oneOf: [N, I] } }, additionalProperties: N };
    expect(warned(before, after)).toEqual(["ONE_OF_OVERLAP "]);
  });
});

test("not: what is refused is compared in reverse", () => {
  const not = (schema: unknown) => ({ not: schema });
  expect(changes({}, not(S))).toEqual(["NOT_TYPE_ADDED /not no/yes"]);
  expect(changes(not(S), {})).toEqual(["NOT_TYPE_REMOVED /not yes/no"]);
  expect(changes(not(N), not(I))).toEqual(["NOT_TYPE_CHANGED /not yes/no"]);
  expect(changes(not(I), not(N))).toEqual(["NOT_TYPE_CHANGED /not no/yes"]);
  expect(changes(not(S), not(N))).toEqual(["NOT_TYPE_CHANGED /not no/no"]);
  expect(changes(not({ not: I }), not({ not: N }))).toEqual(["NOT_TYPE_CHANGED /not yes/no"]);
  expect(changes({}, not(false))).toEqual([]);
  expect(changes(not(S), not({ ...S, title: "x" }))).toEqual([]);
});

describe("what is not looked into", () => {
  test("is incompatible both ways where it changed, with a warning", () => {
    const cases: readonly [object, object, string][] = [
      [{ contains: S }, { contains: N }, "/contains"],
      [{}, { contains: S }, "/contains"],
      [{ propertyNames: { maxLength: 3 } }, { propertyNames: { maxLength: 4 } }, "/propertyNames"],
      [{ if: S, [THEN]: { minLength: 1 } }, { if: S, [THEN]: { minLength: 2 } }, "/then"],
      [{ if: S, else: I }, { if: N, else: I }, "/if"],
      [{ contentSchema: S }, {}, "/contentSchema"],
    ];
    for (const [before, after, path] of cases) {
      expect(changes(before, after)).toEqual([`KEYWORD_NOT_COMPARED ${path} no/no`]);
      expect(warned(before, after)).toEqual([`KEYWORD_NOT_COMPARED ${path}`]);
    }
  });

  test("is nothing where only annotations, names or the order of keys changed", () => {
    const before = { contains: { $ref: "#/$defs/a" }, $defs: { a: { ...S, maxLength: 3 } } };
    const after = { contains: { title: "x", maxLength: 3, ...S } };
    expect(changes(before, after)).toEqual([]);
    expect(changes({ [THEN]: S }, { [THEN]: N })).toEqual([]);
    expect(changes({ type: "object", contains: S }, { type: "object" })).toEqual([]);
  });
});

describe("references", () => {
  const list = (name: string, value: object) => ({
    $ref: `#/$defs/${name}`,
    $defs: { [name]: { type: "object", properties: { value, next: { $ref: `#/$defs/${name}` } } } },
  });

  test("are followed, and places are those of the way", () => {
    expect(changes(S, { $ref: "#/$defs/a", $defs: { a: S } })).toEqual([]);
    const before = { items: { $ref: "#/$defs/a" }, $defs: { a: I } };
    expect(changes(before, { items: { $anchor: "x", ...N } })).toEqual([
      "TYPE_EXTENDED /items yes/no",
    ]);
    const both = (type: object) => ({
      properties: { a: { $ref: "#/$defs/t" }, b: { $ref: "#/$defs/t" } },
      $defs: { t: type },
    });
    expect(changes(both(I), both(N))).toEqual([
      "TYPE_EXTENDED /properties/a yes/no",
      "TYPE_EXTENDED /properties/b yes/no",
    ]);
  });

  test("to themselves are compared once", () => {
    expect(changes(list("node", I), list("entry", I))).toEqual([]);
    expect(changes(list("node", I), list("entry", N))).toEqual([
      "TYPE_EXTENDED /properties/value yes/no",
    ]);
    const looping = { properties: { a: { $ref: "#" } } };
    expect(changes(looping, { properties: { a: { properties: { a: { $ref: "#" } } } } })).toEqual(
      [],
    );
  });

  test("a guess that a cycle is compatible is taken back where it is not", () => {
    // a and b need one another; only b changes, and only a branch of anyOf sees it.
    const schema = (b: object) => ({
      anyOf: [{ $ref: "#/$defs/a" }, { type: "null" }],
      $defs: {
        a: { type: "object", properties: { b: { $ref: "#/$defs/b" } } },
        b: { type: "object", properties: { a: { $ref: "#/$defs/a" }, ...b } },
      },
    });
    expect(verdict(schema({ x: I }), schema({ x: S }))).toBe("no/no");
    expect(verdict(schema({ x: I }), schema({ x: N }))).toBe("yes/no");
  });

  test("beside other keywords are one branch more", () => {
    const with$ref = (more: object) => ({ $ref: "#/$defs/a", $defs: { a: I }, ...more });
    expect(changes(with$ref({ minimum: 2 }), with$ref({ minimum: 1 }))).toEqual([
      "MINIMUM_DECREASED /minimum yes/no",
    ]);
    expect(changes({ minimum: 1 }, with$ref({ minimum: 1 }))).toEqual([
      "COMBINED_TYPE_ADDED /$ref no/yes",
    ]);
    expect(changes({ allOf: [I], minimum: 1 }, with$ref({ minimum: 1 }))).toEqual([]);
    // In draft-07 the other keywords say nothing.
    const old = { $schema: "http://json-schema.org/draft-07/schema#", definitions: { a: I } };
    const properties = { p: { $ref: "#/definitions/a", minimum: 5 } };
    expect(changes({ ...old, properties }, { properties: { p: I } })).toEqual([]);
  });

  test("by dynamic anchors are followed where there is only one", () => {
    const tree = (value: object) => ({
      $dynamicAnchor: "node",
      properties: { value, child: { $dynamicRef: "#node" } },
    });
    expect(changes(tree(I), tree(N))).toEqual(["TYPE_EXTENDED /properties/value yes/no"]);
    const two = (value: object) => ({
      ...tree(value),
      $defs: { other: { $id: "urn:other", $dynamicAnchor: "node" } },
    });
    expect(changes(two(I), two(I))).toEqual([]);
    expect(changes(two(I), two(N))).toEqual([
      "KEYWORD_NOT_COMPARED /properties/child/$dynamicRef no/no",
      "TYPE_EXTENDED /properties/value yes/no",
    ]);
    const recursive = (value: object) => ({
      $schema: "https://json-schema.org/draft/2019-09/schema",
      $recursiveAnchor: true,
      properties: { value, child: { $recursiveRef: "#" } },
    });
    expect(changes(recursive(N), recursive(I))).toEqual(["TYPE_NARROWED /properties/value no/yes"]);
  });
});
