/** `purebox search WORDS… [--limit N] [--sample TEXT] [--json]`. */
import { DEFAULT_SEARCH_LIMIT, MAX_SEARCH_LIMIT, searchTools } from "../catalogue.ts";
import { isOn, readKnownFlags } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { type Command, JSON_FLAG } from "./command.ts";
import { EXIT_NO, EXIT_OK, print, printJson } from "./print.ts";

const FLAGS = {
  limit: {
    value: "N",
    about: `how many at most (${DEFAULT_SEARCH_LIMIT}, up to ${MAX_SEARCH_LIMIT})`,
  },
  sample: { value: "TEXT", about: "some of the input, by which tools that know it come first" },
  ...JSON_FLAG,
};

export default {
  usage: "WORDS… [--limit N] [--sample TEXT] [--json]",
  about: "find a tool",
  flags: FLAGS,
  examples: [["search what is this cron line", "the tools that fit, best first"]],
  run: search,
} satisfies Command;

async function search(args: readonly string[]): Promise<number> {
  const { named, words } = readKnownFlags(args, FLAGS);
  const limit = Number(named.get("limit") ?? DEFAULT_SEARCH_LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_SEARCH_LIMIT) {
    throw new UsageError(`--limit is a whole number from 1 to ${MAX_SEARCH_LIMIT}`);
  }
  const answer = await searchTools({ query: words.join(" "), limit, sample: named.get("sample") });
  if (isOn(named, "json")) printJson(answer);
  else for (const { id, summary } of answer.tools) print(`${id}\t${summary}`);
  if (!answer.nothing_fits) return EXIT_OK;
  console.error(`Nothing fits. Others ask: ${answer.suggestions?.join("; ")}`);
  return EXIT_NO;
}
