/** Files as large as people have: on the command line without a word, over HTTP where the operator allows them. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { startServer } from "../support/server.ts";

const folder = await mkdtemp(`${tmpdir()}/large-`);
afterAll(() => rm(folder, { recursive: true }));

const ROWS = Array.from({ length: 110_000 }, (_, id) => ({
  id,
  name: `user ${id}`,
  email: `user${id}@example.com`,
  tags: ["a", "b"],
  score: id * 1.5,
}));
const JSON_TEXT = JSON.stringify(ROWS);
const JSON_FILE = `${folder}/rows.json`;
await Bun.write(JSON_FILE, JSON_TEXT);

async function purebox(...words: readonly string[]): Promise<string> {
  const child = Bun.spawn(["dist/purebox", ...words], { stdout: "pipe", stderr: "pipe" });
  const [out, problems] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect([await child.exited, problems]).toEqual([0, ""]);
  return out;
}

describe("10 MB on the command line", () => {
  test("are formatted, minified and repaired", async () => {
    expect(JSON_TEXT.length).toBeGreaterThan(10_000_000);
    expect((await purebox("run", "json-formatter", JSON_FILE)).trimEnd()).toBe(
      JSON.stringify(ROWS, null, 2),
    );
    expect(
      (await purebox("run", "json-formatter", "--action", "minify", JSON_FILE)).trimEnd(),
    ).toBe(JSON_TEXT);
    expect((await purebox("run", "json-repair", "--indent", "0", JSON_FILE)).trimEnd()).toBe(
      JSON_TEXT,
    );
  }, 120_000);

  test("are queried", async () => {
    const of = (query: string) => purebox("run", "json-query", "--query", query, JSON_FILE);
    expect((await of("length")).trim()).toBe(String(ROWS.length));
    expect((await of("map(.score) | add")).trim()).toBe(
      String(ROWS.reduce((sum, { score }) => sum + score, 0)),
    );
    expect(JSON.parse(await of("map(select(.id % 2 == 0) | .id)"))).toHaveLength(ROWS.length / 2);
    expect((await of(".")).trimEnd()).toBe(JSON.stringify(ROWS, null, 2));
    expect((await of(".[].name")).trimEnd().split("\n")).toHaveLength(ROWS.length);
  }, 120_000);

  test("become CSV, which becomes JSON again, and YAML", async () => {
    const csv = await purebox("run", "json-to-csv", JSON_FILE);
    expect(csv.split("\n")).toHaveLength(ROWS.length + 2);
    const csvFile = `${folder}/rows.csv`;
    await Bun.write(csvFile, csv);
    expect(JSON.parse(await purebox("run", "csv-to-json", csvFile))).toHaveLength(ROWS.length);
    const yaml = await purebox("run", "config-format-converter", "--to", "yaml", JSON_FILE);
    expect(yaml.match(/^- id: /gm)).toHaveLength(ROWS.length);
  }, 120_000);

  test("are refused, with the flag, where the caller wants no more than a million", async () => {
    const words = ["run", "json-formatter", "--max-input-chars", "1000000", JSON_FILE];
    const child = Bun.spawn(["dist/purebox", ...words], { stdout: "ignore", stderr: "pipe" });
    expect(await new Response(child.stderr).text()).toMatch(/--max-input-chars/);
    expect(await child.exited).toBe(1);
  }, 60_000);
});

test("a lock file of 2 MB is reconciled", async () => {
  const names = Array.from({ length: 9000 }, (_, at) => `package-number-${at}`);
  const manifest = {
    name: "large",
    dependencies: Object.fromEntries(names.slice(0, 300).map((name) => [name, "^1.0.0"])),
  };
  const packages: Record<string, object> = { "": manifest };
  for (const [at, name] of names.entries()) {
    const next = names[at + 300];
    packages[`node_modules/${name}`] = {
      version: "1.2.3",
      resolved: `https://packages.example.com/${name}/-/${name}-1.2.3.tgz`,
      integrity: `sha512-${"A".repeat(86)}==`,
      ...(next === undefined ? {} : { dependencies: { [next]: "^1.0.0" } }),
    };
  }
  const lock = JSON.stringify({ name: "large", lockfileVersion: 3, packages });
  expect(lock.length).toBeGreaterThan(2_000_000);
  const [manifestFile, lockFile] = [`${folder}/package.json`, `${folder}/package-lock.json`];
  await Bun.write(manifestFile, JSON.stringify(manifest));
  await Bun.write(lockFile, lock);
  const files = ["--manifest-file", manifestFile, "--lockfile-file", lockFile];
  const told = await purebox("run", "dependency-manifest-reconciliation", ...files, "--json");
  const { result } = JSON.parse(told) as { result: { valid: boolean; value: unknown } };
  expect(result.valid).toBe(true);
  expect(result.value).toMatchObject({ counts: { direct: 300, locked: 9000, missing: 0 } });
}, 60_000);

test("a service that takes five million characters takes them, and answers others meanwhile", async () => {
  const server = await startServer("binary", ["--max-input-chars", "5000000"]);
  const rows = ROWS.slice(0, 40_000);
  const input = JSON.stringify(rows);
  const post = async (body: unknown) => {
    const answer = await fetch(`${server.base}/api/run`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const state = { isDone: false };
  const others = (async () => {
    let asked = 0;
    for (; !state.isDone; asked++) {
      expect((await post({ tool_id: "base64", input: { input: "hello" } })).status).toBe(200);
      await Bun.sleep(5);
    }
    return asked;
  })();
  const call = { tool_id: "json-formatter", input: { input }, response_mode: "output" };
  const { status, text } = await post(call);
  expect(status).toBe(200);
  expect((JSON.parse(text) as { result: { output: string } }).result.output).toBe(
    JSON.stringify(rows, null, 2),
  );
  expect((await post({ tool_id: "json-to-csv", input: { input: rows } })).status).toBe(200);
  state.isDone = true;
  expect(await others).toBeGreaterThan(10);
  await server.stop();
}, 60_000);
