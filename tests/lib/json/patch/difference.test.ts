import { expect, test } from "bun:test";
import fc from "fast-check";
import { documentOf, valueOf } from "../../../../tools/_lib/json/tree/value.ts";
import type { JsonNode } from "../../../../tools/_lib/json/tree/tree.ts";
import { jsonDifference } from "../../../../tools/_lib/json/patch/difference.ts";

interface Operation {
  op: string;
  path: string;
  value?: unknown;
}

function difference(source: unknown, target: unknown): Operation[] {
  const [from, to] = [source, target].map((value) => documentOf(value)?.root as JsonNode);
  return jsonDifference(from as JsonNode, to as JsonNode).map((operation) =>
    operation.op === "remove" ? operation : { ...operation, value: valueOf(operation.value).value },
  );
}

function apply(source: unknown, operations: Operation[]): unknown {
  const holder = { root: structuredClone(source) };
  for (const { op, path, value } of operations) {
    const tokens = path
      .split("/")
      .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
    tokens[0] = "root";
    const last = tokens.pop() as string;
    const parent = tokens.reduce<unknown>(
      (at, token) => (at as Record<string, unknown>)[token],
      holder,
    ) as Record<string, unknown>;
    if (Array.isArray(parent) && op !== "replace") {
      expect(Number(last)).toBeLessThanOrEqual(parent.length);
      parent.splice(Number(last), op === "remove" ? 1 : 0, ...(op === "add" ? [value] : []));
    } else if (op === "remove") delete parent[last];
    else parent[last] = value;
  }
  return holder.root;
}

test.each<[unknown, unknown, string[]]>([
  [1, 1.0, []],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, []],
  [
    { b: 1, c: 2, a: { x: 1 } },
    { a: { x: 2 }, d: 3, c: 2 },
    ["replace /a/x", "remove /b", "add /d"],
  ],
  [[1, 2, 3], [1, 3], ["remove /1"]],
  [
    [1, 2, 3, 4, 5],
    [1, 9, 5],
    ["replace /1", "remove /3", "remove /2"],
  ],
  [
    [1, 5],
    [1, 2, 3, 5],
    ["add /1", "add /2"],
  ],
  [[1, 1], [1], ["remove /1"]],
  [{ "a/b~": 1 }, { "a/b~": 2 }, ["replace /a~1b~0"]],
  [[], {}, ["replace "]],
  [[[1]], [[2]], ["replace /0/0"]],
])("from %j to %j", (source, target, expected) => {
  expect(difference(source, target).map(({ op, path }) => `${op} ${path}`)).toEqual(expected);
});

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, 1, "a", "b"),
    fc.array(tie("any"), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "x/y", "~"), tie("any"), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
})).any;

test("applied to the source it gives the target", () => {
  fc.assert(
    fc.property(value, value, (source, target) => {
      expect(apply(source, difference(source, target))).toEqual(target);
    }),
    { numRuns: 3000 },
  );
});
