/**
 * Executables for every system: each is built and is what its name says, and those that can run here do one of each
 * thing. Takes minutes and 2 GB of disk.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { $ } from "bun";
import { kindOf, TARGETS } from "../../build/release/targets.ts";
import { nameFor } from "../../build/release/write.ts";
import { canEmulate, EMULATED } from "../support/emulator.ts";

const MINUTES = 60_000;
const folder = await mkdtemp(`${tmpdir()}/release-`);
afterAll(() => rm(folder, { recursive: true }));
beforeAll(async () => {
  await $`${process.execPath} build/release.ts --to ${folder}`.quiet();
}, 30 * MINUTES);

/** What `file` says of the kinds. */
const SAID: Readonly<Record<string, RegExp>> = {
  "ELF x64 glibc": /ELF 64-bit LSB .*x86-64.*ld-linux-x86-64/,
  "ELF arm64 glibc": /ELF 64-bit LSB .*ARM aarch64.*ld-linux-aarch64/,
  "ELF x64 musl": /ELF 64-bit LSB .*x86-64.*ld-musl-x86_64/,
  "ELF arm64 musl": /ELF 64-bit LSB .*ARM aarch64.*ld-musl-aarch64/,
  "Mach-O x64": /Mach-O 64-bit x86_64 executable/,
  "Mach-O arm64": /Mach-O 64-bit arm64 executable/,
  "PE x64": /PE32\+ executable .*x86-64/,
  "PE arm64": /PE32\+ executable .*Aarch64/i,
};

describe.each([...TARGETS])("$name", ({ name, kind }) => {
  const path = `${folder}/${nameFor(name, name.startsWith("windows") ? ".exe" : "")}`;

  test("is an executable of its kind", async () => {
    expect(await kindOf(path)).toBe(kind);
  });

  test.skipIf(Bun.which("file") === null)("`file` says so, too", async () => {
    expect(await $`file -b ${path}`.text()).toMatch(SAID[kind] ?? /^$/);
  });
});

test("all sums are right, and each file has one", async () => {
  const { exitCode } = await $`sha256sum --check SHA256SUMS`.cwd(folder).quiet().nothrow();
  expect(exitCode).toBe(0);
  const lines = (await Bun.file(`${folder}/SHA256SUMS`).text()).trimEnd().split("\n");
  const named = lines.map((line) => line.slice(66));
  expect([...named, "SHA256SUMS"].toSorted()).toEqual((await readdir(folder)).toSorted());
});

/** All lines of a smoke test that say that something holds, or not. */
async function smoke(...command: string[]): Promise<readonly string[]> {
  const said = await $`${process.execPath} build/smoke.ts ${command}`.quiet().nothrow().text();
  return said.split("\n").filter((line) => /^(?:ok {2}|FAIL)/.test(line));
}

test.skipIf(process.platform !== "linux" || process.arch !== "x64")(
  "the executable for linux-x64 does one of each thing",
  async () => {
    const lines = await smoke(`${folder}/${nameFor("linux-x64")}`);
    expect(lines.map((line) => line.slice(0, 4))).toEqual(["ok  ", "ok  ", "ok  ", "ok  "]);
  },
);

describe.skipIf(!canEmulate)("linux-arm64 in an emulator", () => {
  const command = [...EMULATED, `${folder}/${nameFor("linux-arm64")}`];

  test(
    "does one of each thing",
    async () => {
      const lines = await smoke(...command);
      expect(lines.map((line) => line.slice(0, 4))).toEqual(["ok  ", "ok  ", "ok  ", "ok  "]);
    },
    10 * MINUTES,
  );

  test(
    "draws a diagram with the same bytes",
    async () => {
      const input = Buffer.from("graph TD; A-->B");
      const here = await $`dist/purebox run mermaid-renderer < ${input}`.text();
      const there = await $`${command} run mermaid-renderer < ${input}`.quiet().text();
      expect(there).toBe(here);
    },
    10 * MINUTES,
  );
});

test(
  "a second build at another place has the same bytes",
  async () => {
    const words = ["build/release.ts", "--check", "--only", "linux-x64"];
    expect(await $`${process.execPath} ${words}`.quiet().nothrow().text()).toContain(
      "linux-x64 the same twice",
    );
  },
  30 * MINUTES,
);
