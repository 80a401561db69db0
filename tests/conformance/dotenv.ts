import { differs, failed, passed, type Suite } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly file: string;
  readonly key: string;
  readonly expect: string;
}

/** Values that are written for a shell, with a warning that the readers of .env files differ. */
const READERS_DIFFER = /'[^]*["$`]|["$`][^]*'/;

const suite: Suite = {
  name: "dotenv",
  tools: ["config-format-converter", "environment-contract-compiler"],
  floor: { passed: 64, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const { id, file, key, expect } = JSON.parse(line) as Row;
      const source = await new Response(Bun.file(`${folder}/${file}`)).bytes();
      const input = new TextDecoder("utf-8", { ignoreBOM: true }).decode(source);
      const contract = await run({
        tool_id: "environment-contract-compiler",
        input: { input, action: "validate", schema: {}, maskSecrets: false },
      });
      const { parsed } = contract.value as { parsed: Record<string, unknown> };
      const name = `${id} as a contract reads it`;
      yield parsed[key] === expect ? passed(name) : failed(name, `${String(parsed[key])}`);
      const there = { input, from: "env", to: "json" };
      const { output = "{}" } = await run({ tool_id: "config-format-converter", input: there });
      if (READERS_DIFFER.test(expect)) {
        yield differs(
          id,
          "both quotation marks in one value: no form is read alike by all readers",
        );
        continue;
      }
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
