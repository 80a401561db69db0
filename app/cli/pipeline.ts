/** `purebox pipeline FILE [--input FILE|-] [--json]`: the body of POST /api/pipeline, as JSON or YAML. */
import { readKnownFlags } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { createHost } from "../lanes/host.ts";
import { RequestError } from "../run/errors.ts";
import { runPipeline } from "../run/pipeline.ts";
import { type Command, JSON_FLAG } from "./command.ts";
import { EXIT_NO, EXIT_OK, printJson, printOutput } from "./print.ts";
import { withProgress } from "./progress.ts";
import { readObject, readSource } from "./source.ts";
import { readTerms, TERMS_FLAGS } from "./terms.ts";

const FLAGS = {
  input: { value: "FILE", about: "what $INPUT stands for, from a file or - for standard input" },
  ...JSON_FLAG,
  ...TERMS_FLAGS,
};

export default {
  usage: "FILE [--input FILE|-] [--json]",
  about: "up to five calls, each with what the one before gave (JSON or YAML)",
  more: "FILE holds the body of POST /api/pipeline: input, and steps with tool_id and input, in which $INPUT, $PREV and $STEP[n] may stand.",
  flags: FLAGS,
  examples: [["pipeline steps.yaml --input data.csv", "prints the output of the last step"]],
  first: "file",
  run: pipeline,
} satisfies Command;

async function pipeline(args: readonly string[]): Promise<number> {
  const { named, words } = readKnownFlags(args, FLAGS);
  const [file] = words;
  if (file === undefined || words.length > 1) throw new UsageError("pipeline takes one file");
  const source = named.get("input");
  const request = await readObject(file);
  const input = source === undefined ? request["input"] : await readSource(source);
  try {
    const { body } = await withProgress("pipeline", () =>
      runPipeline({ ...request, input }, createHost(), readTerms(named)),
    );
    if (named.has("json")) printJson(body);
    else if (body.success) printOutput({ output: body.output, value: body.value });
    else console.error(`error ${body.error.code}: ${body.error.message}\n${body.error.hint}`);
    return body.success ? EXIT_OK : EXIT_NO;
  } catch (error) {
    if (error instanceof RequestError)
      throw new UsageError(`${error.message}\n${error.error.hint}`);
    throw error;
  }
}
