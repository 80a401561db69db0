/**
 * `bun run bench:page`: how soon the page can be used, and how soon a keystroke has its result; and how long pages of
 * files are deaf to their user while much work is done.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { longestTask, watchTasks } from "../support/files-page.ts";
import { startServer } from "../support/server.ts";

/** Tools that run as one types. */
const LIGHT = [
  "json-formatter",
  "yaml-formatter",
  "toml-formatter",
  "xml-formatter",
  "json-query",
  "json-path-tester",
  "csv-to-json",
  "json-to-csv",
  "base64",
  "url-encoder",
  "hash-generator",
  "case-converter",
  "slug-generator",
  "regex-tester",
  "jwt-decoder",
  "cron-parser",
  "timestamp-converter",
  "loan-calculator",
];
const ROUNDS = 7;
const SETTLED_MS = 1000;

interface Start {
  /** The field takes what is typed. */
  readonly field: number;
  /** A typed word has its hits. */
  readonly hits: number;
}

/** Milliseconds from the start of the navigation, with nothing kept from before. */
async function begin(page: Page, base: string): Promise<Start> {
  await page.goto(base, { waitUntil: "commit" });
  return page.evaluate(async () => {
    const until = async <T>(look: () => T | null): Promise<T> => {
      for (;;) {
        const seen = look();
        if (seen !== null) return seen;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    const ask = await until(() => document.querySelector<HTMLTextAreaElement>("#ask"));
    const field = performance.now();
    ask.value = "json";
    ask.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await until(() => document.querySelector("#hit0"));
    return { field, hits: performance.now() };
  });
}

/** Milliseconds from a change of the first control until its result is drawn. */
async function keystroke(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const field = document.querySelector<HTMLTextAreaElement | HTMLInputElement>(
      "main textarea, main input[type=text], main input[type=number]",
    );
    const result = document.querySelector("#result");
    if (!field || !result) throw new Error("There is no control");
    const { promise, resolve } = Promise.withResolvers<number>();
    const started = performance.now();
    let wasOld = false;
    const changes = new MutationObserver(() => {
      const isOld = result.querySelector(".verdict.old, .verdict.none, .busy") !== null;
      wasOld ||= isOld;
      if (isOld || !wasOld) return;
      changes.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - started));
    });
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    changes.observe(result, all);
    const { value } = field;
    field.value =
      field.tagName === "TEXTAREA" ? `${value} ` : `${Number(value) + 1 || `${value}1`}`;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    return promise;
  });
}

function shown(times: readonly number[]): string {
  const sorted = times.toSorted((left, right) => left - right);
  const [middle, last] = [sorted[sorted.length >> 1], sorted.at(-1)].map((time = Number.NaN) =>
    time.toFixed(0).padStart(5),
  );
  return `${middle} ms at the median, ${last} at most`;
}

const [server, browser] = await Promise.all([startServer("binary"), launchBrowser()]);
const visit = async (): Promise<Page> =>
  (await browser.newContext({ serviceWorkers: "block" })).newPage();

const starts: Start[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const page = await visit();
  starts.push(await begin(page, server.base));
  await page.context().close();
}
console.log(`${"field, nothing kept".padEnd(24)}${shown(starts.map(({ field }) => field))}`);
console.log(`${"hits, nothing kept".padEnd(24)}${shown(starts.map(({ hits }) => hits))}`);

const page = await visit();
for (const id of LIGHT) {
  await page.goto(`${server.base}/tools/${id}`);
  await page.locator(".presets").selectOption("0");
  await page.locator(".result .verdict:not(.none, .old)").waitFor();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await keystroke(page));
  console.log(`${id.padEnd(24)}${shown(times)}`);
}

/** Puts files on a page, runs it, and says how long that took and the longest that the page did one thing. */
async function work(name: string, kit: string, files: readonly string[]): Promise<void> {
  const worked = await visit();
  await worked.goto(`${server.base}/kits/${kit}`);
  await worked.locator("#files").waitFor({ state: "attached" });
  await watchTasks(worked);
  const started = performance.now();
  await worked.locator("#files").setInputFiles([...files]);
  await worked.locator("#run-files:not(:disabled)").waitFor({ timeout: 300_000 });
  const read = performance.now();
  await worked.locator("#run-files").click();
  await worked.locator("#part-4").waitFor({ timeout: 600_000 });
  const [reading, running] = [read - started, performance.now() - read].map((time) =>
    (time / 1000).toFixed(1),
  );
  // Results are drawn one after the other; the receipt is the last of them, and long lists grow on.
  await worked.locator(".receipt").waitFor();
  await worked.waitForTimeout(SETTLED_MS);
  const longest = (await longestTask(worked)).toFixed(0);
  console.log(
    `${name.padEnd(24)}${reading} s read, ${running} s run, ${longest} ms the longest task`,
  );
  await worked.context().close();
}

const folder = await mkdtemp(`${tmpdir()}/bench-`);
const many = Array.from({ length: 200 }, (_, index) => `${folder}/file-${index}.txt`);
await Promise.all(many.map((path) => writeFile(path, path.repeat(200))));
await writeFile(`${folder}/large.bin`, "");
await truncate(`${folder}/large.bin`, 200_000_000);
await work("200 files hashed", "file-verification-handoff-kit", many);
await work("200 MB hashed", "file-verification-handoff-kit", [`${folder}/large.bin`]);
const picture = `${folder}/picture.jpg`;
const drawn = spawnSync("convert", ["-size", "6000x4000", "plasma:red-blue", picture]);
if (drawn.status === 0) await work("24 megapixels", "image-delivery-production-kit", [picture]);
else console.log("24 megapixels: there is no ImageMagick to make a picture");
await rm(folder, { recursive: true });
await browser.close();
await server.stop();
process.exit();
