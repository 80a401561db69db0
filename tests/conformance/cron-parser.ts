import { differs, failed, passed, type Suite } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly input: string;
}

const suite: Suite = {
  name: "cron-parser",
  tools: ["cron-parser", "cron-expression-explainer"],
  floor: { passed: 52, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/invalid.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const { id, input } = JSON.parse(line) as Row;
      const reason = acceptedHere(input);
      for (const tool_id of this.tools) {
        const name = `${id} ${tool_id} ${input}`;
        const { ok, output = "" } = await run({ tool_id, input });
        if (!ok) yield passed(name);
        else
          yield reason === undefined ? failed(name, `accepted: ${output}`) : differs(name, reason);
      }
    }
  },
};
export default suite;

/** Two things that upstream refuses and cron itself does not. */
function acceptedHere(input: string): string | undefined {
  if (input === "0 0 31 4 *") return "a day that never comes is valid, with a warning";
  if (/(?:^|\s)(?:0,0|0,7|7,0)/.test(input)) return "a value may be listed twice";
  return undefined;
}
