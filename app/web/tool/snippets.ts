/** One call, as each door takes it. */
import { quoteShell } from "../../../tools/_lib/text/shell-quote.ts";
import type { UnitDetail } from "../catalogue.ts";

export interface Call {
  readonly tool_id: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

export const WAYS = ["curl", "JavaScript", "Python", "MCP", "Command line"] as const;
export type Way = (typeof WAYS)[number];

export function snippet(way: Way, call: Call, { primary }: UnitDetail): string {
  const url = `${location.origin}/api/run`;
  const body = JSON.stringify(call);
  switch (way) {
    case "curl":
      return `curl -s ${url} -H 'content-type: application/json' -d ${quoteShell(body)}`;
    case "JavaScript":
      return `const response = await fetch(${JSON.stringify(url)}, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(${JSON.stringify(call, null, 2).replaceAll("\n", "\n  ")}),
});
const { result } = await response.json();
console.log(result.output ?? result.value);`;
    case "Python":
      return `import json, urllib.request

call = json.loads(${JSON.stringify(body)})
request = urllib.request.Request(${JSON.stringify(url)}, json.dumps(call).encode(), {"content-type": "application/json"})
result = json.load(urllib.request.urlopen(request))["result"]
print(result.get("output", result["value"]))`;
    case "MCP":
      return JSON.stringify(
        { method: "tools/call", params: { name: "run_tool", arguments: call } },
        null,
        2,
      );
    case "Command line":
      return commandLine(call, primary);
  }
}

function commandLine({ tool_id, input, options }: Call, primary: string): string {
  const flags = Object.entries(input)
    .filter(([name]) => name !== primary)
    .map(([name, value]) => `--${name} ${quoteShell(textOf(value))}`);
  const fixed = Object.entries(options ?? {}).map(
    ([name, value]) => `--${name} ${quoteShell(String(value))}`,
  );
  const main = input[primary];
  const text = main === undefined ? undefined : textOf(main);
  const words = ["purebox run", tool_id, ...flags, ...fixed];
  if (text === undefined) return words.join(" ");
  return `printf '%s' ${quoteShell(text)} | ${words.join(" ")}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
