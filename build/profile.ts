/**
 * Writes `build/program.order`: which functions usual runs of the executable use, in which order, as hashes of their
 * syntax. The next build lays them out together. A profile of an older build still serves; this makes it anew.
 *
 * usage: bun run profile, once the executable is built
 */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { PROFILE } from "./compile.ts";

const PROGRAM = "dist/purebox";
const DOCUMENT = JSON.stringify(
  { items: Array.from({ length: 200 }, (_, id) => ({ id, name: `item ${id}`, price: id * 1.5 })) },
  null,
  1,
);

/** Most usual first. */
const RUNS: readonly (readonly [stdin: string, ...args: string[]])[] = [
  [DOCUMENT, "run", "json-formatter"],
  ["abc", "run", "base64"],
  [DOCUMENT, "run", "json-query", "--query=.items|length"],
  ["", "search", "format json"],
  ["", "help", "base64"],
  ["graph TD; A-->B", "run", "mermaid-renderer"],
];

const folder = await mkdtemp(`${tmpdir()}/profile-`);
/** What the service is asked. */
const CALL = { tool_id: "json-formatter", input: { input: DOCUMENT } };
const POSTS: readonly (readonly [path: string, body: object])[] = [
  ["/api/run", CALL],
  ["/api/batch", { requests: [{ id: "a", ...CALL }] }],
  ["/mcp", message("tools/list", {})],
  ["/mcp", message("tools/call", { name: "run_tool", arguments: CALL })],
  ["/api/run", { tool_id: "json-query", input: { input: DOCUMENT, query: ".items" } }],
];

function message(method: string, params: object): object {
  return { jsonrpc: "2.0", id: 1, method, params };
}

async function writeProfile(): Promise<void> {
  for (const [at, [stdin, ...args]] of RUNS.entries()) {
    const { exitCode } = Bun.spawnSync([PROGRAM, ...args], {
      stdin: Buffer.from(stdin),
      env: recording(at),
    });
    if (exitCode !== 0) throw new Error(`purebox ${args.join(" ")} ended with ${exitCode}`);
  }
  await serve();
  const lines = new Set<string>();
  for (const name of (await readdir(folder)).toSorted()) {
    if (!name.endsWith(".order")) continue;
    // Further lines name texts, and all functions that there are: they are many, and bring little.
    for (const line of (await Bun.file(`${folder}/${name}`).text()).split("\n")) {
      if (/^(?:v\d|[FMN] )/.test(line)) lines.add(line);
    }
  }
  await Bun.write(PROFILE, `${[...lines].join("\n")}\n`);
  console.log(`${PROFILE}: ${lines.size - 1} functions of ${RUNS.length} runs and of the service`);
}

function recording(at: number): Record<string, string | undefined> {
  return { ...Bun.env, BUN_BYTECODE_ORDER_OUT: `${folder}/${at}-%p.order` };
}

/** As most start it, asked once for each of the usual things, and ended as a service is. */
async function serve(): Promise<void> {
  const child = Bun.spawn([PROGRAM, "serve", "--port", "0", "--data", `${folder}/data`], {
    stdout: "pipe",
    stderr: "ignore",
    env: recording(RUNS.length),
  });
  const { value } = await child.stdout.getReader().read();
  const base = /http:\/\/\S+/.exec(new TextDecoder().decode(value))?.[0];
  if (base === undefined) throw new Error("The service did not say its address");
  for (const path of ["/", "/api", "/api/tools/search?q=json"]) await fetch(base + path);
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  for (const [path, body] of POSTS) {
    await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) });
  }
  child.kill("SIGTERM");
  await child.exited;
}

try {
  await writeProfile();
} finally {
  await rm(folder, { recursive: true });
}
