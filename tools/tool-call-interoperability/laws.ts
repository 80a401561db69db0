/** What holds for every conversion. */
import type { Law } from "../_core/tool.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import { documentOf } from "../_lib/json/tree/value.ts";
import { writeJson } from "../_lib/json/tree/write.ts";
import { callsOf, readItems } from "../_lib/agents/tool-call/read.ts";
import { readDefinitions } from "../_lib/agents/tool-call/definitions.ts";
import type { INPUT, Value } from "../_lib/agents/provider-tools/contract.ts";

const SHAPES = [
  "openai-chat",
  "openai-responses",
  "anthropic",
  "gemini",
  "mcp",
  "portable",
] as const;

export const INTEROP_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "written once more for the same target, tools and calls stay as they are",
    holds(run, input) {
      const { value, warnings = [] } = run(input);
      // An inexact number stands in the value as text.
      if (!value || warnings.some(({ code }) => code === "NUMBER_KEPT_AS_TEXT")) return true;
      const { tools, calls } = value;
      if (tools.length + calls.length === 0) return true;
      const { to, geminiSchema } = input;
      const again = run({
        tools,
        calls,
        ...(to === undefined ? {} : { to }),
        ...(geminiSchema === undefined ? {} : { geminiSchema }),
        namePolicy: "keep",
      }).value;
      return (
        canonicalJson(again?.tools) === canonicalJson(tools) &&
        canonicalJson(again?.calls) === canonicalJson(calls)
      );
    },
  },
  {
    name: "no two names become one",
    holds(run, input) {
      const names = run(input).value?.nameMap ?? [];
      const from = new Set(names.map((pair) => pair.from));
      const to = new Set(names.map((pair) => pair.to));
      return from.size === names.length && to.size === names.length;
    },
  },
  {
    name: "for every target there are as many tools, with equal arguments of as many calls",
    holds(run, input) {
      const first = run(input).value;
      if (!first) return true;
      return SHAPES.every((to) => {
        const { value } = run({ ...input, to });
        if (!value) return true;
        return (
          toolNames(value).length === toolNames(first).length &&
          (hasWrapped(value) || hasWrapped(first) || argumentsOf(value) === argumentsOf(first))
        );
      });
    },
  },
];

function hasWrapped({ changes }: Value): boolean {
  return changes.some(({ code }) => code === "ROOT_WRAPPED");
}

function toolNames({ tools }: Value): string[] {
  const root = documentOf(tools)?.root;
  return root === undefined ? [] : readDefinitions(root, "").tools.map(({ name }) => name);
}

/** The arguments of all calls, text that is no JSON left out. */
function argumentsOf({ calls }: Value): string {
  const root = documentOf(calls)?.root;
  const items = root === undefined ? [] : callsOf(readItems(root, ""));
  const texts = items.map(({ arguments: given }) =>
    given === undefined ? "{}" : writeJson(given, { indent: "", sortKeys: true }),
  );
  return texts.join("\n");
}
