/** Reads the policy: limits, and rules in the words of DECLARE (M. Pesic, W. van der Aalst, 2006). */
import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../_core/fields.ts";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { type JsonWarning, readJsonField } from "../_lib/json/tree/json-field.ts";
import { nodeAt } from "../_lib/json/tree/rows.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import { unknownMembers } from "../_lib/fields/unknown-members.ts";
import { beginning } from "../_lib/text/shown.ts";
import { type Condition, readWhere } from "./condition.ts";
import type { Failure } from "../tool-call-trace-conformance.ts";

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

const MOST_RULES = 500;
const LIMIT = Type.Optional(Type.Integer({ minimum: 0 }));
const PATTERNS = Type.Optional(Type.Array(Type.String()));
const TEXT = Type.Optional(Type.String());

const POLICY = Type.Object({
  allow: PATTERNS,
  deny: PATTERNS,
  maxCalls: LIMIT,
  maxCallsPerTool: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 0 }))),
  maxDurationMs: Type.Optional(Type.Number({ minimum: 0 })),
  maxConsecutiveErrors: LIMIT,
  maxIdenticalCalls: LIMIT,
  rules: Type.Optional(
    Type.Array(
      Type.Object({
        id: TEXT,
        type: Type.String(),
        a: Type.String(),
        b: TEXT,
        n: LIMIT,
        where: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        severity: Type.Optional(oneOf(["error", "warning"])),
      }),
      { maxItems: MOST_RULES },
    ),
  ),
});

type Given = Static<typeof POLICY>;
type GivenRule = NonNullable<Given["rules"]>[number];

export interface Policy extends Omit<Given, "rules"> {
  readonly rules: readonly Rule[];
}

export type PolicyRead =
  | { readonly policy: Policy; readonly warnings: readonly Entry<JsonWarning | "UNKNOWN_FIELD">[] }
  | { readonly failure: Outcome<never, Failure, never> };

const PATH = "/policy";

export function readPolicy(field: unknown): PolicyRead {
  const read = readStructured(field, POLICY, PATH);
  if (read.failure) return { failure: read.failure };
  const tree = readJsonField(field, PATH);
  if (!tree.ok) return { failure: fail<never, Failure>(tree.error) };
  const { rules: given = [], ...limits } = read.value;
  const problems = new Problems();
  const rules = given.flatMap((rule, index) => {
    const where = nodeAt(tree.root, `/rules/${index}/where`);
    return ruleOf(rule, index, where, problems) ?? [];
  });
  const failure = problems.failure();
  if (failure !== undefined) return { failure };
  const warnings = [
    ...tree.warnings.map((entry) => ({ ...entry, path: PATH + (entry.path ?? "") })),
    ...unknownMembers(POLICY, read.value, PATH),
  ];
  return { policy: { ...limits, rules }, warnings };
}

/** Rules that cannot be used; what is no rule at all first. */
class Problems {
  readonly #rules: Entry<"RULE_UNKNOWN" | "RULE_INCOMPLETE">[] = [];
  readonly #input: Entry<"RANGE" | "TYPE">[] = [];

  rule(entry: Entry<"RULE_UNKNOWN" | "RULE_INCOMPLETE">): void {
    this.#rules.push(entry);
  }

  input(entry: Entry<"RANGE" | "TYPE">): void {
    this.#input.push(entry);
  }

  failure(): Outcome<never, Failure, never> | undefined {
    const [rule, ...rules] = this.#rules;
    if (rule !== undefined) return fail<never, Failure>([rule, ...rules]);
    const [first, ...others] = this.#input;
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
  if (error !== undefined) problems.input(error);
  const has = { b: given.b !== undefined, n: given.n !== undefined, where: pointer !== undefined };
  for (const need of NEEDS[type]) if (!has[need]) problems.rule(incomplete(type, need, path));
  const n = given.n ?? 1;
  if (type === "absence" && n === 0) problems.input(outOfBounds(`${path}/n`, "0", "1 or more"));
  const name = id || `rule-${index + 1}`;
  return { id: name, path, type, a, b, n, conditions, pointer: pointer ?? "", severity };
}

function isRuleType(type: string): type is RuleType {
  return Object.hasOwn(NEEDS, type);
}

const LONGEST_SHOWN = 60;

function unknownRule(type: string, path: string): Entry<"RULE_UNKNOWN"> {
  const types = Object.keys(NEEDS);
  const found = JSON.stringify(beginning(type, LONGEST_SHOWN));
  const message = `Cannot use the rule: found the type ${found}, expected one of ${types.length} types`;
  const near = nearest(type, types);
  const hint = near.length === 0 ? undefined : `Did you mean ${near.join(" or ")}?`;
  return { code: "RULE_UNKNOWN", message, path: `${path}/type`, expected: types, hint };
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
