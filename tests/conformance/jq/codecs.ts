import { failed, passed, skipped, type Suite } from "../suite.ts";

/** Judges the tables of `@base64`, `@base64d`, `@uri` and `@urid`. */
const suite: Suite = {
  name: "jq",
  tools: ["base64", "url-encoder"],
  floor: { passed: 16, failed: 0 },
  async *judge(folder, run) {
    for (const file of ["base64.test", "uri.test"]) {
      for (const [program, given, expected] of blocksOf(
        await Bun.file(`${folder}/tests/${file}`).text(),
      )) {
        const name = `${program} ${given}`;
        const filter = /@(?:base64d?|urid?)\b/.exec(program)?.[0] ?? "";
        const request = REQUESTS[filter]?.(given);
        if (!request) {
          yield skipped(name, "more than the filter alone");
          continue;
        }
        const { ok, output } = await run(request);
        const mustFail = program.includes("catch");
        const right = mustFail ? !ok : output === expected;
        yield right ? passed(name) : failed(name, `${output}, expected ${expected}`);
      }
    }
  },
};
export default suite;

const REQUESTS: Readonly<Record<string, (input: string) => { tool_id: string; input: object }>> = {
  "@base64": (input) => ({ tool_id: "base64", input: { input } }),
  "@base64d": (input) => ({
    tool_id: "base64",
    input: { input, action: "decode", outputAs: "text" },
  }),
  "@uri": (input) => ({ tool_id: "url-encoder", input: { input, mode: "rfc3986" } }),
  "@urid": (input) => ({ tool_id: "url-encoder", input: { input, action: "decode" } }),
};

/** Program, input and expected output of each block. */
function blocksOf(text: string): [string, string, string][] {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.split("\n").filter((line) => line !== "" && !line.startsWith("#")))
    .filter(({ length }) => length === 3)
    .map(([program = "", given = '""', expected = '""']) => [
      program,
      textOf(given),
      textOf(expected),
    ]);
}

function textOf(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === "string" ? value : json;
}
