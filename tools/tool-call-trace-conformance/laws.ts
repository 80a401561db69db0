/** What holds for every trace and policy. */
import type { Given, Law } from "../_core/tool.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import type { INPUT, Value } from "./contract.ts";

type Input = Given<typeof INPUT>;
type GivenRule = Readonly<Record<string, unknown>>;
type Run = (input: Input) => { readonly value?: Value | null | undefined };

export const TRACE_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "a tool is absent exactly if it does not exist as often",
    holds(run, input) {
      return rulesOf(input).every((rule) => {
        const [absent, exists] = ["absence", "existence"].map((type) =>
          isKept(run, input, { ...rule, type }),
        );
        return absent === undefined || exists === undefined || absent === !exists;
      });
    },
  },
  {
    name: "succession holds exactly if response and precedence do",
    holds(run, input) {
      return rulesOf(input).every((rule) => {
        const [both, one, other] = ["succession", "response", "precedence"].map((type) =>
          isKept(run, input, { ...rule, type }),
        );
        return both === undefined || both === (one && other);
      });
    },
  },
  {
    name: "verdicts do not depend on the order of rules",
    holds(run, input) {
      const rules = rulesOf(input).map((rule, index) => ({ ...rule, id: `own-${index}` }));
      const verdicts = (given: readonly GivenRule[]) =>
        run({ ...input, policy: { rules: given } })
          .value?.rules.filter(({ id }) => id.startsWith("own-"))
          .map((rule) => canonicalJson(rule))
          .toSorted();
      return canonicalJson(verdicts(rules)) === canonicalJson(verdicts(rules.toReversed()));
    },
  },
  {
    name: "a call of a tool that no rule names changes only what speaks of neighbours and ends",
    holds(run, input) {
      const { trace } = input;
      if (!Array.isArray(trace) || !trace.every(isOwnEvent)) return true;
      const rules = rulesOf(input).filter(({ type, a, b }) => {
        const isPlaced = /^(?:chain-|init|end)/.test(String(type));
        return !isPlaced && !`${String(a)}${String(b)}`.includes("*");
      });
      const verdicts = (events: readonly unknown[]) =>
        run({ trace: events, policy: { rules } }).value?.rules.map(({ verdict }) => verdict);
      const longer = [...trace, { tool: "\u0000nobody's", id: "\u0000" }];
      return canonicalJson(verdicts(longer)) === canonicalJson(verdicts(trace));
    },
  },
  {
    name: "fitness is 1 exactly if no rule is violated, and witnesses are calls",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const isViolated = value.rules.some(({ verdict }) => verdict === "violated");
      return (
        (value.fitness === 1) === !isViolated &&
        value.rules.every(
          ({ violations, witnesses }) =>
            witnesses.length <= violations && witnesses.every(({ index }) => index < value.events),
        )
      );
    },
  },
];

const MOST_RULES = 8;

/** The first rules of a policy that is given as an object. */
function rulesOf({ policy }: Input): readonly GivenRule[] {
  const rules = (policy as { readonly rules?: unknown } | undefined)?.rules;
  return Array.isArray(rules) ? (rules.slice(0, MOST_RULES) as GivenRule[]) : [];
}

/** Undefined where the rule cannot be used. */
function isKept(run: Run, input: Input, rule: GivenRule): boolean | undefined {
  const { value } = run({ trace: input.trace, policy: { rules: [rule] } });
  return value ? value.rules[0]?.violations === 0 : undefined;
}

function isOwnEvent(event: unknown): boolean {
  return typeof (event as { readonly tool?: unknown } | null)?.tool === "string";
}
