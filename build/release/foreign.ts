/** What a release must not tell: where it was built, and where its packages came from. */
import { realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";

const REGISTRIES = ["registry.npmjs.org", "registry.yarnpkg.com", "npm.jsr.io"];

/** What of it is in a file; what an executable's runtime names itself is not ours. */
export async function foreignIn(path: string, runtime?: string): Promise<readonly string[]> {
  const bytes = await bytesOf(path);
  const known = runtime === undefined ? Buffer.of() : await bytesOf(runtime);
  return [
    ...REGISTRIES.filter((host) => countOf(bytes, host) > countOf(known, host)),
    ...(await placesHere()).filter((place) => bytes.includes(place)),
  ];
}

/** Bun itself for a target: an executable of an empty program. */
export async function runtimeFor(target: Bun.Build.CompileTarget, folder: string): Promise<string> {
  await Bun.write(`${folder}/empty.ts`, "");
  const outfile = `${folder}/empty.exe`;
  await Bun.build({ entrypoints: [`${folder}/empty.ts`], compile: { target, outfile } });
  return outfile;
}

async function bytesOf(path: string): Promise<Buffer> {
  return Buffer.from(await Bun.file(path).arrayBuffer());
}

async function placesHere(): Promise<readonly string[]> {
  const here = resolve(".");
  const packages = dirname(await realpath("node_modules"));
  const folders = ["app", "build", "kits", "node_modules", "tools"];
  return [...new Set([here, packages])].flatMap((place) =>
    folders.map((folder) => `${place.replace(/^\//, "")}/${folder}/`),
  );
}

function countOf(bytes: Buffer, text: string): number {
  let count = 0;
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) count++;
  return count;
}
