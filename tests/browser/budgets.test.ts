/** What the page weighs, as it goes over the wire. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { TABLE } from "../../app/web/assets.gen.ts";
import { hasBrowser, visited } from "../support/browser.ts";

/** What came so far, and how many bytes each is in its compressed form. */
function fetched(page: Page): Promise<readonly (readonly [path: string, bytes: number])[]> {
  return page.evaluate(() =>
    ["navigation", "resource"]
      .flatMap((kind) => performance.getEntriesByType(kind) as PerformanceResourceTiming[])
      .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize] as const),
  );
}

const sum = (files: readonly (readonly [string, number])[]): number =>
  files.reduce((bytes, [, own]) => bytes + own, 0);

describe("what the page weighs", () => {
  test("all files of the executable together: at most 15 MB", () => {
    const table = JSON.parse(TABLE) as Record<string, readonly [start: number, length: number]>;
    expect(sum(Object.entries(table).map(([path, [, length]]) => [path, length]))).toBeLessThan(
      15_000_000,
    );
  });

  describe.skipIf(!hasBrowser)("in the browser", () => {
    const { open } = visited();

    test("the first screen at most 60 KB, what looks at pasted texts at most 10 KB", async () => {
      const { page, context } = await open("/");
      await page.locator(".index a").first().waitFor();
      await page.evaluate(() => document.fonts.ready);
      const first = await fetched(page);
      expect(first.map(([path]) => path)).toContainEqual(expect.stringMatching(/^\/a\/main-/));
      expect(first.map(([path]) => path)).toContainEqual(expect.stringMatching(/\.woff2$/));
      expect(tooMuch(first, 60)).toEqual([]);
      await page.locator("#ask").fill('{"a": [1, 2, 3], "b": {"c": "a text that is pasted"}}');
      await page.locator(".hits.detect a").first().waitFor();
      const known = new Set(first.map(([path]) => path));
      const detect = (await fetched(page)).filter(([path]) => !known.has(path));
      expect(detect.length).toBe(1);
      expect(tooMuch(detect, 10)).toEqual([]);
      await context.close();
    });
  });
});

/** The files, where they weigh more than that or nothing. */
function tooMuch<T extends readonly [string, number]>(
  files: readonly T[],
  kilobytes: number,
): readonly T[] {
  const bytes = sum(files);
  return bytes > 0 && bytes <= kilobytes * 1024 ? [] : files;
}
