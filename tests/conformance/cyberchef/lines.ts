import type { RunRequest } from "../../../app/run/types.ts";
import { failed, passed, skipped, type Suite } from "../suite.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly input: string;
  readonly recipe: readonly { readonly op: string; readonly args: readonly unknown[] }[];
  readonly expect: string;
}

/** The request for an operation, or why no tool's text covers it. */
type Adapter = (input: string, args: readonly unknown[]) => RunRequest | string;

const inCase =
  (name: string): Adapter =>
  (input, [isSmart]) =>
    isSmart === true
      ? "names inside source code"
      : { tool_id: "case-converter", input: { input, case: name } };

const sort: Adapter = (input, [delimiter, reverse, order]) => {
  if (delimiter !== "Comma") return "another delimiter";
  // Text with numbers inside is sorted by them there, which is natural order here.
  if (order !== "Numeric") return `no order ${String(order)}`;
  const lines = input.replaceAll(",", "\n");
  return { tool_id: "sort-lines", input: { input: lines, by: "natural", reverse } };
};

const ADAPTERS: Readonly<Record<string, Adapter>> = {
  "To Snake case": inCase("snake"),
  "To Camel case": inCase("camel"),
  "To Kebab case": inCase("kebab"),
  "Swap case": inCase("swap"),
  Sort: sort,
};

/** Judges letter case and sorting. */
const suite: Suite = {
  name: "cyberchef",
  tools: ["case-converter", "sort-lines"],
  floor: { passed: 3, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const { id, name, input, recipe, expect } = JSON.parse(line) as Row;
      const [step] = recipe;
      const adapter = recipe.length === 1 ? ADAPTERS[step?.op ?? ""] : undefined;
      if (!step || !adapter) continue;
      const request = adapter(input, step.args);
      if (typeof request === "string") {
        yield skipped(`${id} ${name}`, request);
        continue;
      }
      const { output = "" } = await run(request);
      const written = step.op === "Sort" ? output.replaceAll("\n", ",") : output;
      yield written === expect
        ? passed(`${id} ${name}`)
        : failed(`${id} ${name}`, `${written}, expected ${expect}`);
    }
  },
};
export default suite;
