/** What tests of pages of files have in common: downloads, archives, and how long the page was busy at once. */
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { inflateRawSync } from "node:zlib";
import type { Page } from "playwright-core";

/** The bytes of the file that comes of an act. */
export async function downloaded(page: Page, act: () => Promise<unknown>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return readFile(await download.path());
}

interface Member {
  readonly name: string;
  readonly bytes: Buffer;
  /** As the format writes it; 0x0021 and 0 are the first moment that it has. */
  readonly date: number;
  readonly time: number;
}

/** Reads an archive by its directory (APPNOTE 4.3.12), with other code than wrote it. */
export function membersOf(zip: Buffer): readonly Member[] {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    const method = zip.readUInt16LE(at + 10);
    const [packed, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const raw = zip.subarray(start, start + packed);
    const member = {
      name,
      bytes: method === 0 ? raw : inflateRawSync(raw),
      time: zip.readUInt16LE(at + 12),
      date: zip.readUInt16LE(at + 14),
    };
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    return member;
  });
}

/** The texts of an archive by their names, in their order. */
export function archiveIn(zip: Buffer): Readonly<Record<string, string>> {
  return Object.fromEntries(
    membersOf(zip).map(({ name, bytes }) => [name, bytes.toString("utf8")]),
  );
}

/** What another program says; throws where it fails. */
export function ran(program: string, ...args: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync(program, args, { maxBuffer: 100_000_000 });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${String(stderr)}`);
  return stdout;
}

/** The same as text. */
export function said(program: string, ...args: readonly string[]): string {
  return ran(program, ...args).toString();
}

/** All that a page could keep of its files beyond itself, as one text. */
export async function keptBy(page: Page): Promise<string> {
  const here = await page.evaluate<string>(`(async () => {
    const stores = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const requests = await (await caches.open(name)).keys();
        return [name, ...requests.map(({ url }) => url)];
      }),
    );
    const bases = (await indexedDB.databases()).map(({ name }) => name);
    const texts = [location.href, document.title, document.cookie, history.state];
    return JSON.stringify([...texts, { ...localStorage }, { ...sessionStorage }, stores, bases]);
  })()`);
  return here + JSON.stringify(await page.context().cookies());
}

interface Processes {
  readonly processInfo: readonly { readonly type: string; readonly id: number }[];
}

/** Bytes that the largest page of the browser holds for itself, its workers' with them; 0 where the system does not say. */
export async function memoryOf(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const found = (await session?.send("SystemInfo.getProcessInfo")) as Processes | undefined;
  await session?.detach();
  const pages = (found?.processInfo ?? []).filter(({ type }) => type === "renderer");
  const sizes = pages.map(async ({ id }) => {
    const status = await readFile(`/proc/${id}/status`, "utf8").catch(() => "");
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  });
  return Math.max(0, ...(await Promise.all(sizes)));
}

/** From here on it is noted how long the page does one thing without hearing its user. */
export async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(`
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    }).observe({ type: "longtask" });
  `);
}

/** In milliseconds; 0 where nothing took 50. */
export async function longestTask(page: Page): Promise<number> {
  return (await page.evaluate("globalThis.longest")) as number;
}
