/** The page of Mermaid diagrams: written and read ones, the same bytes as the service, a document, and no end in sight. */
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import MarkdownIt from "markdown-it";
import type { Page } from "playwright-core";
import { SaxesParser } from "saxes";
import { TABLE } from "../../app/web/assets.gen.ts";
import { hasBrowser, violationsOf, visited } from "../support/browser.ts";
import { archiveIn, downloaded, keptBy, membersOf } from "../support/files-page.ts";

const ID = "mermaid-diagram-delivery-kit";
const PATH = `/kits/${ID}`;

/** Found where no text of a diagram belongs. Longer words are broken into lines. */
const MARKER = "PBX-7f3a91c2";

const DIAGRAMS = {
  "flow.mmd": `flowchart LR\n  A[Order] --> B{Paid?}\n  B -->|yes| C[${MARKER}]\n`,
  "talk.mmd": "sequenceDiagram\n  Client->>Server: POST /token\n  Server-->>Client: 200\n",
  "classes.mmd": "classDiagram\n  Animal <|-- Duck\n  Animal : +int age\n",
  "states.txt": "stateDiagram-v2\n  [*] --> Still\n  Still --> Moving\n",
  "tables.mmd": "erDiagram\n  A ||--o{ B : has\n",
  "plan.mmd": "gantt\n  title Plan\n  section One\n  Task :a1, 2026-01-01, 3d\n",
  "share.mmd": 'pie title Share\n  "Web" : 3\n  "App" : 1\n',
  "ideas.mmd": "mindmap\n  root((Ideas))\n    One\n    Two\n",
} as const;

const BROKEN = "flowchart LR\n  A --> --> B";
const DOCUMENT = `# Guide\n\n\`\`\`mermaid\n${DIAGRAMS["flow.mmd"]}\`\`\`\n\n## Broken\n\n\`\`\`mermaid\n${BROKEN}\n\`\`\`\n\n## Pie\n\n~~~ mermaid\npie\n  "x" : 1\n~~~\n`;

interface Manifest {
  readonly status: string;
  readonly outputs: readonly {
    readonly name: string;
    readonly sha256: string;
    readonly width: number;
    readonly height: number;
  }[];
  readonly problems: readonly { readonly message: string }[];
}

interface Job {
  readonly options: {
    readonly diagrams: readonly { readonly id: string; readonly source: string }[];
  };
}

const PLACES = JSON.parse(TABLE) as Readonly<
  Record<string, readonly [start: number, bytes: number]>
>;

/** Mermaid and its fonts; no other script comes near. */
function isLarge(url: string): boolean {
  const [, bytes = 0] = PLACES[new URL(url).pathname] ?? [];
  return bytes > 1_000_000;
}

/** What is wrong with a picture that is to be put into pages. */
function complaintOf(svg: string): string {
  let complaint = "";
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    complaint = error.message;
  });
  parser.write(svg).close();
  return complaint || (/<(?:script|foreignObject)|href="(?!#)|url\((?!#)/.exec(svg)?.[0] ?? "");
}

/** As many pixels as the SVG of its diagram has units, times its scale; another program sees as many. */
function judgeSize(name: string, bytes: Uint8Array, { outputs }: Manifest): void {
  const told = outputs.find((one) => one.name === name);
  const svg = outputs.find((one) => one.name === name.replace(/(?:@[\d.]+x)?\.png$/, ".svg"));
  const scale = name.includes("@2x") ? 2 : 1;
  const size = [svg?.width ?? 0, svg?.height ?? 0].map((side) => Math.ceil(side * scale));
  expect([name, told?.width, told?.height]).toEqual([name, ...size]);
  const { status, stdout } = spawnSync("identify", ["-format", "%w %h", "png:-"], { input: bytes });
  if (status === 0) expect([name, String(stdout)]).toEqual([name, size.join(" ")]);
  else console.warn("No identify: the sizes of PNG are not judged by another program");
}

