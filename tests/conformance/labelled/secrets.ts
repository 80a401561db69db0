/** Rows that nobody made for this tool: lines of logs and files with a secret, and lines that only look like it. */
import { detection, rowsIn, type Suite } from "../suite.ts";

interface Row {
  readonly id: string;
  readonly text: string;
  readonly label: "secret" | "clean";
  readonly kind: string;
  /** None of these may be left. */
  readonly secrets?: readonly string[];
}

const suite: Suite = {
  name: "labelled/secrets",
  tools: ["sensitive-log-redaction-evidence"],
  data: "labelled/secrets.jsonl",
  floor: { passed: 246, failed: 3 },
  async *judge(file, run) {
    const least = { recall: 0.95, clean: 0.95 };
    yield* detection(await rowsIn<Row>(file), least, async (row) => {
      const { id, text, label, kind, secrets = [] } = row;
      const request = { tool_id: "sensitive-log-redaction-evidence", input: { input: text } };
      const { output = "", value } = await run(request);
      const { evidence } = value as { readonly evidence: readonly { readonly detector: string }[] };
      const isPositive = label === "secret";
      return {
        name: `${id} ${kind}`,
        isPositive,
        isFound: isPositive ? secrets.every((secret) => !output.includes(secret)) : output !== text,
        detail: `redacted by ${evidence.map(({ detector }) => detector).join(", ") || "nothing"}`,
      };
    });
  },
};
export default suite;
