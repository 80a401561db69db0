/** How a table decides where several rules match, by name or by letter. */
import { quoted } from "../_lib/text/shown.ts";

export const HIT_POLICIES = [
  "unique",
  "first",
  "priority",
  "any",
  "collect",
  "rule-order",
  "output-order",
] as const;
type HitPolicy = (typeof HIT_POLICIES)[number];

export const AGGREGATIONS = ["sum", "min", "max", "count"] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

export interface Policy {
  readonly hitPolicy: HitPolicy;
  readonly aggregation: Aggregation | null;
}

export interface PolicyProblem {
  readonly field: "hitPolicy" | "aggregation";
  readonly found: string;
  readonly expected: string;
}

const LETTERS: ReadonlyMap<string, HitPolicy> = new Map([
  ["u", "unique"],
  ["f", "first"],
  ["p", "priority"],
  ["a", "any"],
  ["c", "collect"],
  ["r", "rule-order"],
  ["o", "output-order"],
]);

const SIGNS: ReadonlyMap<string, Aggregation> = new Map([
  ["+", "sum"],
  ["<", "min"],
  [">", "max"],
  ["#", "count"],
]);

/** Unique where nothing is said; `null` says nothing. */
export function readPolicy(hitPolicy: unknown, aggregation: unknown): Policy | PolicyProblem {
  const policy = readHitPolicy(wordOf(hitPolicy) || "u");
  if (policy === undefined) {
    const expected = `${HIT_POLICIES.join(", ")}, or a letter as U or C+`;
    return { field: "hitPolicy", found: shown(hitPolicy), expected };
  }
  const word = wordOf(aggregation);
  if (word === "") return policy;
  const given = AGGREGATIONS.find((one) => one === word) ?? SIGNS.get(word);
  const problem = { field: "aggregation", found: shown(aggregation) } as const;
  if (given === undefined) return { ...problem, expected: AGGREGATIONS.join(", ") };
  if (policy.hitPolicy !== "collect")
    return { ...problem, expected: `none, as the hit policy is ${policy.hitPolicy}` };
  if (policy.aggregation !== null && policy.aggregation !== given)
    return { ...problem, expected: `${policy.aggregation}, as the hit policy says` };
  return { hitPolicy: "collect", aggregation: given };
}

function readHitPolicy(word: string): Policy | undefined {
  const named = HIT_POLICIES.find((policy) => wordOf(policy) === word);
  const [letter = "", ...sign] = word;
  const aggregation = SIGNS.get(sign.join("")) ?? null;
  if (letter === "c" && aggregation !== null) return { hitPolicy: "collect", aggregation };
  const hitPolicy = sign.length === 0 ? LETTERS.get(letter) : named;
  return hitPolicy && { hitPolicy, aggregation: null };
}

/** Rule order, rule-order, RULE_ORDER and ruleOrder are the same. */
function wordOf(given: unknown): string {
  if (given === undefined || given === null) return "";
  return typeof given === "string" ? given.toLowerCase().replace(/[\s_-]/g, "") : "?";
}

function shown(given: unknown): string {
  return typeof given === "string" ? quoted(given) : "no text";
}
