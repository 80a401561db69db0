/** The same bytes in another process, another time zone, another language, and in Node. */
import { expect, test } from "bun:test";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";

const SCRIPT = "tests/support/digest.ts";
const TIMEOUT_MS = 240_000;

async function digests(command: readonly string[], env: Record<string, string>): Promise<string> {
  const child = Bun.spawn([...command], {
    env: { ...process.env, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(err);
  return out;
}

const here = digests([process.execPath, SCRIPT], { TZ: "UTC", LANG: "C" });

test(
  "another time zone and language",
  async () => {
    const turkish = digests([process.execPath, SCRIPT], {
      TZ: "America/St_Johns",
      LANG: "tr_TR.UTF-8",
    });
    expect(await here).not.toBe("");
    expect(await turkish).toBe(await here);
  },
  TIMEOUT_MS,
);

test(
  "Node, in yet another",
  async () => {
    const folder = await mkdtemp(`${tmpdir()}/digest-`);
    const built = await Bun.build({
      entrypoints: [SCRIPT],
      target: "node",
      format: "esm",
      splitting: true,
      outdir: folder,
      naming: "[name].mjs",
    });
    expect(built.success).toBe(true);
    const nepal = { TZ: "Asia/Kathmandu", LANG: "ja_JP.UTF-8" };
    expect(await digests(["node", `${folder}/digest.mjs`], nepal)).toBe(await here);
  },
  TIMEOUT_MS,
);
