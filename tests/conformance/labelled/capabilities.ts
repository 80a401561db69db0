import type { Value } from "../../../tools/agent-capability-policy-auditor.ts";
import { failed, passed, rowsIn, type Suite } from "../suite.ts";

interface Row {
  readonly id: string;
  readonly tool: object;
  readonly capabilities: readonly string[];
}

/** Judges each tool alone, with default settings; the figure is micro F1 over tool × capability. */
const suite: Suite = {
  name: "labelled/capabilities",
  tools: ["agent-capability-policy-auditor"],
  data: "labelled/capabilities.jsonl",
  floor: { passed: 220, failed: 22 },
  async *judge(file, run) {
    const found = { right: 0, wrong: 0, missed: 0 };
    for (const { id, tool, capabilities } of await rowsIn<Row>(file)) {
      const { value } = await run({
        tool_id: "agent-capability-policy-auditor",
        input: { agents: [{ id: "agent", tools: ["*"] }], tools: [tool] },
      });
      const held: readonly string[] = (value as Value).tools[0]?.capabilities ?? [];
      const wrong = held.filter((name) => !capabilities.includes(name));
      const missed = capabilities.filter((name) => !held.includes(name));
      found.right += held.length - wrong.length;
      found.wrong += wrong.length;
      found.missed += missed.length;
      yield wrong.length + missed.length === 0
        ? passed(id)
        : failed(
            id,
            `wrongly ${wrong.join(", ") || "none"}; missed ${missed.join(", ") || "none"}`,
          );
    }
    const { right, wrong, missed } = found;
    yield { figure: "micro F1", value: (2 * right) / (2 * right + wrong + missed), least: 0.95 };
  },
};
export default suite;
