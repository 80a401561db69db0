/** Questions about percentages in words: `15% of 200`, `80 -> 100`, `30 is what % of 120`. */
import type { Entry } from "../_core/tool.ts";
import type { Fraction } from "../_lib/numbers/fraction.ts";
import { positionAt } from "../_lib/text/position.ts";
import { readNumber, SIGNED_NUMBER } from "../_lib/numbers/written-number.ts";
import { beginning } from "../_lib/text/shown.ts";

export const PAIR_ACTIONS = [
  "of",
  "whatPercent",
  "change",
  "difference",
  "increase",
  "decrease",
  "reverse",
  "undoIncrease",
  "undoDecrease",
  "points",
] as const;

export type PairAction = (typeof PAIR_ACTIONS)[number];

export interface Question {
  readonly action: PairAction;
  readonly x: Fraction;
  readonly y: Fraction;
}

const N = `(${SIGNED_NUMBER})`;
const PERCENT = String.raw`\s*(?:%|percent\b)`;
const WHAT_PERCENT = String.raw`what\s*(?:%|percent\b)`;

/** A form and what its two numbers are; `isTurned`: the second number is x. */
const FORMS: readonly (readonly [pattern: string, action: PairAction, isTurned?: boolean])[] = [
  [`(?:what\\s+is\\s*)?${N}${PERCENT}\\s*of\\s*${N}`, "of"],
  [`${N}\\s*is\\s+${WHAT_PERCENT}\\s*of\\s*${N}`, "whatPercent"],
  [`${N}\\s*as\\s*(?:%|percent|a\\s+percentage)\\s*of\\s*${N}`, "whatPercent"],
  [`${N}\\s*out\\s+of\\s*${N}`, "whatPercent"],
  [`${WHAT_PERCENT}\\s*of\\s*${N}\\s*is\\s*${N}`, "whatPercent", true],
  [`${N}\\s*is\\s*${N}${PERCENT}\\s*of\\s+what`, "reverse"],
  [`${N}${PERCENT}\\s*of\\s+what\\s+is\\s*${N}`, "reverse", true],
  [`${N}\\s*(?:\\+|plus)\\s*${N}${PERCENT}`, "increase"],
  [`increase\\s*${N}\\s*by\\s*${N}${PERCENT}`, "increase"],
  [`${N}\\s*(?:[-−]|minus)\\s*${N}${PERCENT}`, "decrease"],
  [`decrease\\s*${N}\\s*by\\s*${N}${PERCENT}`, "decrease"],
  [`${N}${PERCENT}\\s*off\\s*${N}`, "decrease", true],
  [`(?:change\\s*)?(?:from\\s*)?${N}${PERCENT}\\s*(?:to|->|→)\\s*${N}${PERCENT}`, "points"],
  [`(?:change\\s*)?(?:from\\s*)?${N}\\s*(?:to|->|→)\\s*${N}`, "change"],
  [`difference\\s+between\\s*${N}\\s*and\\s*${N}`, "difference"],
];

const PATTERNS = FORMS.map(
  ([pattern, action, isTurned = false]) =>
    ({ pattern: new RegExp(`^${pattern}$`, "i"), action, isTurned }) as const,
);

/** What is asked for. */
export function readQuestion(text: string): Question | Entry<"TEXT_NOT_UNDERSTOOD"> {
  const asked = text.trim().replace(/\s*\?$/, "");
  for (const { pattern, action, isTurned } of PATTERNS) {
    const [, first, second] = pattern.exec(asked) ?? [];
    const [left, right] = [readNumber(first ?? ""), readNumber(second ?? "")];
    if (left && right)
      return isTurned ? { action, x: right, y: left } : { action, x: left, y: right };
  }
  const expected = "a question such as 15% of 200";
  return {
    code: "TEXT_NOT_UNDERSTOOD",
    message: `Cannot read the question: found ${JSON.stringify(beginning(asked, 60))}, expected ${expected}`,
    path: "/expression",
    ...positionAt(text, text.length - text.trimStart().length),
    expected,
    hint: "These work: 15% of 200; 80 -> 100; 30 is what % of 120",
  };
}
