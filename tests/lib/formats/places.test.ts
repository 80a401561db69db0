import { expect, test } from "bun:test";
import { follow, readSpots } from "../../../tools/_lib/formats/places.ts";
import { parsePointer } from "../../../tools/_lib/results/pointer.ts";

/** What stands in the text where the pointer leads, up to the end of the word. */
function at(text: string, pointer: string): string | undefined {
  const root = readSpots(text);
  const tokens = parsePointer(pointer) ?? [];
  if (!root) return undefined;
  const { spot, steps } = follow(root, tokens);
  return steps < tokens.length ? undefined : /^\S+/.exec(text.slice(spot.start))?.[0];
}

test("JSON: a member stands at its key, an item at its value; of repeated keys the last one counts", () => {
  const text = '// note\n{ "a": [10, { "b": 1 }], "a/b": 2, "c": 3, "c": 4, }';
  expect(at(text, "")).toBe("{");
  expect(at(text, "/a/1/b")).toBe('"b":');
  expect(at(text, "/a/0")).toBe("10,");
  expect(at(text, "/a~1b")).toBe('"a/b":');
  expect(text.slice(readSpots(text)?.child("c")?.start)).toStartWith('"c": 4');
  expect(at(text, "/a/2")).toBeUndefined();
  expect(at(text, "/a/01")).toBeUndefined();
});

test("JSON Lines: an index is that of the lines that are not blank", () => {
  const text = '{"a": 1}\n\n{"a": 2, "b": [7]}\nnone';
  expect(at(text, "/1/b")).toBe('"b":');
  expect(at(text, "/1/b/0")).toBe("7]}");
  expect(at(text, "/2")).toBe("none");
  expect(at(text, "/2/a")).toBeUndefined();
});

test("YAML: aliases lead to what they stand for, and several documents are a list", () => {
  const text = "x: &a\n  - one\n  - k: v\ny: *a\n";
  expect(at(text, "/y")).toBe("y:");
  expect(at(text, "/y/1/k")).toBe("k:");
  expect(at("a: 1\n---\nb: 2\n", "/1/b")).toBe("b:");
  expect(at("a: 1\n---\nb: 2\n", "/1/a")).toBeUndefined();
});

test("TOML: a table stands at its first name, whichever header adds to it", () => {
  const text =
    '[a.b]\nc = 1 # here\n[[list]]\nn = 1\n[[list]]\nn = 2\n[list.sub]\n"q r" = [1, { x.y = 5 }]\n[a.d]\n';
  expect(at(text, "/a")).toBe("a.b]");
  expect(at(text, "/a/b/c")).toBe("c");
  expect(at(text, "/list/0/n")).toBe("n");
  expect(at(text, "/list/1/sub/q r/1/x/y")).toBe("y");
  expect(at(text, "/a/d")).toBe("d]");
  expect(at(text, "/list/2")).toBeUndefined();
});

test("an item is found by a member that tells it apart, too", () => {
  const text = "pods:\n  - name: A\n    at: 1\n  - name: B\n    at: 2\n";
  expect(at(text, "/pods/[name=B]/at")).toBe("at:");
  expect(at(text, "/pods/[name=C]/at")).toBeUndefined();
});

test("what is led through tells whether it is the same thing in two versions", () => {
  const wayIn = (text: string) => {
    const root = readSpots(text);
    return root && follow(root, ["pods", "0", "at"]).way;
  };
  const way = ["pods", "[name=A]", "at"];
  expect(wayIn("pods: [{ name: A, at: 1 }]")).toEqual(way);
  expect(wayIn('{"pods": [{"at": 2, "name": "A"}]}')).toEqual(way);
  expect(wayIn("pods: [{ name: B, at: 1 }]")).not.toEqual(way);
  expect(wayIn("pods: [{ at: 1 }]")).toEqual(["pods", "0", "at"]);
});

test("another text has no places", () => {
  expect(readSpots("a: [1\nb: 2")).toBeUndefined();
});
