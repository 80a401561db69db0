import { expect, test } from "bun:test";
import { orderFindings } from "../../../tools/_lib/results/finding-order.ts";

test("findings are ordered by path, numbers as numbers, then by code", () => {
  const paths = ["/a/10", "/a/9/x", undefined, "/a", "/\u{1F600}", "/\uFFFD", "/a/9", "/a/b"];
  const entries = paths.map((path) => ({ code: "B", message: "", path }));
  const ordered = orderFindings([...entries, { code: "A", message: "", path: "/a" }]);
  expect(ordered.map(({ code, path }) => `${code} ${path}`)).toEqual([
    "B undefined",
    "A /a",
    "B /a",
    "B /a/9",
    "B /a/9/x",
    "B /a/10",
    "B /a/b",
    "B /\uFFFD",
    "B /\u{1F600}",
  ]);
});
