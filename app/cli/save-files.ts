/** `--out DIR`: what a kit made, as files. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Deliverable } from "../../kits/_core/deliverable.ts";
import { UsageError } from "../flags/usage-error.ts";
import type { Answer } from "../run/types.ts";

/** All of them or none: a file that is there already is left alone, unless `force` says otherwise. */
export async function saveFiles(
  { body }: Answer,
  folder: string,
  { force }: { readonly force: boolean },
): Promise<void> {
  const value = body.result?.value as { readonly deliverables?: readonly Deliverable[] } | null;
  const files = (value?.deliverables ?? []).map(({ name, content }) => ({
    path: join(folder, name),
    content,
  }));
  const there = files.find(({ path }) => !force && existsSync(path));
  if (there) throw new UsageError(`${there.path} is there already: give --force to write over it`);
  for (const { path, content } of files) {
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content, force ? {} : { flag: "wx" });
    } catch (error) {
      throw new UsageError(`Cannot write ${path}: ${(error as Error).message}`);
    }
  }
}
