/** `purebox schema TOOL`. */
import { toolSchema } from "../catalogue.ts";
import { readKnownFlags } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import type { Command } from "./command.ts";
import { EXIT_OK, printJson } from "./print.ts";
import { toolNamed } from "./tool-named.ts";

export default {
  usage: "TOOL",
  about: "its fields, failures and examples, as JSON",
  flags: {},
  examples: [["schema json-formatter", "what a program has to know to call the tool"]],
  first: "tool",
  run: schema,
} satisfies Command;

async function schema(args: readonly string[]): Promise<number> {
  const { words } = readKnownFlags(args, {});
  const [name] = words;
  if (name === undefined || words.length > 1) throw new UsageError("schema takes one tool");
  printJson(await toolSchema(toolNamed(name).id));
  return EXIT_OK;
}
