/**
 * `bun run release [--only TARGET,…] [--to FOLDER]` writes a release: an executable for each target, their sums, what
 * they hold of others and under which terms, and the script that installs one.
 * `bun run release --check [--only TARGET]` builds a target twice and fails where the bytes differ.
 */
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import service from "../package.json" with { type: "json" };
import { compile, sha256Of } from "./compile.ts";
import { foreignIn } from "./release/foreign.ts";
import { thirdPartyLicences } from "./release/licences.ts";
import { inputsOf, packagesIn } from "./release/packages.ts";
import { hashesOfTwo } from "./release/reproduce.ts";
import { billOfMaterials, type ReleasedFile } from "./release/sbom.ts";
import { kindOf, type Target, TARGETS, targetHere, targetNamed } from "./release/targets.ts";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    to: { type: "string", default: `release/${service.version}` },
    check: { type: "boolean", default: false },
  },
});
const chosen = flags.only?.split(",").map(targetNamed);

if (flags.check) await check(chosen ?? [targetHere()]);
else await release(chosen ?? TARGETS, flags.to);

async function check(targets: readonly Target[]): Promise<void> {
  for (const target of targets) {
    const [first, second] = await hashesOfTwo(target);
    const says = first === second ? "the same twice" : "DIFFERENT";
    console.log(`${target.name} ${says}: ${first} ${second}`);
    if (first !== second) process.exitCode = 1;
  }
}

async function release(targets: readonly Target[], folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const executables: ReleasedFile[] = [];
  let inputs: readonly string[] = [];
  for (const target of targets) {
    const { path, metafile } = await compile(`${folder}/draft`, target.bun);
    inputs = inputsOf(metafile);
    const ending = path.endsWith(".exe") ? ".exe" : "";
    const name = `${service.name}-${service.version}-${target.name}${ending}`;
    await rename(path, `${folder}/${name}`);
    await rm(`${folder}/draft`, { recursive: true });
    const kind = await kindOf(`${folder}/${name}`);
    if (kind !== target.kind) throw new Error(`${name} is ${kind}, not ${target.kind}`);
    executables.push({ name, sha256: await sha256Of(`${folder}/${name}`) });
    console.log(`${name}: ${kind}, ${(Bun.file(`${folder}/${name}`).size / 1e6).toFixed(1)} MB`);
  }
  const packages = await packagesIn(inputs);
  const bill = await billOfMaterials(service, packages, executables);
  const texts: Readonly<Record<string, string>> = {
    [`${service.name}-${service.version}.cdx.json`]: `${JSON.stringify(bill, null, 2)}\n`,
    "THIRD-PARTY-LICENSES.txt": await thirdPartyLicences(service, packages),
  };
  for (const [name, text] of Object.entries(texts)) await Bun.write(`${folder}/${name}`, text);
  await cp("build/install.sh", `${folder}/install.sh`);
  await cp("LICENSE", `${folder}/LICENSE`);
  await finish(folder, [
    ...executables.map(({ name }) => name),
    ...Object.keys(texts),
    "install.sh",
    "LICENSE",
  ]);
}

/** Looks once more at all that is given away, and writes the sums. */
async function finish(folder: string, names: readonly string[]): Promise<void> {
  const sums: string[] = [];
  for (const name of names.toSorted()) {
    const found = await foreignIn(`${folder}/${name}`);
    if (found.length > 0) throw new Error(`${name} tells ${found.join(", ")}`);
    sums.push(`${await sha256Of(`${folder}/${name}`)}  ${name}\n`);
  }
  await Bun.write(`${folder}/SHA256SUMS`, sums.join(""));
  console.log(`${folder}: ${names.length + 1} files`);
}
