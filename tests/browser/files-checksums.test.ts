/** The page of checksums: files of many sizes and names, lists of other programs, cancelling, and that nothing leaves. */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { hasBrowser, violationsOf, visited } from "../support/browser.ts";
import { archiveIn, downloaded, memoryOf, keptBy } from "../support/files-page.ts";

const PATH = "/kits/file-verification-handoff-kit";
const PIECE = 4_000_000;

describe.skipIf(!hasBrowser)("files and their checksums", () => {
  const { open, base } = visited();
  let folder = "";
  const at = (name: string): string => join(folder, name);
  const digest = (bytes: Uint8Array, algorithm = "sha256"): string =>
    createHash(algorithm).update(bytes).digest("hex");
  const made = new Map<string, Uint8Array>();

  beforeAll(async () => {
    folder = await mkdtemp(`${tmpdir()}/checksums-`);
    await mkdir(at("in/deep"), { recursive: true });
    const sizes = [0, 1, PIECE - 1, PIECE, PIECE + 1];
    for (const [index, size] of sizes.entries()) {
      const bytes = new Uint8Array(size);
      for (let place = 0; place < size; place += 4096)
        crypto.getRandomValues(bytes.subarray(place, place + 512));
      made.set(`size-${index}.bin`, bytes);
    }
    for (const name of ["with blanks.txt", "Grüße.txt", "🗝️.txt", "*star.txt"]) {
      made.set(name, new TextEncoder().encode(`PBX-MARK ${name}\n`));
    }
    for (const [name, bytes] of made) await writeFile(at(`in/${name}`), bytes);
    await writeFile(at("in/deep/below.txt"), "below\n");
    await writeFile(at("large.bin"), "");
    await truncate(at("large.bin"), 300_000_000);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const add = (page: Page, names: readonly string[]) =>
    page.locator("#files").setInputFiles(names.map((name) => at(`in/${name}`)));
  const run = async (page: Page): Promise<void> => {
    await page.locator("#run-files:not(:disabled)").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.locator("#part-4").waitFor();
  };

  test("digests are those of other programs; the archive is the same each time, and holds what it says", async () => {
    const { page, context, problems } = await open(PATH, { acceptDownloads: true });
    await page.getByRole("button", { name: "All five" }).click();
    await add(page, [...made.keys()]);
    expect(await violationsOf(page, "light")).toEqual([]);
    await run(page);
    const first = await downloaded(page, () => page.locator("#save-all").click());
    const files = archiveIn(first);
    const job = JSON.parse(files["job.json"] ?? "") as Job;
    for (const { name, sha256, digests } of job.files) {
      const bytes = made.get(name) ?? new Uint8Array();
      expect(sha256).toBe(digest(bytes));
      const others = ["sha512", "sha384", "sha1", "md5"].map((one) => [one, digests[one]] as const);
      expect(others).toEqual(others.map(([one]) => [one, digest(bytes, one)]));
    }
    expect(Object.keys(files)).toContain("verify.sh");
    expect(Object.keys(files).slice(-2)).toEqual(["report.md", "receipt.json"]);
    const { page: other, context: elsewhere } = await open(PATH, { acceptDownloads: true });
    await other.getByRole("button", { name: "All five" }).click();
    await add(other, [...made.keys()]);
    await run(other);
    const again = await downloaded(other, () => other.locator("#save-all").click());
    expect(Buffer.compare(first, again)).toBe(0);
    await elsewhere.close();
    // The server says the same of the job and the manifest.
    const asked = await fetch(`${base()}/api/run`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        tool_id: "file-verification-handoff-kit",
        input: { job: files["job.json"], manifest: files["manifest.json"] },
      }),
    });
    const { result } = (await asked.json()) as { result: { value: { verdict: string } } };
    const shown = await page.locator(".verdictline strong").textContent();
    expect(result.value.verdict).toBe(shown?.toLowerCase() ?? "");
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByText("every byte is the same").waitFor();
    expect(await violationsOf(page, "dark")).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("what arrived is held against the sender's list: changed, missing, not listed, and signed by nobody knows whom", async () => {
    const { page, context, problems } = await open(PATH);
    await page.getByRole("tab", { name: "I send files" }).press("ArrowRight");
    const receive = page.getByRole("tab", { name: "I received files", selected: true });
    expect(await receive.evaluate((tab) => tab === document.activeElement)).toBe(true);
    expect(await page.getByLabel("sender", { exact: true }).count()).toBe(0);
    const listed = ["size-1.bin", "with blanks.txt", "Grüße.txt"];
    const lines = listed.map(
      (name) => `MD5 (${name}) = ${digest(made.get(name) ?? new Uint8Array(), "md5")}`,
    );
    const wrong = `${digest(new Uint8Array([9]))}  *star.txt`;
    const list = [...lines, wrong, `${digest(new Uint8Array())} *gone.txt`].join("\r\n");
    const given = { mimeType: "text/plain", buffer: Buffer.from(list) };
    await page.locator("#files").setInputFiles([
      { name: "MD5SUMS", ...given },
      { name: "MD5SUMS.asc", ...given },
    ]);
    await add(page, [...listed, "*star.txt", "🗝️.txt"]);
    await page.getByRole("button", { name: "First lines with blanks.txt" }).click();
    expect(await page.getByLabel("First lines of with blanks.txt").textContent()).toBe(
      "PBX-MARK with blanks.txt\n",
    );
    await page.getByRole("button", { name: "Use MD5SUMS as the sender's list" }).click();
    const field = page.getByLabel("The sender's list");
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    await run(page);
    const verdict = await page.locator(".verdictline").textContent();
    expect(verdict).toContain("Signature not checked; this does: gpg --verify MD5SUMS.asc MD5SUMS");
    const rows = page.locator(".verdicts tbody tr");
    expect(await rows.locator(".st").allTextContents()).toEqual(
      expect.arrayContaining(["✓ ok", "✗ differs", "✗ missing", "+ not listed"]),
    );
    expect(await page.locator(".verdicts mark").count()).toBeGreaterThan(5);
    await page.getByLabel("Problems only").check();
    expect(await rows.count()).toBe(2);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a folder keeps its paths; a file that changed since is told of, and the others go on", async () => {
    const { page, context } = await open(PATH);
    await writeFile(at("in/deep/changes.txt"), "before\n");
    await page.locator("#folder").setInputFiles(at("in"));
    await page.locator(".filerow", { hasText: "in/deep/below.txt" }).waitFor();
    await page.locator("#run-files:not(:disabled)").waitFor();
    await writeFile(at("in/deep/changes.txt"), "after\n");
    await run(page);
    await page.getByText("changes.txt changed while it was read. Add it again.").first().waitFor();
    await rm(at("in/deep/changes.txt"));
    await page.getByRole("button", { name: "Preview SHA256SUMS" }).click();
    const list = await page.locator(".files .preview").textContent();
    expect(list).toContain(`${digest(new TextEncoder().encode("below\n"))}  in/deep/below.txt`);
    await context.close();
  });

  test("a large file is read piece by piece, can be cancelled in its midst, and goes on", async () => {
    const { page, context } = await open(PATH);
    await add(page, ["size-1.bin"]);
    await page.locator("#files").setInputFiles(at("large.bin"));
    await page.locator("#run-files:not(:disabled)").waitFor();
    await page.locator("#run-files").click();
    await page.locator("progress").waitFor();
    await page.waitForFunction(() => (document.querySelector("progress")?.value ?? 0) > 0.02);
    const rates = page.locator(".runpart li", { hasText: /^large\.bin \d+ % · [\d.]+ .?B\/s/ });
    await rates.waitFor();
    expect(await page.getByLabel("Name of the delivery").isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: "All five" }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    await page.getByText("Cancelled.").first().waitFor();
    await run(page);
    await page.locator(".verdictline .pass, .verdictline .review").waitFor();
    expect(await memoryOf(page)).toBeLessThan(150_000_000);
    const { size } = await stat(at("large.bin"));
    const hash = createHash("sha256");
    for (let done = 0; done < size; done += 10_000_000) hash.update(new Uint8Array(10_000_000));
    await page.locator(".verdicts", { hasText: hash.digest("hex") }).waitFor();
    await context.close();
  });

  test("nothing leaves, and it works without a connection once Run can be pressed", async () => {
    const { page, context } = await open(PATH, { acceptDownloads: true });
    const asked: string[] = [];
    context.on("request", (request) => {
      const plain = request.method() === "GET" && request.postData() === null;
      const url = new URL(request.url());
      if (!plain || url.search !== "") asked.push(request.url());
    });
    const marker = `PBX-MARK-${crypto.randomUUID()}`;
    await writeFile(at(`in/${marker}.txt`), `${marker}\n`);
    await add(page, [`${marker}.txt`, "size-1.bin"]);
    await page.locator("#run-files:not(:disabled)").waitFor();
    await context.setOffline(true);
    await run(page);
    const zip = archiveIn(await downloaded(page, () => page.locator("#save-all").click()));
    expect(zip["SHA256SUMS"]).toContain(marker);
    await context.setOffline(false);
    expect(asked).toEqual([]);
    const kept = await keptBy(page);
    expect(kept).not.toContain(marker);
    await rm(at(`in/${marker}.txt`));
    await context.close();
  });

  test("a loaded job waits for its files; rows move and go by keys; a narrow window needs no scrolling sideways", async () => {
    const { page, context, problems } = await open(PATH, { viewport: { width: 320, height: 640 } });
    const bytes = made.get("size-1.bin") ?? new Uint8Array();
    const file = {
      id: "kept-id",
      name: "size-1.bin",
      bytes: 1,
      mediaType: "text/plain",
      sha256: digest(bytes),
    };
    const job = {
      kit: "file-verification-handoff-kit",
      version: 1,
      name: "Again",
      files: [file],
      options: {},
    };
    await page.locator('input[accept*=".json"]').setInputFiles({
      name: "job.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(job)),
    });
    await page.getByText("The job waits for a file").waitFor();
    await add(page, ["size-1.bin", "with blanks.txt"]);
    await page.getByText("The job waits for").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Move up size-1.bin" }).press("Enter");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Move up");
    const names = () => page.locator(".filerow b").allTextContents();
    await page.getByRole("button", { name: "Remove size-1.bin" }).focus();
    await page.keyboard.press("Alt+ArrowDown");
    expect(await names()).toEqual(["with blanks.txt", "size-1.bin"]);
    await page.getByRole("button", { name: "Remove with blanks.txt" }).press("Enter");
    expect(await names()).toEqual(["size-1.bin"]);
    await run(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    // What was not saved is asked about, and stays where the answer is no.
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByRole("link", { name: "How that is kept" }).click();
    expect(asked).toEqual(["Results that were not saved are lost."]);
    expect(await names()).toEqual(["size-1.bin"]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a loaded job keeps its order, can go on without a lost file, and says which file has changed", async () => {
    const { page, context } = await open(PATH, { acceptDownloads: true });
    const texts = { "b.txt": "second\n", "a.txt": "first\n", "lost.txt": "lost\n" };
    const files = Object.entries(texts).map(([name, text]) => ({
      id: `id-${name.replace(".txt", "")}`,
      name,
      bytes: text.length,
      mediaType: "text/plain",
      sha256: digest(new TextEncoder().encode(name === "a.txt" ? "other\n" : text)),
    }));
    const kit = "file-verification-handoff-kit";
    const job = { kit, version: 1, name: "Again", files, options: {} };
    const given = (name: string, text: string) => ({
      name,
      mimeType: "text/plain",
      buffer: Buffer.from(text),
    });
    await page
      .locator('input[accept*=".json"]')
      .setInputFiles(given("job.json", JSON.stringify(job)));
    await page.getByText("The plan is made once the files of the job are here.").waitFor();
    // Two of one stem come one after the other, and each gets an id of its own.
    await page.locator("#files").setInputFiles(given("a.txt", texts["a.txt"]));
    await page.locator("#files").setInputFiles(given("b.txt", texts["b.txt"]));
    await page.locator("#files").setInputFiles(given("a.md", "new\n"));
    await page.locator("#files").setInputFiles(given("a.csv", "newer\n"));
    await page.getByRole("button", { name: "Go on without them" }).click();
    await run(page);
    await page.getByText("a.txt has another digest than in the job").first().waitFor();
    const zip = archiveIn(await downloaded(page, () => page.locator("#save-all").click()));
    const { files: kept } = JSON.parse(zip["job.json"] ?? "") as { files: { id: string }[] };
    const ids = kept.map(({ id }) => id);
    expect(ids.slice(0, 2)).toEqual(["id-b", "id-a"]);
    expect(new Set(ids).size).toBe(4);
    await context.close();
  });
});

interface Job {
  readonly files: readonly {
    readonly name: string;
    readonly sha256: string;
    readonly digests: Readonly<Record<string, string>>;
  }[];
}
