/** What holds for every body. */
import type { Law } from "../_core/tool.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { documentOf, valueOf } from "../_lib/json/tree/value.ts";
import { PROVIDERS } from "../_lib/agents/tool-call/content-parts.ts";
import { contentOf, resultText } from "../_lib/agents/tool-call/results.ts";
import type { INPUT, Value } from "./contract.ts";
import { toolsOf } from "./tools.ts";
import { readConversationOf } from "./turns.ts";

export const ENVELOPE_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "for the provider that it is for, a body stays as it is",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const same = run({ ...input, to: value.from }).value;
      const isSame = same?.lost.length === 0 && same.added.length === 0;
      return (
        isSame &&
        canonicalJson(
          run({ ...input, request: same.request, from: value.from, to: value.from }).value?.request,
        ) === canonicalJson(same.request)
      );
    },
  },
  {
    name: "there and back every text, call, result and tool is there again that is not told to be lost",
    holds(run, input) {
      const first = run(input);
      // Members that are not as they should be have no place to be looked for.
      if (!first.value || first.valid !== true || hasInexact(first.warnings)) return true;
      const { from } = first.value;
      const body = run({ ...input, to: from }).value?.request;
      return PROVIDERS.every((to) => {
        if (to === from) return true;
        const there = run({ ...input, to }).value;
        if (!there) return true;
        const back = run({ request: there.request, from: to, to: from }).value;
        if (!back) return false;
        const lost = [...there.lost.map(({ path }) => path), ...back.lost.map(({ path }) => path)];
        if (lost.some((path) => /^\/(?:tools|functions)/.test(path))) return true;
        return keeps(
          contentsOf(body, from, there.lost),
          contentsOf(back.request, from, []),
          there.nameMap,
        );
      });
    },
  },
  {
    name: "results stay paired with their calls",
    holds(run, input) {
      const first = run(input);
      if (!first.value || first.valid !== true) return true;
      return PROVIDERS.every((to) => {
        const there = run({ ...input, to });
        const orphans = run({ request: there.value?.request, from: to }).errors ?? [];
        return orphans.every(({ code }) => code !== "TOOL_RESULT_ORPHAN");
      });
    },
  },
];

function hasInexact(warnings: readonly { readonly code: string }[] = []): boolean {
  return warnings.some(({ code }) => code === "NUMBER_KEPT_AS_TEXT");
}

interface Contents {
  readonly texts: readonly string[];
  readonly calls: readonly (readonly [string, string])[];
  readonly results: readonly string[];
  readonly tools: readonly string[];
}

function contentsOf(body: unknown, provider: Value["from"], lost: Value["lost"]): Contents {
  const root = documentOf(body)?.root as JsonNode;
  const paths = lost.map(({ path }) => path);
  const isLost = (place: string) =>
    paths.some(
      (path) => place === path || place.startsWith(`${path}/`) || path.startsWith(`${place}/`),
    );
  const texts: string[] = [];
  const calls: (readonly [string, string])[] = [];
  const results: string[] = [];
  for (const { parts } of readConversationOf(root, provider).turns) {
    for (const part of parts) {
      if (isLost(part.path)) continue;
      if (part.kind === "part" && part.part.kind === "text") texts.push(part.part.text.value);
      if (part.kind === "call")
        calls.push([part.call.name, sorted(part.call.arguments) ?? part.call.argumentsText ?? ""]);
      if (part.kind === "result") results.push(resultText(contentOf(part.result)).value);
    }
  }
  return { texts, calls, results, tools: toolsOf(root).tools.map(({ name }) => name) };
}

function sorted(node: JsonNode | undefined): string | undefined {
  return node && canonicalJson(valueOf(node).value);
}

/** Whether the second contents have all of the first, where system texts may be one text by now. */
function keeps(before: Contents, after: Contents, names: Value["nameMap"]): boolean {
  const other = new Map(names.map(({ from, to }) => [from, to]));
  const text = after.texts.join("\n");
  const has = (list: readonly string[], wanted: readonly string[]) =>
    wanted.every((entry) => list.includes(entry));
  const calls = before.calls.map(([name, args]) => `${other.get(name) ?? name} ${args}`);
  return (
    before.texts.every((part) => text.includes(part)) &&
    has(
      after.calls.map((call) => call.join(" ")),
      calls,
    ) &&
    has(after.results, before.results) &&
    has(
      after.tools,
      before.tools.map((name) => other.get(name) ?? name),
    )
  );
}
