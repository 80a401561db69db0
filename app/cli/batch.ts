/** `purebox batch FILE`: the body of POST /api/batch, as JSON or YAML. */
import { readKnownFlags } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { createHost } from "../lanes/host.ts";
import { runBatch } from "../run/batch.ts";
import { RequestError } from "../run/errors.ts";
import { type Command, JSON_FLAG } from "./command.ts";
import { EXIT_NO, EXIT_OK, printJson } from "./print.ts";
import { withProgress } from "./progress.ts";
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
  const [file] = words;
  if (file === undefined || words.length > 1) throw new UsageError("batch takes one file");
  try {
    const request = await readObject(file);
    const { body } = await withProgress("batch", () =>
      runBatch(request, createHost(), readTerms(named)),
    );
    printJson(body);
    return body.summary.failed === 0 ? EXIT_OK : EXIT_NO;
  } catch (error) {
    if (error instanceof RequestError)
      throw new UsageError(`${error.message}\n${error.error.hint}`);
    throw error;
  }
}
