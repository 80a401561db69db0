/** What a release must not tell: where it was built, and where its packages came from. */
import { realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";

const REGISTRY = "registry.";
const HOST = /^registry\.[\w-]+\.[a-z]{2,}/;
const LONGEST_HOST = 100;

/** What of it is in a file; what an executable's runtime names itself is not ours. */
export async function foreignIn(path: string, runtime?: string): Promise<readonly string[]> {
  const bytes = await bytesOf(path);
  const known = registriesIn(runtime === undefined ? Buffer.of() : await bytesOf(runtime));
  return [
    ...[...registriesIn(bytes)].flatMap(([host, count]) =>
      count > (known.get(host) ?? 0) ? host : [],
    ),
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

/** Hosts of packages, with how often each is there. */
function registriesIn(bytes: Buffer): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let at = bytes.indexOf(REGISTRY); at >= 0; at = bytes.indexOf(REGISTRY, at + 1)) {
    const host = HOST.exec(bytes.toString("latin1", at, at + LONGEST_HOST))?.[0];
    if (host !== undefined) counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return counts;
}
