/** What is wrong with the material of a conversion, and what is worth knowing. */
import type { Entry } from "../_core/tool.ts";
import { ErrorList } from "../_lib/results/entry-list.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import type { ToolDefinition } from "../_lib/agents/tool-call/definitions.ts";
import { MOST_CHAT_TOOLS } from "../_lib/agents/tool-call/names.ts";
import { takesName } from "../_lib/agents/tool-call/renaming.ts";
import type { ConvertedTool } from "../_lib/agents/provider-tools/definitions.ts";
import type { Failure, Wanted, Warning } from "../tool-call-interoperability.ts";
import type { Written } from "./exchange.ts";
import type { Material } from "./material.ts";
import { beginning } from "../_lib/text/shown.ts";

export interface Tool {
  readonly definition: ToolDefinition;
  readonly converted: ConvertedTool;
}

export interface Exchange {
  readonly calls: readonly (Written & { readonly tool: string })[];
  readonly results: readonly (Written & { readonly tool: string })[];
}

export function errorsOf(
  input: Wanted,
  tools: readonly Tool[],
  exchange: Exchange,
): Entry<Failure>[] {
  const found: Entry<Failure>[] = [];
  const seen = new Map<string, string>();
  for (const { definition } of tools) {
    const { name, path } = definition;
    const before = seen.get(name);
    const shown = JSON.stringify(beginning(name, 60));
    if (before !== undefined) {
      const message = `Cannot tell tools apart: found the name ${shown} of ${before} again, expected another one`;
      found.push({ code: "DUPLICATE_TOOL", message, path, received: name });
    } else seen.set(name, path);
    if (input.namePolicy === "keep" && !takesName(input.to, name)) {
      const message = `Cannot keep the name for ${input.to}: found ${shown}, expected one that it takes`;
      found.push({ code: "NAME_INVALID", message, path: namePath(definition), received: name });
    }
  }
  for (const { error } of [...exchange.calls, ...exchange.results]) if (error) found.push(error);
  const list = new ErrorList<Failure>();
  list.addAll(orderFindings(found));
  return list.list();
}

/** Chat Completions has the name one level deeper. */
function namePath({ path, shape }: ToolDefinition): string {
  return shape === "openai-chat" ? `${path}/function/name` : `${path}/name`;
}

export function warningsOf(
  input: Wanted,
  { calls }: Material,
  tools: readonly Tool[],
): Entry<Warning>[] {
  const known = new Set(tools.map(({ definition }) => definition.name));
  const undeclared = calls.filter(({ name }) => !known.has(name));
  const tooMany = input.to === "openai-chat" && tools.length > MOST_CHAT_TOOLS;
  return [
    ...tools.flatMap(toolWarnings),
    ...undeclared.map(({ name, path }) => ({
      code: "TOOL_UNDECLARED" as const,
      message: `No tool ${JSON.stringify(beginning(name, 60))} is among the definitions`,
      path,
      received: name,
    })),
    ...(tooMany ? [tooManyTools(tools.length)] : []),
  ];
}

function toolWarnings({ definition, converted }: Tool): Entry<Warning>[] {
  const { name, path, schemaPath } = definition;
  const { written, changes, obstacle } = converted;
  const dropped = changes.filter(({ code }) => code === "KEYWORD_DROPPED").length;
  const warnings: Entry<Warning>[] = [];
  if (written.name !== name) {
    const message = `The tool ${JSON.stringify(beginning(name, 60))} is now ${JSON.stringify(written.name)}`;
    warnings.push({ code: "NAME_CHANGED", message, path, received: name, expected: written.name });
  }
  if (obstacle !== undefined) {
    const message = `The tool ${JSON.stringify(beginning(name, 60))} is not strict: ${obstacle.message}`;
    warnings.push({
      code: "STRICT_NOT_POSSIBLE",
      message,
      path: (schemaPath ?? path) + obstacle.path,
    });
  }
  if (dropped > 0) {
    const what = dropped === 1 ? "1 keyword" : `${dropped} keywords`;
    const message = `The schema lost ${what} that Gemini's parameters do not have`;
    warnings.push({ code: "KEYWORD_DROPPED", message, path, received: dropped, count: dropped });
  }
  return warnings;
}

function tooManyTools(count: number): Entry<"TOO_MANY_TOOLS"> {
  const message = `Chat Completions takes at most ${MOST_CHAT_TOOLS} tools, these are ${count}`;
  return {
    code: "TOO_MANY_TOOLS",
    message,
    path: "/tools",
    expected: MOST_CHAT_TOOLS,
    received: count,
  };
}
