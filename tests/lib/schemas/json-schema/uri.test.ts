import { expect, test } from "bun:test";
import { resolveUri } from "../../../../tools/_lib/schemas/json-schema/uri.ts";

// The examples of RFC 3986 5.4, without fragments.
test.each([
  ["g:h", "g:h"],
  ["g", "http://a/b/c/g"],
  ["./g", "http://a/b/c/g"],
  ["g/", "http://a/b/c/g/"],
  ["/g", "http://a/g"],
  ["//g", "http://g"],
  ["?y", "http://a/b/c/d;p?y"],
  ["g?y", "http://a/b/c/g?y"],
  [";x", "http://a/b/c/;x"],
  ["g;x", "http://a/b/c/g;x"],
  ["", "http://a/b/c/d;p?q"],
  [".", "http://a/b/c/"],
  ["./", "http://a/b/c/"],
  ["..", "http://a/b/"],
  ["../", "http://a/b/"],
  ["../g", "http://a/b/g"],
  ["../..", "http://a/"],
  ["../../g", "http://a/g"],
  ["../../../g", "http://a/g"],
  ["../../../../g", "http://a/g"],
  ["/./g", "http://a/g"],
  ["/../g", "http://a/g"],
  ["g.", "http://a/b/c/g."],
  [".g", "http://a/b/c/.g"],
  ["g..", "http://a/b/c/g.."],
  ["..g", "http://a/b/c/..g"],
  ["./../g", "http://a/b/g"],
  ["./g/.", "http://a/b/c/g/"],
  ["g/./h", "http://a/b/c/g/h"],
  ["g/../h", "http://a/b/c/h"],
  ["g;x=1/./y", "http://a/b/c/g;x=1/y"],
  ["g;x=1/../y", "http://a/b/c/y"],
])("%s", (reference, expected) => {
  expect(resolveUri("http://a/b/c/d;p?q", reference)).toBe(expected);
});

test.each([
  ["", "a/b", "a/b"],
  ["a/b", "c", "a/c"],
  ["urn:uuid:1", "", "urn:uuid:1"],
  ["http://x", "y", "http://x/y"],
  ["HTTP://x/a", "", "http://x/a"],
])("from %j, %j leads to %j", (base, reference, expected) => {
  expect(resolveUri(base, reference)).toBe(expected);
});
