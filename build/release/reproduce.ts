/**
 * One target built twice: here, and from a copy of the sources at another place, where all that is generated is
 * generated anew. Both are the same bytes, or something of the machine got in.
 */
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { $ } from "bun";
import { compile, sha256Of } from "../compile.ts";
import type { Target } from "./targets.ts";

export async function hashesOfTwo(target: Target): Promise<readonly [string, string]> {
  const folder = await mkdtemp(`${tmpdir()}/purebox-again-`);
  try {
    const { path } = await compile(`${folder}/here`, target.bun);
    const first = await sha256Of(path);
    const copy = `${folder}/at/another/place`;
    await copySources(copy);
    await $`${process.execPath} build/registry.ts`.cwd(copy);
    await $`${process.execPath} build/compile.ts ${target.bun}`.cwd(copy).quiet();
    const ending = path.endsWith(".exe") ? ".exe" : "";
    return [first, await sha256Of(`${copy}/dist/purebox${ending}`)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is kept of them, without what is generated; packages are those of here. */
async function copySources(to: string): Promise<void> {
  const listed = await $`git ls-files -z --cached --others --exclude-standard`.text();
  for (const path of listed.split("\0").filter((name) => name !== "" && !isPackages(name))) {
    if (!(await Bun.file(path).exists())) continue;
    await mkdir(dirname(`${to}/${path}`), { recursive: true });
    await cp(path, `${to}/${path}`);
  }
  await symlink(await realpath("node_modules"), `${to}/node_modules`);
}

function isPackages(path: string): boolean {
  return path === "node_modules" || path.startsWith("node_modules/") || path.startsWith("tests/");
}
