/** Packages that only a comparison needs: installed from npm, at exact versions, into a folder that goes with it. */
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";

export interface Installed {
  /** What `node_modules` is in. */
  readonly folder: string;
  /** Why there is nothing, where that is so. */
  readonly failure: string | undefined;
}

/** Each of `packages` as `name@1.2.3`. Scripts of theirs are not run. */
export async function install(folder: string, packages: readonly string[]): Promise<Installed> {
  await mkdir(folder, { recursive: true });
  await Bun.write(`${folder}/package.json`, '{ "private": true }\n');
  const command = [process.execPath, "add", "--exact", "--ignore-scripts", "--no-progress"];
  const child = Bun.spawn([...command, ...packages], {
    cwd: folder,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const told = await new Response(child.stderr).text();
  const code = await child.exited;
  return { folder, failure: code === 0 ? undefined : reasonIn(told) };
}

/** The first error of the installer, without addresses. */
function reasonIn(told: string): string {
  const line =
    told.split("\n").find((text) => text.startsWith("error:")) ?? "error: no reason given";
  return line
    .replace("error: ", "")
    .replaceAll(/\b(?:GET )?https?:\/\/\S+/g, "npm")
    .trim();
}

/** A package of those, as a module: what it exports is for the caller to say. */
export const load = async <Module>({ folder }: Installed, path: string): Promise<Module> =>
  (await import(Bun.resolveSync(path, resolve(folder)))) as Module;
