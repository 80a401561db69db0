/** What holds for every dataset. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

/** Lines with their keys sorted. */
function sortedLines(jsonl: string): readonly string[] {
  return jsonl
    .split("\n")
    .map((line) =>
      line === "" ? "" : JSON.stringify(Object.entries(JSON.parse(line)).toSorted()),
    );
}

export const DATASET_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "lines written in a format are written the same again, and none of them is a duplicate",
    holds(run, { to = "openai-finetune", dedup = "exact", system = "", ...input }) {
      const { output = "", value } = run({ ...input, to, dedup, system });
      if (!value || output === "") return true;
      const again = run({ rows: output, from: to, to, dedup });
      const lines = sortedLines(output);
      return String(sortedLines(again.output ?? "")) === String(lines);
    },
  },
  {
    name: "every line is JSON, and every row is written in one split or dropped",
    holds(run, input) {
      const { output = "", value } = run(input);
      if (!value) return true;
      const { kept, rows, dropped, splits } = value;
      const texts = splits ? Object.values(splits).map(({ jsonl }) => jsonl) : [output];
      const lines = texts.flatMap((text) => (text === "" ? [] : text.split("\n")));
      for (const line of lines) JSON.parse(line);
      return lines.length === kept && kept + dropped.length === rows;
    },
  },
  {
    name: "another seed divides the same lines",
    holds(run, input) {
      const linesOf = (seed: string) =>
        Object.values(run({ ...input, seed }).value?.splits ?? {})
          .flatMap(({ jsonl }) => jsonl.split("\n"))
          .filter((line) => line !== "")
          .toSorted()
          .join("\n");
      const shares = run(input).value?.splits;
      const isWhole = shares && !run(input).value?.dropped.some(isOutside);
      return !isWhole || linesOf("one") === linesOf("another");
    },
  },
];

function isOutside({ reason }: Value["dropped"][number]): boolean {
  return reason === "outside-splits";
}
