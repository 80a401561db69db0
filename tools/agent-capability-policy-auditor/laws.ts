/** What holds for all agents and policies. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

export const CAPABILITY_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "delegation only adds tools",
    holds(run, input) {
      const agents = run(input).value?.agents ?? [];
      return agents.every(({ tools, effectiveTools }) => {
        const effective = new Set(effectiveTools);
        return tools.every((name) => effective.has(name));
      });
    },
  },
  {
    name: "the order of agents changes nothing for any of them",
    holds(run, input) {
      if (!Array.isArray(input.agents)) return true;
      const { value } = run(input);
      const turned = run({ ...input, agents: input.agents.toReversed() }).value;
      return JSON.stringify(value?.agents.toReversed()) === JSON.stringify(turned?.agents);
    },
  },
  {
    name: "what is denied is held by nobody whom the policy names so",
    holds(run, input) {
      const { value } = run({ ...input, policy: { deny: { "*": ["*"] } } });
      return value?.agents.every(({ tools }) => tools.length === 0) ?? true;
    },
  },
];
