/** `purebox` as a word that shells find. */
import { chmod, mkdir } from "node:fs/promises";
import { resolve } from "node:path";

export type Build = "source" | "binary";
/** Both, but where a run asks for the executable alone. */
export const BUILDS: readonly Build[] =
  process.env["TESTED_BUILD"] === "binary" ? ["binary"] : ["source", "binary"];

export const commandOf = (build: Build): string[] =>
  build === "source" ? [process.execPath, "app/main.ts"] : ["dist/purebox"];

/** The environment in which they do: the word is a file in `folder`. */
export async function programIn(folder: string, build: Build): Promise<Record<string, string>> {
  const bin = resolve(folder, "bin");
  await mkdir(bin, { recursive: true });
  const [program = "", ...words] = commandOf(build).map((word, index) =>
    index === 0 && !word.includes("/") ? word : resolve(word),
  );
  const quoted = [program, ...words].map((word) => `'${word}'`).join(" ");
  await Bun.write(`${bin}/purebox`, `#!/bin/sh\nexec ${quoted} "$@"\n`);
  await chmod(`${bin}/purebox`, 0o755);
  return { ...(Bun.env as Record<string, string>), PATH: `${bin}:${Bun.env["PATH"]}` };
}
