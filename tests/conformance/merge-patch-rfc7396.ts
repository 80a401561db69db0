import { judgeChange } from "./json-patch.ts";
import type { Suite } from "./suite.ts";

/** From each original to its result. */
const suite: Suite = {
  name: "merge-patch-rfc7396",
  tools: ["three-way-structured-merge", "configuration-drift-reconciliation"],
  floor: { passed: 15, failed: 0 },
  async *judge(folder, run) {
    const lines = (await Bun.file(`${folder}/cases.jsonl`).text()).split("\n").filter(Boolean);
    for (const [index, line] of lines.entries()) {
      const { original, result } = JSON.parse(line) as { original: unknown; result: unknown };
      yield await judgeChange(`row ${index}`, original, result, run);
    }
  },
};
export default suite;
