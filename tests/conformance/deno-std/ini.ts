import { differs, failed, passed, type Suite } from "../suite.ts";

interface Row {
  readonly id: string;
  readonly file?: string;
  readonly args: readonly [unknown, Readonly<Record<string, unknown>>?];
  readonly expect: unknown;
}

const QUOTING = "quoting does not matter to the type that is inferred";

const DIFFERENT: Readonly<Record<string, string>> = {
  "dn-0430": QUOTING,
  "dn-0440": QUOTING,
  "dn-0485": "null is written as an empty value",
};

const suite: Suite = {
  name: "deno-std",
  tools: ["config-format-converter"],
  floor: { passed: 22, failed: 0 },
  async *judge(folder, run) {
    const tool_id = "config-format-converter";
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const { id, file, args, expect } = JSON.parse(line) as Row;
      const reason = DIFFERENT[id];
      const [input] = args;
      if (reason !== undefined) yield differs(id, reason);
      else if (file === "ini/parse_test.ts") {
        const { output = "null" } = await run({
          tool_id,
          input: { input, from: "ini", typed: true },
        });
        yield Bun.deepEquals(JSON.parse(output), expect) ? passed(id) : failed(id, output);
      } else if (file === "ini/stringify_test.ts") {
        const given = { input: JSON.stringify(input), from: "json", to: "ini" };
        const { output = "" } = await run({ tool_id, input: given });
        // A blank around = and above a section is a matter of layout.
        const found = output.replaceAll(" = ", "=").replaceAll("\n\n", "\n").trimEnd();
        const wanted = String(expect).replaceAll(" = ", "=");
        yield found === wanted ? passed(id) : failed(id, output);
      }
    }
  },
};
export default suite;
