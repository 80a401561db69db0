/** A text that is pasted leads to its tool, which opens with it. */
import { describe, expect, test } from "bun:test";
import { hasBrowser, visited } from "../support/browser.ts";
import { KINDS } from "../support/pasted-texts.ts";

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

describe.skipIf(!hasBrowser)("a pasted text", () => {
  const { base, open } = visited();

  const opened = once(async () => {
    const visit = await open("/");
    await visit.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    return visit;
  });

  test.each(Object.entries(KINDS))("%s", async (_, { first, texts: [text = ""] }) => {
    const { page, problems } = await opened();
    await page.goto(base());
    await page.locator("#ask").waitFor();
    await page.evaluate((written) => navigator.clipboard.writeText(written), text);
    await page.locator("#ask").focus();
    await page.keyboard.press("Control+v");
    const offer = page.locator(".hits.detect a").first();
    await offer.waitFor();
    expect(await offer.getAttribute("href")).toBe(`/tools/${first}`);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${base()}/tools/${first}*`);
    await page.locator("h1").waitFor();
    const held = await page
      .locator("main input, main textarea")
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
    expect(held.map((value) => value.trim())).toContain(text.replaceAll("\r\n", "\n").trim());
    expect(problems).toEqual([]);
  });
});
