/** What holds for every diagnosis. */
import type { Given, Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

type Input = Given<typeof INPUT>;

export const FAILURE_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "there is a time to wait exactly where a retry may be made, and it is never negative",
    holds(run, input: Input) {
      const { value } = run(input);
      if (!value) return true;
      const { decision, afterMs } = value.retry;
      return (decision === "do-not-retry") === (afterMs === null) && (afterMs ?? 0) >= 0;
    },
  },
  {
    name: "another attempt never shortens a backoff",
    holds(run, input: Input) {
      const { attempt = 1 } = input;
      const [now, next] = [attempt, Math.min(100, attempt + 1)].map(
        (tries) => run({ ...input, attempt: tries }).value?.retry.afterMs ?? 0,
      );
      return (next ?? 0) >= (now ?? 0);
    },
  },
  {
    name: "neither the letter case nor the order of headers matters",
    holds(run, input: Input) {
      const { responseHeaders } = input;
      if (typeof responseHeaders !== "object" || responseHeaders === null) return true;
      if (Array.isArray(responseHeaders)) return true;
      const entries = Object.entries(responseHeaders);
      const names = new Set(entries.map(([name]) => name.toLowerCase()));
      if (names.size < entries.length || names.has("__proto__")) return true;
      const turned = Object.fromEntries(
        entries.toReversed().map(([name, value]) => [name.toUpperCase(), value as unknown]),
      );
      const [one, other] = [run(input), run({ ...input, responseHeaders: turned })];
      return JSON.stringify(one) === JSON.stringify(other);
    },
  },
];
