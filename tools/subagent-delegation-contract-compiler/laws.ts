/** What holds for every plan. */
import type { Law } from "../_core/tool.ts";
import type { Budget, INPUT, Value } from "./contract.ts";
import { UNITS } from "./contract.ts";

export const DELEGATION_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "whoever waits for another comes in a later wave",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const waves = new Map(value.contracts.map(({ id, wave }) => [id, wave]));
      return value.contracts.every(({ dependsOn, wave }) =>
        dependsOn.every((id) => (waves.get(id) ?? 0) < wave),
      );
    },
  },
  {
    name: "what remains and what is asked for make what there is",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const { requested, available } = value.budget;
      const remaining = value.budget.remaining as Budget;
      return UNITS.every((unit) => {
        const has = available[unit];
        if (has === undefined) return remaining[unit] === undefined;
        const sum = (remaining[unit] ?? 0) + (requested[unit] ?? 0);
        return Math.abs(sum - has) <= 1e-9 * Math.max(1, Math.abs(has), requested[unit] ?? 0);
      });
    },
  },
  {
    name: "a parent without limits refuses nothing that another one grants",
    holds(run, input) {
      const without = run({ ...input, parent: {} });
      return run(input).valid !== true || without.valid === true;
    },
  },
];
