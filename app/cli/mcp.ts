/** `purebox mcp`: the MCP server on standard input and output. */
import { readKnownFlags } from "../flags/flags.ts";
import { createHost } from "../lanes/host.ts";
import { createDispatch } from "../mcp/dispatch.ts";
import { serveStdio } from "../mcp/stdio.ts";
import { createTools } from "../mcp/tools.ts";
import { EXIT_OK, write } from "./print.ts";

export default async function mcp(args: readonly string[]): Promise<number> {
  const { named } = readKnownFlags(args, { "public-url": true });
  const dispatch = createDispatch(createTools(createHost(named.get("public-url"))));
  await serveStdio(dispatch, Bun.stdin.stream(), write);
  return EXIT_OK;
}
