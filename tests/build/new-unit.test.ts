/** The way of a newcomer, in a copy of the house: new, try, the real work, lock. */
import { afterAll, expect, test } from "bun:test";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";

const COPIED = [
  ".oxlintrc.json",
  "app",
  "build",
  "bunfig.toml",
  "kits",
  "package.json",
  "tests",
  "tools",
  "tsconfig.json",
];
const CHECKS = ["registry", "format", "lint", "types", "laws of the house", "its laws"];
/** The template's planted failure, and the truth. */
const UNITS = [
  { kind: "tool", id: "newcomers-first", title: "A short text", output: "abc" },
  {
    kind: "kit",
    id: "a-kit-with-a-very-long-id-that-moves-the-ends-of-lines",
    title: "White space at the end",
    output: String.raw`one\ntwo`,
  },
] as const;
const TIMEOUT_MS = 300_000;

const copy = await mkdtemp(`${tmpdir()}/house-`);
for (const path of COPIED) await cp(path, `${copy}/${path}`, { recursive: true });
await symlink(`${process.cwd()}/node_modules`, `${copy}/node_modules`);
afterAll(() => rm(copy, { recursive: true }));

async function bun(...command: string[]): Promise<{ code: number; written: string }> {
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: copy,
    stdout: "pipe",
    stderr: "pipe",
  });
  const written = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, written: written.join("") };
}

const linesOf = (text: string, word: string): string[] =>
  text
    .split("\n")
    .flatMap((line) => (line.startsWith(word) ? [line.slice(word.length).trim()] : []));

/** What the template leaves to be done. */
async function doTheWork({ kind, id, output }: (typeof UNITS)[number]): Promise<void> {
  const face = `${copy}/${kind}s/${id}.ts`;
  const text = await Bun.file(face).text();
  await Bun.write(
    face,
    text.replace("write here what the text must become", () => output),
  );
}

test(
  "a new unit keeps every law but its planted example, and all when the work is done",
  async () => {
    for (const { kind, id } of UNITS) {
      expect((await bun("build/new-unit.ts", kind, id)).code).toBe(0);
    }
    const [tool, kit] = UNITS;
    const tried = await bun("build/try-unit.ts", kit.id);
    expect(linesOf(tried.written, "FAIL")).toEqual(["its laws"]);
    expect(linesOf(tried.written, "ok ").toSorted()).toEqual(CHECKS.slice(0, -1).toSorted());
    expect(linesOf(tried.written, "(fail)").join()).toStartWith(
      `${kit.id} > example: ${kit.title} [`,
    );
    expect(linesOf(tried.written, "note").join()).toContain("not locked yet");
    expect(tried.code).toBe(1);

    const laws = ["test", "tests/laws/units.test.ts", "-t", `^(?:${tool.id}|${kit.id}) `] as const;
    const planted = linesOf((await bun(...laws)).written, "(fail)").map((line) =>
      line.slice(0, line.lastIndexOf(" [")),
    );
    const examples = UNITS.map(({ id, title }) => `${id} > example: ${title}`);
    expect([...new Set(planted)].toSorted()).toEqual(examples.toSorted());

    for (const unit of UNITS) await doTheWork(unit);
    expect((await bun(...laws)).code).toBe(0);
    const faces = UNITS.map(({ kind, id }) => `${kind}s/${id}.ts`);
    expect((await bun("fmt", "--check", ...faces)).code).toBe(0);

    expect((await bun("build/lock.ts")).code).toBe(0);
    const locked = await bun(
      "test",
      "tests/laws/contract-lock.test.ts",
      "tests/laws/catalogue.test.ts",
    );
    expect(locked.code).toBe(0);
  },
  TIMEOUT_MS,
);

test("an id that is taken, or is none, is refused", async () => {
  const before = await Bun.file("tools/json-formatter.ts").text();
  expect((await bun("build/new-unit.ts", "tool", "json-formatter")).code).toBe(1);
  expect(await Bun.file(`${copy}/tools/json-formatter.ts`).text()).toBe(before);
  expect((await bun("build/new-unit.ts", "kit", "json-formatter")).code).toBe(1);
  expect((await bun("build/new-unit.ts", "tool", "Not An Id")).code).toBe(2);
  expect((await bun("build/new-unit.ts", "thing", "some-id")).code).toBe(2);
  expect((await bun("build/try-unit.ts", "no-such-unit")).code).toBe(2);
});
