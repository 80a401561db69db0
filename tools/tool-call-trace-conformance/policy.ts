/** Reads the policy: limits, and rules in the words of DECLARE (M. Pesic, W. van der Aalst, 2006). */
import type { Static } from "@sinclair/typebox";
import { type Entry, fail } from "../_core/tool.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import { nodeAt } from "../_lib/json/tree/rows.ts";
import { type JsonNode, nullNode } from "../_lib/json/tree/tree.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import { unknownMembers } from "../_lib/fields/unknown-members.ts";
import { beginning } from "../_lib/text/shown.ts";
import { type Condition, readWhere } from "./condition.ts";
import type { GivenRule, Input, PolicyShape } from "../tool-call-trace-conformance.ts";

/** What each type needs besides `a`. */
const NEEDS = {
  existence: [],
  absence: [],
  exactly: ["n"],
  init: [],
  end: [],
  response: ["b"],
  precedence: ["b"],
  succession: ["b"],
  "alternate-response": ["b"],
  "alternate-precedence": ["b"],
  "chain-response": ["b"],
  "chain-precedence": ["b"],
  "not-coexistence": ["b"],
  "not-succession": ["b"],
  "co-existence": ["b"],
  "success-before": ["b"],
  "same-argument": ["b", "where"],
  approval: ["b"],
} as const satisfies Record<string, readonly ("b" | "n" | "where")[]>;

export const RULE_TYPES = Object.keys(NEEDS);

export type RuleType = keyof typeof NEEDS;

export interface Rule {
  readonly id: string;
  readonly path: string;
  readonly type: RuleType;
  readonly a: string;
  readonly b: string;
  readonly n: number;
  /** What the arguments of `a` must be like. */
  readonly conditions: readonly Condition[];
  /** Of same-argument. */
  readonly pointer: string;
  readonly severity: "error" | "warning";
}

export interface Policy extends Omit<Static<PolicyShape>, "rules"> {
  readonly rules: readonly Rule[];
}

const PATH = "/policy";

export function readPolicy(field: Input["policy"], shape: PolicyShape) {
  const read = readStructured(field, shape, PATH);
  if (read.failure) return { failure: read.failure };
  const tree = readJsonField(field, PATH);
  const root = tree.ok ? tree.root : nullNode();
  const { rules: given = [], ...limits } = read.value;
  const problems = new Problems();
  const rules = given.flatMap((rule, index) => {
    const where = nodeAt(root, `/rules/${index}/where`);
    return ruleOf(rule, index, where, problems) ?? [];
  });
  const failure = problems.failure();
  if (failure) return { failure };
  const policy: Policy = { ...limits, rules };
  return { policy, warnings: [...read.warnings, ...unknownMembers(shape, read.value, PATH)] };
}

type RuleProblem = Entry<"RULE_UNKNOWN" | "RULE_INCOMPLETE" | "CONDITION_INVALID">;

/** Rules that cannot be used; what is no rule at all first. */
class Problems {
  readonly #rules: RuleProblem[] = [];
  readonly #bounds: Entry<"RANGE">[] = [];

  rule(entry: RuleProblem): void {
    this.#rules.push(entry);
  }

  bound(entry: Entry<"RANGE">): void {
    this.#bounds.push(entry);
  }

  failure() {
    const [rule, ...rules] = this.#rules;
    if (rule) return fail([rule, ...rules]);
    const [first, ...others] = this.#bounds;
    return first && inputInvalid([first, ...others]);
  }
}

function ruleOf(
  given: GivenRule,
  index: number,
  where: JsonNode | undefined,
  problems: Problems,
): Rule | undefined {
  const path = `${PATH}/rules/${index}`;
  const { id, type, a, b = "", severity = "error" } = given;
  if (!isRuleType(type)) {
    problems.rule(unknownRule(type, path));
    return undefined;
  }
  const { conditions, pointer, error } = readWhere(where, `${path}/where`);
  if (error !== undefined) problems.rule(error);
  const has = { b: given.b !== undefined, n: given.n !== undefined, where: pointer !== undefined };
  for (const need of NEEDS[type]) if (!has[need]) problems.rule(incomplete(type, need, path));
  const n = given.n ?? 1;
  if (type === "absence" && n === 0) problems.bound(outOfBounds(`${path}/n`, "0", "1 or more"));
  const name = id || `rule-${index + 1}`;
  return { id: name, path, type, a, b, n, conditions, pointer: pointer ?? "", severity };
}

function isRuleType(type: string): type is RuleType {
  return Object.hasOwn(NEEDS, type);
}

const LONGEST_SHOWN = 60;

function unknownRule(type: string, path: string): Entry<"RULE_UNKNOWN"> {
  const found = JSON.stringify(beginning(type, LONGEST_SHOWN));
  const message = `Cannot use the rule: found the type ${found}, expected one of ${RULE_TYPES.length} types`;
  const near = nearest(type, RULE_TYPES);
  const hint = near.length === 0 ? undefined : `Did you mean ${near.join(" or ")}?`;
  return { code: "RULE_UNKNOWN", message, path: `${path}/type`, expected: RULE_TYPES, hint };
}

const NEEDED = {
  b: "b, the pattern of the other tools",
  n: "n, how often",
  where: "where.pointer, which argument is compared",
} as const;

function incomplete(
  type: RuleType,
  need: keyof typeof NEEDED,
  path: string,
): Entry<"RULE_INCOMPLETE"> {
  const expected = NEEDED[need];
  const message = `Cannot use the rule: found ${type} without it, expected ${expected}`;
  return { code: "RULE_INCOMPLETE", message, path: `${path}/${need}`, expected };
}
