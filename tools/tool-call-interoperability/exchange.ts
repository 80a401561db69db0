/** Calls and results for another provider, under the names that the tools have there. */
import type { Entry } from "../_core/tool.ts";
import { problemEntry } from "../_lib/results/syntax-problem.ts";
import {
  booleanNode,
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { writeCall } from "../_lib/agents/tool-call/calls.ts";
import type { CallItem, ResultItem } from "../_lib/agents/tool-call/items.ts";
import type { NameTarget } from "../_lib/agents/tool-call/names.ts";
import {
  contentOf,
  holdsContent,
  resultText,
  writeResult,
} from "../_lib/agents/tool-call/results.ts";
import type { Change } from "../_lib/agents/provider-tools/change.ts";
import type { Failure } from "../tool-call-interoperability.ts";
import { beginning } from "../_lib/text/shown.ts";

/** `portable` is MCP with other names. */
function shapeFor(to: NameTarget) {
  return to === "portable" ? "mcp" : to;
}

/** What calls and results have to know of the tools. */
export interface Names {
  nameFor(original: string): string;
  /** Whether the tool takes its arguments as the only member `input`. */
  isWrapped(original: string): boolean;
}

export interface Written {
  readonly node: JsonNode;
  readonly error: Entry<Failure> | undefined;
  readonly changes: readonly Change[];
}

export function convertCall(call: CallItem, to: NameTarget, names: Names): Written {
  const { problem, argumentsText: text, name } = call;
  const given = call.arguments ?? objectNode([]);
  const isText = problem !== undefined;
  const written = writeCall(
    {
      id: idFor(call.idNode ?? stringNode(call.id), to),
      name: names.nameFor(name),
      arguments: names.isWrapped(name) ? objectNode([memberNode("input", given)]) : given,
      // Text that is no JSON is all there is of the arguments.
      argumentsText: isText ? text : undefined,
    },
    shapeFor(to),
  );
  const error = isText
    ? {
        ...problemEntry(problem, text ?? "", "the arguments", call.argumentsPath),
        code: "ARGUMENTS_NOT_JSON" as const,
      }
    : undefined;
  return { node: written, error, changes: [] };
}

/** JSON-RPC has numbers as ids; elsewhere they are text. */
function idFor(id: JsonNode, to: NameTarget): JsonNode {
  return id.type === "number" && shapeFor(to) !== "mcp" ? stringNode(id.text) : id;
}

/** The result of a call, which is undefined where the call is not among those given. */
export function convertResult(
  result: ResultItem,
  call: CallItem | undefined,
  to: NameTarget,
  names: Names,
): Written {
  const target = shapeFor(to);
  const error = call === undefined ? withoutCall(result) : undefined;
  if (target === "mcp" && result.shape === "mcp") return { node: result.node, error, changes: [] };
  const id = result.idNode ?? call?.idNode ?? stringNode(result.id ?? "");
  const given = call?.name ?? result.name;
  const name = given === undefined ? "" : names.nameFor(given);
  const content = contentOf(result);
  const node = writeResult({ id: idFor(id, to), name, content, isError: result.isError }, target);
  const change = (code: Change["code"], before: JsonNode, after?: JsonNode): Change[] => [
    { code, path: result.path, before, after },
  ];
  const losesFlag = result.isError && target.startsWith("openai");
  return {
    node,
    error,
    changes: [
      ...(losesFlag ? change("ERROR_FLAG_LOST", booleanNode(true)) : []),
      ...(holdsContent(content, target)
        ? []
        : change("CONTENT_AS_TEXT", result.result, resultText(content))),
    ],
  };
}

function withoutCall({ id, path }: ResultItem): Entry<"RESULT_WITHOUT_CALL"> {
  const found = id === undefined ? "no id" : `the id ${JSON.stringify(beginning(id, 60))}`;
  return {
    code: "RESULT_WITHOUT_CALL",
    message: `Cannot tell what the result answers: found ${found}, expected that of a call`,
    path,
    received: id ?? null,
  };
}
