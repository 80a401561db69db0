/** The page that all kits of files share, by the keyboard alone and for those who hear it; and what is fetched for the work. */
import { describe, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { hasBrowser, violationsOf, visited } from "../support/browser.ts";
import { archiveIn, downloaded } from "../support/files-page.ts";

/** With the preset that is chosen, and a file of the archive. */
const KITS = [
  ["file-verification-handoff-kit", "SHA-256 and SHA-512", "SHA512SUMS"],
  ["image-delivery-production-kit", "E-mail (JPEG only)", "job.json"],
  ["pdf-deliverable-assembly-kit", "All on A4", "job.json"],
  ["mermaid-diagram-delivery-kit", "SVG only", "order.svg"],
] as const;

/** As many steps as no page has places. */
const MOST_STEPS = 150;

describe.skipIf(!hasBrowser)("every page of files", () => {
  const { open } = visited();

  test.each(KITS)("%s is walked by keys alone", async (kit, preset, made) => {
    const { page, context, problems } = await open(`/kits/${kit}`, { acceptDownloads: true });
    await holdWork(page);
    await stepTo(page, "Try with sample files");
    await page.keyboard.press("Enter");
    await page.locator(".filerows li.ready").nth(1).waitFor();
    await page.waitForFunction(() => document.querySelector(".filerows li.reading") === null);
    await stepTo(page, /^Move down/);
    await page.keyboard.press("Enter");
    expect(await focused(page)).toMatch(/^Move down/);
    expect(await violationsOf(page, "light")).toEqual([]);

    await stepTo(page, preset);
    await page.keyboard.press("Enter");
    for (const summary of await page.locator(".part details summary:visible").all()) {
      await summary.press("Enter");
    }
    expect(await violationsOf(page, "light")).toEqual([]);

    await page.locator("#run-files:not(:disabled)").waitFor();
    await stepTo(page, /^Run/);
    await page.keyboard.press("Enter");
    await page.locator("progress").waitFor();
    expect(await focused(page)).toMatch(/^Cancel/);
    expect(await violationsOf(page, "light")).toEqual([]);

    await page.evaluate("release()");
    await page.locator("#part-4").waitFor();
    expect(await focused(page)).toMatch(/Results$/);
    expect(await violationsOf(page, "light")).toEqual([]);
    await stepTo(page, "Download all (zip)");
    const zip = await downloaded(page, () => page.keyboard.press("Enter"));
    expect(Object.keys(archiveIn(zip))).toContain(made);
    await page.setViewportSize({ width: 320, height: 640 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("what the work needs is named with its size, and asked for again where it did not come", async () => {
    const { page, context } = await open("/");
    await page.goto(`${new URL(page.url()).origin}/kits/file-verification-handoff-kit`);
    await context.route(/\/a\/work-[^.]*\.js$/, (route) => route.abort());
    await page.getByRole("button", { name: "Try with sample files" }).click();
    const row = page.locator(".filerows li.refused", { hasText: "hello.txt" });
    await row.getByText("The worker's script could not be loaded. Check the connection").waitFor();
    await context.unrouteAll();
    await withoutScript(context, "createXXHash128");
    for (const name of ["hello.txt", "data.bin"]) {
      const other = page.locator(".filerows li", { hasText: name });
      await other.getByRole("button", { name: "Try again" }).press("Enter");
      expect(await focused(page)).toBe(`Remove ${name}`);
    }
    const plan = page.getByRole("region", { name: "Plan and run" });
    const words =
      "The checksum library could not be loaded. Check the connection and press Try again.";
    await plan.getByRole("alert").filter({ hasText: words }).waitFor();
    expect(await page.locator("#run-files").isDisabled()).toBe(true);
    await context.unrouteAll();
    await plan.getByRole("button", { name: "Try again" }).press("Enter");
    await page.locator("#run-files:not(:disabled)").waitFor();
    expect(await plan.getByText("Loaded for it:").textContent()).toMatch(
      /kit's own code [\d.]+ k?B.*checksum library [\d.]+ kB · archive writer [\d.]+ kB$/,
    );
    await context.close();
  });
});

/** Workers are asked to make nothing until it is released, so that the run can be looked at. */
async function holdWork(page: Page): Promise<void> {
  await page.evaluate(`{
    const send = Worker.prototype.postMessage;
    const held = [];
    Worker.prototype.postMessage = function (message, ...others) {
      if (held && message?.ask?.do === "make") held.push(() => send.call(this, message, ...others));
      else send.call(this, message, ...others);
    };
    globalThis.release = () => {
      Worker.prototype.postMessage = send;
      for (const go of held) go();
    };
  }`);
}

/** By Tab alone; wherever the focus goes on the way, it can be seen. */
async function stepTo(page: Page, name: string | RegExp): Promise<void> {
  const fits = (found: string): boolean =>
    typeof name === "string" ? found === name : name.test(found);
  const passed: string[] = [];
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press("Tab");
    const { text, unseen } = await page.evaluate(() => {
      const { activeElement: place, body } = document;
      // A field of files lies unseen upon its label.
      const isSeen = [place, place?.parentElement].some(
        (one) => one && getComputedStyle(one).outlineStyle !== "none",
      );
      return {
        text: place?.textContent?.replace(/\s+/g, " ").trim() ?? "",
        unseen: isSeen || place === body ? "" : (place?.outerHTML ?? "nothing"),
      };
    });
    expect(unseen).toBe("");
    if (fits(text)) return;
    passed.push(text);
  }
  throw new Error(`No ${String(name)} among ${passed.join(" | ")}`);
}

function focused(page: Page): Promise<string> {
  return page.evaluate(
    () => document.activeElement?.textContent?.replace(/\s+/g, " ").trim() ?? "",
  );
}

/** A script that has this in its text does not come. */
async function withoutScript(context: BrowserContext, text: string): Promise<void> {
  await context.route(/\/a\/chunk-[^.]*\.js$/, async (route) => {
    const answer = await route.fetch();
    await ((await answer.text()).includes(text)
      ? route.abort()
      : route.fulfill({ response: answer }));
  });
}
