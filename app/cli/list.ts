/** `purebox list [--category NAME] [--kind tool|kit] [--json]`. */
import { listTools } from "../catalogue.ts";
import { readKnownFlags } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { RequestError } from "../run/errors.ts";
import { EXIT_OK, print, printJson } from "./print.ts";

export default async function list(args: readonly string[]): Promise<number> {
  const { named } = readKnownFlags(args, { category: true, kind: true, json: false });
  const answer = readList(named.get("category"), named.get("kind"));
  if (named.has("json")) printJson(answer);
  else
    for (const { id, category, summary } of answer.tools) print(`${id}\t${category}\t${summary}`);
  return EXIT_OK;
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
