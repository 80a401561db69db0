/** What a release must not tell: where it was built, and where its packages came from. */
import { realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** What is larger is an executable. */
const LARGEST_TEXT = 20_000_000;
const REGISTRIES = ["registry.npmjs.org", "registry.yarnpkg.com", "npm.jsr.io"];

/** What of it is in a file. Bun names registries itself; beyond that no executable may. */
export async function foreignIn(path: string): Promise<readonly string[]> {
  const bytes = await bytesOf(path);
  const isExecutable = bytes.length > LARGEST_TEXT;
  const hosts = REGISTRIES.filter((host) => bytes.includes(host));
  const known = isExecutable && hosts.length > 0 ? await bytesOf(process.execPath) : Buffer.of();
  return [
    ...hosts.filter((host) => countOf(bytes, host) > countOf(known, host)),
    ...(await placesHere()).filter((place) => bytes.includes(place)),
  ];
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
