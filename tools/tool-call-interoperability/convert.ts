/** Converts definitions, calls and results, and puts what was found together. */
import { type Budget, done, type Entry, fail } from "../_core/tool.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import {
  arrayNode,
  type JsonArray,
  type JsonNode,
  memberNode,
  objectNode,
} from "../_lib/json/tree/tree.ts";
import { dataOf, valueOf } from "../_lib/json/tree/value.ts";
import { prettyJson } from "../_lib/json/tree/write.ts";
import { outputTooLarge } from "../_lib/results/output-limit.ts";
import type { NotInlined } from "../_lib/agents/provider-schema/openapi.ts";
import type { ToolDefinition } from "../_lib/agents/tool-call/definitions.ts";
import { Renamer } from "../_lib/agents/tool-call/renaming.ts";
import { writeTools } from "../_lib/agents/tool-call/tools.ts";
import type { Change } from "../_lib/agents/provider-tools/change.ts";
import { convertTool } from "../_lib/agents/provider-tools/definitions.ts";
import type { Input, Value, Wanted, Warning } from "../tool-call-interoperability.ts";
import { convertCall, convertResult, type Names, type Written } from "./exchange.ts";
import { withoutMadeNulls } from "./original-nulls.ts";
import { errorsOf, type Exchange, type Tool, warningsOf } from "./remarks.ts";
import { type Material, readMaterial } from "./material.ts";

export function convertTools(given: Input, budget: Budget) {
  const input: Wanted = { ...given, to: given.to === "openai" ? "openai-chat" : given.to };
  const { material, failure } = readMaterial(input);
  if (failure) return failure;
  const renamer = new Renamer(input.to);
  const nameFor = (name: string) => (input.namePolicy === "keep" ? name : renamer.nameFor(name));
  const tools: Tool[] = [];
  for (const definition of material.tools) {
    const converted = convertTool(definition, nameFor(definition.name), input, budget);
    if ("reason" in converted) return fail(notWritten(definition, converted.reason));
    tools.push({ definition, converted });
  }
  const wrapped = new Set(
    tools.flatMap(({ definition, converted }) => (converted.isWrapped ? [definition.name] : [])),
  );
  const names = { nameFor, isWrapped: (name: string) => wrapped.has(name) };
  const exchange = exchangeOf(material, input, names, budget);
  return report(input, material, tools, exchange, renamer.changed());
}

function exchangeOf(
  { calls, results, originals }: Material,
  { to }: Wanted,
  names: Names,
  budget: Budget,
): Exchange {
  return {
    calls: calls.map((given) => {
      const { call, changes } = withoutMadeNulls(given, originals.get(given.name), budget);
      return { ...convertCall(call, to, names), changes, tool: call.name };
    }),
    results: results.map((result) => {
      const call = result.call === undefined ? undefined : calls[result.call];
      return { ...convertResult(result, call, to, names), tool: result.name ?? "" };
    }),
  };
}

function notWritten(
  { path, schemaPath }: ToolDefinition,
  { code, path: place, found }: NotInlined,
): Entry<"REF_RECURSIVE" | "OUTPUT_TOO_LARGE"> {
  return {
    code: code === "REF_CYCLE" ? "REF_RECURSIVE" : code,
    message: `Cannot write the schema without references: found ${found}, expected references that can be replaced by what they lead to`,
    path: (schemaPath ?? path) + place,
    hint: 'With geminiSchema "json-schema" the schema is given as it is',
  };
}

function report(
  input: Wanted,
  material: Material,
  tools: readonly Tool[],
  exchange: Exchange,
  nameMap: Value["nameMap"],
) {
  const trees = {
    tools: writeTools(
      tools.map(({ converted }) => converted.written),
      input.to,
    ),
    calls: listOf(exchange.calls),
    results: listOf(exchange.results),
  };
  const output = prettyJson(documentOf(input, trees));
  if (output === undefined) return fail(outputTooLarge());
  const errors = errorsOf(input, tools, exchange);
  const warnings = new WarningList<Warning>();
  const data = (key: keyof typeof trees) => dataOf(trees[key], `/${key}`, warnings) as unknown[];
  const changes = changesOf(tools, exchange);
  const value: Value = {
    to: input.to,
    tools: data("tools"),
    calls: data("calls"),
    results: data("results"),
    nameMap,
    changes,
    matrix: tools.flatMap(({ converted }) => converted.matrix),
  };
  const inexact = warnings.list();
  const all = new WarningList<Warning>();
  all.addAll(
    orderFindings([...material.warnings, ...inexact, ...warningsOf(input, material, tools)]),
  );
  return done({
    output,
    value,
    valid: errors.length === 0 && tools.every(({ converted }) => converted.isFine),
    stats: {
      tools: tools.length,
      calls: exchange.calls.length,
      renamed: nameMap.length,
      changes: changes.length,
    },
    errors,
    warnings: all.list(),
  });
}

function listOf(written: readonly Written[]): JsonArray {
  return arrayNode(written.map(({ node }) => node));
}

/** Calls and results are members where they were given. */
function documentOf(
  { calls, results }: Wanted,
  trees: Readonly<Record<"tools" | "calls" | "results", JsonNode>>,
): JsonNode {
  return objectNode([
    memberNode("tools", trees.tools),
    ...(calls === undefined ? [] : [memberNode("calls", trees.calls)]),
    ...(results === undefined ? [] : [memberNode("results", trees.results)]),
  ]);
}

function changesOf(tools: readonly Tool[], { calls, results }: Exchange): Value["changes"] {
  const shown = (tool: string, { code, path, before, after }: Change) => ({
    tool,
    path,
    code,
    before: shownNode(before),
    after: shownNode(after),
  });
  return [
    ...tools.flatMap(({ definition, converted }) =>
      converted.changes.map((change) => shown(definition.name, change)),
    ),
    ...[...calls, ...results].flatMap(({ tool, changes }) =>
      changes.map((change) => shown(tool, change)),
    ),
  ];
}

function shownNode(node: JsonNode | undefined): unknown {
  return node === undefined ? null : valueOf(node).value;
}
