/** The API reference, and the page without a connection. */
import { describe, expect, test } from "bun:test";
import { openapi } from "../../app/discovery/openapi.ts";
import { ENTRIES, loadDetails } from "../../app/registry.ts";
import { endpointsOf, fieldRows, type OpenApi, requestOf } from "../../app/web/docs/openapi.ts";
import { hasBrowser, visited } from "../support/browser.ts";

await loadDetails();

const API = openapi() as OpenApi;
const ENDPOINTS = endpointsOf(API);
const EXAMPLES = ENDPOINTS.flatMap(({ examples }) => Object.entries(examples));
const EXAMPLE = new Map(EXAMPLES).get("json-formatter")?.value ?? {};

describe("what the reference reads", () => {
  test("each operation with its fields, its answers and their codes", () => {
    const operations = Object.values(API.paths).flatMap((methods) => Object.keys(methods));
    expect(ENDPOINTS.length).toBe(operations.length);
    expect(EXAMPLES.length).toBe(ENTRIES.length);
    const run = ENDPOINTS.find(({ id }) => id === "runTool");
    expect(run?.answers.map(({ status }) => status)).toContain("429");
    expect(run?.answers.every(({ description }) => description !== "")).toBe(true);
    const batch = API.components.schemas["BatchRequest"] ?? {};
    const rows = fieldRows(API, batch);
    expect(rows.find(({ path }) => path === "requests")).toMatchObject({
      type: "list of object",
      isRequired: true,
    });
    expect(rows.map(({ path }) => path)).toContain("requests[].options.seed");
    for (const { answers } of ENDPOINTS) expect(answers.length).toBeGreaterThan(1);
  });
});

describe.skipIf(!hasBrowser)("the reference", () => {
  const { base, open } = visited();

  test("its calls are answered by the service that shows them, whatever name it is reached by", async () => {
    const { page, context, problems } = await open("/docs");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator("#runTool[open]").waitFor();
    await page.locator("#runTool").getByRole("button", { name: "Copy" }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toStartWith(`curl -s ${base()}/api/run`);
    const child = Bun.spawn(["bash", "-c", copied], { stdout: "pipe" });
    const answer = (await new Response(child.stdout).json()) as { success: boolean };
    expect(answer.success).toBe(true);
    await page.locator("#runTool").getByRole("button", { name: "Send" }).click();
    await page.locator("#runTool .came", { hasText: '"success": true' }).waitFor();
    await page.locator('nav a[href="#searchTools"]').click();
    await page.locator("#searchTools[open]").waitFor();
    await page.goto(`${base().replace("127.0.0.1", "localhost")}/docs#listTools`);
    await page.locator("#listTools[open] .snippet", { hasText: "http://localhost:" }).waitFor();
    expect(problems.filter((one) => !one.includes("localhost"))).toEqual([]);
    await context.close();
  });

  test("a call of each endpoint that reads or runs is one that the service takes", async () => {
    for (const endpoint of ENDPOINTS) {
      // A receipt is something that one has.
      if (endpoint.id === "verifyReceipt") continue;
      const { method, path, body } = requestOf(API, endpoint, EXAMPLE);
      const response = await fetch(base() + path, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      });
      expect({ id: endpoint.id, status: response.status }).toEqual({
        id: endpoint.id,
        status: 200,
      });
    }
  });

  test("with all files kept, a tool that was never opened works without a connection", async () => {
    const { page, context } = await open("/about", { serviceWorkers: "allow" });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.locator("#keep-all").click();
    await page.getByText("every tool works without a connection").waitFor();
    await context.setOffline(true);
    await page.goto(`${base()}/tools/csv-to-json`);
    await page.locator(".notice", { hasText: "Offline" }).waitFor();
    await page.locator(".presets").selectOption("0");
    await page.locator(".verdict", { hasText: "Valid" }).waitFor();
    await page.goto(`${base()}/docs`);
    await page.locator("#runTool[open]").waitFor();
    await context.close();
  });
});
