import { expect, test } from "bun:test";
import { createTools } from "../../../app/mcp/tools.ts";
import { run } from "../../../app/run/run.ts";
import { within } from "../../../app/run/terms.ts";
import { createHost } from "../../../app/lanes/host.ts";

const tools = createTools(createHost());

async function textsOf(name: string, args: object): Promise<unknown[]> {
  const tool = tools.find((one) => one.name === name);
  const { content = [] } = (await tool?.call(args as never, within(10_000, "mcp"))) ?? {};
  return content.map((block) => block["text"] ?? block["type"]);
}

const ODD = { tool_id: "base64", input: { input: "hello", colour: "red" } };
const IGNORED = /^warning UNKNOWN_FIELD: .*colour/;

test("what was ignored follows the answer as a text of its own, in every response mode", async () => {
  for (const response_mode of ["full", "compact", "output"]) {
    expect(await textsOf("run_tool", { ...ODD, response_mode })).toEqual([
      "aGVsbG8=",
      expect.stringMatching(IGNORED),
    ]);
  }
  expect(await textsOf("run_tool", { tool_id: "base64", input: { input: "hello" } })).toEqual([
    "aGVsbG8=",
  ]);
});

test("it follows a failure, a picture, a batch and a pipeline, too", async () => {
  const bad = { tool_id: "json-formatter", input: { input: "{", colour: "red" } };
  expect(await textsOf("run_tool", bad)).toEqual([
    expect.stringMatching(/^JSON_SYNTAX: /),
    expect.stringMatching(IGNORED),
  ]);
  const picture = {
    tool_id: "mermaid-renderer",
    input: { input: "graph TD; a-->b", format: "png", colour: "red" },
  };
  expect(await textsOf("run_tool", picture)).toEqual([
    "image",
    "image/png",
    expect.stringMatching(IGNORED),
  ]);
  const requests = [
    { id: "a", ...ODD },
    { id: "b", ...bad },
    { id: "c", tool_id: "no-such" },
  ];
  const [answers, notes, ...others] = await textsOf("run_batch", { requests });
  expect(String(answers).split("\n")[0]).toBe("a: aGVsbG8=");
  expect(String(answers)).toMatch(/^b: JSON_SYNTAX: .*\n- \/input JSON_SYNTAX: /m);
  expect(String(answers)).toMatch(/^c: UNKNOWN_TOOL: .*\n.*search_tools/m);
  expect(String(notes)).toMatch(/^a: warning UNKNOWN_FIELD.*\nb: warning UNKNOWN_FIELD/);
  expect(others).toEqual([]);
  const steps = [ODD, { tool_id: "base64" }];
  expect(await textsOf("run_pipeline", { steps, response_mode: "output" })).toEqual([
    "YUdWc2JHOD0=",
    expect.stringMatching(IGNORED),
  ]);
});

test("hits are lines of signature and summary; where no tool fits, that is said first", async () => {
  const [hits] = await textsOf("search_tools", { query: "decode base64", limit: 2 });
  expect(String(hits).split("\n")).toHaveLength(2);
  expect(String(hits)).toMatch(/^base64\(input, .*\) - Encodes and decodes/);
  const [near] = await textsOf("search_tools", { query: "send an email", limit: 2 });
  expect(String(near)).toMatch(/^No tool fits; the nearest:\n.+ - .+\n.+ - .+$/);
  const [none] = await textsOf("search_tools", { query: "zzzzqqqq" });
  expect(String(none)).toMatch(/^No tool fits. Queries that lead somewhere: .+; /);
});

test("a hint speaks the words of the door, what belongs to the result those of no door", async () => {
  const words = { http: "GET /api/tools/search", mcp: "search_tools", terminal: "purebox search" };
  for (const [door, word] of Object.entries(words)) {
    const terms = within(10_000, door as keyof typeof words);
    for (const tool_id of ["no-such-tool", "", undefined]) {
      const { body } = await run({ tool_id } as never, createHost(), terms);
      const { hint } = (body as { error: { hint: string } }).error;
      for (const other of Object.values(words)) expect(hint.includes(other)).toBe(other === word);
    }
    const { body } = await run({ tool_id: "base64", input: { action: "no" } }, createHost(), terms);
    expect(JSON.stringify(body)).not.toMatch(/\/api\/|purebox |_tools?\b(?=")/);
  }
});
