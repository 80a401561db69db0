/** As the image and the pod of docs/operating.md have it: nothing but glibc and a shell, no file to write, nobody's user. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";

const isPermitted =
  Bun.which("ldd") !== null &&
  Bun.which("unshare") !== null &&
  Bun.spawnSync(["unshare", "-m", "chroot", "/", "true"], { stderr: "ignore" }).success;
const WITHOUT = isPermitted ? "" : " (skipped: a root of one's own is not permitted here)";

/**
 * Mounted in a namespace of its own, so that nothing of it is left. $1 is an empty folder. Where input may be large,
 * deadlines are late: machines that test are slow at times.
 */
const SCRIPT = `
  set -e
  mount --make-rprivate /
  mount -t tmpfs tmpfs "$1"
  mkdir -p "$1/bin" "$1/dev" "$1/proc" "$1/usr/local/bin"
  cp -L --parents $(ldd dist/purebox /bin/sh | grep -o '/lib[^ ]*' | sort -u) "$1"
  cp -L /bin/sh "$1/bin/sh"
  touch "$1/usr/local/bin/purebox"
  mount --bind dist/purebox "$1/usr/local/bin/purebox"
  mount --bind /dev "$1/dev"
  mount -t proc proc "$1/proc"
  mount -o remount,ro "$1"
  exec env -i "$(command -v chroot)" --userspec=65532:65532 "$1" /usr/local/bin/purebox serve --port 0 --limits off --log off --max-input-chars 20000000`;

const folder = await mkdtemp(`${tmpdir()}/root-`);
const command = ["unshare", "-m", "sh", "-c", SCRIPT, "sh", folder];
const child = isPermitted ? Bun.spawn(command, { stdout: "pipe" }) : undefined;
afterAll(async () => {
  child?.kill();
  await child?.exited;
  await rmdir(folder);
});

describe.skipIf(!child)(`a bare root${WITHOUT}`, async () => {
  const { value } = (await child?.stdout.getReader().read()) ?? {};
  const base = /http:\/\/\S+/.exec(new TextDecoder().decode(value))?.[0];

  test.each([
    ["here", { tool_id: "json-formatter", input: "[1]" }],
    // So long a text is read by an isolated process.
    ["isolated", { tool_id: "base64", input: "a".repeat(90_000) }],
  ])("a run %s", async (_, call) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(call);
    const answer = await fetch(`${base}/api/run`, { method: "POST", headers, body });
    expect(await answer.json()).toMatchObject({ success: true });
  });
});
