/** `purebox mcp`: the MCP server on standard input and output. */
import { readKnownFlags } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { createHost } from "../lanes/host.ts";
import { compileAsUsual } from "../lanes/self.ts";
import { createDispatch } from "../mcp/dispatch.ts";
import { serveStdio } from "../mcp/stdio.ts";
import { createTools } from "../mcp/tools.ts";
import { readUrl } from "../serve/settings.ts";
import type { Command } from "./command.ts";
import { EXIT_OK, writeLater } from "./print.ts";

const FLAGS = {
  "public-url": { value: "URL", about: "the address that answers name" },
};

export default {
  usage: "[--public-url URL]",
  about: "MCP on standard input and output",
  flags: FLAGS,
  examples: [["mcp", "what a client of MCP starts as its server"]],
  run: mcp,
} satisfies Command;

async function mcp(args: readonly string[]): Promise<number> {
  const { named, words } = readKnownFlags(args, FLAGS);
  if (words.length > 0) throw new UsageError(`mcp takes no words: ${words.join(" ")}`);
  const url = readUrl(named.get("public-url") ?? Bun.env["PUREBOX_PUBLIC_URL"] ?? "");
  const dispatch = createDispatch(createTools(createHost(url === "" ? undefined : url)));
  compileAsUsual();
  await serveStdio(dispatch, Bun.stdin.stream(), writeLater);
  return EXIT_OK;
}
