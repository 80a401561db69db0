/** `purebox pipeline FILE [--input FILE|-] [--json]`: the body of POST /api/pipeline, as JSON or YAML. */
import { readKnownFlags } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { createHost } from "../lanes/host.ts";
import { RequestError } from "../run/errors.ts";
import { runPipeline } from "../run/pipeline.ts";
import { EXIT_NO, EXIT_OK, printJson, printOutput } from "./print.ts";
import { readObject, readSource } from "./source.ts";
import { readTerms, TERMS_FLAGS } from "./terms.ts";

export default async function pipeline(args: readonly string[]): Promise<number> {
  const { named, words } = readKnownFlags(args, { input: true, json: false, ...TERMS_FLAGS });
  const [file] = words;
  if (file === undefined || words.length > 1) {
    throw new UsageError("pipeline takes one file: purebox pipeline FILE [--input FILE|-]");
  }
  const source = named.get("input");
  const request = await readObject(file);
  const input = source === undefined ? request["input"] : await readSource(source);
  try {
    const { body } = await runPipeline({ ...request, input }, createHost(), readTerms(named));
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
