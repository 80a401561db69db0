/** What holds for every plan. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

/** More than the rounding of a quotient. */
const NOISE = 1e-9;

export const PLAN_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "waves hold every step once, each after what it waits for",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const waveOf = new Map(
        value.waves.flatMap((wave, at) => wave.map((id) => [id, at] as const)),
      );
      const count = value.waves.reduce((sum, { length }) => sum + length, 0);
      if (count !== value.order.length || waveOf.size !== count) return false;
      return value.edges.every(({ from, to }) => (waveOf.get(from) ?? 0) < (waveOf.get(to) ?? 0));
    },
  },
  {
    name: "nothing is faster than the critical path, nor than all slots at work",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const { makespan, critical, totalWork } = value;
      const slots = input.maxParallel || Infinity;
      return (
        makespan * (1 + NOISE) >= critical.length && makespan * (1 + NOISE) >= totalWork / slots
      );
    },
  },
  {
    name: "without a limit the critical path is how long it takes",
    holds(run, input) {
      const { value } = run({ ...input, maxParallel: 0 });
      if (!value) return true;
      return Math.abs(value.makespan - value.critical.length) <= NOISE * value.makespan;
    },
  },
  {
    name: "no slot runs two steps at one time, and no step before what it waits for ends",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const runs = new Map(value.schedule.map((entry) => [entry.id, entry]));
      const lastEnds = new Map<number, number>();
      for (const { start, end, slot } of value.schedule) {
        if (start < (lastEnds.get(slot) ?? 0)) return false;
        lastEnds.set(slot, Math.max(end, lastEnds.get(slot) ?? 0));
      }
      return value.edges.every(({ from, to }) => {
        const [before, after] = [runs.get(from), runs.get(to)];
        return before !== undefined && after !== undefined && before.end <= after.start;
      });
    },
  },
];
