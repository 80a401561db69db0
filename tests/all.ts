/**
 * `bun run test`: all tests but a few that take minutes; `bun run test:whole` has these, too. Most run side by side;
 * then those that look at pages; then alone those that ask how long something takes.
 */
import { availableParallelism } from "node:os";
import { Glob } from "bun";

/** They start services and measure what waits for what: other work beside them would be measured, too. */
const ALONE = /^tests\/app\/(?!web\/)/;
const STARTS_A_SERVICE = /from "[./]+\/support\/server\.ts"/;
/** The same of both builds takes minutes; most of it asks the tools, which are the same files. */
const ONE_BUILD = /^\.\/tests\/app\/hostile\./;
/** They ask what is answered, whenever it is. */
const BESIDE = /^tests\/(?:app\/(?:files-|cli\.|mcp\/(?:mcp|agent-tasks)\.)|build\/docs\.)/;
/** They look at pages: side by side, but not beside heavier work. */
const PAGES = /from "[./]+\/support\/browser\.ts"/;
/**
 * What takes minutes: pictures, PDF files and diagrams made in pages as users make them; runs near the edge of memory
 * over all doors of both builds; a minute of mixed load; inputs and requests drawn by chance; replicas that are ended under load; every example without a
 * network; clients that other programs write; executables for every system.
 */
const WHOLE = new Set(
  [
    ...["fuzz", "no-network", "replicas", "same-everywhere", "soak"].map((name) => `app/${name}`),
    ...["audit", "frame", "images", "mermaid", "pdf"].map((name) => `browser/files-${name}`),
    "build/release-targets",
    "clients/clients",
  ].map((name) => `tests/${name}.test.ts`),
);
const isWhole = Bun.argv.includes("--whole");
/** What a process has run stays in its memory, and slows down what follows: one runs only so many files. */
const FILES_OF_ONE = 16;
/** Machines that test are slow at times, which is no failure. */
const COMMAND = [process.execPath, "test", "--timeout", "120000"];

type Builds = Readonly<Record<string, string>>;

const most: string[] = [];
const pages: string[] = [];
const alone: string[] = [];
for (const path of [...new Glob("tests/**/*.test.ts").scanSync(".")].toSorted()) {
  if (isWhole || !WHOLE.has(path)) groupOf(path, await Bun.file(path).text()).push(`./${path}`);
}

function groupOf(path: string, text: string): string[] {
  if (PAGES.test(text)) return pages;
  if (BESIDE.test(path)) return most;
  return ALONE.test(path) || STARTS_A_SERVICE.test(text) ? alone : most;
}

/** Runs parts of the files in processes of their own; what each wrote is shown once it has ended. */
async function sideBySide(
  files: readonly string[],
  filesOfOne: number,
  builds: Builds,
): Promise<void> {
  const parts = chunked(files, filesOfOne).values();
  const work = async (): Promise<void> => {
    for (const part of parts) {
      const child = Bun.spawn([...COMMAND, ...part], {
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
        env: { ...process.env, ...builds },
      });
      const written = await Promise.all(
        [child.stderr, child.stdout].map((text) => new Response(text).text()),
      );
      process.stdout.write(written.join(""));
      if ((await child.exited) !== 0) process.exitCode = 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

async function oneByOne(files: readonly string[], builds: Builds): Promise<void> {
  if (files.length === 0) return;
  const child = Bun.spawn([...COMMAND, ...files], {
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
    env: { ...process.env, ...builds },
  });
  if ((await child.exited) !== 0) process.exitCode = 1;
}

function chunked<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}

/** What was built just now is what users have; a whole run asks the sources the same. */
const EXECUTABLE = { TESTED_BUILD: "binary" };
await sideBySide(most, FILES_OF_ONE, isWhole ? {} : EXECUTABLE);
/** The largest begin first, so that none of them is alone at the end. */
const bySize = pages.toSorted((a, b) => Bun.file(b).size - Bun.file(a).size);
await sideBySide(bySize, 1, EXECUTABLE);
const ofOneBuild = isWhole ? [] : alone.filter((path) => ONE_BUILD.test(path));
await oneByOne(ofOneBuild, EXECUTABLE);
await oneByOne(
  alone.filter((path) => !ofOneBuild.includes(path)),
  {},
);
