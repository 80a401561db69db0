import type { Value } from "../../../tools/api-failure-diagnostic.ts";
import { failed, passed, rowsIn, type Suite } from "../suite.ts";

interface Row {
  readonly id: string;
  readonly input: object;
  readonly cause: string;
  /** Null where nobody could say. */
  readonly retry: "yes" | "wait" | "no" | null;
}

/** With default settings: the first cause, and whether and when the call may be made again. */
const suite: Suite = {
  name: "labelled/failures",
  tools: ["api-failure-diagnostic"],
  data: "labelled/failures.jsonl",
  floor: { passed: 268, failed: 6 },
  async *judge(file, run) {
    const count = { rows: 0, causes: 0, judged: 0, retries: 0 };
    for (const { id, input, cause, retry } of await rowsIn<Row>(file)) {
      const { value } = await run({ tool_id: "api-failure-diagnostic", input });
      const found = value as Value;
      const first = found.causes[0]?.code;
      const decision = decisionOf(found.retry);
      const isRetryRight = retry === null || decision === retry;
      count.rows++;
      if (first === cause) count.causes++;
      if (retry !== null) {
        count.judged++;
        if (isRetryRight) count.retries++;
      }
      yield first === cause && isRetryRight
        ? passed(id)
        : failed(id, `${first}, ${decision}; expected ${cause}, ${retry}`);
    }
    yield { figure: "first causes right", value: count.causes / count.rows, least: 0.97 };
    yield { figure: "retry decisions right", value: count.retries / count.judged, least: 0.98 };
  },
};
export default suite;

function decisionOf({ decision, source }: Value["retry"]): string {
  if (decision === "do-not-retry") return "no";
  if (decision === "retry-if-idempotent") return decision;
  return source === "backoff" ? "yes" : "wait";
}
