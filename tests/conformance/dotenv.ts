import { failed, passed, skipped, type Suite } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly file: string;
  readonly key: string;
  readonly expect: string;
}

const DIFFERENT: Readonly<Record<string, string>> = {
  INLINE_COMMENTS_SPACE: "a # begins a comment only behind a blank",
};

const suite: Suite = {
  name: "dotenv",
  tools: ["config-format-converter"],
  floor: { passed: 32, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const { id, file, key, expect } = JSON.parse(line) as Row;
      const reason = DIFFERENT[key];
      if (reason !== undefined) {
        yield skipped(id, reason);
        continue;
      }
      const source = await new Response(Bun.file(`${folder}/${file}`)).bytes();
      const input = new TextDecoder("utf-8", { ignoreBOM: true }).decode(source);
      const there = { input, from: "env", to: "json" };
      const { output = "{}" } = await run({ tool_id: "config-format-converter", input: there });
      // What is written as .env reads back as the same variables.
      const again = await run({
        tool_id: "config-format-converter",
        input: { input: output, from: "json", to: "env" },
      });
      const back = { input: again.output ?? "", from: "env", to: "json" };
      const { output: last = "{}" } = await run({
        tool_id: "config-format-converter",
        input: back,
      });
      const found = [output, last].map(
        (json) => (JSON.parse(json) as Record<string, unknown>)[key],
      );
      yield found.every((value) => value === expect) ? passed(id) : failed(id, `${found.join()}`);
    }
  },
};
export default suite;
