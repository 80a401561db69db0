/** `purebox batch FILE`: the body of POST /api/batch, as JSON or YAML. */
import { readKnownFlags } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { createHost } from "../lanes/host.ts";
import { type BatchAnswer, runBatch } from "../run/batch.ts";
import type { Result } from "../run/types.ts";
import { type Command, JSON_FLAG } from "./command.ts";
import { EXIT_NO, EXIT_OK, printJson } from "./print.ts";
import { withProgress } from "./progress.ts";
import { asUsage } from "./refusals.ts";
import { readObject } from "./source.ts";
import { readTerms, TERMS_FLAGS } from "./terms.ts";

// The answer is always JSON.
const FLAGS = { ...JSON_FLAG, ...TERMS_FLAGS };

export default {
  usage: "FILE",
  about: "up to five independent calls (JSON or YAML)",
  more: "FILE, or - for standard input, holds the body of POST /api/batch: requests with id, tool_id, input and options.",
  flags: FLAGS,
  examples: [["batch calls.yaml", "runs all of them and prints the answer of each"]],
  first: "file",
  run: batch,
} satisfies Command;

async function batch(args: readonly string[]): Promise<number> {
  const { named, words } = readKnownFlags(args, FLAGS);
  const terms = readTerms(named);
  const [file] = words;
  if (file === undefined || words.length > 1) throw new UsageError("batch takes one file");
  const request = await readObject(file);
  const { body } = await withProgress("batch", () =>
    asUsage(() => runBatch(request, createHost(), terms)),
  );
  printJson(body);
  return body.results.every(saysYes) ? EXIT_OK : EXIT_NO;
}

function saysYes({ success, result }: BatchAnswer["results"][number]): boolean {
  return success && (result as Partial<Result> | undefined)?.valid !== false;
}
