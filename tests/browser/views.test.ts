/** The views of results, each used as people use it. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { hasBrowser, violationsOf, visited, wear } from "../support/browser.ts";

describe.skipIf(!hasBrowser)("a result", () => {
  const { open } = visited();

  /** Opens a tool with what is put into it, or its first example, and looks at its result. */
  async function opened(id: string, given: Given = {}) {
    const { text, texts = {}, example = 0, view, options } = given;
    const visit = await open(`/tools/${id}`, options);
    const { page, context } = visit;
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    if (text === undefined) {
      await page.locator(".presets").selectOption(String(example));
    } else await put(page, ".editor textarea", text);
    for (const [name, other] of Object.entries(texts)) {
      await put(page, `#text-${name} textarea`, other);
    }
    const verdict = page.locator(".result .verdict:not(.none, .old)");
    // What takes long is run when that is asked for.
    const slow = page.locator(".result .says.bad .btn", { hasText: "Run" });
    await verdict.or(slow).first().waitFor();
    if (await slow.isVisible()) await slow.click();
    await verdict.waitFor();
    if (view !== undefined) await show(page, view);
    return visit;
  }

  test("a table is sorted by a click and by keys, and copied as it is sorted", async () => {
    const text = "name,size\nb,10\na,9\nc,\nd,100\n";
    const { page, context, problems } = await opened("csv-to-json", { text, view: "Table" });
    const cells = () => page.locator(".table tbody td:first-child").allTextContents();
    await page.locator(".table tbody tr").nth(3).waitFor();
    expect(await cells()).toEqual(["b", "a", "c", "d"]);
    const size = page.locator("th", { hasText: "size" });
    await size.locator("button").click();
    expect(await cells()).toEqual(["a", "b", "d", "c"]);
    expect(await size.getAttribute("aria-sort")).toBe("ascending");
    await page.keyboard.press("Enter");
    expect(await cells()).toEqual(["d", "b", "a", "c"]);
    expect(await size.getAttribute("aria-sort")).toBe("descending");
    expect(await copied(page, "Copy as CSV")).toBe("name,size\r\nd,100\r\nb,10\r\na,9\r\nc,\r\n");
    await page.keyboard.press("Alt+c");
    await size.locator("button").click();
    expect(await cells()).toEqual(["b", "a", "c", "d"]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a table of numbers keeps every digit", async () => {
    const text = '[{"id": 12345678901234567890, "price": 1.50}, {"id": 2, "price": 1e2}]';
    const { page, context } = await opened("json-formatter", { text, view: "Table" });
    await page.locator(".table tbody tr").nth(1).waitFor();
    expect(await page.locator(".table tbody td").allTextContents()).toEqual([
      "12345678901234567890",
      "1.50",
      "2",
      "1e2",
    ]);
    await context.close();
  });

  test("of a long table only what is seen is drawn", async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => `row${index},${index}`);
    const text = `name,count\n${rows.join("\n")}\n`;
    const { page, context } = await opened("csv-to-json", { text, view: "Table" });
    await page.locator(".table h3", { hasText: "3,000 rows" }).waitFor();
    const drawn = page.locator(".table tbody tr:not(.space)");
    await page.waitForFunction(
      () => document.querySelectorAll(".table tbody tr:not(.space)").length < 100,
    );
    expect(await drawn.first().textContent()).toBe("row00");
    await page.locator(".result .view").evaluate((view) => view.scrollTo(0, view.scrollHeight));
    await page.locator("td", { hasText: /^row2999$/ }).waitFor();
    expect(await drawn.count()).toBeLessThan(100);
    expect((await copied(page, "Copy as CSV")).split("\r\n").length).toBe(3002);
    await context.close();
  });

  test("a tree opens, is walked by keys, and gives pointers and values", async () => {
    const text = '{"a/b": [1.50, {"c": null}], "d": {}}';
    const { page, context, problems } = await opened("json-formatter", { text, view: "Tree" });
    const leaves = page.locator(".leaf");
    await leaves.nth(5).waitFor();
    expect(await page.locator('.leaf[aria-level="3"]').count()).toBe(2);
    await leaves.nth(1).locator(".twist").click();
    expect(await leaves.count()).toBe(3);
    expect(await leaves.nth(1).getAttribute("aria-expanded")).toBe("false");
    await page.locator(".leaf[tabindex='0']").focus();
    for (const key of ["ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    expect(await pasted(page)).toBe("/a~1b/0");
    expect(await copied(page, "Copy value")).toBe("1.50");
    expect(await copied(page, "Copy pointer")).toBe("/a~1b/0");
    expect(JSON.parse(await copied(page, "Copy JSON"))).toEqual(JSON.parse(text));
    expect(problems).toEqual([]);
    await context.close();
  });

  test.each([
    { id: "loan-calculator", first: "Period", parts: "Each payment" },
    { id: "mortgage-calculator", first: "Year", parts: "Each year" },
    { id: "compound-interest-calculator", first: "Year", parts: "Each year" },
    { id: "retirement-calculator", first: "Age", parts: "Each year" },
  ])("$id draws its schedule, which stands below as a table", async ({ id, first, parts }) => {
    const { page, context, problems } = await opened(id);
    const asked = page.getByRole("button", { name: "Show the schedule and its curve" });
    const table = page.locator(".table th", { hasText: first }).first();
    await table.or(asked).first().waitFor();
    if (await asked.isVisible()) await asked.click();
    await table.waitFor();
    expect(await page.locator(".plots figcaption").allTextContents()).toEqual(["Balance", parts]);
    for (const plot of await page.locator(".plots svg").all()) {
      expect(await plot.getAttribute("aria-label")).toMatch(/\w/);
      expect(await plot.locator("text.tick").count()).toBeGreaterThan(4);
      expect(await plot.locator("text.word").count()).toBeGreaterThan(0);
    }
    const drawn = await page.locator(".plots").boundingBox();
    const below = await page.locator(".table table").boundingBox();
    expect(below?.y).toBeGreaterThan((drawn?.y ?? 0) + (drawn?.height ?? 0));
    expect(problems).toEqual([]);
    await context.close();
  });

  test("many numbers are a histogram, whose bars are a table", async () => {
    const { page, context } = await opened("random-number-generator");
    await page.locator("#f-count").fill("400");
    await page.locator("figcaption", { hasText: "400 numbers" }).waitFor();
    const bars = await page.locator(".plots rect.bars").count();
    expect(bars).toBeGreaterThan(3);
    await page.locator(".table table").waitFor();
    const counts = await page.locator(".table tbody td:last-child").allTextContents();
    expect(counts.length).toBe(bars);
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(400);
    await context.close();
  });

  test("a moment in several zones is a timeline, with its table", async () => {
    const { page, context } = await opened("time-zone-converter");
    await page.locator(".zones").waitFor();
    expect(await page.locator(".zone").count()).toBe(3);
    expect(await page.locator(".zone").first().locator(".hours span").count()).toBe(24);
    expect(await page.locator(".table tbody tr").count()).toBe(2);
    await context.close();
  });

  test("a picture is fitted or as large as it is, and copied", async () => {
    const chain = Array.from({ length: 30 }, (_, index) => `  N${index} --> N${index + 1}`);
    const text = `flowchart LR\n${chain.join("\n")}\n`;
    const { page, context, problems } = await opened("mermaid-renderer", { text });
    const width = async () => (await page.locator(".ground img").boundingBox())?.width ?? 0;
    await page.locator(".ground img").waitFor();
    const ground = (await page.locator(".ground").boundingBox())?.width ?? 0;
    expect(await width()).toBeLessThanOrEqual(ground);
    await page.locator(".picture .seg label", { hasText: "100 %" }).click();
    const own = Number(await page.locator(".ground img").getAttribute("width"));
    expect(await width()).toBeCloseTo(own, 0);
    expect(own).toBeGreaterThan(ground);
    expect(await copied(page, "Copy SVG")).toStartWith("<svg");
    expect(problems).toEqual([]);
    await context.close();
  });

  test.each([
    [1900, ".pair", 2],
    [1000, ".line", 0],
  ])("changes at %d px: lines, words, folds", async (width, row, halves) => {
    const keys = Array.from({ length: 20 }, (_, index) => `key${index}: ${index}`);
    const text = [...keys, "last:   a b", ""].join("\n");
    const options = { viewport: { width, height: 900 } };
    const { page, context, problems } = await opened("yaml-formatter", {
      text,
      view: "Changes",
      options,
    });
    await page.locator(".diff-head", { hasText: "1 line removed, 1 added" }).waitFor();
    expect(await page.locator(".diff .pair").count()).toBe(halves === 0 ? 0 : 4);
    expect(await page.locator(".diff mark").allTextContents()).toEqual(["···", "·"]);
    await page.locator(".fold", { hasText: "17 lines" }).click();
    expect(await page.locator(`.diff > ${row}`).count()).toBe(halves === 0 ? 22 : 21);
    expect(await copied(page, "Copy as diff")).toBe(
      [
        "--- before",
        "+++ after",
        "@@ -18,4 +18,4 @@",
        " key17: 17",
        " key18: 18",
        " key19: 19",
        "-last:   a b",
        "+last: a b",
        "",
      ].join("\n"),
    );
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a finding leads to its place each time, by clicks and by F8", async () => {
    const filler = Array.from({ length: 200 }, (_, index) => `key${index}: ${index}`);
    const text = ["a: on", ...filler, "b: off", ""].join("\n");
    const schema = "whitespace-normalizer";
    const { page, context } = await opened(schema, {
      text: text.replace("a: on", "a: on\t ").replace("b: off", "b:\u00a0off"),
      view: "Findings",
    });
    const area = page.locator(".editor textarea");
    const top = () => area.evaluate((field) => field.scrollTop);
    const scrolled = (isFar: boolean) =>
      page.waitForFunction((far) => {
        const field = document.querySelector(".editor textarea");
        return field !== null && field.scrollTop > 1000 === far;
      }, isFar);
    const last = page.locator("button.finding", { hasText: "line 202" });
    await last.first().click();
    await scrolled(true);
    const place = await top();
    await area.evaluate((field) => field.scrollTo(0, 0));
    await last.first().click();
    await scrolled(true);
    expect(Math.abs((await top()) - place)).toBeLessThan(40);
    await area.evaluate((field) => field.scrollTo(0, 0));
    await page.keyboard.press("F8");
    await page.keyboard.press("Shift+F8");
    await scrolled(true);
    await context.close();
  });

  test("findings of two texts have a place in each", async () => {
    const document = (most: number, lead: string) => `openapi: 3.0.3
info: { title: Shop, version: "1" }
${lead}paths:
  /orders:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: ${most} } }
      responses: { "200": { description: ok } }
`;
    const { page, context, problems } = await opened("openapi-surface-delta", {
      text: document(100, ""),
      texts: { after: document(50, "tags:\n  - name: new\n") },
      view: "Findings",
    });
    const finding = page.locator("button.finding", { hasText: /before \d+, after \d+/ }).first();
    await finding.click();
    const lines = (await finding.locator(".where-at").textContent())?.match(/\d+/g);
    const places = page.locator(".row.on");
    await places.nth(1).waitFor();
    expect(await places.evaluateAll((rows) => rows.map((row) => row.dataset["n"]))).toEqual(
      lines ?? [],
    );
    expect(await page.locator("#text-before .row.on, #text-after .row.on").count()).toBe(2);
    expect(await copied(page, "Copy")).toContain(`before ${lines?.[0]}, after ${lines?.[1]}`);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("of a large text only some lines are drawn; Copy has all", async () => {
    const lines = Array.from({ length: 6000 }, (_, index) => String(9999 - index));
    const { page, context } = await opened("sort-lines", { text: lines.join("\n"), view: "Text" });
    await page.locator(".lines .row").first().waitFor();
    expect(await page.locator(".lines .row").count()).toBeLessThanOrEqual(2000);
    const all = await copied(page, "Copy");
    expect(all.trimEnd().split("\n").toSorted()).toEqual(lines.toSorted());
    await page.locator(".lines").evaluate((view) => view.scrollTo(0, view.scrollHeight));
    await page.locator('.lines .row[data-n="6000"]').waitFor();
    await context.close();
  });

  test("figures and values are copied one by one, and all together", async () => {
    const { page, context, problems } = await opened("timestamp-converter");
    const row = page.locator(".values > div", { hasText: "Epoch seconds" });
    const value = (await row.locator("dd.mono").textContent()) ?? "";
    await row.getByRole("button").click();
    expect(await pasted(page)).toBe(value);
    expect(await copied(page, "Copy all")).toContain(`Epoch seconds: ${value}`);
    await page.goto(`${new URL(page.url()).origin}/tools/age-calculator`);
    await page.locator(".presets").selectOption("0");
    await page.locator(".figures").getByRole("button", { name: "Copy Age" }).click();
    expect(await page.locator(".figures .main dd").textContent()).toStartWith(await pasted(page));
    expect(problems).toEqual([]);
    await context.close();
  });

  test.each([
    ["text", "base64", undefined],
    ["tree", "json-formatter", "Tree"],
    ["table", "json-to-csv", "Table"],
    ["figures and plots", "mortgage-calculator", undefined],
    ["values", "timestamp-converter", undefined],
    ["a histogram", "random-number-generator", undefined],
    ["a timeline", "time-zone-converter", undefined],
    ["a picture", "mermaid-renderer", undefined],
    ["changes", "yaml-formatter", "Changes"],
    ["findings", "openapi-surface-delta", "Findings"],
  ])("nothing keeps people from using %s, light and dark", async (_, id, view) => {
    const options = { viewport: { width: 1600, height: 800 }, bypassCSP: true };
    const { page, context, problems } = await opened(id, { view, options });
    // Colours do not depend on the width, nor does what lies beside what on the colours.
    for (const [theme, width] of [
      ["light", 320],
      ["dark", 1600],
    ] as const) {
      await wear(page, theme);
      await page.setViewportSize({ width, height: 800 });
      await page.locator('.result :not([aria-busy="true"]):visible').first().waitFor();
      // There may be several.
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      const over = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      const violations = await violationsOf(page, theme);
      expect({ width, theme, over, violations, problems }).toEqual({
        width,
        theme,
        over: 0,
        violations: [],
        problems: [],
      });
    }
    await context.close();
  });
});

interface Given {
  /** What stands in the first editor. */
  readonly text?: string;
  /** What stands in other editors, by their fields. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly example?: number;
  /** By its name on the page. */
  readonly view?: string | undefined;
  readonly options?: object;
}

/** At once, as by a paste: to type thousands of lines takes the browser half a minute. */
async function put(page: Page, place: string, text: string): Promise<void> {
  const area = page.locator(place).first();
  await area.waitFor();
  await area.evaluate((field, value) => {
    (field as HTMLTextAreaElement).value = value;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }, text);
}

async function show(page: Page, view: string): Promise<void> {
  const list = page.locator(".view-choice");
  const segment = page.locator(".result .bar .seg label", { hasText: view });
  await list.or(segment.first()).first().waitFor();
  if ((await list.count()) > 0) await list.selectOption({ label: view });
  else await segment.first().click();
}

const EMPTY = "nothing was copied";

async function copied(page: Page, button: string): Promise<string> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), EMPTY);
  await page.locator(".result").getByRole("button", { name: button, exact: true }).first().click();
  return pasted(page);
}

async function pasted(page: Page): Promise<string> {
  await page.waitForFunction(
    async (text) => (await navigator.clipboard.readText()) !== text,
    EMPTY,
  );
  return page.evaluate(() => navigator.clipboard.readText());
}
