import { Glob } from "bun";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import {
  differs,
  failed,
  passed,
  type RunTool,
  skipped,
  type Suite,
  type Verdict,
} from "./suite.ts";

interface Expected {
  readonly file: string;
  readonly tool_calls: readonly ExpectedCall[];
  readonly text_len: number;
  readonly finish: string;
}

interface ExpectedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly provider_executed: boolean;
}

interface Value {
  readonly provider: string;
  readonly calls: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: unknown;
    readonly complete: boolean;
    readonly providerExecuted: boolean;
  }[];
  readonly text: string;
  readonly finishReason: string | null;
}

/** Tools of providers that the reference shows as calls under names and arguments of its own making. */
const REFERENCE_ONLY = new Map([
  ["openai__responses__openai-apply-patch-tool-delete.1", "apply_patch_call"],
  ["openai__responses__openai-client-tool-search.1", "tool_search_call"],
  ["openai__responses__openai-shell-skills.1", "shell_call"],
  ["xai__responses__xai-x-search-tool", "searches that xAI runs itself as custom_tool_call"],
]);

/** The summary of an earlier conversation, which the reference counts as text. */
const COMPACTION = '"compaction_delta"';

/** Every recording is assembled; what the reference has of it must come out. */
const suite: Suite = {
  name: "stream-fixtures",
  tools: ["streaming-tool-call-assembler"],
  floor: { passed: 50, failed: 0 },
  async *judge(folder, run) {
    const rows = (await Bun.file(`${folder}/expected.jsonl`).text()).trim().split("\n");
    const expected = new Map(
      rows.map((row) => {
        const parsed = JSON.parse(row) as Expected;
        return [parsed.file, parsed];
      }),
    );
    const files = [...new Glob("*.{chunks.txt,sse}").scanSync(folder)].toSorted();
    for (const file of files) {
      const stream = await Bun.file(`${folder}/${file}`).text();
      yield await judge(file, stream, expected.get(file), run);
    }
  },
};
export default suite;

async function judge(
  file: string,
  stream: string,
  expected: Expected | undefined,
  run: RunTool,
): Promise<Verdict> {
  const result = await run({ tool_id: "streaming-tool-call-assembler", input: { stream } });
  if (result.error?.code === "INPUT_TOO_LARGE")
    return skipped(file, "longer than 100,000 characters");
  const value = result.value as Value | null;
  if (value === null || value === undefined) {
    const isOther = result.error?.code === "STREAM_UNRECOGNISED" && !expected?.tool_calls.length;
    return isOther
      ? differs(file, "a provider that the tool does not know")
      : failed(file, `${result.error?.code}: ${result.error?.message}`);
  }
  if (expected === undefined) return passed(file);
  const own = REFERENCE_ONLY.get(file.replace(/\.chunks\.txt$|\.sse$/, ""));
  if (own !== undefined) return differs(file, `the reference makes calls of ${own}`);
  const difference = differenceOf(value, expected, stream);
  return difference === undefined ? passed(file) : failed(file, difference);
}

function differenceOf(value: Value, expected: Expected, stream: string): string | undefined {
  const wanted = expected.tool_calls.filter((call) => isOurs(call, value.provider));
  if (value.calls.length !== wanted.length)
    return `${value.calls.length} calls, not ${wanted.length}`;
  for (const [index, call] of value.calls.entries()) {
    const other = wanted[index] as ExpectedCall;
    if (call.providerExecuted !== other.provider_executed) return `executed by whom: ${call.name}`;
    if (!call.complete) return `${call.name} is not complete`;
    // Of tools that the provider runs the reference changes the names and arguments.
    if (call.providerExecuted) continue;
    // Without an id in the stream the reference draws one.
    const isNamed = call.id === other.id || /^call_\d+$/.test(call.id);
    if (!isNamed || call.name !== other.name) return `${call.id} ${call.name}, not ${other.id}`;
    const given = canonicalJson(call.arguments);
    if (given !== canonicalJson(JSON.parse(other.arguments || "{}"))) return `arguments ${given}`;
  }
  if (!stream.includes(COMPACTION) && value.text.length !== expected.text_len)
    return `${value.text.length} characters of text, not ${expected.text_len}`;
  return value.finishReason === expected.finish
    ? undefined
    : `finished by ${value.finishReason}, not ${expected.finish}`;
}

/** The hosted tools of the Responses API are no calls. */
function isOurs(call: ExpectedCall, provider: string): boolean {
  return provider !== "openai-responses" || !call.provider_executed;
}
