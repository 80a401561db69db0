/** Whole lines of a text, by log-context-trimmer. */
import type { Given } from "../../tools/_core/tool.ts";
import trimLog from "../../tools/log-context-trimmer.ts";
import type { Loss } from "../large-payload-reduction-kit.ts";
import { type Attempt, type Ctx, refusedBy } from "./ladder.ts";
import { shownLines } from "./parts.ts";

export type LogOptions = Omit<Given<typeof trimLog.input>, "input">;

/** That it can keep of one end. */
export const MOST_LINES = 10_000;

export const lost = (code: Loss["code"], count: number): Loss[] =>
  count > 0 ? [{ code, path: null, count }] : [];

const FOLDED = "Lines in the form ... [...] say what was folded or left out.";

/** `isWhole` says that the lines of the text are those of the payload, one for one. */
export function trimmedLog(text: string, options: LogOptions, ctx: Ctx, isWhole: boolean): Attempt {
  const { ok, output, value, errors } = ctx.step(trimLog, { input: text, ...options });
  if (!ok || output === undefined || !value) return refusedBy(errors);
  const cut = /^\.\.\. \[(\d+) more output lines? cut to fit\]$/m.exec(output);
  const dropped = value.omittedLines + Number(options.maxChars ? (cut?.[1] ?? 0) : 0);
  const losses = [...lost("LINES_DROPPED", dropped), ...lost("VALUES_MASKED", value.maskedValues)];
  const numbering =
    isWhole || value.omissions.length === 0
      ? ""
      : " Their numbers count the lines that the steps before had left.";
  return {
    text: output,
    name: "log.txt",
    losses,
    warnings: [],
    lossless: losses.length === 0,
    parts: [shownLines(output, value.inputLines)],
    remark: value.collapsedLines + dropped > 0 ? FOLDED + numbering : undefined,
  };
}
