/** `purebox list [--category NAME] [--kind tool|kit] [--json]`. */
import { listTools } from "../catalogue.ts";
import { CATEGORIES } from "../../tools/_core/tool.ts";
import { isOn, readKnownFlags } from "../flags/flags.ts";
import { meant } from "../flags/meant.ts";
import { UsageError } from "../flags/usage-error.ts";
import { RequestError } from "../run/errors.ts";
import { type Command, JSON_FLAG } from "./command.ts";
import { EXIT_OK, print, printJson } from "./print.ts";

const KINDS = ["tool", "kit"] as const;

const FLAGS = {
  category: { value: "NAME", words: CATEGORIES, about: "only those of one category" },
  kind: { value: "KIND", words: KINDS, about: "only tools, or only kits" },
  ...JSON_FLAG,
};

export default {
  usage: "[--category NAME] [--kind tool|kit] [--json]",
  about: "all tools",
  flags: FLAGS,
  examples: [["list --category Finance", "the tools of one category, a line each"]],
  run: list,
} satisfies Command;

async function list(args: readonly string[]): Promise<number> {
  const { named, words } = readKnownFlags(args, FLAGS);
  if (words.length > 0) throw new UsageError(`list takes no words: ${words.join(" ")}`);
  const wanted = named.get("category");
  if (wanted !== undefined) checkCategory(wanted);
  const answer = readList(wanted, named.get("kind"));
  if (isOn(named, "json")) printJson(answer);
  else
    for (const { id, category, summary } of answer.tools) print(`${id}\t${category}\t${summary}`);
  return EXIT_OK;
}

function checkCategory(name: string): void {
  if (CATEGORIES.some((category) => category.toLowerCase() === name.toLowerCase())) return;
  throw new UsageError(
    `Unknown category ${name}${meant(name, CATEGORIES)}\nThere are ${CATEGORIES.join(", ")}.`,
  );
}

function readList(category: string | undefined, kind: string | undefined) {
  try {
    return listTools({ category, kind });
  } catch (error) {
    if (error instanceof RequestError)
      throw new UsageError(`${error.message}; ${error.error.hint}`);
    throw error;
  }
}
