/** Rows in forms, and the pipeline with what its fields take. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { hasBrowser, visited } from "../support/browser.ts";
import { quoteShell } from "../../tools/_lib/text/shell-quote.ts";
import { commandOf } from "../support/program.ts";

/** A path of the project from anywhere. */
const resolvedWord = (word: string): string =>
  quoteShell(word.startsWith("app/") ? `${process.cwd()}/${word}` : word);

async function addStep(page: Page, words: string, name: string): Promise<void> {
  await page.locator("#add-step").click();
  await page.keyboard.type(words);
  await page.locator("dialog #hit0 b", { hasText: name }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".step h2", { hasText: name }).waitFor();
}

describe.skipIf(!hasBrowser)("rows in a form", () => {
  const { open } = visited();

  test("are added, moved and removed by keys, and go to JSON and back", async () => {
    const { page, context, problems } = await open("/tools/utility-cost-estimator");
    await page.locator("#f-devices .addrow").click();
    await page.keyboard.type("Heater");
    await page.keyboard.press("Tab");
    await page.keyboard.type("1500");
    await page.keyboard.press("Enter");
    await page.locator("#f-devices li").nth(1).waitFor();
    const cell = (row: number, column: string) =>
      page.locator("#f-devices li").nth(row).locator(`[data-column="${column}"]`);
    await cell(1, "name").fill("Lamp");
    await cell(1, "watts").fill("10");
    await page.keyboard.press("Alt+ArrowUp");
    expect(await cell(0, "name").inputValue()).toBe("Lamp");
    expect(await cell(0, "watts").evaluate((node) => node === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: "JSON Devices" }).click();
    expect(JSON.parse(await page.locator("textarea#f-devices").inputValue())).toEqual([
      { name: "Lamp", watts: 10 },
      { name: "Heater", watts: 1500 },
    ]);
    await page.locator("textarea#f-devices").fill('[{"name":"Oven","watts":2e3}]');
    await page.getByRole("button", { name: "JSON Devices" }).click();
    expect(await cell(0, "watts").inputValue()).toBe("2e3");
    await page.getByRole("button", { name: "Remove row 1" }).click();
    expect(await page.locator("#f-devices li").count()).toBe(0);
    expect(
      await page.locator("#f-devices .addrow").evaluate((node) => node === document.activeElement),
    ).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("an error stands at its row, and F8 leads there", async () => {
    const { page, context } = await open("/tools/invoice-generator");
    await page.locator(".presets").selectOption("0");
    const price = page.locator('[data-at="/lines/1/unitPrice"]');
    await price.fill("free");
    await page.locator('[data-at="/lines/1/unitPrice"][aria-invalid]').waitFor();
    expect(await page.locator("#f-lines li").nth(1).locator(".err").textContent()).toContain(
      "free",
    );
    expect(await page.locator("#f-lines li").nth(0).locator(".err").count()).toBe(0);
    await page.locator("#f-number").focus();
    await page.keyboard.press("F8");
    expect(await price.evaluate((node) => node === document.activeElement)).toBe(true);
    await price.fill("9.50");
    await page.locator(".verdict", { hasText: "Valid" }).waitFor();
    await context.close();
  });
});

describe.skipIf(!hasBrowser)("the pipeline", () => {
  const { base, open } = visited();

  test("a field takes a member of a result, which follows its step", async () => {
    const { page, context, problems } = await open("/pipeline");
    await page.locator(".editor textarea").fill("a,b\n1,2\n");
    await addStep(page, "csv to json", "CSV to JSON");
    await page.locator(".step").nth(1).locator(".verdict", { hasText: "Done" }).waitFor();
    await addStep(page, "json formatter", "JSON Formatter");
    await page.locator(".step").nth(2).locator(".pick").first().click();
    await page.keyboard.type("columns[1]");
    await page.locator("dialog #hit0", { hasText: "$PREV.value.columns[1]" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".step").nth(2).locator(".pick", { hasText: "columns[1]" }).waitFor();
    await page.locator(".step").nth(2).locator(".verdict.bad").waitFor();
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    const exported = async () =>
      JSON.parse((await page.locator(".snippet pre").textContent()) ?? "") as {
        steps: { input: Record<string, unknown> }[];
      };
    expect((await exported()).steps[1]?.input["input"]).toBe("$PREV.value.columns[1]");
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a link with a long input says what it leaves out, and holds it when asked", async () => {
    const { page, context } = await open("/pipeline");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const input = `a,b\n${"1,2\n".repeat(1000)}`;
    await page.locator(".editor textarea").fill(input);
    await addStep(page, "csv to json", "CSV to JSON");
    await page.keyboard.press("Alt+Shift+S");
    await page.getByText("The input has 4,004 characters.").waitFor();
    await page.getByRole("button", { name: "Copy with the settings only" }).click();
    await page.waitForURL(/#v1\./);
    const settings = page.url();
    await page.getByRole("button", { name: "Copy with the input" }).click();
    await page.waitForURL((url) => url.href !== settings);
    const whole = page.url();
    for (const [link, expected] of [
      [settings, ""],
      [whole, input],
    ] as const) {
      const other = await context.newPage();
      await other.goto(link);
      await other.locator(".step h2", { hasText: "CSV to JSON" }).waitFor();
      expect(await other.locator(".editor textarea").first().inputValue()).toBe(expected);
    }
    await context.close();
  });

  test("what it exports gives the same at the other doors", async () => {
    const { page, context } = await open("/pipeline");
    await page.locator(".editor textarea").fill('name,it\'s\nAda,"x"\n');
    await addStep(page, "csv to json", "CSV to JSON");
    await addStep(page, "json to csv", "JSON to CSV");
    await page.locator(".step").nth(2).locator(".verdict", { hasText: "Done" }).waitFor();
    const rows = await page.locator(".step").nth(2).locator(".lines .row").allTextContents();
    const expected = rows.join("\n");
    const exported = async (form: string): Promise<string> => {
      await page.getByRole("button", { name: form, exact: true }).click();
      return (await page.locator(".snippet pre").textContent()) ?? "";
    };
    const folder = (await Bun.$`mktemp -d`.text()).trim();
    const binary = `${folder}/purebox`;
    const words = commandOf("source").map((word) => resolvedWord(word));
    await Bun.write(binary, `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`);
    await Bun.$`chmod +x ${binary}`;
    const shell = async (text: string): Promise<string> => {
      const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
      const child = Bun.spawn(["bash", "-c", text], { cwd: folder, env, stdout: "pipe" });
      return new Response(child.stdout).text();
    };
    const curl = await shell(await exported("curl"));
    expect((JSON.parse(curl) as { output: string }).output.trimEnd()).toBe(expected);
    expect((await shell(await exported("Command line"))).trimEnd()).toBe(expected);
    await Bun.write(`${folder}/all.yaml`, await exported("YAML"));
    expect((await shell("purebox pipeline all.yaml")).trimEnd()).toBe(expected);
    const json = await fetch(`${base()}/api/pipeline`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: await exported("JSON"),
    });
    expect(((await json.json()) as { output: string }).output.trimEnd()).toBe(expected);
    await Bun.$`rm -r ${folder}`;
    await context.close();
  });
});
