/** `purebox --help`, `purebox help COMMAND`, `purebox help TOOL`. */
import { nearest } from "../../tools/_lib/text/nearest.ts";
import { readKnownFlags } from "../flags/flags.ts";
import { asked } from "../flags/meant.ts";
import { UsageError } from "../flags/usage-error.ts";
import type { RegistryEntry } from "../registry-entry.ts";
import { ENTRIES, findByAnyName, loadDetails, nearestIds } from "../registry.ts";
import type { Command, Commands } from "./command.ts";
import { EXIT_OK, print } from "./print.ts";
import { toolNamed } from "./tool-named.ts";
import { describeTool } from "./tool-help.ts";

export default {
  usage: "[COMMAND|TOOL]",
  about: "help for all, for one command, or for one tool",
  flags: {},
  examples: [
    ["help run", "the flags of a command"],
    ["help json-formatter", "the fields of a tool"],
  ],
  first: "topic",
  run: help,
} satisfies Command;

/** A command is followed by what it was asked for. */
async function help(args: readonly string[], commands: Commands): Promise<number> {
  const { words } = readKnownFlags(args, {});
  const [name, behind] = words;
  if (words.length > 2) throw new UsageError(`help takes one word, not ${words.join(" ")}`);
  const command = name === undefined ? undefined : await commands.load(name);
  if (name === undefined) print(await describeAll(commands));
  else if (command) print(await describeCommand(name, command, behind));
  else print(await describeTopic(name, commands));
  return EXIT_OK;
}

async function describeAll(commands: Commands): Promise<string> {
  const lines = await Promise.all(
    commands.names.map(async (name) => {
      const { usage = "", about = "" } = (await commands.load(name)) ?? {};
      const written = name === "serve" ? `[serve] ${usage}` : `${name} ${usage}`;
      return `  purebox ${written.trim()}\n      ${about}`;
    }),
  );
  return `purebox: ${ENTRIES.length} deterministic tools behind an HTTP API, an MCP endpoint and this command line

${lines.join("\n")}

\`purebox help COMMAND\` has the flags and examples of each.
Exit codes: 0 done, 1 the tool said no, 2 the command was not understood.`;
}

async function describeCommand(
  name: string,
  { usage, about, more, flags, examples, first }: Command,
  behind: string | undefined,
): Promise<string> {
  if (first === "tool" && behind !== undefined) return describeEntry(toolNamed(behind));
  const written = Object.entries(flags).map(([flag, { value, about: what, isList }]) => {
    const often = isList === true ? "; may be repeated" : "";
    return `  --${flag}${value === undefined ? "" : ` ${value}`}\n      ${what}${often}`;
  });
  return [
    `purebox ${`${name} ${usage}`.trim()}`,
    `  ${about}`,
    ...(more === undefined ? [] : ["", more]),
    ...(written.length === 0 ? [] : ["", "Flags:", ...written]),
    "",
    "Examples:",
    ...examples.map(([line, what]) => `  purebox ${line}\n      ${what}`),
  ].join("\n");
}

async function describeTopic(name: string, { names }: Commands): Promise<string> {
  const entry = findByAnyName(name);
  if (entry) return describeEntry(entry);
  const near = [...nearest(name, names), ...nearestIds(name)].slice(0, 3);
  throw new UsageError(`Unknown command or tool ${name}${asked(near)}`);
}

async function describeEntry(entry: RegistryEntry): Promise<string> {
  await loadDetails();
  return describeTool(entry);
}
