/**
 * `bun run smoke [COMMAND…]`: the executable starts without network or configuration and does one of each thing. The
 * command is `dist/purebox`, or words before and after it: an emulator and the executable of another processor.
 */
import { $ } from "bun";

const [, , ...words] = Bun.argv;
const command = words.length > 0 ? words : ["dist/purebox"];

function check(what: string, holds: boolean): void {
  console.log(`${holds ? "ok  " : "FAIL"} ${what}`);
  if (!holds) process.exitCode = 1;
}

const empty = { PATH: "/usr/bin:/bin" };
const formatted = await $`echo '{"a":1.50}' | ${command} run json-formatter --action minify`
  .env(empty)
  .text();
check("the command line runs a tool", formatted === '{"a":1.50}\n');

const list = [
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}',
  '{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
].join("\n");
const mcp = await $`echo ${list} | ${command} mcp`.env(empty).text();
check("MCP answers on standard output", mcp.includes('"run_pipeline"'));

const server = Bun.spawn([...command, "serve", "--port", "0"], { stdout: "pipe", env: empty });
const { value } = await server.stdout.getReader().read();
const base = /http:\/\/\S+/.exec(new TextDecoder().decode(value))?.[0];
const answer = await fetch(`${base}/api/run`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ tool_id: "json-formatter", input: "[1]" }),
});
check(
  "HTTP runs a tool",
  answer.status === 200 && (await answer.text()).includes('"success":true'),
);
server.kill();
check("the server ends when it is told to", (await server.exited) === 0);
