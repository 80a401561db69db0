/** What holds for every log. */
import type { Law } from "../_core/tool.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import type { INPUT, Value } from "./contract.ts";

export const REPLAY_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "every event is legal, illegal or ignored",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const { events, legal, illegal, ignored } = value.counts;
      const listed = value.instances.reduce((sum, instance) => sum + instance.illegal.length, 0);
      return legal + illegal + ignored === events && listed === illegal;
    },
  },
  {
    name: "all paths begin in the same state and end in the present one",
    holds(run, input) {
      const instances = run(input).value?.instances ?? [];
      const [first] = instances;
      return instances.every(
        ({ path, state }) => path[0] === first?.path[0] && path.at(-1) === state,
      );
    },
  },
  {
    name: "the beginning of a legal log is legal",
    holds(run, { events, ...others }) {
      const rest = { ...others, expectFinal: false };
      if (!Array.isArray(events) || events.length === 0) return true;
      const { value, valid } = run({ ...rest, events });
      if (!valid || !value || value.counts.illegal > 0) return true;
      const half = events.slice(0, Math.ceil(events.length / 2));
      const begun = run({ ...rest, events: half });
      // A trace cut in two may no longer be recognised as one.
      return !begun.ok || begun.valid === true;
    },
  },
  {
    name: "runs do not depend on the events of others between theirs",
    holds(run, { events, ...rest }) {
      const { instanceField } = rest;
      if (!Array.isArray(events) || !instanceField || instanceField.startsWith("/")) return true;
      const runOf = (event: unknown) =>
        canonicalJson((event as Record<string, unknown>)?.[instanceField]);
      const sorted = events.toSorted((a, b) =>
        runOf(a) < runOf(b) ? -1 : Number(runOf(a) > runOf(b)),
      );
      const [apart, mixed] = [sorted, events].map((list) => run({ ...rest, events: list }).value);
      const paths = (value: Value | null | undefined) =>
        (value?.instances ?? []).map(({ id, path }) => `${id} ${path.join(" ")}`).toSorted();
      return canonicalJson(paths(apart)) === canonicalJson(paths(mixed));
    },
  },
];
