/** The message that asks a model again for exactly what was wrong with its answer. */
import type { Entry } from "../../tools/_core/tool.ts";
import { countCodePoints, isInsidePair } from "../../tools/_lib/text/code-points.ts";
import type { Input } from "../structured-output-recovery-kit.ts";
import { requestFor } from "./findings.ts";
import type { Reply } from "./reply.ts";
import type { Report } from "./stages.ts";
import { isUsable } from "./vote.ts";
import { beginning } from "../../tools/_lib/text/shown.ts";

/** What the message is made of. */
export interface Request {
  /** One sentence each. */
  readonly problems: readonly string[];
  /** Minified; undefined where any JSON will do. */
  readonly schema: string | undefined;
  readonly instruction: string;
  readonly answer: string;
}

/** The message, and what it takes. */
interface Reask {
  readonly text: string;
  readonly tokens: number;
}

interface Count {
  readonly tokens: number;
  /** What the counting had to say. */
  readonly notes: readonly Entry[];
}

/** The new request where the answer cannot be used or was cut, else undefined. `count` takes the text of the file. */
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

/** How much of each part is left: code units of the texts, a number of problems. */
interface Kept {
  answer: number;
  instruction: number;
  problems: number;
}

const ORDER = ["answer", "instruction", "problems"] as const;
/** A cut is found to within this part of the text, which spares most of the counting. */
const PRECISION = 1 / 64;

/**
 * The message within `budget` tokens: first the answer is cut, then the instruction, both in their
 * middle, then problems from the end. The schema stays whole, so that the message may be over the budget.
 */
function writeReask(request: Request, budget: number, count: (text: string) => number): Reask {
  const write = (kept: Kept): Reask => {
    const text = render(request, kept);
    return { text, tokens: count(text) };
  };
  const kept: Kept = {
    answer: request.answer.length,
    instruction: request.instruction.length,
    problems: request.problems.length,
  };
  let reask = write(kept);
  for (const part of ORDER) {
    if (reask.tokens <= budget) return reask;
    if (kept[part] === 0) continue;
    const whole = kept[part];
    const tolerance = part === "problems" ? 1 : Math.max(1, whole * PRECISION);
    let low = 0;
    reask = write({ ...kept, [part]: low });
    for (let high = whole; reask.tokens <= budget && high - low > tolerance;) {
      const middle = Math.floor((low + high) / 2);
      const longer = write({ ...kept, [part]: middle });
      if (longer.tokens > budget) high = middle;
      else [low, reask] = [middle, longer];
    }
    kept[part] = low;
  }
  return reask;
}

function render({ problems, schema, instruction, answer }: Request, kept: Kept): string {
  const left = problems.length - kept.problems;
  const lines = [
    "Your last answer could not be used. Send the corrected JSON value only: no prose, no Markdown fence.",
    "",
    "Problems:",
    ...problems.slice(0, kept.problems).map((problem, index) => `${index + 1}. ${problem}`),
    ...(left > 0 ? [`… and ${left} more problem${left === 1 ? "" : "s"}`] : []),
    ...(schema === undefined ? [] : ["", "JSON Schema:", schema]),
    ...(instruction === ""
      ? []
      : ["", "Original instruction:", cutMiddle(instruction, kept.instruction)]),
    "",
    "Your last answer:",
    cutMiddle(answer, kept.answer),
  ];
  // An answer without text, or with empty lines at its end, leaves none there.
  return lines.join("\n").replace(/(?<!\n)\n+$/, "");
}

/** The beginning and the end of a text, `kept` code units in all at most; no surrogate pair is parted. */
function cutMiddle(text: string, kept: number): string {
  if (kept >= text.length) return text;
  const head = beginning(text, Math.ceil(kept / 2));
  let end = text.length - Math.floor(kept / 2);
  if (isInsidePair(text, end)) end++;
  const left = countCodePoints(text.slice(head.length, end));
  return `${head}… [${left} character${left === 1 ? "" : "s"} left out] …${text.slice(end)}`;
}
