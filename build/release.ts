/**
 * `bun run release [--only TARGET,…] [--to FOLDER]` writes a release: an executable for each target, their sums, what
 * they hold of others and under which terms, and the script that installs one.
 * `bun run release --check [--only TARGET]` builds a target twice and fails where the bytes differ.
 */
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { version } from "../package.json" with { type: "json" };
import { compile } from "./compile.ts";
import { foreignIn, runtimeFor } from "./release/foreign.ts";
import { inputsOf } from "./release/packages.ts";
import { hashesOfTwo } from "./release/reproduce.ts";
import { kindOf, type Target, TARGETS, targetHere, targetNamed } from "./release/targets.ts";
import { DRAFT, finishRelease, isReleased, nameFor, refuse } from "./release/write.ts";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    to: { type: "string", default: `release/${version}` },
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
  await empty(folder);
  const names: string[] = [];
  let inputs: readonly string[] = [];
  for (const target of targets) {
    const draft = `${folder}/${DRAFT}`;
    const { path, metafile } = await compile(draft, target.bun);
    inputs = inputsOf(metafile);
    const name = nameFor(target.name, path.endsWith(".exe") ? ".exe" : "");
    refuse(name, await foreignIn(path, await runtimeFor(target.bun, draft)));
    const kind = await kindOf(path);
    if (kind !== target.kind) throw new Error(`${name} is ${kind}, not ${target.kind}`);
    await rename(path, `${folder}/${name}`);
    await rm(draft, { recursive: true });
    names.push(name);
    console.log(`${name}: ${kind}, ${(Bun.file(`${folder}/${name}`).size / 1e6).toFixed(1)} MB`);
  }
  await finishRelease(folder, inputs, names);
  console.log(`${folder}: a release of ${names.length} targets`);
}

/** Nothing is deleted but what a release wrote. */
async function empty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (!isReleased(name)) throw new Error(`${folder} has ${name}, which no release wrote`);
    await rm(`${folder}/${name}`, { recursive: true });
  }
}
