import { inJsonSchema, rowsOf } from "./tool-definitions.ts";
import { failed, passed, type RunTool, type Suite, type Verdict } from "../suite.ts";

const TARGETS = ["openai-chat", "openai-responses", "anthropic", "gemini", "portable"] as const;

/** Each function goes to every provider and back: with the same description and schema, under a name that was told. */
const suite: Suite = {
  name: "bfcl",
  tools: ["tool-call-interoperability"],
  floor: { passed: 4357, failed: 0 },
  async *judge(folder, run) {
    for await (const row of rowsOf(folder)) {
      for (const { name, description, parameters } of row.function) {
        const tool = { name, description, inputSchema: inJsonSchema(parameters) };
        yield await judge(`${row.id} ${name}`, tool, run);
      }
    }
  },
};
export default suite;

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

async function judge(label: string, tool: Tool, run: RunTool): Promise<Verdict> {
  for (const to of TARGETS) {
    const there = await convert([tool], to, run);
    const [name = tool.name] = there.nameMap.map((pair) => pair.to);
    const back = await convert(there.tools, "mcp", run);
    const expected = [{ ...tool, name }];
    if (!Bun.deepEquals(back.tools, expected)) {
      return failed(
        label,
        `${to}: ${JSON.stringify(back.tools)}, expected ${JSON.stringify(expected)}`,
      );
    }
  }
  return passed(label);
}

interface Converted {
  readonly tools: unknown;
  readonly nameMap: readonly { to: string }[];
}

async function convert(tools: unknown, to: string, run: RunTool): Promise<Converted> {
  const tool_id = "tool-call-interoperability";
  const { value } = await run({ tool_id, input: { tools, to } });
  return value as Converted;
}
