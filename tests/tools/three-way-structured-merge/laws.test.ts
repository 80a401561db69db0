import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalJson } from "../../../tools/_lib/json/tree/canonical.ts";
import type { Value } from "../../../tools/three-way-structured-merge.ts";
import tool from "../../../tools/three-way-structured-merge.ts";
import { applyPatch } from "../../support/json-patch.ts";
import { runUnit } from "../../support/run-unit.ts";

// Given as text, so that a string is not read as a document.
const merge = (base: unknown, ours: unknown, theirs: unknown, more: object = {}) => {
  const [b, o, t] = [base, ours, theirs].map((value) => JSON.stringify(value));
  return runUnit(tool, { base: b, ours: o, theirs: t, ...more }).value as Value;
};

const moves = (...given: Parameters<typeof merge>) =>
  merge(...given).moves.map(({ side, from, to }) => `${side} ${from} ${to}`);

const TLS = { min: 1, max: 3 };

describe("moves", () => {
  test("changes of the other side follow", () => {
    const base = { server: { tls: TLS }, port: 1 };
    const ours = { server: {}, security: { tls: TLS }, port: 1 };
    const theirs = { server: { tls: { min: 2, max: 3 } }, port: 2 };
    expect(merge(base, ours, theirs)).toMatchObject({
      clean: true,
      merged: { server: {}, security: { tls: { min: 2, max: 3 } }, port: 2 },
      moves: [{ side: "ours", from: "/server/tls", to: "/security/tls" }],
    });
    expect(merge(base, theirs, ours).moves).toMatchObject([{ side: "theirs" }]);
    const plain = merge(base, ours, theirs, { detectMoves: false });
    expect(plain.moves).toEqual([]);
    expect(plain.conflicts).toMatchObject([{ path: "/server/tls", kind: "delete/modify" }]);
  });

  test("so does its removal", () => {
    expect(merge({ a: TLS }, { b: TLS }, {})).toMatchObject({ clean: true, merged: {} });
  });

  test("what cannot follow, since something is there, is a conflict", () => {
    const { conflicts } = merge({ a: [1, 2] }, { b: [1, 2] }, { a: [1, 3], b: 5 });
    expect(conflicts.map(({ path }) => path)).toEqual(["/a", "/b"]);
  });

  test("what is too small, or there more than once, is no move", () => {
    expect(moves({ a: {} }, { b: {} }, { a: {} })).toEqual([]);
    expect(moves({ a: 1 }, { b: 1 }, { a: 1 })).toEqual([]);
    expect(moves({ a: [1] }, { b: [1] }, { a: [1] })).toEqual(["ours /a /b"]);
    expect(moves({ a: TLS, c: TLS }, { b: TLS }, {})).toEqual([]);
    expect(moves({ a: TLS }, { b: TLS, c: TLS }, {})).toEqual([]);
    expect(moves({ a: TLS }, { a: TLS, b: TLS }, {})).toEqual([]);
    expect(moves([TLS], [{ b: TLS }], [TLS])).toEqual([]);
  });

  test("what is inside another move is not listed", () => {
    const inner = { x: { y: TLS } };
    expect(moves({ a: inner }, { b: inner }, { a: inner })).toEqual(["ours /a /b"]);
  });

  test("moves of both sides that touch are none", () => {
    expect(moves({ a: TLS }, { b: TLS }, { c: TLS })).toEqual([]);
    expect(moves({ a: TLS }, { b: TLS }, { b: TLS })).toEqual([]);
    expect(moves({ a: { x: TLS } }, { b: { x: TLS } }, { a: {}, c: TLS })).toEqual([]);
    expect(moves({ a: TLS, z: [1] }, { n: { a: TLS }, z: [1] }, { a: TLS, m: [1] })).toEqual([
      "ours /a /n/a",
      "theirs /z /m",
    ]);
  });

  test("both sides' moves into one new object", () => {
    const { merged, clean } = merge(
      { a: TLS, z: [1] },
      { n: { a: TLS }, z: [1, 2] },
      { a: { min: 2, max: 3 }, n: { z: [1] } },
    );
    expect({ merged, clean }).toEqual({
      merged: { n: { a: { min: 2, max: 3 }, z: [1, 2] } },
      clean: true,
    });
  });
});

const KEYS = ["a", "b", "c", "x/y", "~", "$conflict"];
const scalar = fc.constantFrom(null, true, 0, 1, "", "a");
const document = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 2, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(scalar, { maxLength: 4 }) },
    {
      weight: 1,
      arbitrary: fc.uniqueArray(
        fc.record({ id: fc.nat(5), v: tie("any") }, { noNullPrototype: true }),
        { maxLength: 4, selector: ({ id }) => id },
      ),
    },
    {
      weight: 3,
      arbitrary: fc.dictionary(fc.constantFrom(...KEYS), tie("any"), {
        maxKeys: 4,
        noNullPrototype: true,
      }),
    },
  ),
})).any;

/** Arrays without their order. */
function unordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => canonicalJson(unordered(item))).toSorted();
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unordered(inner)]));
}

const policies = fc.constantFrom("object", "ours", "theirs", "base");
const arrays = fc.constantFrom("auto", "identity", "sequence", "atomic");
const options = fc.record({ onConflict: policies, arrays, detectMoves: fc.boolean() });

describe("for all documents", () => {
  test("the patches make the merged document of each version", () => {
    fc.assert(
      fc.property(document, document, document, options, (base, ours, theirs, more) => {
        const { merged, patches } = merge(base, ours, theirs, more);
        expect(applyPatch(base, patches.fromBase)).toEqual(merged);
        expect(applyPatch(ours, patches.fromOurs)).toEqual(merged);
        expect(applyPatch(theirs, patches.fromTheirs)).toEqual(merged);
      }),
      { numRuns: 1000 },
    );
  });

  test("who changed nothing changes nothing; who agrees is right", () => {
    fc.assert(
      fc.property(document, document, options, (base, other, more) => {
        for (const versions of [
          [base, other, base],
          [base, base, other],
          [base, other, other],
        ] as const) {
          const { merged, clean } = merge(...versions, more);
          expect(clean).toBe(true);
          expect(canonicalJson(merged)).toBe(canonicalJson(other));
        }
      }),
      { numRuns: 500 },
    );
  });

  test("turned around it is the same, but for order", () => {
    fc.assert(
      fc.property(document, document, document, arrays, (base, ours, theirs, how) => {
        const there = merge(base, ours, theirs, { arrays: how });
        const back = merge(base, theirs, ours, { arrays: how });
        expect(back.conflicts.map(({ path }) => path)).toEqual(
          there.conflicts.map(({ path }) => path),
        );
        if (there.clean) {
          expect(canonicalJson(unordered(back.merged))).toBe(
            canonicalJson(unordered(there.merged)),
          );
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("changes to different keys of an object never conflict", () => {
    const table = fc.dictionary(fc.constantFrom(...KEYS), scalar, { noNullPrototype: true });
    fc.assert(
      fc.property(table, table, table, (base, first, second) => {
        const half = KEYS.length / 2;
        const pick = (from: object, own: boolean) =>
          Object.entries(from).filter(([key]) => KEYS.indexOf(key) < half === own);
        const ours = Object.fromEntries([...pick(first, true), ...pick(base, false)]);
        const theirs = Object.fromEntries([...pick(base, true), ...pick(second, false)]);
        const { merged, clean } = merge(base, ours, theirs);
        const expected = Object.fromEntries([...pick(first, true), ...pick(second, false)]);
        expect(clean).toBe(true);
        expect(merged).toEqual(expected);
      }),
    );
  });
});
