/** What may follow on a command line: asked by the completions of a shell. */
import type { Flag } from "../flags/flags.ts";
import { detailOf, ENTRIES, findByAnyName, loadDetails } from "../registry.ts";
import type { Command } from "./command.ts";
import { COMMAND_NAMES, isCommand, loadCommand } from "./commands.ts";
import { EXIT_OK, print } from "./print.ts";
import { fieldFlags } from "./fields.ts";

/** A word and what it is. */
type Candidate = readonly [word: string, about: string];

/** `args` are the words of the line up to the one that is being written, which may be empty. */
export default async function complete(args: readonly string[]): Promise<number> {
  // Some shells part `--flag=value` into three words.
  const words = args.filter((word, index) => word !== "=" || index === args.length - 1);
  const typed = words.at(-1) === "=" ? "" : (words.at(-1) ?? "");
  const found = (await candidates(words.slice(0, -1), typed)).filter(([word]) =>
    word.startsWith(typed),
  );
  if (found.length > 0) print(found.map(([word, about]) => `${word}\t${about}`).join("\n"));
  return EXIT_OK;
}

async function candidates(before: readonly string[], typed: string): Promise<readonly Candidate[]> {
  const [name = "serve", ...behind] = before;
  if (before.length === 0 && !typed.startsWith("-")) return commandWords();
  const [command, given] = isCommand(name)
    ? ([name, behind] as const)
    : (["serve", before] as const);
  const loaded = await loadCommand(command);
  const flags = await flagsOf(command, loaded, given[0]);
  const last = given.at(-1) ?? "";
  const flag = last.startsWith("--") ? flags[last.slice(2)] : undefined;
  if (flag?.value !== undefined) return (flag.words ?? []).map((word) => [word, ""]);
  const [, assigned] = /^--([^=]+)=/.exec(typed) ?? [];
  if (assigned !== undefined) {
    return (flags[assigned]?.words ?? []).map((word) => [`--${assigned}=${word}`, ""]);
  }
  if (typed.startsWith("-")) {
    const written = Object.entries(flags).map(([word, { about }]) => [`--${word}`, about] as const);
    return [...written, ["--help", "what it does"]];
  }
  return given.length === 0 ? firstWords(command, loaded) : [];
}

async function commandWords(): Promise<readonly Candidate[]> {
  return Promise.all(
    COMMAND_NAMES.map(async (name) => [name, (await loadCommand(name)).about] as const),
  );
}

function firstWords(name: string, { first }: Command): readonly Candidate[] {
  const tools = ENTRIES.map(({ id, summary }) => [id, summary] as const);
  if (first === "tool") return tools;
  if (typeof first !== "object") return [];
  const words = first.map((word) => [word, ""] as const);
  return name === "help" ? [...words, ...tools] : words;
}

/** Those of a tool's fields, too. */
async function flagsOf(
  name: string,
  { flags }: Command,
  tool: string | undefined,
): Promise<Readonly<Record<string, Flag>>> {
  const entry = name === "run" && tool !== undefined ? findByAnyName(tool) : undefined;
  if (!entry) return flags;
  await loadDetails();
  return { ...flags, ...fieldFlags(detailOf(entry).input_schema.properties) };
}
