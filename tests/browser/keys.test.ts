/** The keys, one after another, on every kind of screen on which they mean something. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chooseFiles, hasBrowser, visited } from "../support/browser.ts";

const dialogOf = (page: Page) => page.locator("dialog[open]");
const focusIs = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.activeElement?.closest(wanted) !== null, selector);
const press = (page: Page, key: string) => page.keyboard.press(key);

async function takeExample(page: Page, title = "0"): Promise<void> {
  await page.locator(".presets").first().selectOption(title);
}

async function copied(page: Page, key: string): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await press(page, key);
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "");
  return page.evaluate(() => navigator.clipboard.readText());
}

/** `/`, Ctrl K, Cmd K and ? work wherever one is, and are letters while one types. */
async function findsFromAnywhere(page: Page): Promise<void> {
  for (const key of ["/", "Control+k", "Meta+k"]) {
    await press(page, key);
    await dialogOf(page).getByRole("combobox").waitFor();
    await press(page, "Escape");
    await dialogOf(page).waitFor({ state: "detached" });
  }
  await press(page, "?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await press(page, "/");
  expect(await dialogOf(page).count()).toBe(1);
  await press(page, "Escape");
  expect(await dialogOf(page).count()).toBe(0);
}

async function opensFile(page: Page, text: string): Promise<void> {
  const file = { name: "a.txt", mimeType: "", buffer: Buffer.from(text) };
  await chooseFiles(page, file, () => press(page, "Alt+o"));
}

describe.skipIf(!hasBrowser)("keys", () => {
  const { open } = visited();
  const openAt = async (path: string, options: object = {}) => {
    const visit = await open(path, options);
    await visit.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await visit.page.locator("h1").waitFor();
    return visit;
  };

  test("home: find, walk, open the nth, open a file", async () => {
    const { page, context, problems } = await openAt("/");
    const ask = page.locator("#ask");
    await ask.blur();
    await press(page, "/");
    await focusIs(page, "#ask");
    await page.keyboard.type("/?");
    expect(await ask.inputValue()).toBe("/?");
    await ask.fill("");
    await ask.blur();
    await press(page, "Control+k");
    await focusIs(page, "#ask");
    await ask.blur();
    await press(page, "?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await press(page, "Escape");
    await opensFile(page, '{"a": [1, 2, 3], "b": "of a file"}');
    await page.locator(".hits.detect #hit1").waitFor();
    await ask.focus();
    await press(page, "ArrowDown");
    await page.locator('#hit1[aria-selected="true"]').waitFor();
    await press(page, "ArrowUp");
    await page.locator('#hit0[aria-selected="true"]').waitFor();
    const second = await page.locator("#hit1").getAttribute("href");
    await ask.blur();
    await press(page, "Alt+2");
    await page.waitForURL(`**${second}`);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a tool of one text: run, stop, leave, find, walk panes, copy, share, pin", async () => {
    const { page, context, problems } = await openAt("/tools/json-formatter");
    await findsFromAnywhere(page);
    await opensFile(page, '{"a":1}');
    const area = page.locator(".editor textarea");
    await page.locator(".lines", { hasText: '"a": 1' }).waitFor();
    await area.focus();
    await page.keyboard.type("/?");
    expect(await area.inputValue()).toContain("/?");
    await area.fill('{"a":2}');
    await press(page, "Control+Enter");
    await page.locator(".lines", { hasText: '"a": 2' }).waitFor();
    await focusIs(page, "#input textarea");
    expect(await copied(page, "Alt+c")).toBe('{\n  "a": 2\n}');
    // Esc leaves the editor, so that Tab goes on from there.
    await area.focus();
    await press(page, "Escape");
    await press(page, "Tab");
    expect(await area.evaluate((field) => field === document.activeElement)).toBe(false);
    await focusIs(page, "#input");
    await press(page, "F6");
    await focusIs(page, "#result");
    await press(page, "F6");
    await focusIs(page, "#input");
    await press(page, "Shift+F6");
    await focusIs(page, "#result");
    await press(page, "Alt+p");
    await page.getByRole("button", { name: "Pinned" }).waitFor();
    await press(page, "Alt+p");
    await page.getByRole("button", { name: "Pin", exact: true }).waitFor();
    await press(page, "Alt+Shift+s");
    await page.getByRole("button", { name: "Copy with the input" }).waitFor();
    await press(page, "Tab");
    expect(await copied(page, "Enter")).toContain("#v1.");
    await area.fill('{\n"a": 1,\n"b" 2\n}');
    await page.locator(".row.bad").waitFor();
    await press(page, "F8");
    await page.locator('.row.on[data-n="3"]').waitFor();
    // In a dialog the keys of the page mean nothing.
    await press(page, "Escape");
    await press(page, "?");
    await page.locator("dialog[open]").waitFor();
    await press(page, "Alt+p");
    await press(page, "F6");
    await focusIs(page, "dialog");
    await press(page, "Escape");
    expect(await page.getByRole("button", { name: "Pinned" }).count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a run is ended by Esc, which then leaves the editor", async () => {
    const { page, context } = await openAt("/tools/json-formatter");
    await page.route("**/api/run", () => {
      // Never answered.
    });
    const area = page.locator(".editor textarea");
    await page.getByRole("radio", { name: "On the server" }).check();
    await area.fill("[1]");
    await press(page, "Control+Enter");
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await press(page, "Escape");
    await page.getByText("Stopped.").waitFor();
    await focusIs(page, "#input textarea");
    await press(page, "Escape");
    await page.waitForFunction(() => document.activeElement === document.body);
    await context.close();
  });

  test("a tool of two texts: findings in their places, three panes", async () => {
    const { page, context, problems } = await openAt("/tools/openapi-surface-delta");
    await takeExample(page);
    await page.locator(".findings li").first().waitFor();
    for (const step of ["F8", "Shift+F8", "F8"]) {
      await press(page, step);
      await page.locator('.findings li[aria-current="true"]').waitFor();
      await page.locator(".row.on").first().waitFor();
    }
    const panes: (string | undefined)[] = [];
    for (let count = 0; count < 3; count++) {
      await press(page, "F6");
      panes.push(
        await page.evaluate(() => document.activeElement?.closest<HTMLElement>(".pane")?.id),
      );
    }
    expect(new Set(panes).size).toBe(3);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a finding asked for before its place is known is shown when it is", async () => {
    const { page, context, problems } = await openAt("/tools/openapi-surface-delta");
    const shown = Promise.withResolvers<void>();
    let held = 0;
    await page.route("**/a/*.js", async (route) => {
      const response = await route.fetch();
      // The script that reads places.
      if ((await response.text()).includes("beforePointer")) {
        held++;
        await shown.promise;
      }
      await route.fulfill({ response });
    });
    await takeExample(page);
    await page.locator(".findings li").first().waitFor();
    await press(page, "F8");
    await page.locator('.findings li[aria-current="true"]').waitFor();
    expect([held, await page.locator(".row.on").count()]).toEqual([1, 0]);
    shown.resolve();
    await page.locator(".row.on").first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a form: F8 leads to the wrong field; rows move", async () => {
    const { page, context, problems } = await openAt("/tools/loan-calculator");
    await findsFromAnywhere(page);
    await takeExample(page);
    const rate = page.locator("#f-annualRate");
    await rate.fill("6900");
    await page.locator("#f-annualRate[aria-invalid]").waitFor();
    await page.locator("#f-principal").focus();
    await press(page, "F8");
    await focusIs(page, "#f-annualRate");
    await rate.fill("6.9");
    await press(page, "Control+Enter");
    await page.locator(".verdict", { hasText: "Solved" }).waitFor();
    await focusIs(page, "#f-annualRate");
    await press(page, "F6");
    await focusIs(page, "#result");
    expect((await copied(page, "Alt+c")).length).toBeGreaterThan(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a kit: run, stages, files, link", async () => {
    const { page, context, problems } = await openAt("/kits/structured-output-recovery-kit");
    await findsFromAnywhere(page);
    await takeExample(page);
    await press(page, "Control+Enter");
    await page.locator(".verdictline", { hasText: "Pass" }).waitFor();
    const first = await copied(page, "Alt+c");
    await page
      .getByRole("button", { name: /^Preview/ })
      .first()
      .click();
    expect(await page.locator(".preview").textContent()).toBe(first);
    await press(page, "F6");
    await focusIs(page, "#input");
    await press(page, "F6");
    await focusIs(page, "#result");
    await press(page, "Alt+Shift+s");
    await page.getByRole("button", { name: "Copy with the input" }).waitFor();
    await press(page, "Alt+p");
    await page.getByRole("button", { name: "Pinned" }).waitFor();
    await opensFile(page, "of a file");
    await page.waitForFunction(() =>
      [...document.querySelectorAll("textarea")].some(({ value }) => value === "of a file"),
    );
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a key in the moment in which the finder is closed is none for its field", async () => {
    const { page, context } = await openAt("/pipeline");
    await press(page, "/");
    await dialogOf(page).getByRole("combobox").waitFor();
    await page.evaluate(() => {
      const field = document.activeElement;
      document.querySelector<HTMLDialogElement>("dialog[open]")?.close();
      field?.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
    });
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await context.close();
  });

  test("a pipeline: steps are walked, moved, run and copied", async () => {
    const { page, context, problems } = await openAt("/pipeline");
    await findsFromAnywhere(page);
    await opensFile(page, '[{"a":1}]');
    for (const name of ["json formatter", "json to csv"]) {
      await page.locator("#add-step").click();
      await page.keyboard.type(name);
      await page
        .locator("dialog #hit0 b")
        .filter({ hasText: new RegExp(name, "i") })
        .waitFor();
      await press(page, "Enter");
      await dialogOf(page).waitFor({ state: "detached" });
    }
    await press(page, "Control+Enter");
    await page.locator(".step").nth(2).locator(".verdict", { hasText: "Done" }).waitFor();
    expect(await copied(page, "Alt+c")).toContain("a\n1");
    const last = page.locator(".step").nth(2).getByRole("link");
    await last.focus();
    await press(page, "Alt+ArrowUp");
    await page.locator('.step[data-step="0"]', { hasText: "JSON to CSV" }).waitFor();
    await focusIs(page, '.step[data-step="0"]');
    await press(page, "Alt+ArrowDown");
    await page.locator('.step[data-step="1"]', { hasText: "JSON to CSV" }).waitFor();
    await focusIs(page, '.step[data-step="1"]');
    await press(page, "Alt+Shift+s");
    await page.getByRole("button", { name: "Copy with the input" }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test("hints stand where the action is, and not where there are no keys", async () => {
    const wide = await openAt("/tools/json-formatter");
    expect(await wide.page.locator(".where kbd").isVisible()).toBe(true);
    await wide.context.close();
    for (const options of [
      { viewport: { width: 360, height: 800 } },
      { hasTouch: true, isMobile: true },
    ]) {
      for (const path of ["/", "/tools/json-formatter", "/pipeline"]) {
        const { page, context } = await openAt(path, options);
        expect(await page.locator("main .btn kbd:visible, .foot kbd:visible").count()).toBe(0);
        await context.close();
      }
    }
  });

  test("on a Mac the keys are written as there", async () => {
    const { page, context } = await openAt("/about");
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "platform", { get: () => "MacIntel" }),
    );
    await page.reload();
    await page.locator(".finder kbd", { hasText: "⌘ K" }).waitFor();
    await context.close();
  });
});
