/** What a call may use never depends on the process it meets: fresh or used, a lane or not, source or executable. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { run } from "../../app/run/run.ts";
import { within } from "../../app/run/terms.ts";
import type { Json } from "../support/client.ts";
import { host } from "../support/run-unit.ts";
import { type Build, BUILDS, commandOf } from "../support/program.ts";
import { PATIENT, type Server, startServer } from "../support/server.ts";

type Call = { readonly tool_id: string; readonly input: Readonly<Record<string, string>> };

const jq = (query: string): Call => ({ tool_id: "json-query", input: { input: "[0,1]", query } });
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Near the edge of what the engine's memory, stack or longest text would allow. */
const CALLS: Readonly<Record<string, Call>> = {
  "a text of a value that doubles": jq("reduce range(30) as $i (.; [., .]) | tojson | length"),
  "that text read again": jq(
    "reduce range(17) as $i (.; [., .]) | tojson | fromjson | flatten | length",
  ),
  "a text that doubles": jq('reduce range(40) as $i ("ab"; . + .) | length'),
  "powers of many numbers": jq("[range(3000) | pow(. + 0.5; 300)] | add"),
  "a function that calls itself": jq("def f: if . > 30000 then . else (. + 1 | f) + 0 end; 0 | f"),
  "one that never ends": jq("def f: [f]; f"),
  "values in values": jq("reduce range(9000) as $i (1; [.]) | tojson | fromjson | tojson | length"),
  "records of records": {
    tool_id: "typescript-to-json-schema",
    input: {
      input: `type B = ${numbers(90)
        .map((at) => `"k${at}"`)
        .join(" | ")}; export type C = Record<B, Record<B, Record<B, string>>>`,
    },
  },
  "maps merged into maps": {
    tool_id: "config-format-converter",
    input: {
      from: "yaml",
      to: "json",
      input: numbers(40)
        .map((at) => (at ? `a${at}: &a${at} {<<: *a${at - 1}, k${at}: 1}` : "a0: &a0 {x: 1}"))
        .join("\n"),
    },
  },
  "a pattern that goes back": {
    tool_id: "regex-tester",
    input: { pattern: "^(a+)+$", text: `${"a".repeat(40)}b` },
  },
};

const folder = await mkdtemp(`${tmpdir()}/same-`);
afterAll(() => rm(folder, { recursive: true }));

/** Calls that leave a process with much to clean up. */
const OTHER_WORK = [
  jq("[range(100000)] | map(tojson) | length"),
  jq('reduce range(20) as $i ("a"; . + .) | length'),
];

async function answered(server: Server, path: string, body: unknown): Promise<Json> {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const answer = await fetch(server.base + path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Json;
}

async function overMcp(server: Server, name: string, args: object): Promise<Json> {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  return (await answered(server, "/mcp", call))["result"].structuredContent;
}

/** Every door of a service gives the result of the call; a batch of it gives one for each. */
const DOORS: Readonly<Record<string, (server: Server, call: Call) => Promise<unknown[]>>> = {
  "a run": async (server, call) => [(await answered(server, "/api/run", call))["result"]],
  "a batch": async (server, call) => resultsOf(await answered(server, "/api/batch", twice(call))),
  "a pipeline": async (server, call) =>
    stepsOf(await answered(server, "/api/pipeline", { steps: [call] })),
  "a run over MCP": async (server, call) => [(await overMcp(server, "run_tool", call))["result"]],
  "a batch over MCP": async (server, call) =>
    resultsOf(await overMcp(server, "run_batch", twice(call))),
};

const twice = (call: Call) => ({ requests: ["a", "b"].map((id) => ({ id, ...call })) });
const resultsOf = ({ results }: Json): unknown[] => results.map(({ result }: Json) => result);
const stepsOf = ({ steps }: Json): unknown[] => steps.map(({ result }: Json) => result);

async function onCommandLine(build: Build, { tool_id, input }: Call): Promise<unknown> {
  const fields = Object.entries(input).map(([name, text]) => `--${name}=${text}`);
  const command = [...commandOf(build), "run", tool_id, "--json", ...fields];
  const child = Bun.spawn(command, { stdin: "ignore", stdout: "pipe", stderr: "ignore" });
  return JSON.parse(await new Response(child.stdout).text()).result;
}

describe.each(Object.entries(CALLS))("%s", (_, call) => {
  test.each(BUILDS)(
    "%s",
    async (build) => {
      const { body } = await run(call, host, within(60_000));
      const expected = JSON.parse(JSON.stringify(body.result));
      expect(await onCommandLine(build, call)).toEqual(expected);
      // A service of its own, so that the first call meets processes that did nothing yet.
      const server = await startServer(build, [...PATIENT, "--data", `${folder}/${build}`]);
      try {
        const [first, ...rest] = Object.values(DOORS);
        // Doors, and how processes are used again, are the same code in both; what the engine allows is not.
        const others = build === "source" ? rest : [];
        for (const result of (await first?.(server, call)) ?? []) expect(result).toEqual(expected);
        const results = await Promise.all(others.map((ask) => ask(server, call)));
        for (const result of results.flat()) expect(result).toEqual(expected);
        if (build === "binary") return;
        for (const other of OTHER_WORK) await answered(server, "/api/run", other);
        expect((await answered(server, "/api/run", call))["result"]).toEqual(expected);
      } finally {
        await server.stop();
      }
    },
    120_000,
  );
});
