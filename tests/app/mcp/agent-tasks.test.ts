/**
 * Tasks as an agent without knowledge does them: it searches with the words of its goal, takes the first hit (or, of two
 * siblings, that whose summary says what it wants), reads the schema of it and calls. What it is to find was computed by hand, by Python or stands in a standard.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { Client as McpClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { findEntry } from "../../../app/registry.ts";
import { CATEGORIES } from "../../../tools/_core/tool.ts";
import type { Json } from "../../support/client.ts";
import { BUILDS, commandOf } from "../../support/program.ts";
import { sharedServer } from "../../support/server.ts";

type Fields = Readonly<Record<string, unknown>>;

/** One call: what is wanted, in words, and the values that the agent holds. */
interface Call {
  readonly goal: string;
  readonly input: Fields;
  /** What it looks for in the summaries of the hits, where the first is a sibling of the tool that it wants. */
  readonly summary?: RegExp;
}

/** A call by itself, the calls of a batch, or the steps of a pipeline that hands `input` to the first. */
interface Task {
  readonly calls: readonly Call[];
  readonly pipe?: string;
  /** Of the result, of all results of the batch, or of the pipeline. */
  readonly expected: unknown;
}

const one = (goal: string, input: Fields, expected: object, summary = /./): Task => ({
  calls: [{ goal, input, summary }],
  expected,
});

const SENTENCE = "The quick brown fox jumps over the lazy dog, twice; then it rests.";
const PLAN = [
  { id: "fetch", duration: 3 },
  { id: "parse", duration: 2, dependsOn: ["fetch"] },
  { id: "docs", duration: 1, dependsOn: ["fetch"] },
  { id: "publish", duration: 1, dependsOn: ["parse", "docs"] },
];

