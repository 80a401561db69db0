/** What became of the calls, and what they touched. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { compareCodePoints } from "../_lib/text/code-points.ts";
import { contentOf, resultText } from "../_lib/agents/tool-call/results.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import type { CallEvent, ResultEvent, TraceEvent } from "../_lib/agents/trace/events.ts";
import type { Content } from "../agent-context-handoff.ts";

export type Calls = Pick<Content, "artifacts" | "pendingCalls" | "failures" | "toolUse">;

export function readCalls(events: readonly TraceEvent[], stated: readonly string[]): Calls {
  const calls = events.filter((event) => event.type === "call");
  const results = events.filter((event) => event.type === "result");
  const answered = new Set(results.map(({ call }) => call));
  const failures = failuresOf(results);
  return {
    artifacts: artifactsOf(calls, stated),
    pendingCalls: calls
      .filter((call) => !answered.has(call))
      .map(({ callId, tool, index }) => ({ callId, tool, index })),
    failures,
    toolUse: toolUseOf(calls, failures),
  };
}

function failuresOf(results: readonly ResultEvent[]): Content["failures"] {
  const succeeded = new Map<string, number>();
  for (const { call, isError } of results)
    if (call && !isError)
      succeeded.set(call.tool, Math.max(succeeded.get(call.tool) ?? 0, call.index));
  return results
    .filter(({ isError }) => isError)
    .map(({ call, tool = null, callId = null, index, result }) => ({
      tool,
      callId,
      index,
      message: textOfResult(result),
      recovered: (succeeded.get(tool ?? "") ?? -1) > (call?.index ?? index),
    }));
}

/** The text of the content, whoever's form it has; data as compact JSON. */
function textOfResult(result: JsonNode): string {
  const shape = memberOf(result, "error") === undefined ? "mcp" : "gemini";
  return resultText(contentOf({ shape, result })).value.trim();
}

function toolUseOf(calls: readonly CallEvent[], failures: Content["failures"]): Content["toolUse"] {
  const uses = new Map<string, Content["toolUse"][number]>();
  for (const { tool } of calls) {
    const use = uses.get(tool) ?? { tool, calls: 0, errors: 0 };
    use.calls++;
    uses.set(tool, use);
  }
  for (const { tool } of failures) {
    const use = uses.get(tool ?? "");
    if (use) use.errors++;
  }
  return [...uses.values()].toSorted(
    (a, b) => b.calls - a.calls || compareCodePoints(a.tool, b.tool),
  );
}

const ARTIFACT_KEYS: ReadonlySet<string> = new Set([
  "path",
  "file",
  "filename",
  "filepath",
  "file_path",
  "target_file",
  "output_path",
  "notebook_path",
  "url",
  "uri",
]);

/** Those stated first, then in order of first use. */
function artifactsOf(calls: readonly CallEvent[], stated: readonly string[]): Content["artifacts"] {
  const uses = new Map<string, { readonly tools: Set<string>; lastIndex: number | null }>();
  for (const path of stated) uses.set(path, { tools: new Set(), lastIndex: null });
  for (const { tool, index, arguments: node } of calls) {
    if (node === undefined) continue;
    visitPaths(node, (path) => {
      const use = uses.get(path) ?? { tools: new Set(), lastIndex: null };
      use.tools.add(tool);
      use.lastIndex = index;
      uses.set(path, use);
    });
  }
  return Array.from(uses, ([path, { tools, lastIndex }]) => ({
    path,
    tools: [...tools],
    lastIndex,
  }));
}

/** Texts under the keys, alone or in an array, at any depth. */
function visitPaths(node: JsonNode, found: (path: string) => void): void {
  if (node.type === "array") for (const item of node.items) visitPaths(item, found);
  if (node.type !== "object") return;
  for (const { key, value } of node.members) {
    if (ARTIFACT_KEYS.has(key))
      for (const item of value.type === "array" ? value.items : [value])
        if (item.type === "string" && item.value.trim() !== "") found(item.value);
    visitPaths(value, found);
  }
}
