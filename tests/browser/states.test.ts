/** States of the page's parts that one meets seldom. */
import { describe, expect, test } from "bun:test";
import { hasBrowser, visited } from "../support/browser.ts";

describe.skipIf(!hasBrowser)("states", () => {
  const { open } = visited();
  const openAt = async (path: string, options: object = {}) => {
    const visit = await open(path, options);
    await visit.page.locator("h1").waitFor();
    return visit;
  };

  test("a busy server says when it may be asked again, and what can be done until then", async () => {
    const { page, context } = await openAt("/tools/json-formatter");
    const error = { code: "RATE_LIMITED", message: "Cannot take the call", hint: "" };
    await page.route("**/api/run", (route) =>
      route.fulfill({
        status: 429,
        headers: { "retry-after": "2" },
        json: { success: false, ok: false, error },
      }),
    );
    await page.getByRole("radio", { name: "On the server" }).check();
    await page.locator(".editor textarea").fill("[1]");
    await page.keyboard.press("Control+Enter");
    await page.locator(".verdict", { hasText: "Not run" }).waitFor();
    expect(await page.getByRole("button", { name: /Try again in \d/ }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Try again", exact: true }).waitFor();
    await page.getByRole("button", { name: "Run here instead" }).click();
    await page.locator(".verdict", { hasText: "Valid" }).waitFor();
    expect(await page.locator(".where .btn.main").textContent()).toContain("up to date");
    await page.locator(".editor textarea").fill(`[${"1,".repeat(60_000)}1]`);
    await page.locator(".facts.warned", { hasText: "more than the 100,000" }).waitFor();
    await context.close();
  });

  test("what a kit found leads to its place in the input", async () => {
    const { page, context } = await openAt("/kits/evaluation-dataset-qa-kit");
    await page.locator(".presets").selectOption("0");
    await page.keyboard.press("Control+Enter");
    await page.locator("button.finding").first().waitFor();
    await page.locator("button.finding").first().click();
    await page.locator('.findings li[aria-current="true"]').waitFor();
    await page.locator("#input .row.on").waitFor();
    await context.close();
  });

  test("on a narrow page the way to the result of a kit keeps its input", async () => {
    const { page, context } = await openAt("/kits/structured-output-recovery-kit", {
      viewport: { width: 360, height: 800 },
    });
    const area = page.locator("textarea").first();
    await area.fill("kept");
    await page.locator(".runbar").getByRole("button", { name: "Result" }).click();
    expect(await area.inputValue()).toBe("kept");
    await context.close();
  });

  test("a receipt that does not hold says which hash differs", async () => {
    const { page, context } = await openAt("/kits/structured-output-recovery-kit");
    await page.route("**/api/verify", async (route) => {
      const sent = route.request().postDataJSON() as { receipt: { output_sha256: string } };
      sent.receipt.output_sha256 = "0".repeat(64);
      await route.continue({ postData: JSON.stringify(sent) });
    });
    await page.locator(".presets").selectOption("0");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Verify on the server" }).click();
    await page.getByText("Differs in output sha256").waitFor();
    await context.close();
  });

  test("a text that no tool claims goes along to the tool that is searched for it", async () => {
    const { page, context } = await openAt("/");
    const text = `One thing. Then another!\n${"And so on, it seems? ".repeat(4)}`;
    await page.locator("#ask").fill(text);
    await page.getByRole("button", { name: "Search instead" }).click();
    await page.getByText("are kept and go along").waitFor();
    await page.keyboard.type("token counter");
    await page.locator("#hit0 b", { hasText: "Token Counter" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".editor textarea").waitFor();
    expect(await page.locator(".editor textarea").inputValue()).toBe(text);
    await context.close();
  });

  test("the next step of a pipeline is one that takes what the last one gave", async () => {
    const { page, context } = await openAt("/pipeline");
    await page.locator(".editor textarea").fill('{"a": [1, 2], "b": {"c": "d"}}');
    await page.locator("#add-step").click();
    await page.locator("dialog #hit0").waitFor();
    const offered = await page.locator("dialog [role=option] b").allTextContents();
    expect(offered).toContain("JSON Formatter");
    await page.keyboard.type("tip calculator");
    await page.locator("dialog .said, dialog #hit0").first().waitFor();
    expect(await page.locator("dialog b", { hasText: "Tip Calculator" }).count()).toBe(0);
    await context.close();
  });

  test("a step that stopped leads to its wrong field", async () => {
    const { page, context } = await openAt("/pipeline");
    await page.locator(".editor textarea").fill('{"a": 1}');
    await page.locator("#add-step").click();
    await page.keyboard.type("json formatter");
    await page.locator("dialog #hit0 b", { hasText: "JSON Formatter" }).waitFor();
    await page.keyboard.press("Enter");
    const indent = page.locator('[id$="f-indent"]');
    await page.locator(".step .verdict", { hasText: "Done" }).waitFor();
    await page.locator(".step details summary").first().click();
    await indent.fill("-3");
    await page.getByRole("button", { name: "Go to the field" }).waitFor();
    await page.keyboard.press("F8");
    expect(await indent.evaluate((field) => field === document.activeElement)).toBe(true);
    await context.close();
  });

  test("a browser that keeps nothing says so, once something was to be kept", async () => {
    const { page, context } = await openAt("/about");
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("", "QuotaExceededError");
      };
    });
    await page.reload();
    await page.getByRole("button", { name: "Change between light and dark" }).click();
    await page.locator(".notice", { hasText: "Nothing is kept" }).waitFor();
    await context.close();
  });
});
