/** Examples of the ACT rules: what fails is found or left to a person, what passes or is no matter is not called a failure. */
import { RULES } from "../../tools/_lib/web/accessibility/rules/check.ts";
import { differs, failed, passed, rowsIn, skipped, type Suite, verdicts } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly rule: string;
  readonly expect: "passed" | "failed" | "inapplicable";
  readonly html: string;
}

/** Rules about sound or meaning: a person decides what these examples ask. */
const BEYOND_HTML: Readonly<Record<string, string>> = {
  f51b46: "what is heard in the video decides",
  aizyf1: "what the link leads to decides",
};

const KNOWN = new Set(RULES.flatMap(({ act }) => act));

const suite: Suite = {
  name: "act-rules",
  tools: ["accessibility-remediation-kit"],
  floor: { passed: 275, failed: 0 },
  async *judge(folder, run) {
    const rows = await rowsIn<Row>(`${folder}/cases.jsonl`);
    yield* verdicts(rows, async ({ id, rule, expect, html }) => {
      if (!KNOWN.has(rule)) return skipped(id, "no rule of the kit is about it");
      const { value } = await run({
        tool_id: "accessibility-remediation-kit",
        input: { html, level: "AAA" },
      });
      const { act = {} } = (value ?? {}) as { act?: Readonly<Record<string, string>> };
      const outcome = act[rule] ?? "none";
      const isFound = outcome === "failed" || outcome === "cantTell";
      const isRight = expect === "failed" ? isFound : outcome !== "failed" && outcome !== "none";
      if (isRight) return passed(id);
      const reason = BEYOND_HTML[rule];
      return reason === undefined ? failed(id, `is ${outcome}`) : differs(id, reason);
    });
  },
};
export default suite;
