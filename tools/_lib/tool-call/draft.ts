/** Items while they are read: ids and pairs are known only at the end. */
import { readJson } from "../json/read.ts";
import { appendPointer } from "../json/pointer.ts";
import {
  type JsonNode,
  type JsonObject,
  nullNode,
  objectNode,
  withoutRepeats,
} from "../json/tree.ts";
import { scalarText } from "../json/write.ts";
import { memberOf, textOf } from "../json-schema/node.ts";
import type { CallItem, Item, MessageItem, OtherItem, ResultItem } from "./items.ts";
import type { Shape } from "./definitions.ts";

export type CallDraft = Omit<CallItem, "index" | "id">;
export type ResultDraft = Omit<ResultItem, "call">;
export type ItemDraft = CallDraft | ResultDraft | MessageItem | OtherItem;

interface CallParts {
  readonly shape: Shape;
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
export function callDraft({
  shape,
  path,
  id,
  name,
  holder,
  holderPath,
  keys,
}: CallParts): CallDraft {
  const key = keys.find((candidate) => memberOf(holder, candidate) !== undefined);
  const given = key === undefined ? undefined : memberOf(holder, key);
  return {
    kind: "call",
    path,
    shape,
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
  readonly path: string;
  readonly id: JsonNode | undefined;
  readonly name?: JsonNode | undefined;
  readonly result: JsonNode | undefined;
  readonly isError?: boolean | undefined;
}

export function resultDraft({ shape, path, id, name, result, isError }: ResultParts): ResultDraft {
  const idNode = idOf(id);
  return {
    kind: "result",
    path,
    shape,
    id: idText(idNode),
    idNode,
    name: textOf(name),
    result: result ?? nullNode(),
    isError: isError ?? false,
  };
}

export function isTrue(node: JsonNode | undefined): boolean {
  return node?.type === "boolean" && node.value;
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

/** Calls by id, and those without an id by name in order. */
class Pairs {
  readonly #byId = new Map<string, CallItem>();
  readonly #byName = new Map<string, CallItem[]>();
  readonly #next = new Map<string, number>();

  opened(call: CallItem): CallItem {
    this.#byId.set(call.id, call);
    if (call.idNode === undefined) {
      const calls = this.#byName.get(call.name) ?? [];
      calls.push(call);
      this.#byName.set(call.name, calls);
    }
    return call;
  }

  closed(result: ResultDraft): ResultItem {
    const call = this.#answered(result);
    return {
      ...result,
      id: result.id ?? call?.id,
      name: result.name ?? call?.name,
      call: call?.index,
    };
  }

  #answered({ id, name }: ResultDraft): CallItem | undefined {
    if (id !== undefined) return this.#byId.get(id);
    if (name === undefined) return undefined;
    const next = this.#next.get(name) ?? 0;
    const call = this.#byName.get(name)?.[next];
    if (call !== undefined) this.#next.set(name, next + 1);
    return call;
  }
}
