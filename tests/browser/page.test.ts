/** The page, used as people use it. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { ENTRIES, loadDetails, detailOf } from "../../app/registry.ts";
import { chooseFiles, hasBrowser, violationsOf, visited, wear } from "../support/browser.ts";

await loadDetails();

async function takeExample(page: Page, index = 0): Promise<void> {
  await page.locator(".presets").selectOption(String(index));
}

const verdictOf = (page: Page) => page.locator(".result .verdict");

describe.skipIf(!hasBrowser)("the page", () => {
  const { base, open } = visited();

  test("by keyboard alone: search, open, run, copy", async () => {
    const { page, context, problems } = await open("/");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator("#ask").waitFor();
    await page.keyboard.type("pretty print json");
    await page.locator("#hit0 b", { hasText: "JSON Formatter" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator("h1", { hasText: "JSON Formatter" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/tools/json-formatter");
    await page.locator(".editor textarea").focus();
    await page.keyboard.type('{"b":1.50}');
    await page.keyboard.press("Control+Enter");
    await page.locator(".verdict", { hasText: "Valid" }).waitFor();
    await page.keyboard.press("Alt+c");
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('{\n  "b": 1.50\n}');
    expect(problems).toEqual([]);
    await context.close();
  });

  test("every unit gives the same bytes here and on the server", async () => {
    const { page, context, problems } = await open("/");
    const calls = ENTRIES.filter(({ chooses }) => !chooses).flatMap((entry) => {
      const [first] = detailOf(entry).examples;
      const options = { now: "2026-01-01T00:00:00Z", seed: "page", ...first?.options };
      return first ? [{ tool_id: entry.id, input: first.input, options }] : [];
    });
    const here = await page.evaluate(async (list) => {
      const worker = new Worker(document.documentElement.dataset["worker"] ?? "", {
        type: "module",
      });
      const bodies: Record<string, unknown>[] = [];
      for (const [id, request] of list.entries()) {
        const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>();
        const hear = ({ data }: MessageEvent) => {
          // The first says that the run begins.
          if (data.body) resolve(data.body);
        };
        worker.addEventListener("message", hear);
        worker.postMessage({ id, request, publicUrl: location.origin });
        bodies.push(await promise);
        worker.removeEventListener("message", hear);
      }
      return bodies;
    }, calls);
    const differing: unknown[] = [];
    for (const [index, request] of calls.entries()) {
      const response = await fetch(`${base()}/api/run`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(request),
      });
      const [left, right] = [here[index], (await response.json()) as Record<string, unknown>].map(
        (body) => JSON.stringify([body?.["success"], body?.["result"], body?.["error"]]),
      );
      if (left !== right) differing.push([request.tool_id, left, right]);
    }
    expect(differing).toEqual([]);
    expect(calls.length).toBeGreaterThan(130);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("every unit has its page, with a control for each field", async () => {
    const { page, context, problems } = await open("/");
    for (const { id, name, kind } of ENTRIES) {
      const path = kind === "kit" ? `/kits/${id}` : `/tools/${id}`;
      await page.evaluate((href) => {
        history.pushState(null, "", href);
        dispatchEvent(new PopStateEvent("popstate"));
      }, path);
      await page.locator("h1", { hasText: name }).first().waitFor();
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  test("an error stands at its field, and at its line", async () => {
    const { page, context } = await open("/tools/loan-calculator");
    await takeExample(page);
    await page.locator("#f-annualRate").fill("6900");
    await page.locator("#f-annualRate[aria-invalid]").waitFor();
    expect(await page.locator("#e-annualRate").textContent()).toContain("1000");
    await page.goto(`${base()}/tools/json-formatter`);
    await page.locator(".editor textarea").fill('{\n  "a": 1,\n  "b" 2\n}');
    await page.locator(".row.bad").waitFor();
    expect(await page.locator(".row.bad").getAttribute("data-n")).toBe("3");
    expect(await verdictOf(page).textContent()).toContain("No result");
    await context.close();
  });

  test("a shared link brings the state back, and is never sent", async () => {
    const { page, context } = await open("/tools/json-formatter");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator("#f-indent").fill("4");
    await page.locator(".editor textarea").fill('{"a":[1]}');
    await page.locator(".verdict", { hasText: "Valid" }).waitFor();
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await page.getByRole("button", { name: "Share link" }).click();
    await page.getByRole("button", { name: "Copy with the input" }).click();
    // The address has the settings before it has the input.
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes("#v1."));
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const sent: string[] = [];
    const other = await context.newPage();
    other.on("request", (request) => sent.push(request.url() + (request.postData() ?? "")));
    await other.goto(link);
    await other.locator(".verdict", { hasText: "Valid" }).waitFor();
    expect(await other.locator(".editor textarea").inputValue()).toBe('{"a":[1]}');
    expect(await other.locator("#f-indent").inputValue()).toBe("4");
    expect(sent.some((one) => one.includes(link.split("#")[1] ?? "?"))).toBe(false);
    await context.close();
  });

  test("back and forward keep the screens", async () => {
    const { page, context } = await open("/");
    await page.locator('a[href="/tools/base64"]').click();
    await page.locator("h1", { hasText: "Base64" }).waitFor();
    await page.locator('a[href="/kits"]').first().click();
    await page.locator("h1", { hasText: "Kits" }).waitFor();
    await page.goBack();
    await page.locator("h1", { hasText: "Base64" }).waitFor();
    await page.goBack();
    await page.locator("#ask").waitFor();
    await page.goForward();
    await page.locator("h1", { hasText: "Base64" }).waitFor();
    await context.close();
  });

  test("a pipeline is built by clicks", async () => {
    const { page, context, problems } = await open("/tools/csv-to-json");
    await takeExample(page);
    await page.getByRole("button", { name: "Use in…" }).click();
    await page.locator("#add-step").click();
    await page.keyboard.type("json to csv");
    await page.locator("dialog #hit0 b", { hasText: "JSON to CSV" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".step").nth(2).locator(".verdict", { hasText: "Done" }).waitFor();
    expect(await page.locator(".step").nth(2).locator(".lines").textContent()).toContain(
      "name,zip,note",
    );
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    const exported = JSON.parse((await page.locator(".snippet pre").textContent()) ?? "") as object;
    const response = await fetch(`${base()}/api/pipeline`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(exported),
    });
    const { output } = (await response.json()) as { output: string };
    expect(await page.locator(".step").nth(2).locator(".lines .row").allTextContents()).toEqual(
      output.replace(/\n$/, "").split("\n"),
    );
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a kit is run, its files are previewed, its receipt is verified", async () => {
    const { page, context, problems } = await open("/kits/structured-output-recovery-kit");
    await takeExample(page);
    await page.keyboard.press("Control+Enter");
    await page.locator(".verdictline", { hasText: "Pass" }).waitFor();
    await page.getByRole("button", { name: "Preview data.json" }).click();
    expect(JSON.parse((await page.locator(".preview").textContent()) ?? "")).toMatchObject({
      qty: 3,
    });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "All as one zip" }).click(),
    ]);
    const path = await download.path();
    const listed = await Bun.$`python3 -m zipfile -t ${path}`.quiet().text();
    expect(listed).toContain("Done testing");
    await page.getByRole("button", { name: "Verify on the server" }).click();
    await page.getByText("Verified: the same bytes").waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test("after the first load it works without a connection", async () => {
    const { page, context } = await open("/tools/json-formatter", { serviceWorkers: "allow" });
    await takeExample(page);
    await page.locator(".verdict", { hasText: "Valid" }).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    // The files of this tool are kept once they came through the worker that keeps them.
    await page.reload();
    await takeExample(page);
    await page.locator(".verdict", { hasText: "Valid" }).waitFor();
    await context.setOffline(true);
    await page.reload();
    await page.locator(".notice", { hasText: "Offline" }).waitFor();
    await takeExample(page);
    await page.locator(".verdict", { hasText: "Valid" }).waitFor();
    await context.close();
  });

  test("fetching a tool's code is no part of a run, and is told", async () => {
    const { page, context } = await open("/tools/mermaid-renderer");
    await page.locator(".editor textarea").waitFor();
    const units = await page.evaluate(() => document.documentElement.dataset["units"] ?? "");
    const { files } = (await (await fetch(`${base()}${units}mermaid-renderer.json`)).json()) as {
      files: string[];
    };
    expect(files.length).toBeGreaterThan(0);
    const slow = new Set<string>();
    await context.route(
      (url) => files.includes(url.pathname),
      async (request) => {
        // Once for each file: what was fetched ahead lies in the browser's cache, which a routed request misses.
        const { pathname } = new URL(request.request().url());
        if (!slow.has(pathname)) {
          slow.add(pathname);
          await Bun.sleep(3000);
        }
        await request.continue();
      },
    );
    await takeExample(page);
    await page.keyboard.press("Control+Enter");
    await page.getByText(/Mermaid Renderer is being loaded: \d+\.\d MB/).waitFor();
    await verdictOf(page).filter({ hasText: "Drawn" }).waitFor();
    expect(await page.getByText("takes longer than two seconds").count()).toBe(0);
    await context.close();
  });

  test("the line between input and result is moved by keys and by dragging, and put back", async () => {
    const { page, context } = await open("/tools/json-formatter");
    const line = page.getByRole("separator");
    const width = async () => (await page.locator("#input").boundingBox())?.width ?? 0;
    await line.focus();
    const before = await width();
    await page.keyboard.press("ArrowRight");
    expect(await width()).toBeGreaterThan(before + 10);
    const box = await line.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 4, 400);
    await page.mouse.down();
    await page.mouse.move(400, 400, { steps: 3 });
    await page.mouse.up();
    expect(Math.abs((await width()) - 400)).toBeLessThan(6);
    expect(Number(await line.getAttribute("aria-valuenow"))).toBe(31);
    await line.dblclick();
    expect(Math.abs((await width()) - before)).toBeLessThan(2);
    await context.close();
  });

  test("keys lead from pane to pane, list themselves, and end a run", async () => {
    const { page, context } = await open("/tools/json-formatter");
    await takeExample(page);
    await page.locator(".verdict", { hasText: "Valid" }).waitFor();
    const isIn = async (pane: string) =>
      page.evaluate((id) => document.querySelector(id)?.contains(document.activeElement), pane);
    await page.keyboard.press("F6");
    expect(await isIn("#input")).toBe(true);
    await page.keyboard.press("F6");
    expect(await isIn("#result")).toBe(true);
    await page.keyboard.press("Shift+F6");
    expect(await isIn("#input")).toBe(true);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Alt+p");
    await page.getByRole("button", { name: "Pinned" }).waitFor();
    const file = { name: "a.json", mimeType: "", buffer: Buffer.from("[7]") };
    await chooseFiles(page, file, () => page.keyboard.press("Alt+o"));
    await page.locator(".lines", { hasText: "7" }).waitFor();
    await context.close();
  });

  test("a dropped file of 5 MB is read", async () => {
    const { page, context } = await open("/tools/hash-generator");
    await page.locator(".editor textarea").waitFor();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["x".repeat(5_000_000)], "large.txt", { type: "text/plain" }));
      dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    });
    await page.locator(".facts", { hasText: "5,000,000 characters" }).waitFor();
    await context.close();
  });

  test.each([
    "/",
    "/kits",
    "/about",
    "/proofs",
    "/docs",
    "/pipeline",
    "/tools/json-formatter",
    "/tools/loan-calculator",
    "/tools/openapi-surface-delta",
    "/tools/invoice-generator",
    "/kits/structured-output-recovery-kit",
  ])("nothing keeps people from using %s, light and dark", async (path) => {
    const { page, context, problems } = await open(path, { bypassCSP: true });
    await page.locator("h1").waitFor();
    if (path.startsWith("/tools/")) {
      await takeExample(page);
      await verdictOf(page).filter({ hasNotText: "none yet" }).waitFor();
    }
    for (const theme of ["light", "dark"] as const) {
      const violations = await violationsOf(page, theme);
      expect({ path, theme, violations }).toEqual({ path, theme, violations: [] });
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  test("it is as dark as the system, or as it was chosen to be", async () => {
    const { page, context } = await open("/", { colorScheme: "dark" });
    const theme = () => page.evaluate(() => document.documentElement.dataset["theme"]);
    expect(await theme()).toBe("dark");
    await wear(page, "light");
    await page.reload();
    expect(await theme()).toBe("light");
    await context.close();
  });

  test("no sideways scroll, from a narrow window to a wide one", async () => {
    const { page, context } = await open("/");
    for (const path of [
      "/",
      "/tools/json-formatter",
      "/tools/loan-calculator",
      "/kits/prompt-regression-kit",
      "/pipeline",
      "/docs",
      "/tools/invoice-generator",
    ]) {
      await page.goto(base() + path);
      await page.locator("h1").waitFor();
      for (const width of [320, 360, 768, 1280, 1920, 3840]) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate(async () => {
          // What is laid out by a program follows a frame later.
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect({ path, width, over }).toEqual({ path, width, over: 0 });
      }
    }
    await context.close();
  });
});

describe("the page over HTTP", () => {
  test("strict headers, compressed files that never change, first load in its bounds", async () => {
    const { startServer } = await import("../support/server.ts");
    const server = await startServer("source");
    const document = await fetch(server.base);
    const policy = document.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe-inline");
    expect(policy).not.toContain("'unsafe-eval'");
    const html = await document.text();
    expect(html).toContain("<title>purebox");
    const tool = await (await fetch(`${server.base}/tools/base64`)).text();
    expect(tool).toContain('<meta property="og:title" content="Base64');
    const alias = await fetch(`${server.base}/tools/json-format`, { redirect: "manual" });
    expect([alias.status, alias.headers.get("location")]).toEqual([308, "/tools/json-formatter"]);
    expect((await fetch(`${server.base}/tools/no-such`)).status).toBe(404);
    const style = /href="(\/a\/page-[^"]+)"/.exec(html)?.[1] ?? "";
    const packed = await fetch(server.base + style, {
      decompress: false,
      headers: { "accept-encoding": "br" },
    });
    expect(packed.headers.get("content-encoding")).toBe("br");
    expect(packed.headers.get("cache-control")).toContain("immutable");
    const plain = await fetch(server.base + style, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers.get("content-encoding")).toBe(null);
    expect(await plain.text()).toContain("--accent");
    expect((await fetch(`${server.base}/a/nothing.js`)).status).toBe(404);
    await server.stop();
  });
});
