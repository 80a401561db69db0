/** What other tools lose, and what is answered here: asked anew each time, and shown in the README. */
import { run } from "../../app/run/run.ts";
import type { Failure, RunRequest, Success } from "../../app/run/types.ts";
import { host } from "./run-unit.ts";

interface Probe {
  readonly title: string;
  readonly request: RunRequest;
  /** What is common elsewhere: CyberChef, it-tools, jq, converters of the web. */
  readonly elsewhere: string;
  /** What of the answer is shown. */
  readonly show: (body: Success | Failure) => string;
}

const code = (text: string): string =>
  `\`${text.replace(/\n$/, "").replaceAll("\n", "⏎").replaceAll("|", "\\|")}\``;
const output = ({ result }: Success | Failure): string => code(String(result?.output));
const minify = (input: string): RunRequest => {
  return { tool_id: "json-formatter", input: { input, action: "minify" } };
};
/** The error and where it is. */
const problem = (body: Success | Failure): string => {
  if (body.success) return "no error";
  const { line, column } = body.result?.errors?.[0] ?? {};
  return `${body.error.code}${line === undefined ? "" : ` at line ${line}, column ${column}`}`;
};

export const PROBES: readonly Probe[] = [
  {
    title: "large integers",
    request: minify('{"id":12345678901234567890}'),
    elsewhere: "12345678901234567000, silently",
    show: output,
  },
  {
    title: "the text of numbers",
    request: minify("[1.50,1e2,-0]"),
    elsewhere: "`[1.5,100,0]`",
    show: output,
  },
  {
    title: "repeated keys",
    request: minify('{"a":1,"a":2}'),
    elsewhere: "the first copy dropped, silently",
    show: (body) => `${output(body)}, warning ${body.result?.warnings?.[0]?.code}`,
  },
  {
    title: "trailing commas",
    request: { tool_id: "json-formatter", input: "[1,2,]" },
    elsewhere: "accepted, or an error without a place",
    show: (body) => `${problem(body)}, with what reads it`,
  },
  {
    title: "nested JSON to CSV",
    request: { tool_id: "json-to-csv", input: '[{"a":{"b":1}}]' },
    elsewhere: "`[object Object]`",
    show: output,
  },
  {
    title: "TOML integers beyond 2^53",
    request: { tool_id: "toml-formatter", input: "n = 9007199254740993" },
    elsewhere: "9007199254740992, or refused",
    show: output,
  },
  {
    title: "TOML arrays of several types",
    request: { tool_id: "toml-formatter", input: 'a = [1, "b"]' },
    elsewhere: "refused",
    show: output,
  },
  {
    title: "YAML comments and anchors",
    request: { tool_id: "yaml-formatter", input: "# why\na: &x 1 # one\nb: *x\n" },
    elsewhere: "comments removed, anchors renamed",
    show: output,
  },
  {
    title: "80 bits from base 16 to base 10",
    request: { tool_id: "number-base", input: { input: "f".repeat(20), from: 16, to: 10 } },
    elsewhere: "1208925819614629200000000",
    show: output,
  },
  {
    title: "`^(a+)+$` on 32 letters and another",
    request: { tool_id: "regex-tester", input: { pattern: "^(a+)+$", text: `${"a".repeat(32)}!` } },
    elsewhere: "no answer for a minute, the server blocked",
    show(body) {
      const value = body.result?.value as { risk: { verdict: string } } | undefined;
      return `${problem(body)}, verdict ${value?.risk.verdict}`;
    },
  },
  {
    title: 'a generator with `"seed": "demo"`',
    request: { tool_id: "uuid-generator", input: {}, options: { seed: "demo" } },
    elsewhere: "another one each time",
    show: (body) => `${output(body)}, each time`,
  },
  {
    title: "the unknown tool `jsonformat`",
    request: { tool_id: "jsonformat", input: "{}" },
    elsewhere: "a page that says 404",
    show: (body) => {
      const near = body.success ? [] : (body.error.did_you_mean ?? []);
      return `UNKNOWN_TOOL, did you mean ${near[0]}`;
    },
  },
];

/** As Markdown. */
export async function fidelityTable(): Promise<string> {
  const rows = await Promise.all(
    PROBES.map(async ({ title, request, elsewhere, show }) => {
      const { body } = await run(request, host);
      return `| ${title} | ${elsewhere} | ${show(body)} |`;
    }),
  );
  return ["| | elsewhere | here |", "| --- | --- | --- |", ...rows].join("\n");
}