const TASKS: readonly Task[] = [
  one(
    "turn the variable name parseHTTPResponse into snake case",
    { input: "parseHTTPResponse", case: "snake" },
    { output: "parse_http_response" },
  ),
  one(
    "put these file names in natural order so that file2 comes before file10",
    { input: "file10\nfile2\nfile1", by: "natural" },
    { output: "file1\nfile2\nfile10" },
  ),
  // RFC 8785: members in order, numbers as ECMAScript writes them, no white space.
  one(
    "canonical JSON of this object so that I can sign it",
    { input: '{ "b": 1E2, "a": [ 1.0, "\\u00e9" ] }', action: "canonical" },
    { output: '{"a":[1,"é"],"b":100}' },
  ),
  one(
    "which matches does this regular expression find in the text",
    { pattern: "\\b\\d{4}-\\d{2}\\b", text: "2026-01 and 2027-12, not 12345-67" },
    { output: "2026-01\n2027-12" },
  ),
  one(
    "get the JSON out of a chatty model answer with a code fence and a trailing comma",
    { input: 'Sure! Here it is:\n```json\n{"a": [1, 2,],}\n```\nAnything else?' },
    { value: { data: { a: [1, 2] } } },
  ),
  // A gallon has 231 cubic inches of 2.54³ cm³.
  one(
    "how many litres are 12 US gallons",
    { value: 12, from: "US gal", to: "l" },
    { value: { exact: "45.424941408" } },
  ),
  one(
    "write the decimal number 3735928559 in hexadecimal",
    { input: "3735928559", to: 16 },
    { value: { results: [{ base: 16, text: "deadbeef" }] } },
  ),
  // RFC 4180.
  one(
    "make a CSV out of an array of JSON objects",
    { input: '[{"id":1,"note":"a, b"},{"id":2,"note":"say \\"hi\\""}]' },
    { output: 'id,note\n1,"a, b"\n2,"say ""hi"""\n' },
  ),
  one(
    "read this semicolon separated table into JSON objects",
    { input: "name;age\nAda;36\nAlan;41\n", delimiter: ";", types: "infer" },
    {
      value: {
        rows: [
          { name: "Ada", age: 36 },
          { name: "Alan", age: 41 },
        ],
      },
    },
  ),
  // sum(d.weekday() < 5) over the days of November from the 2nd to the 30th.
  one(
    "how many working days lie between two dates",
    { start: "2026-11-02", end: "2026-11-30", endpoints: "both" },
    { value: { businessDays: 21 } },
    /working days/i,
  ),
  // zoneinfo: 2026-01-15 23:00:00+09:00.
  one(
    "what time is a meeting at 9 in New York for somebody in Tokyo",
    { input: "2026-01-15T09:00", from: "America/New_York", to: "Asia/Tokyo" },
    { value: { conversions: [{ local: "2026-01-15T23:00:00+09:00" }] } },
  ),
  one(
    "I have 1920 by 1080 pixels: how high must a picture of 1280 width be",
    { width: 1920, height: 1080, targetWidth: 1280 },
    { value: { scaled: { width: 1280, height: 720 } } },
  ),
  // urllib.parse.quote
  one(
    "percent-encode a query parameter with umlauts and an ampersand",
    { input: "Größe & Maß?", action: "encode" },
    { output: "Gr%C3%B6%C3%9Fe%20%26%20Ma%C3%9F%3F" },
  ),
  // 20000 r / (1 − (1 + r)^−60) with r = 0.05 / 12 is 377.42467.
  one(
    "monthly payment on a loan of 20000 at 5 percent over five years",
    { principal: 20_000, annualRate: 5, years: 5 },
    { value: { payment: 377.42 } },
    /\ba loan\b/i,
  ),
  one(
    "what margin do I make when I buy at 60 and sell at 80",
    { cost: 60, price: 80 },
    { value: { margin: 25, profit: 20 } },
  ),
  // uuid.uuid5(uuid.NAMESPACE_DNS, "example.org")
  one(
    "name based UUID version 5 for a DNS name",
    { version: 5, namespace: "dns", name: "example.org" },
    { value: { uuids: ["aad03681-8b63-5304-89e0-8ca8f49461b5"] } },
  ),
  one(
    "body mass index of somebody with 70 kg and 1.75 m",
    { weight: 70, weightUnit: "kg", height: 1.75, heightUnit: "m" },
    { value: { bmi: 22.86, category: "normal" } },
  ),
  one(
    "by how many percent did the price rise from 80 to 100",
    { action: "change", x: 80, y: 100 },
    { value: { result: 25 } },
  ),
  one(
    "compute 17 factorial divided by 2 to the power of ten exactly",
    { expression: "17! / 2^10" },
    { value: { exact: "347351004000" } },
  ),
  one(
    "how many usable hosts are in 10.0.0.0/22 and what is the broadcast address",
    { input: "10.0.0.0/22" },
    { value: { usableHosts: "1022", broadcast: "10.0.3.255" } },
  ),
  one(
    "what does the payload of this JWT say",
    { token: "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEiLCJhZG1pbiI6dHJ1ZX0." },
    { value: { payload: { sub: "ada", admin: true }, header: { alg: "none" } } },
  ),
  one(
    "how many tokens is this sentence for gpt-4o",
    { text: SENTENCE, model: "gpt-4o" },
    { value: { tokens: encode(SENTENCE).length, method: "exact" } },
  ),
  one(
    "which steps of my plan can run at the same time and how long does the critical path take",
    { steps: PLAN },
    { value: { critical: { length: 6, path: ["fetch", "parse", "publish"] } } },
  ),
  {
    calls: [
      {
        goal: "read a csv table into JSON objects",
        input: { input: "$INPUT", types: "infer" },
      },
      {
        goal: "pick the names of all users over 30 with a jq filter",
        input: { input: "$PREV", query: "map(select(.age > 30) | .name)", compact: true },
      },
    ],
    pipe: "name,age\nAda,36\nBob,25\nCy,41\n",
    expected: { output: '["Ada","Cy"]' },
  },
  {
    // hashlib.sha256(b"The quick brown fox")
    calls: [
      { goal: "decode a base64 string", input: { input: "$INPUT", action: "decode" } },
      {
        goal: "what is the SHA-256 hash of a text",
        input: { text: "$PREV", algorithms: "sha256" },
      },
    ],
    pipe: "VGhlIHF1aWNrIGJyb3duIGZveA==",
    expected: {
      value: {
        digests: {
          sha256: { hex: "5cac4f980fedc3d3f1f99b4be3472c9b30d56523e632d151237ec9309048bda9" },
        },
      },
    },
  },
  {
    calls: [
      {
        // 10⁹ · 8 · 10 bits at 10⁸ a second.
        goal: "how long does it take to upload 10 GB at 100 Mbit/s",
        input: { size: "10 GB", rate: "100 Mbit/s" },
      },
      {
        goal: "does this document satisfy its JSON schema",
        input: { schema: { type: "object", required: ["id"] }, data: { name: "Ada" } },
      },
    ],
    expected: [{ value: { seconds: 800 } }, { valid: false, value: { errorCount: 1 } }],
  },
];

