/** The stage that asks the model again, where the answer cannot be used or was cut. */
import type { Entry } from "../../tools/_core/tool.ts";
import type { Input } from "./contract.ts";
import { requestFor } from "./findings.ts";
import { type Reask, writeReask } from "./reask.ts";
import type { Reply } from "./reply.ts";
import type { Report } from "./stages.ts";
import { isUsable } from "./vote.ts";

interface Count {
  readonly tokens: number;
  /** What the counting had to say. */
  readonly notes: readonly Entry[];
}

/** The new request; undefined where none is needed. `count` takes the text of the file. */
export function askAgain(
  chosen: Reply,
  input: Input,
  report: Report,
  count: (text: string) => Count,
): Reask | undefined {
  if (isUsable(chosen) && !chosen.truncated) {
    report.skipped("reask", "Nothing has to be asked again");
    return undefined;
  }
  const { maxReaskTokens } = input;
  let notes: readonly Entry[] = [];
  const reask = writeReask(requestFor(chosen, input), maxReaskTokens, (text) => {
    const counted = count(`${text}\n`);
    ({ notes } = counted);
    return counted.tokens;
  });
  report.done("reask", `${reask.tokens} of ${maxReaskTokens} tokens`);
  for (const note of notes) report.find("info", "reask", note);
  if (reask.tokens > maxReaskTokens) {
    const message = `reask.md takes ${reask.tokens} tokens, because its schema is never cut`;
    const [expected, received] = [maxReaskTokens, reask.tokens];
    report.find("warning", "reask", { code: "REASK_OVER_BUDGET", message, expected, received });
  }
  return reask;
}
