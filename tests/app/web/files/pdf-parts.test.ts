/** Parts as they are edited: a page that is turned by itself, and back. */
import { expect, test } from "bun:test";
import type { JobFile } from "../../../../app/web/files/file-kit.ts";
import { type Part, withPageTurned } from "../../../../app/web/files/pdf/parts.ts";

const FILE: JobFile = {
  id: "a",
  name: "a.pdf",
  bytes: 1,
  mediaType: "application/pdf",
  pages: 5,
};

/** File, page and turn of every page, in order. */
const pagesOf = (parts: readonly Part[]) =>
  parts.map(
    ({ file, pages = "all", rotate = 0, title = "" }) => `${file} ${pages} ${rotate} ${title}`,
  );

test("a page is turned in a part of its own, and four turns leave the parts as they were", () => {
  const parts: readonly Part[] = [
    { file: "b", title: "B" },
    { file: "a", title: "A", pages: "1-5" },
    { file: "a", title: "Again", pages: "2" },
  ];
  const turned = withPageTurned(parts, 1, 2, FILE);
  expect(pagesOf(turned.parts)).toEqual([
    "b all 0 B",
    "a 1-2 0 A",
    "a 3 90 ",
    "a 4-5 0 ",
    "a 2 0 Again",
  ]);
  expect({ part: turned.part, page: turned.page }).toEqual({ part: 2, page: 0 });
  let now = turned;
  for (let turn = 1; turn < 4; turn++) now = withPageTurned(now.parts, now.part, now.page, FILE);
  expect(pagesOf(now.parts)).toEqual(["b all 0 B", "a 1-5 0 A", "a 2 0 Again"]);
  expect({ part: now.part, page: now.page }).toEqual({ part: 1, page: 2 });
});

test("the first page takes the title with it, and a neighbour that is turned alike takes a page in", () => {
  const first = withPageTurned([{ file: "a", title: "A", oddStart: true }], 0, 0, FILE);
  expect(pagesOf(first.parts)).toEqual(["a 1 90 A", "a 2-5 0 "]);
  expect(first.parts[0]?.oddStart).toBe(true);
  const second = withPageTurned(first.parts, 1, 0, FILE);
  expect(pagesOf(second.parts)).toEqual(["a 1-2 90 A", "a 3-5 0 "]);
  expect({ part: second.part, page: second.page }).toEqual({ part: 0, page: 1 });
});

test("a part is the same one twice, as it is when it is taken once more", () => {
  const part: Part = { file: "a", title: "A", pages: "1,2" };
  const { parts } = withPageTurned([part, part, part], 2, 1, FILE);
  expect(pagesOf(parts)).toEqual(["a 1,2 0 A", "a 1-2 0 A", "a 1 0 A", "a 2 90 "]);
});
