import { failed, passed, skipped, type Suite } from "../suite.ts";

interface Row {
  readonly id: string;
  readonly input: string;
  readonly recipe: readonly { readonly op: string; readonly args: readonly unknown[] }[];
  readonly expect: string;
}

const TIME_OPERATIONS = new Set(["Analyse UUID", "DateTime Delta", "Translate DateTime Format"]);

/** Judges the time inside UUIDs, and a time so much later. */
const suite: Suite = {
  name: "cyberchef",
  tools: ["timestamp-converter", "time-duration-calculator"],
  floor: { passed: 4, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const { id, input, recipe, expect } = JSON.parse(line) as Row;
      const [step] = recipe;
      if (!step || recipe.length > 1 || !TIME_OPERATIONS.has(step.op)) continue;
      const name = `${id} ${step.op}`;
      if (step.op === "DateTime Delta") {
        const [, , sign, days, hours, minutes, seconds] = step.args;
        const duration = `${sign === "Add" ? "" : "-"}P${days}DT${hours}H${minutes}M${seconds}S`;
        const start = reordered(input);
        const { output } = await run({
          tool_id: "time-duration-calculator",
          input: { action: "addTo", input: duration, start },
        });
        const wanted = reordered(expect);
        yield output === wanted ? passed(name) : failed(name, `${output}, expected ${wanted}`);
      } else if (step.op === "Analyse UUID" && step.args[0] === true) {
        const { value, ok } = await run({ tool_id: "timestamp-converter", input: { input } });
        const wanted = /Timestamp:\n(\d+)/.exec(expect)?.[1];
        const found = ok ? String((value as { epochMs: number }).epochMs) : undefined;
        yield found === wanted ? passed(name) : failed(name, `${found}, expected ${wanted}`);
      } else yield skipped(name, step.op === "Analyse UUID" ? "no time is asked for" : "patterns");
    }
  },
};
export default suite;

/** `20/02/2024 13:36:00` as `2024-02-20T13:36:00`. */
function reordered(text: string): string {
  return text.replace(/^(\d\d)\/(\d\d)\/(\d{4}) /, "$3-$2-$1T");
}
