import {
  failed,
  passed,
  rowsIn,
  type RunTool,
  skipped,
  type Suite,
  type Verdict,
} from "./suite.ts";

interface Row {
  readonly id: string;
  readonly file: string;
  readonly headers: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly expect: string;
  readonly pass?: boolean;
}

interface Value {
  readonly before: {
    readonly tests: Readonly<Record<string, { readonly result: string; readonly passed: boolean }>>;
  } | null;
}

/** What the rows call `CrossOriginResourcePolicy…` is `corp-…` among the results. */
const SHORT: readonly (readonly [string, string])[] = [
  ["cross-origin-resource-policy-", "corp-"],
  ["cross-origin-opener-policy-", "coop-"],
  ["cross-origin-embedder-policy-", "coep-"],
];

const suite: Suite = {
  name: "http-observatory",
  tools: ["http-security-remediation-kit"],
  floor: { passed: 48, failed: 0 },
  async *judge(folder, run) {
    for (const row of await rowsIn<Row>(`${folder}/cases.jsonl`)) yield await judge(row, run);
  },
};
export default suite;

/** The expectation in the form of results: words, numbers included, with hyphens between. */
function resultOf(expect: string): string {
  const words = expect
    .replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "-")
    .toLowerCase();
  const [long, short] = SHORT.find(([start]) => words.startsWith(start)) ?? ["", ""];
  return short + words.slice(long.length);
}

async function judge(row: Row, run: RunTool): Promise<Verdict> {
  const test = row.file.replace(/^test\//, "").replace(/\.test\.js$/, "");
  const name =
    { cors: "cross-origin-resource-sharing", csp: "content-security-policy" }[test] ?? test;
  const { auto = {}, cors = {}, https = {} } = row.headers;
  const all = { ...auto, ...cors, ...https };
  if (Object.keys(row.headers).some((one) => !["auto", "cors", "https"].includes(one)))
    return skipped(row.id, "a response that the kit does not know");
  const headers = Object.keys(all).length === 0 ? { "Content-Type": "text/html" } : all;
  const result = await run({ tool_id: "http-security-remediation-kit", input: { headers } });
  const found = (result.value as Value | null)?.before?.tests[name];
  const expected = resultOf(row.expect);
  if (found?.result !== expected)
    return failed(row.id, `${found?.result ?? result.error?.message}, not ${expected}`);
  return (row.pass ?? found.passed) === found.passed
    ? passed(row.id)
    : failed(row.id, `passed: ${found.passed}`);
}
