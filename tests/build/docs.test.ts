/** Every command of the documentation is run, and prints what stands below it. */
import { describe, expect, test } from "bun:test";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { Glob } from "bun";
import { programIn } from "../support/program.ts";

const folder = await mkdtemp(`${tmpdir()}/docs-`);
const env = await programIn(folder, "source");

interface Shown {
  readonly command: string;
  readonly printed: string;
}

/** The commands of blocks of `console`, each behind a dollar sign, with the lines up to the next. */
function commandsOf(page: string): readonly Shown[] {
  const blocks = [...page.matchAll(/^```console\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf("\n");
        return { command: part.slice(0, end), printed: part.slice(end + 1) };
      }),
  );
}

const pages = [...new Glob("docs/*.md").scanSync()].toSorted();
const shown = await Promise.all(
  pages.map(async (path) => [path, commandsOf(await Bun.file(path).text())] as const),
);

test("there are commands", () => {
  expect(shown.filter(([, commands]) => commands.length > 0).map(([path]) => path)).toEqual([
    "docs/command-line.md",
  ]);
});

for (const [path, commands] of shown.filter((page) => page[1].length > 0)) {
  describe(path, () => {
    test.each([...commands])("$command", async ({ command, printed }) => {
      const shell = Bun.spawn(["bash", "-c", `exec 2>&1; ${command}`], {
        cwd: folder,
        stdin: "ignore",
        stdout: "pipe",
        env,
      });
      expect(await new Response(shell.stdout).text()).toBe(printed);
    });
  });
}
