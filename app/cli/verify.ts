/** `purebox verify FILE [INPUT|-]`: runs again what a receipt speaks of. */
import { isOn, readKnownFlags } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { createHost } from "../lanes/host.ts";
import { verify as verifyReceipt } from "../run/verify.ts";
import { type Command, JSON_FLAG } from "./command.ts";
import { EXIT_NO, EXIT_OK, print, printJson } from "./print.ts";
import { withProgress } from "./progress.ts";
import { asUsage } from "./refusals.ts";
import { readObject, readSource } from "./source.ts";
import { readTerms, TERMS_FLAGS } from "./terms.ts";

const FLAGS = { ...JSON_FLAG, ...TERMS_FLAGS };

export default {
  usage: "FILE [INPUT|-] [--json]",
  about: "check a receipt by running again what it speaks of",
  more: `FILE holds { receipt, input }, a receipt, or a run's whole answer. INPUT holds the input: the text of the
primary field, or an object of fields as JSON.`,
  flags: FLAGS,
  examples: [["verify answer.json input.json", "says whether every byte is the same"]],
  first: "file",
  run: verify,
} satisfies Command;

async function verify(args: readonly string[]): Promise<number> {
  const { named, words } = readKnownFlags(args, FLAGS);
  const terms = readTerms(named);
  const [file, source] = words;
  if (file === undefined || words.length > 2) {
    throw new UsageError("verify takes a receipt and the input");
  }
  const held = await readObject(file);
  const input = source === undefined ? held["input"] : readInput(await readSource(source));
  const request = { receipt: findReceipt(held), input };
  const { body } = await withProgress("verify", () =>
    asUsage(() => verifyReceipt(request, createHost(), terms)),
  );
  if (isOn(named, "json")) printJson(body);
  else if (!body.success) console.error(`error ${body.error.code}: ${body.error.message}`);
  else {
    print(body.verified ? "verified: every byte is the same" : "not verified");
    for (const [check, same] of Object.entries(body.checks)) {
      print(`  ${same ? "same" : "different"}  ${check}`);
    }
  }
  return body.success && body.verified ? EXIT_OK : EXIT_NO;
}

function findReceipt(held: Record<string, unknown>): unknown {
  const result = held["result"] as Record<string, unknown> | undefined;
  return held["receipt"] ?? result?.["receipt"] ?? held;
}

function readInput(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Not JSON, so it is the text itself.
  }
  return text;
}
