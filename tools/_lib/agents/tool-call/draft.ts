/** Items while they are read: ids and pairs are known only at the end. */
import { readJson } from "../../json/tree/read.ts";
import { appendPointer } from "../../results/pointer.ts";
import {
  type JsonNode,
  type JsonObject,
  nullNode,
  objectNode,
  withoutRepeats,
} from "../../json/tree/tree.ts";
import { minifyJson, scalarText } from "../../json/tree/write.ts";
import { isTrue, memberOf, textOf } from "../../json/tree/members.ts";
import type { CallItem, Item, MessageItem, OtherItem, ResultItem } from "./items.ts";
import type { Shape } from "./definitions.ts";

export type CallDraft = Omit<CallItem, "index" | "id">;
export type ResultDraft = Omit<ResultItem, "call">;
export type ItemDraft = CallDraft | ResultDraft | MessageItem | OtherItem;

interface CallParts {
  readonly shape: Shape;
  readonly node: JsonNode;
  /** Pointer of the call. */
  readonly path: string;
  readonly id: JsonNode | undefined;
  readonly name: string;
  /** The object that holds the arguments, its pointer, and under which keys they may stand. */
  readonly holder: JsonObject;
  readonly holderPath: string;
  readonly keys: readonly string[];
}

/** A call; the first of the keys that is there holds the arguments. */
export function callDraft(parts: CallParts): CallDraft {
  const { shape, node, path, id, name, holder, holderPath, keys } = parts;
  const key = keys.find((candidate) => memberOf(holder, candidate) !== undefined);
  const given = key === undefined ? undefined : memberOf(holder, key);
  return {
    kind: "call",
    path,
    shape,
    node,
    idNode: idOf(id),
    name,
    ...readArguments(given),
    argumentsPath: key === undefined ? path : appendPointer(holderPath, key),
  };
}

/** What arguments say: text is read as JSON; nothing, null and blank text are `{}`. */
export function readArguments(
  given: JsonNode | undefined,
): Pick<CallItem, "arguments" | "argumentsText" | "problem"> {
  const text = textOf(given);
  if (text === undefined) {
    return { arguments: orEmpty(given), argumentsText: undefined, problem: undefined };
  }
  if (/^[ \t\r\n]*$/.test(text))
    return { arguments: objectNode([]), argumentsText: text, problem: undefined };
  const read = readJson(text);
  if ("type" in read) return { arguments: undefined, argumentsText: text, problem: read };
  const root = orEmpty(withoutRepeats(read.root, "last"));
  return { arguments: root, argumentsText: text, problem: undefined };
}

function orEmpty(node: JsonNode | undefined): JsonNode {
  return node === undefined || node.type === "null" ? objectNode([]) : node;
}

interface ResultParts {
  readonly shape: Shape;
  readonly node: JsonNode;
  readonly path: string;
  readonly id: JsonNode | undefined;
  readonly name?: JsonNode | undefined;
  readonly result: JsonNode | undefined;
  readonly isError?: boolean | undefined;
}

export function resultDraft(parts: ResultParts): ResultDraft {
  const { shape, node, path, id, name, result, isError } = parts;
  const idNode = idOf(id);
  return {
    kind: "result",
    path,
    shape,
    node,
    id: idText(idNode),
    idNode,
    name: textOf(name),
    result: result ?? nullNode(),
    isError: isError ?? saysError(node),
  };
}

/** As Anthropic, clients of MCP and LangChain mark an answer; other providers have no mark, and are given these. */
function saysError(node: JsonNode): boolean {
  return (
    isTrue(memberOf(node, "is_error")) ||
    isTrue(memberOf(node, "isError")) ||
    textOf(memberOf(node, "status")) === "error"
  );
}

/** An id is text that is not empty, or a number. */
function idOf(node: JsonNode | undefined): JsonNode | undefined {
  if (node?.type === "number") return node;
  return (textOf(node) ?? "") === "" ? undefined : node;
}

function idText(node: JsonNode | undefined): string | undefined {
  return node && (textOf(node) ?? scalarText(node));
}

/** Numbers the calls, gives ids to those without and pairs results with the calls they answer. */
export function finished(drafts: readonly ItemDraft[]): Item[] {
  const taken = new Set(drafts.flatMap((draft) => (isCall(draft) ? [idText(draft.idNode)] : [])));
  const pairs = new Pairs();
  let index = 0;
  return drafts.map((draft): Item => {
    if (isCall(draft)) {
      const id = idText(draft.idNode) ?? freeId(`call_${index}`, taken);
      return pairs.opened({ ...draft, index: index++, id });
    }
    return draft.kind === "result" ? pairs.closed(draft as ResultDraft) : draft;
  });
}

function isCall(draft: ItemDraft): draft is CallDraft {
  return draft.kind === "call";
}

function freeId(wanted: string, taken: ReadonlySet<string | undefined>): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number++) id = `${wanted}_${number}`;
  return id;
}

/** Finds the call that a result answers: by id, else the first open one of the name, else the first open one. */
class Pairs {
  readonly #byId = new Map<string, CallItem>();
  /** Calls of JSON-RPC, in which the text "7" and the number 7 are two ids; and all others. */
  readonly #byRpcId = new Map<string, CallItem>();
  readonly #byOtherId = new Map<string, CallItem>();
  readonly #all = new Queue();
  readonly #byName = new Map<string, Queue>();
  readonly #answered = new Set<CallItem>();

  opened(call: CallItem): CallItem {
    const { id, idNode, shape } = call;
    this.#byId.set(id, call);
    if (shape !== "mcp") this.#byOtherId.set(id, call);
    else if (idNode !== undefined) this.#byRpcId.set(rpcKey(idNode), call);
    this.#all.calls.push(call);
    const named = this.#byName.get(call.name) ?? new Queue();
    named.calls.push(call);
    this.#byName.set(call.name, named);
    return call;
  }

  closed(result: ResultDraft): ResultItem {
    const call = this.#answeredBy(result);
    if (call !== undefined) this.#answered.add(call);
    return {
      ...result,
      id: result.id ?? call?.id,
      name: result.name ?? call?.name,
      call: call?.index,
    };
  }

  #answeredBy({ id, idNode, name, shape }: ResultDraft): CallItem | undefined {
    if (id !== undefined && idNode !== undefined && shape === "mcp")
      return this.#byRpcId.get(rpcKey(idNode)) ?? this.#byOtherId.get(id);
    if (id !== undefined) return this.#byId.get(id);
    const queue = name === undefined ? this.#all : this.#byName.get(name);
    return queue?.first(this.#answered);
  }
}

function rpcKey(id: JsonNode): string {
  return minifyJson(id) ?? "";
}

class Queue {
  readonly calls: CallItem[] = [];
  #next = 0;

  /** The first call that is not answered yet. */
  first(answered: ReadonlySet<CallItem>): CallItem | undefined {
    for (; this.#next < this.calls.length; this.#next++) {
      const call = this.calls[this.#next];
      if (call !== undefined && !answered.has(call)) return call;
    }
    return undefined;
  }
}
