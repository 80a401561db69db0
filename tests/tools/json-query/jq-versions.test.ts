import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  arrayNode,
  type JsonArray,
  type JsonObject,
  numberNode,
  objectNode,
} from "../../../tools/_lib/json/tree/tree.ts";
import { valueOf } from "../../../tools/_lib/json/tree/value.ts";
import {
  itemAt,
  memberOf,
  sizeOfArray,
  sizeOfObject,
  withItem,
  withItems,
  withMember,
} from "../../../tools/json-query/jq/versions.ts";

const free = () => {};

/** Which version to change, where, and whether it is read as a whole first. */
const step = fc.record({ from: fc.nat(50), at: fc.nat(12), add: fc.boolean(), read: fc.boolean() });

test("every version of an array stays what it was, whichever is changed next", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const versions: { node: JsonArray; model: number[] }[] = [
        { node: arrayNode([numberNode("0"), numberNode("1")]), model: [0, 1] },
      ];
      for (const [value, { from, at, add, read }] of steps.entries()) {
        const { node, model } = versions[from % versions.length] as (typeof versions)[number];
        if (read) expect(node.items.length).toBe(model.length);
        const item = numberNode(String(value));
        const index = at % model.length;
        if (add)
          versions.push({
            node: withItems(node, [item, item], free),
            model: [...model, value, value],
          });
        else
          versions.push({
            node: withItem(node, index, item, free),
            model: model.with(index, value),
          });
      }
      for (const { node, model } of versions) {
        expect(sizeOfArray(node)).toBe(model.length);
        expect(itemAt(node, model.length - 1)).toEqual(numberNode(String(model.at(-1))));
        expect(itemAt(node, model.length)).toBeUndefined();
      }
      for (const { node, model } of versions.toReversed())
        expect(valueOf(node).value).toEqual(model);
    }),
    { numRuns: 500 },
  );
});

test("every version of an object stays what it was, its keys in order", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const versions: { node: JsonObject; model: Map<string, number> }[] = [
        { node: objectNode([]), model: new Map() },
      ];
      for (const [value, { from, at, read }] of steps.entries()) {
        const { node, model } = versions[from % versions.length] as (typeof versions)[number];
        if (read) expect(node.members.length).toBe(model.size);
        const key = ["__proto__", "10", "9", "b"][at % 12] ?? `k${at}`;
        versions.push({
          node: withMember(node, key, numberNode(String(value)), free),
          model: new Map(model).set(key, value),
        });
      }
      for (const { node, model } of versions) {
        expect(sizeOfObject(node)).toBe(model.size);
        expect(memberOf(node, "no such key")).toBeUndefined();
        for (const [key, value] of model)
          expect(memberOf(node, key)).toEqual(numberNode(String(value)));
      }
      for (const { node, model } of versions.toReversed())
        expect(node.members.map(({ key }) => key)).toEqual([...model.keys()]);
    }),
    { numRuns: 500 },
  );
});
