/** Every command of the documentation is run, and prints what stands below it. */
import { describe, expect, test } from "bun:test";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { Glob } from "bun";
import { catalogueTables } from "../../build/catalogue-tables.ts";
import { programIn } from "../support/program.ts";
import { sharedServer } from "../support/server.ts";

const folder = await mkdtemp(`${tmpdir()}/docs-`);
const env = await programIn(folder, "binary");
/** Where the pages say that it runs. */
const SHOWN_BASE = "http://127.0.0.1:8787";
const { base } = await sharedServer("binary");

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

const pages = ["README.md", ...[...new Glob("docs/*.md").scanSync()].toSorted()];
const shown = await Promise.all(
  pages.map(async (path) => [path, commandsOf(await Bun.file(path).text())] as const),
);

test("there are commands", () => {
  const withCommands = shown.filter(([, commands]) => commands.length > 0);
  expect(withCommands.map(([path]) => path)).toEqual([
    "README.md",
    "docs/command-line.md",
    "docs/http.md",
    "docs/limits.md",
    "docs/mcp.md",
    "docs/pipelines.md",
    "docs/receipts.md",
  ]);
});

test("the catalogue is that of the registry; `bun run docs` writes it", async () => {
  expect(await Bun.file("docs/catalogue.md").text()).toContain(await catalogueTables());
});

for (const [path, commands] of shown.filter((page) => page[1].length > 0)) {
  describe(path, () => {
    test.each([...commands])("$command", async ({ command, printed }) => {
      const shell = Bun.spawn(
        ["bash", "-c", `exec 2>&1; ${command.replaceAll(SHOWN_BASE, base)}`],
        {
          cwd: folder,
          stdin: "ignore",
          stdout: "pipe",
          env,
        },
      );
      const said = await new Response(shell.stdout).text();
      expect(said.replaceAll(base, SHOWN_BASE)).toBe(printed);
    });
  });
}
