/**
 * One target built twice, from copies of the sources at two places, with everything generated anew at each. Both are
 * the same bytes, or something of the place got in.
 *
 * Packages are copied, too: the bundler names what it makes by where packages really are, so
 * that a `node_modules` that is itself a link to another folder gives other bytes.
 */
import { cp, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { $ } from "bun";
import { sha256Of } from "../compile.ts";
import type { Target } from "./targets.ts";

export async function hashesOfTwo(target: Target): Promise<readonly [string, string]> {
  const folder = await mkdtemp(`${tmpdir()}/purebox-again-`);
  try {
    const first = await hashOfBuild(`${folder}/here`, target);
    return [first, await hashOfBuild(`${folder}/at/another/place`, target)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function hashOfBuild(folder: string, target: Target): Promise<string> {
  await copySources(folder);
  await $`${process.execPath} build/registry.ts`.cwd(folder);
  await $`${process.execPath} build/compile.ts ${target.bun}`.cwd(folder).quiet();
  return sha256Of(`${folder}/dist/purebox${target.name.startsWith("windows") ? ".exe" : ""}`);
}

/** What is kept of them, without what is generated, and the packages of here. */
async function copySources(to: string): Promise<void> {
  const listed = await $`git ls-files -z --cached --others --exclude-standard`.text();
  for (const path of listed.split("\0").filter((name) => name !== "" && !isPackages(name))) {
    if (!(await Bun.file(path).exists())) continue;
    await mkdir(dirname(`${to}/${path}`), { recursive: true });
    await cp(path, `${to}/${path}`);
  }
  await $`cp -R ${await realpath("node_modules")} ${to}/node_modules`.quiet();
}

function isPackages(path: string): boolean {
  return path === "node_modules" || path.startsWith("node_modules/") || path.startsWith("tests/");
}