interface Planned {
  readonly tool_id: string;
  readonly input: Fields;
}

class Agent {
  readonly #mcp: McpClient;

  constructor(mcp: McpClient) {
    this.#mcp = mcp;
  }

  async #ask(name: string, args: Fields): Promise<Json> {
    const answer = (await this.#mcp.callTool({ name, arguments: args })) as Json;
    expect([name, args, answer["isError"] ? answer["content"] : []]).toEqual([name, args, []]);
    return answer["structuredContent"];
  }

  /** All it knows of the tool is what it is answered. */
  async #plan({ goal, input, summary = /./ }: Call): Promise<Planned> {
    const { tools } = await this.#ask("search_tools", { query: goal, limit: 5 });
    const chosen = (tools as { id: string; summary: string }[]).find((hit) =>
      summary.test(hit.summary),
    );
    const tool_id = chosen?.id ?? "";
    const { tool } = await this.#ask("get_tool_schema", { tool_id });
    const { properties, required = [] } = tool.input_schema as Json;
    for (const [field, value] of Object.entries(input)) {
      expect([goal, tool_id, Object.keys(properties)]).toEqual([
        goal,
        tool_id,
        expect.arrayContaining([field]),
      ]);
      const words = properties[field].enum;
      if (words) expect(words).toContain(value);
    }
    expect([tool_id, Object.keys(input)]).toEqual([tool_id, expect.arrayContaining(required)]);
    return { tool_id, input };
  }

  /** The result, and the tools that it took. */
  async solve({ calls, pipe }: Task): Promise<{ result: unknown; ids: string[] }> {
    const steps: Planned[] = [];
    for (const call of calls) steps.push(await this.#plan(call));
    const ids = steps.map(({ tool_id }) => tool_id);
    if (pipe !== undefined) {
      return { result: await this.#ask("run_pipeline", { input: pipe, steps }), ids };
    }
    const [step] = steps;
    if (step && steps.length === 1) {
      return { result: (await this.#ask("run_tool", { ...step }))["result"], ids };
    }
    const requests = steps.map((each, at) => ({ id: `${at}`, ...each }));
    const { results } = await this.#ask("run_batch", { requests });
    return { result: results.map((each: Json) => each["result"]), ids };
  }
}

for (const build of BUILDS) {
  describe(build, async () => {
    const { base } = await sharedServer(build);
    const [command = "", ...args] = commandOf(build);
    const [overHttp, overStdio] = await Promise.all([
      open(new StreamableHTTPClientTransport(new URL(`${base}/mcp`))),
      open(new StdioClientTransport({ command, args: [...args, "mcp"] })),
    ]);
    const categories = new Set<string>();

    for (const [at, task] of TASKS.entries()) {
      test(task.calls.map(({ goal }) => goal).join("; "), async () => {
        const { result, ids } = await (at % 2 === 0 ? overHttp : overStdio).solve(task);
        expect({ ids, result }).toMatchObject({ ids, result: task.expected as object });
        for (const id of ids) categories.add(findEntry(id)?.category ?? id);
      });
    }

    test("there are tasks of every category", () => {
      expect([...categories].toSorted()).toEqual([...CATEGORIES]);
    });
  });
}

async function open(transport: object): Promise<Agent> {
  const mcp = new McpClient({ name: "agent", version: "1" });
  await mcp.connect(transport as never);
  afterAll(() => mcp.close());
  return new Agent(mcp);
}
