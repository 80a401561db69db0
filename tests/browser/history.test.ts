/** Back, Forward, Reload and links: what a screen was is what it is again. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { hasBrowser, visited } from "../support/browser.ts";

const areaOf = (page: Page) => page.locator("textarea").first();
const holds = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.querySelector("textarea")?.value === wanted, text);
/** What is typed is kept once it pauses. */
const isKept = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) => JSON.stringify(history.state)?.includes(JSON.stringify(wanted).slice(1, -1)),
    text,
  );

describe.skipIf(!hasBrowser)("the browser's history", () => {
  const { open } = visited();
  const openAt = async (path: string) => {
    const visit = await open(path);
    await visit.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await visit.page.locator("h1").waitFor();
    return visit;
  };

  test("typing changes a place, a run by key and an example make one; Back, Forward and Reload keep all", async () => {
    const { page, context, problems } = await openAt("/tools/json-formatter");
    const before = await page.evaluate(() => history.length);
    await areaOf(page).fill("[1]");
    await isKept(page, "[1]");
    await areaOf(page).fill("[2]");
    await isKept(page, "[2]");
    expect(await page.evaluate(() => history.length)).toBe(before);
    await page.keyboard.press("Control+Enter");
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
    await page.keyboard.press("Control+Enter");
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
    await areaOf(page).fill("[3]");
    await page.locator("#f-indent").fill("4");
    await page.locator(".presets").selectOption("0");
    const example = await areaOf(page).inputValue();
    await isKept(page, example);
    expect(await page.evaluate(() => history.length)).toBe(before + 2);
    await page.goBack();
    await holds(page, "[3]");
    expect(await page.locator("#f-indent").inputValue()).toBe("4");
    await page.goBack();
    await holds(page, "[2]");
    await page.goForward();
    await holds(page, "[3]");
    await page.goForward();
    await holds(page, example);
    await page.reload();
    await holds(page, example);
    // Another tool, and back.
    await page.locator(".logo").click();
    await page.locator('a[href="/tools/base64"]').click();
    await page.locator("h1", { hasText: "Base64" }).waitFor();
    await page.goBack();
    await page.goBack();
    await holds(page, example);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("an address holds settings, and what was put in only if that was asked for", async () => {
    const { page, context } = await openAt("/tools/json-formatter");
    const secret = "A".repeat(40);
    await page.locator("#f-indent").fill("7");
    await areaOf(page).fill(`{"a":"${secret}"}`);
    await page.waitForURL(/#v1\./);
    await isKept(page, secret);
    const link = page.url();
    const other = await context.newPage();
    await other.goto(link);
    await other.locator("#f-indent").waitFor();
    expect(await other.locator("#f-indent").inputValue()).toBe("7");
    expect(await areaOf(other).inputValue()).toBe("");
    await context.close();
  });

  test("long texts and secrets are not offered first, and too long ones not at all", async () => {
    const { page, context } = await openAt("/tools/json-formatter");
    const first = page.locator(".sharing .btn").first();
    await page.locator("#share").click();
    expect(await first.textContent()).toBe("Copy with the input");
    await areaOf(page).fill(JSON.stringify("x".repeat(2100)));
    await page.locator(".sharing", { hasText: "2,102 characters" }).waitFor();
    expect(await first.textContent()).toBe("Copy with the settings only");
    const token = [{ alg: "HS256", typ: "JWT" }, { sub: "1" }, "signature-of-it"].map((part) =>
      btoa(JSON.stringify(part)).replaceAll("=", ""),
    );
    await areaOf(page).fill(token.join("."));
    await page.locator(".sharing", { hasText: "may hold a secret" }).waitFor();
    expect(await first.textContent()).toBe("Copy with the settings only");
    const noise = await page.evaluate(() =>
      Array.from({ length: 1300 }, () => crypto.getRandomValues(new Uint8Array(64)).toHex()).join(),
    );
    await areaOf(page).fill(noise);
    await page.getByRole("button", { name: "Copy with the input" }).click();
    await page.getByText("save a file instead").waitFor({ state: "attached" });
    await context.close();
  });

  test("a pipeline comes back as it was before its steps changed", async () => {
    const { page, context } = await openAt("/pipeline");
    await areaOf(page).fill('{"a": 1}');
    await isKept(page, "a");
    await page.locator("#add-step").click();
    await page.keyboard.type("json formatter");
    await page.locator("dialog #hit0 b", { hasText: "JSON Formatter" }).waitFor();
    await page.keyboard.press("Enter");
    await isKept(page, "json-formatter");
    await page.reload();
    await page.locator('.step[data-step="0"]').waitFor();
    await page.goBack();
    await page.locator('.step[data-step="0"]').waitFor({ state: "detached" });
    await holds(page, '{"a": 1}');
    await context.close();
  });
});