describe.skipIf(!hasBrowser)("Mermaid diagrams on their page", () => {
  const { open, base } = visited();
  let folder = "";
  const at = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(`${tmpdir()}/mermaid-`);
    for (const [name, text] of Object.entries({ ...DIAGRAMS, "guide.md": DOCUMENT })) {
      await writeFile(at(name), text);
    }
    await writeFile(at("empty.mmd"), "\n");
    await writeFile(at("photo.mmd"), new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0]));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const add = (page: Page, names: readonly string[]) =>
    page.locator("#files").setInputFiles(names.map(at));
  const run = async (page: Page): Promise<void> => {
    await page.locator("#run-files:not(:disabled)").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.locator("#part-4").waitFor();
  };
  const asked = async (tool_id: string, input: object) => {
    const reply = await fetch(`${base()}/api/run`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ tool_id, input }),
    });
    return ((await reply.json()) as { result: { output: string; value: Value } }).result;
  };
  interface Value {
    readonly verdict: string;
    readonly verification: object;
  }

  test("eight kinds of diagrams have the bytes that the service draws; nothing leaves, and no connection is needed", async () => {
    const { page, context, problems } = await open(PATH, { acceptDownloads: true });
    const left: string[] = [];
    context.on("request", (request) => {
      const url = new URL(request.url());
      const isPlain = request.method() === "GET" && request.postData() === null;
      if (!isPlain || url.search !== "") left.push(request.url());
    });
    await add(page, ["empty.mmd", "photo.mmd", ...Object.keys(DIAGRAMS)]);
    await page.locator("#diagram option").nth(7).waitFor({ state: "attached" });
    await page.locator(".filerows .err", { hasText: "empty.mmd is empty." }).waitFor();
    await page.locator(".filerows .err", { hasText: "photo.mmd is not a text" }).waitFor();
    expect(await violationsOf(page, "light")).toEqual([]);
    await page.locator("#run-files:not(:disabled)").waitFor();
    await page.locator(".paper-ground img").waitFor();
    await context.setOffline(true);
    await run(page);
    const zip = await downloaded(page, () => page.locator("#save-all").click());
    await context.setOffline(false);
    expect(left).toEqual([]);
    const kept = await keptBy(page);
    expect(kept).not.toContain(MARKER);
    const members = membersOf(zip);
    const files = archiveIn(zip);
    const job = JSON.parse(files["job.json"] ?? "") as Job;
    const manifest = JSON.parse(files["manifest.json"] ?? "") as Manifest;
    expect(manifest.status).toBe("complete");
    expect(manifest.outputs.length).toBe(24);
    expect(members.slice(0, 24).map(({ name }) => name)).toEqual(
      manifest.outputs.map(({ name }) => name),
    );
    const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    const { outputs } = JSON.parse(files["plan.json"] ?? "") as {
      outputs: readonly { name: string; diagram: string; format: string; scale: number | null }[];
    };
    // One of each kind and format: the service takes a moment for each.
    const judged = outputs.filter(({ format, scale }, index) =>
      format === "svg" ? true : index % 2 === 1 ? scale === 1 : scale === 2,
    );
    for (const { name, diagram, format, scale } of judged.filter((_, index) => index % 3 < 2)) {
      const source = job.options.diagrams.find(({ id }) => id === diagram)?.source;
      const { output } = await asked("mermaid-renderer", {
        input: source,
        format,
        ...(scale === null ? {} : { scale }),
      });
      const bytes = Buffer.from(output, format === "svg" ? "utf8" : "base64");
      const made = members.find((one) => one.name === name)?.bytes ?? Buffer.alloc(0);
      expect([name, digest(made)]).toEqual([name, digest(bytes)]);
    }
    for (const { name, bytes } of members) {
      if (name.endsWith(".svg"))
        expect([name, complaintOf(bytes.toString("utf8"))]).toEqual([name, ""]);
      if (name.endsWith(".png")) judgeSize(name, bytes, manifest);
    }
    const { value } = await asked(ID, { job, manifest });
    const shown = await page.locator(".verdictline strong").textContent();
    expect(value.verdict).toBe(shown?.toLowerCase() ?? "");
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByText("every byte is the same").waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a document: two fences are pictures, the broken one is told of and stays", async () => {
    const { page, context } = await open(PATH, { acceptDownloads: true });
    await page.getByRole("button", { name: "SVG only" }).click();
    await add(page, ["guide.md"]);
    await page.locator("#diagram option").nth(2).waitFor({ state: "attached" });
    await page.locator("#diagram").selectOption("diagram-2");
    await page.getByText("Line 2:").waitFor();
    expect(await page.locator(".diagram [role=alert]").textContent()).toContain(
      "write a box between them",
    );
    await page.locator("#diagram option", { hasText: "Broken (cannot be drawn)" }).waitFor({
      state: "attached",
    });
    await page.locator(".diagram .row.bad[data-n='2']").waitFor();
    await page.locator("#diagram").selectOption("diagram-1");
    await page.getByRole("button", { name: "Use the suggestion" }).click();
    expect(await page.getByLabel("Alt text").inputValue()).toBe("Flowchart: Guide");
    await page.getByLabel("Alt text").fill("How an order is paid");
    await page.getByText("Image: How an order is paid").waitFor();
    await run(page);
    const files = archiveIn(await downloaded(page, () => page.locator("#save-all").click()));
    const html = new MarkdownIt({ html: true }).render(files["document.md"] ?? "");
    expect(
      [...html.matchAll(/<img src="([^"]+)" alt="([^"]+)"/g)].map((one) => one.slice(1)),
    ).toEqual([
      ["guide.svg", "How an order is paid"],
      ["pie.svg", "Pie chart: Pie"],
    ]);
    expect(html).toContain(BROKEN.replaceAll(">", "&gt;"));
    expect(await violationsOf(page, "dark")).toEqual([]);
    await page.locator(".shown-document img").nth(1).waitFor();
    expect(await page.locator(".shown-document img").count()).toBe(2);
    await context.close();
  });

  test("with keys alone: an engine that did not come is asked for again; a diagram is written, seen, zoomed, described and delivered", async () => {
    const { page, context } = await open("/", { viewport: { width: 320, height: 700 } });
    await context.route("**/a/chunk-*.js", (route) =>
      isLarge(route.request().url()) ? route.abort() : route.continue(),
    );
    await page.goto(base() + PATH);
    await page.locator("#add-diagram").focus();
    await page.keyboard.press("Enter");
    const plan = page.locator("section", { has: page.locator("#part-3") });
    await plan.getByText("The diagram engine could not be loaded.").waitFor();
    await context.unrouteAll();
    await plan.getByRole("button", { name: "Try again" }).focus();
    await page.keyboard.press("Enter");
    const source = page.getByLabel("Mermaid source of");
    await source.focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText('pie title Keys\n  "a" : 1');
    const picture = page.locator(".paper-ground");
    await picture.locator("img").waitFor();
    await picture.focus();
    const width = () => picture.locator("img").evaluate((image) => image.clientWidth);
    const fitted = await width();
    await page.keyboard.press("1");
    await page.keyboard.press("+");
    expect(await width()).toBeGreaterThan(fitted);
    await page.keyboard.press("0");
    expect(await width()).toBe(fitted);
    const wide = (await page.evaluate(
      "document.documentElement.scrollWidth > document.documentElement.clientWidth",
    )) as boolean;
    expect(wide).toBe(false);
    // Of what was written, and not of what stood there before.
    await page.locator(".planned td", { hasText: "keys.svg" }).waitFor({ state: "attached" });
    await run(page);
    await page.locator(".files.made b", { hasText: "keys.svg" }).waitFor();
    await context.close();
  });

  test("a layout without an end is cancelled at once, or stopped, and the next diagram is drawn", async () => {
    const { page, context } = await open(PATH, { acceptDownloads: true });
    await page.getByRole("button", { name: "SVG only" }).click();
    const edges = Array.from({ length: 300 }, (_, n) => `  N${n % 60} --> N${(n * 17 + 7) % 61}`);
    await writeFile(at("endless.mmd"), `flowchart LR\n${edges.join("\n")}\n`);
    await add(page, ["endless.mmd", "share.mmd"]);
    await page.locator("#diagram option").nth(1).waitFor({ state: "attached" });
    await page.locator("#diagram").selectOption("share");
    await page.locator("#run-files:not(:disabled)").waitFor();
    await page.locator("#run-files").click();
    await page.locator("progress").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Cancelled.").first().waitFor();
    await page.locator("#part-4").waitFor();
    await run(page);
    await page.locator(".files.made b", { hasText: "share.svg" }).waitFor();
    await context.close();
  });
});
