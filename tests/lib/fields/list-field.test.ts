import { expect, test } from "bun:test";
import { readList, readWords } from "../../../tools/_lib/fields/list-field.ts";

test("a string is split at line ends and commas, trimmed, without empty items", () => {
  expect(readList(" a, b\r\n\n,c d\n")).toEqual(["a", "b", "c d"]);
  expect(readList("")).toEqual([]);
});

test("an array keeps its items, the empty ones included", () => {
  expect(readList([" a,b ", ""])).toEqual(["a,b", ""]);
});

test("words are split at white space, too", () => {
  expect(readWords("md5 sha1,\tcrc32")).toEqual(["md5", "sha1", "crc32"]);
  expect(readWords(["md5 sha1", "crc32"])).toEqual(["md5", "sha1", "crc32"]);
});
