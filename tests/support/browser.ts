/** The page in Chromium, as its users have it; tests are skipped, and say so, where there is none. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterAll, beforeAll } from "bun:test";
import { existsSync } from "node:fs";
import axe from "axe-core";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type FileChooser,
  type Page,
} from "playwright-core";
import type { Build } from "./program.ts";
import { PATIENT, type Server, startServer } from "./server.ts";

const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const PATH = PATHS.find((path) => existsSync(path));
export const hasBrowser = PATH !== undefined;
if (!hasBrowser) console.warn("No Chromium: the tests of the page are skipped");

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launchBrowser(): Promise<Browser> {
  if (PATH === undefined) throw new Error("There is no Chromium");
  return chromium.launch({ executablePath: PATH, args: ARGUMENTS });
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the browser complained of, and requests to other hosts. */
  readonly problems: string[];
}

/** What is shown is waited for as long as a busy machine may take. */
const LONGEST_WAIT_MS = 60_000;

/** The executable starts sooner, where it is known to be of these sources. */
const BUILD: Build = process.env["TESTED_BUILD"] === "binary" ? "binary" : "source";

/** One service and one browser for the tests of a file. */
export function visited(): {
  base: () => string;
  open: (path: string, options?: object) => Promise<Visit>;
} {
  let server: Server;
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(`${tmpdir()}/visited-`);
    [server, browser] = await Promise.all([
      startServer(BUILD, [...PATIENT, "--data", folder]),
      launchBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await rm(folder, { recursive: true });
  });
  return {
    base: () => server.base,
    async open(path, options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        // What each visit would keep for offline use takes longer than the test.
        serviceWorkers: "block",
        ...options,
      });
      context.setDefaultTimeout(LONGEST_WAIT_MS);
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(String(error)));
      page.on("request", (request) => {
        const url = new URL(request.url());
        const isOwn = url.origin === server.base || /^(?:data|blob):/.test(url.protocol);
        if (!isOwn) problems.push(`asks ${request.url()}`);
      });
      await page.goto(server.base + path);
      return { page, context, problems };
    },
  };
}

/**
 * What keeps people from using the page, with the places where it does; in the dark only colours are others. The page
 * takes no notice of its policy.
 */
export async function violationsOf(page: Page, theme: Theme): Promise<readonly string[]> {
  await wear(page, theme);
  await page.evaluate(axe.source);
  const asked = theme === "dark" ? { runOnly: ["color-contrast"] } : {};
  const options = JSON.stringify({ resultTypes: ["violations"], ...asked });
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as axe.AxeResults;
  return violations.map(({ id, nodes }) => {
    const places = nodes.slice(0, 3).map(({ html }) => html);
    return `${id}: ${places.join(" ")}`;
  });
}

type Files = Parameters<FileChooser["setFiles"]>[0];

/** Gives the files to the window that `act` opens. */
export async function chooseFiles(
  page: Page,
  files: Files,
  act: () => Promise<unknown>,
): Promise<void> {
  const chosen = page.waitForEvent("filechooser");
  // The browser hears that it is waited for before it hears the key.
  await page.evaluate("document.title");
  await act();
  await (await chosen).setFiles(files);
}

export type Theme = "light" | "dark";

/** Light or dark, as the button of the page makes it. */
export async function wear(page: Page, theme: Theme): Promise<void> {
  if ((await page.evaluate("document.documentElement.dataset.theme")) === theme) return;
  await page.getByRole("button", { name: "Change between light and dark" }).click();
}
