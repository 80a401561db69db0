import { failed, passed, skipped, type Suite } from "../suite.ts";

interface Row {
  readonly id: string;
  readonly input: string;
  readonly recipe: readonly { readonly op: string; readonly args: readonly unknown[] }[];
  readonly expect: string;
}

/** Judges numerals of one base read or written. */
const suite: Suite = {
  name: "cyberchef",
  tools: ["number-base"],
  floor: { passed: 2, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const { id, input, recipe, expect } = JSON.parse(line) as Row;
      const [step] = recipe;
      if (!step || !/^(?:From|To) Base$/.test(step.op)) continue;
      const name = `${id} ${step.op}`;
      if (recipe.length > 1) {
        yield skipped(name, "a recipe of several steps");
        continue;
      }
      const base = Number(step.args[0]);
      const bases = step.op === "From Base" ? { from: base, to: 10 } : { from: 10, to: base };
      const { output } = await run({ tool_id: "number-base", input: { input, ...bases } });
      yield output === expect ? passed(name) : failed(name, `${output}, expected ${expect}`);
    }
  },
};
export default suite;
