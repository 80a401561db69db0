/** What may follow on a command line: asked by the completions of a shell. */
import type { Flag } from "../flags/flags.ts";
import { detailOf, ENTRIES, findByAnyName, loadDetails } from "../registry.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { EXIT_OK, print } from "./print.ts";
import { fieldFlags, kebab } from "./fields.ts";

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
  const [name = "", ...behind] = before;
  if (before.length === 0 && !typed.startsWith("-")) return commandWords();
  const asked = await COMMANDS.load(name);
  // Without a command word the flags are those of `serve`.
  const command = asked ?? (await COMMANDS.load("serve"));
  if (!command) return [];
  const given = asked ? behind : before;
  const flags = await flagsOf(command, given[0]);
  const ofFlag = flagCandidates(flags, given.at(-1) ?? "", typed);
  if (ofFlag) return ofFlag;
  return given.length === 0 ? firstWords(command) : [];
}

/** Words of the flag before, words of the flag itself, or flags; undefined where none is meant. */
function flagCandidates(
  flags: Readonly<Record<string, Flag>>,
  last: string,
  typed: string,
): readonly Candidate[] | undefined {
  const flag = last.startsWith("--") ? flags[kebab(last.slice(2))] : undefined;
  if (flag?.value !== undefined) return (flag.words ?? []).map((word) => [word, ""]);
  const [, assigned] = /^--([^=]+)=/.exec(typed) ?? [];
  if (assigned !== undefined) {
    return (flags[kebab(assigned)]?.words ?? []).map((word) => [`--${assigned}=${word}`, ""]);
  }
  if (!typed.startsWith("-")) return undefined;
  const written = Object.entries(flags).map(([word, { about }]) => [`--${word}`, about] as const);
  return [...written, ["--help", "what it does"]];
}

async function commandWords(): Promise<readonly Candidate[]> {
  return Promise.all(
    COMMANDS.names.map(async (name) => [name, (await COMMANDS.load(name))?.about ?? ""] as const),
  );
}

async function firstWords({ first }: Command): Promise<readonly Candidate[]> {
  const tools = ENTRIES.map(({ id, summary }) => [id, summary] as const);
  if (first === "tool") return tools;
  if (first === "topic") return [...(await commandWords()), ...tools];
  return typeof first === "object" ? first.map((word) => [word, ""] as const) : [];
}

/** Those of a tool's fields, too. */
async function flagsOf(
  { flags, first }: Command,
  tool: string | undefined,
): Promise<Readonly<Record<string, Flag>>> {
  const entry = first === "tool" && tool !== undefined ? findByAnyName(tool) : undefined;
  if (!entry || Object.keys(flags).length === 0) return flags;
  await loadDetails();
  return { ...flags, ...fieldFlags(detailOf(entry).input_schema.properties) };
}
