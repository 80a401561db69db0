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
const PERCENT = String.raw`\s*(?:%|per\s?cent\b|pct\b)`;
const WHAT_PERCENT = String.raw`(?:what|how\s+many)\s*(?:%|per\s?cent(?:age)?\b)`;
const AS_PERCENT = String.raw`\s*(?:as|in)\s*(?:an?\s+)?(?:%|per\s?cent(?:age)?)`;
/** What stands between the two numbers of a change. */
const TO = String.raw`\s*(?:to|->|→)\s*`;
const RISE = String.raw`(?:increased|raised|up)`;
const FALL = String.raw`(?:decreased|reduced|lowered|down)`;
const MORE = String.raw`(?:more|higher|greater|larger)`;
const LESS = String.raw`(?:less|lower|smaller|fewer)`;
const WHAT = String.raw`what(?:\s+(?:number|amount))?`;

/** A form and what its two numbers are; `isTurned`: the second number is x. */
const FORMS: readonly (readonly [pattern: string, action: PairAction, isTurned?: boolean])[] = [
  [`${N}${PERCENT}\\s*of\\s*${N}`, "of"],
  [`${N}\\s*is\\s+${WHAT_PERCENT}\\s*of\\s*${N}`, "whatPercent"],
  [`${N}${AS_PERCENT}\\s*of\\s*${N}`, "whatPercent"],
  [`${N}\\s*(?:\\/|(?:out\\s+)?of)\\s*${N}${AS_PERCENT}`, "whatPercent"],
  [`${N}\\s*out\\s+of\\s*${N}`, "whatPercent"],
  [`${WHAT_PERCENT}\\s*is\\s*${N}\\s*(?:out\\s+)?of\\s*${N}`, "whatPercent"],
  [`${WHAT_PERCENT}\\s*of\\s*${N}\\s*is\\s*${N}`, "whatPercent", true],
  [`${N}\\s*is\\s*${N}${PERCENT}\\s*of\\s+${WHAT}`, "reverse"],
  [`${N}${PERCENT}\\s*of\\s+${WHAT}\\s+is\\s*${N}`, "reverse", true],
  [`${N}\\s*is\\s*${N}${PERCENT}\\s*${MORE}\\s+than\\s+${WHAT}`, "undoIncrease"],
  [`${N}\\s*is\\s*${N}${PERCENT}\\s*${LESS}\\s+than\\s+${WHAT}`, "undoDecrease"],
  [`${N}\\s*(?:\\+|plus)\\s*${N}${PERCENT}`, "increase"],
  [`(?:increase|raise)\\s*${N}\\s*by\\s*${N}${PERCENT}`, "increase"],
  [`${N}\\s*${RISE}\\s+(?:by\\s*)?${N}${PERCENT}`, "increase"],
  [`add\\s*${N}${PERCENT}\\s*to\\s*${N}`, "increase", true],
  [`${N}${PERCENT}\\s*${MORE}\\s+than\\s*${N}`, "increase", true],
  [`${N}\\s*(?:[-−]|minus|less)\\s*${N}${PERCENT}`, "decrease"],
  [`(?:decrease|reduce|lower)\\s*${N}\\s*by\\s*${N}${PERCENT}`, "decrease"],
  [`${N}\\s*${FALL}\\s+(?:by\\s*)?${N}${PERCENT}`, "decrease"],
  [`(?:(?:take|subtract)\\s*)?${N}${PERCENT}\\s*(?:off|from)\\s*${N}`, "decrease", true],
  [`${N}${PERCENT}\\s*${LESS}\\s+than\\s*${N}`, "decrease", true],
  [`(?:change\\s*)?(?:from\\s*)?${N}${PERCENT}${TO}${N}${PERCENT}`, "points"],
  [
    `(?:(?:(?:%|per\\s?cent(?:age)?)\\s*)?(?:change|increase|decrease|rise|drop)\\s*)?(?:from\\s*)?${N}${TO}${N}`,
    "change",
  ],
  [
    `(?:(?:%|per\\s?cent(?:age)?)\\s*)?difference\\s+(?:between|of)\\s*${N}\\s*and\\s*${N}`,
    "difference",
  ],
];

const PATTERNS = FORMS.map(
  ([pattern, action, isTurned = false]) =>
    ({ pattern: new RegExp(`^${pattern}$`, "i"), action, isTurned }) as const,
);

const OPENING =
  /^(?:what(?:'s|’s|\s+is)|calculate|compute|find|how\s+much\s+is)\s*(?:(?:the|an?)\s+)?/i;

/** What is asked for. */
export function readQuestion(text: string): Question | Entry<"TEXT_NOT_UNDERSTOOD"> {
  // Whose money it is makes no difference.
  const bare = text.replaceAll(/[$€£¥₹]/g, "").trim();
  const asked = bare.replace(/[?.]$/, "").trimEnd().replace(OPENING, "");
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
