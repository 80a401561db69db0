/** `purebox pipeline FILE [--input FILE|-] [--json]`: the body of POST /api/pipeline, as JSON or YAML. */
import { isOn, readKnownFlags } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { createHost } from "../lanes/host.ts";
import { runPipeline } from "../run/pipeline.ts";
import { type Command, JSON_FLAG } from "./command.ts";
import { EXIT_NO, EXIT_OK, printJson, printResult } from "./print.ts";
import { contentOf } from "./content.ts";
import { withProgress } from "./progress.ts";
import { asUsage } from "./refusals.ts";
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
  const terms = readTerms(named);
  const [file] = words;
  if (file === undefined || words.length > 1) throw new UsageError("pipeline takes one file");
  const source = named.get("input");
  const request = await readObject(file);
  const input = source === undefined ? request["input"] : await readSource(source);
  const { body } = await withProgress("pipeline", () =>
    asUsage(() => runPipeline({ ...request, input }, createHost(), terms)),
  );
  if (isOn(named, "json")) {
    printJson(body);
    return body.success ? EXIT_OK : EXIT_NO;
  }
  if (!body.success) {
    console.error(`error ${body.error.code}: ${body.error.message}\n${body.error.hint}`);
    return EXIT_NO;
  }
  const last = body.steps.at(-1);
  const warnings = body.steps.flatMap(({ result }) => result?.warnings ?? []);
  const result = { ...last?.result, warnings };
  const asked = (request["steps"] as readonly { readonly input?: unknown }[]).at(-1)?.input;
  const given = typeof asked === "object" && asked !== null ? asked : {};
  const content = contentOf(last?.tool_id ?? "", result, given as Record<string, unknown>);
  return printResult(result, content);
}
