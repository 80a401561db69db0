import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import fc from "fast-check";
import {
  countPages,
  isProblem,
  pagesOf,
  readPageRange,
  writePageRange,
} from "../../../tools/_lib/formats/page-ranges.ts";

const read = (text: string, pages = 10): number[] | string => {
  const spans = readPageRange(text, pages);
  return isProblem(spans) ? spans.code : [...pagesOf(spans)];
};

const end = (pages: number) =>
  fc.oneof(
    fc.integer({ min: 1, max: pages }).map(String),
    fc.constant("z"),
    fc.integer({ min: 1, max: pages }).map((page) => `r${page}`),
  );
const item = (pages: number) =>
  fc.oneof(
    end(pages),
    fc.tuple(end(pages), end(pages)).map((ends) => ends.join("-")),
  );
const range = (pages: number) =>
  fc.array(item(pages), { minLength: 1, maxLength: 6 }).map((items) => items.join(","));

describe("page ranges", () => {
  test.each<[string, number[] | string]>([
    ["3", [3]],
    ["007", [7]],
    ["2-4", [2, 3, 4]],
    ["4-2", [4, 3, 2]],
    ["9-", [9, 10]],
    ["-2", [1, 2]],
    ["z", [10]],
    ["z-9", [10, 9]],
    ["r2-", [9, 10]],
    ["r3-r1", [8, 9, 10]],
    ["odd", [1, 3, 5, 7, 9]],
    ["even", [2, 4, 6, 8, 10]],
    [" 1 , 3 - 4\t,\n1", [1, 3, 4, 1]],
    ["", "PAGE_RANGE_SYNTAX"],
    ["1,,2", "PAGE_RANGE_SYNTAX"],
    ["-", "PAGE_RANGE_SYNTAX"],
    ["1-2-3", "PAGE_RANGE_SYNTAX"],
    ["1 2", "PAGE_RANGE_SYNTAX"],
    ["all-2", "PAGE_RANGE_SYNTAX"],
    ["ALL", "PAGE_RANGE_SYNTAX"],
    ["1-3:odd", "PAGE_RANGE_SYNTAX"],
    ["１", "PAGE_RANGE_SYNTAX"],
    ["0", "PAGE_OUT_OF_RANGE"],
    ["r0", "PAGE_OUT_OF_RANGE"],
    ["11", "PAGE_OUT_OF_RANGE"],
    ["r11", "PAGE_OUT_OF_RANGE"],
    ["8-11", "PAGE_OUT_OF_RANGE"],
    [`${"9".repeat(400)}`, "PAGE_OUT_OF_RANGE"],
  ])("%j", (text, pages) => {
    expect(read(text)).toEqual(pages);
  });

  test("a document of one page has no even one", () => {
    expect([read("odd", 1), read("even", 1), read("even", 3)]).toEqual([
      [1],
      "PAGE_OUT_OF_RANGE",
      [2],
    ]);
  });

  test("1,000 items, and pages are counted without being listed", () => {
    const text = Array.from({ length: 1000 }, () => "all").join();
    const spans = readPageRange(text, 10_000);
    expect(isProblem(spans) ? spans : countPages(spans)).toBe(10_000_000);
  });

  test("reversed ends reverse the pages, blanks change nothing, and what is written reads the same", () => {
    fc.assert(
      fc.property(end(12), end(12), range(12), (from, to, text) => {
        const there = read(`${from}-${to}`, 12) as number[];
        expect(read(`${to}-${from}`, 12)).toEqual(there.toReversed());
        const pages = read(text, 12) as number[];
        expect(read(text.replaceAll(/[,-]/g, " $& "), 12)).toEqual(pages);
        expect(read(writePageRange(pages), 12)).toEqual(pages);
        const spans = readPageRange(text, 12);
        expect(isProblem(spans) ? 0 : countPages(spans)).toBe(pages.length);
      }),
    );
  });

  const hasQpdf = spawnSync("qpdf", ["--version"]).status === 0;

  test.skipIf(!hasQpdf)(
    "as qpdf reads them",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "ranges-"));
      try {
        const made = await PDFDocument.create();
        for (let page = 1; page <= 9; page++) made.addPage([100 + page, 100]);
        writeFileSync(join(folder, "in.pdf"), await made.save());
        for (const text of [
          ...fc.sample(range(9), { numRuns: 12, seed: 7 }),
          "r9,z-1",
          "10",
          "0",
          "1,,2",
        ]) {
          const words = ["--empty", "--pages", "in.pdf", text, "--", "out.pdf"];
          const { status } = spawnSync("qpdf", words, { cwd: folder });
          const pages = read(text, 9);
          expect({ text, isRead: status === 0 }).toEqual({ text, isRead: Array.isArray(pages) });
          if (status !== 0) continue;
          const out = await PDFDocument.load(readFileSync(join(folder, "out.pdf")));
          const widths = out.getPages().map((page) => page.getWidth() - 100);
          expect({ text, widths }).toEqual({ text, widths: pages as number[] });
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    60_000,
  );
});
