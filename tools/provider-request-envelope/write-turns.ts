/** Turns as the messages of each provider. */
import { appendPointer } from "../_lib/results/pointer.ts";
import { type JsonObject, memberNode, objectNode, stringNode } from "../_lib/json/tree/tree.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { writeCall } from "../_lib/agents/tool-call/calls.ts";
import { type Provider, unheldIn, writePart } from "../_lib/agents/tool-call/content-parts.ts";
import { fileName } from "../_lib/agents/tool-call/file-parts.ts";
import type { Shape } from "../_lib/agents/tool-call/definitions.ts";
import type { CallItem, ResultItem } from "../_lib/agents/tool-call/items.ts";
import { contentOf, holdsContent, writeResult } from "../_lib/agents/tool-call/results.ts";
import type { Ledger } from "./ledger.ts";
import type { Turn, TurnPart } from "./turns.ts";

/** What calls and results have to know of the tools. */
export interface ToolNames {
  nameFor(original: string): string;
  /** Whether the tool takes its arguments as the only member `input`. */
  isWrapped(original: string): boolean;
}

/** What of a turn can travel, written part by part. */
export interface WrittenTurn {
  readonly turn: Turn;
  readonly results: readonly JsonObject[];
  readonly calls: readonly JsonObject[];
  /** Texts, images, files and calls in their order; results stand before them. */
  readonly content: readonly {
    readonly node: JsonObject;
    readonly kind: "text" | "image" | "file" | "call";
  }[];
}

export class TurnWriter {
  readonly #target: Provider;
  readonly #names: ToolNames;
  readonly #ledger: Ledger;

  constructor(target: Provider, names: ToolNames, ledger: Ledger) {
    this.#target = target;
    this.#names = names;
    this.#ledger = ledger;
  }

  write(turn: Turn): WrittenTurn {
    for (const key of turn.extras) this.#lose(appendPointer(turn.path, key));
    const results: JsonObject[] = [];
    const content: { node: JsonObject; kind: "text" | "image" | "file" | "call" }[] = [];
    for (const part of turn.parts) {
      if (part.kind === "result") results.push(this.#result(part.result));
      else if (part.kind === "call") content.push({ node: this.#call(part.call), kind: "call" });
      else {
        const written = this.#part(part, turn);
        if (written !== undefined) content.push(written);
      }
    }
    const calls = content.flatMap(({ node, kind }) => (kind === "call" ? [node] : []));
    return { turn, results, calls, content };
  }

  #part({ part, path }: Extract<TurnPart, { kind: "part" }>, { role }: Turn) {
    const node = writePart(part, this.#target, role === "assistant" ? "assistant" : "user");
    const isText = part.kind === "text";
    // What is said to the model beside the conversation is text for all of them.
    if (node === undefined || part.kind === "other" || (!isText && isSystem(role))) {
      this.#lose(path);
      return undefined;
    }
    for (const unheld of unheldIn(part, this.#target)) this.#lose(path + unheld);
    // OpenAI wants a name, given or not.
    const name = part.kind === "file" && part.file.name === undefined ? fileName(node) : undefined;
    if (name !== undefined) this.#ledger.addNode(name);
    return { node, kind: part.kind };
  }

  #call(call: CallItem): JsonObject {
    const { name, problem, argumentsText } = call;
    const given = call.arguments ?? objectNode([]);
    if (problem !== undefined && !this.#target.startsWith("openai"))
      this.#ledger.lose(call.argumentsPath, "the text is no JSON, and arguments are data there");
    for (const key of extrasOf(call)) this.#lose(appendPointer(call.path, key));
    if (textOf(memberOf(call.node, "type")) === "custom_tool_call")
      this.#ledger.lose(call.path, "the call of a custom tool is written as one of a function");
    const args = this.#names.isWrapped(name) ? objectNode([memberNode("input", given)]) : given;
    return writeCall(
      {
        id: stringNode(call.id),
        name: this.#names.nameFor(name),
        arguments: args,
        argumentsText: problem === undefined ? undefined : argumentsText,
      },
      this.#target,
    );
  }

  #result(result: ResultItem): JsonObject {
    const content = contentOf(result);
    const { isError, path } = result;
    const name = result.name === undefined ? "" : this.#names.nameFor(result.name);
    if (isError && this.#target.startsWith("openai"))
      this.#ledger.lose(flagPath(result), "a result has no mark of an error there");
    if (!holdsContent(content, this.#target))
      this.#ledger.lose(path, "the result is written as text");
    if (result.call === undefined && result.shape === "gemini" && this.#target !== "gemini")
      this.#lose(`${path}/functionResponse/name`);
    for (const key of extrasOf(result)) this.#lose(appendPointer(path, key));
    for (const place of unheldPlaces(result, this.#target)) this.#lose(place);
    return writeResult({ id: stringNode(result.id ?? ""), name, content, isError }, this.#target);
  }

  #lose(path: string): void {
    this.#ledger.lose(path, `${this.#target} has no place for it`);
  }
}

/** What calls and results consist of; anything else goes with the provider. */
const OWN_KEYS: Readonly<Record<Shape, readonly string[]>> = {
  "openai-chat": [
    "id",
    "type",
    "index",
    "function",
    "name",
    "arguments",
    "role",
    "tool_call_id",
    "content",
  ],
  "openai-responses": ["id", "type", "status", "call_id", "name", "arguments", "input", "output"],
  anthropic: ["id", "type", "name", "input", "tool_use_id", "content", "is_error"],
  gemini: ["functionCall", "function_call", "functionResponse", "function_response"],
  mcp: ["jsonrpc", "id", "method", "params", "result", "error"],
  bare: ["id", "call_id", "name", "arguments", "args", "input", "parameters"],
};

function extrasOf({ shape, node }: CallItem | ResultItem): string[] {
  if (node.type !== "object") return [];
  const others = node.members.filter(({ value }) => value.type !== "null");
  return others.map(({ key }) => key).filter((key) => !OWN_KEYS[shape].includes(key));
}

/** Where the parts of a result say what the target has no place for; what is written as text of JSON is there whole. */
function unheldPlaces(item: ResultItem, target: Provider): string[] {
  const { node, result, path } = item;
  const content = contentOf(item);
  const members = node.type === "object" ? node.members : [];
  const key = members.find(({ value }) => value === result)?.key;
  if (content.kind === "data" || key === undefined) return [];
  const isHeld = holdsContent(content, target);
  return content.parts.flatMap((part, index) => {
    const place = `${appendPointer(path, key)}/${index}`;
    return isHeld || part.kind === "text" ? unheldIn(part, target).map((at) => place + at) : [];
  });
}

/** Pointer of what marks a result as an error. */
function flagPath({ shape, path }: ResultItem): string {
  return shape === "gemini" ? `${path}/functionResponse/response/error` : `${path}/is_error`;
}

function isSystem(role: Turn["role"]): boolean {
  return role === "system" || role === "developer";
}
