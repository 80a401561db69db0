import { expect, test } from "bun:test";
import type { JsonArray } from "../../../tools/_lib/json/tree/tree.ts";
import { documentOf } from "../../../tools/_lib/json/tree/value.ts";
import { ARRAY_KEYS, keyItems, keyVersions } from "../../../tools/_lib/json/keyed-items.ts";

const items = (value: unknown[]) => (documentOf(value) as { root: JsonArray }).root.items;
const keyOf = (...versions: unknown[][]) => keyVersions(versions.map(items), ARRAY_KEYS)?.key;

test("the first key that all elements have, each of its own", () => {
  expect(keyOf([{ id: 1, name: "a" }], [{ id: 2, name: "a" }])).toBe("id");
  expect(keyOf([{ id: 1, name: "a" }], [{ name: "a" }])).toBe("name");
  expect(keyOf([{ id: 1 }, { id: 1 }], [])).toBeUndefined();
  expect(keyOf([{ id: 1 }, { id: 1.0 }])).toBeUndefined();
  expect(keyOf([{ id: 1 }, { id: "1" }])).toBe("id");
  expect(keyOf([{ id: true }])).toBeUndefined();
  expect(keyOf([{ id: 1 }, "x"])).toBeUndefined();
  expect(keyOf([], [{ key: "k" }])).toBe("key");
});

test("elements by their key, with what stands for their index", () => {
  const keyed = keyItems(items([{ id: "a/b" }, { id: 3 }]), "id");
  expect([...(keyed?.values() ?? [])].map(({ index, label }) => [index, label])).toEqual([
    [0, "[id=a/b]"],
    [1, "[id=3]"],
  ]);
});
