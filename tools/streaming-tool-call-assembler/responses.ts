/** Events of the OpenAI Responses API. */
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import { minifyJson } from "../_lib/json/tree/write.ts";
import { itemsOf, memberOf, numberOf, textOf } from "../_lib/json/tree/members.ts";
import { type Assembly, errorIn, objectOf, wordOf } from "./assembly.ts";
import type { StreamCall } from "./call.ts";
import type { Chunk } from "./chunks.ts";
import { isOf } from "./provider.ts";
import { responsesIn } from "./sequence.ts";

export function assembleResponses(chunks: readonly Chunk[], assembly: Assembly): void {
  const events = chunks.filter(
    ({ node }) => isOf(node, "openai-responses") || errorIn(node) !== undefined,
  );
  for (const [message, response] of responsesIn(events, assembly).entries()) {
    const assembler = new ResponseAssembler(assembly, message);
    for (const chunk of response) assembler.take(chunk);
    assembler.end();
  }
}

/** A call with its fragments, and with its final text, which may come before the last of them. */
interface Item {
  readonly call: StreamCall;
  deltas: string;
  done: { readonly text: string; readonly chunk: Chunk } | undefined;
}

/** What a call's events are about: its arguments as JSON, or a text. */
const CALL_EVENT = /^response\.(function_call_arguments|custom_tool_call_input)\.(delta|done)$/;
const FUNCTION = "function_call";
const CUSTOM = "custom_tool_call";

class ResponseAssembler {
  readonly #assembly: Assembly;
  readonly #message: number;
  readonly #items: Item[] = [];
  readonly #byId = new Map<string, Item>();
  readonly #byIndex = new Map<number, Item>();
  #next = 0;

  constructor(assembly: Assembly, message: number) {
    this.#assembly = assembly;
    this.#message = message;
  }

  take(chunk: Chunk): void {
    const { node } = chunk;
    const type = wordOf(node, "type") ?? "";
    const [, kind, end] = CALL_EVENT.exec(type) ?? [];
    if (kind !== undefined) this.#takePiece(kind, end === "done", chunk);
    else if (type === "response.output_text.delta")
      this.#assembly.text += wordOf(node, "delta") ?? "";
    else if (type === "response.output_item.added")
      this.#takeItem(objectOf(node, "item"), chunk, false);
    else if (type === "response.output_item.done")
      this.#takeItem(objectOf(node, "item"), chunk, true);
    else if (END_EVENT.test(type)) this.#finish(chunk);
    else {
      const error = errorIn(node);
      if (error) this.#assembly.fail(chunk, error);
    }
  }

  /** Joins the fragments, or takes the final text in their place. */
  end(): void {
    for (const { call, deltas, done } of this.#items) {
      call.text = done?.text ?? deltas;
      if (done === undefined || deltas === "" || deltas === done.text) continue;
      const message = "The final arguments differ from the fragments; the final ones count";
      this.#assembly.warn("DELTA_MISMATCH", done.chunk, message);
    }
  }

  #takePiece(kind: string, isDone: boolean, chunk: Chunk): void {
    const { node } = chunk;
    const isPlain = kind === "custom_tool_call_input";
    const item = this.#itemAt(wordOf(node, "item_id"), numberOf(memberOf(node, "output_index")));
    item.call.chunks++;
    item.call.isPlain = isPlain;
    if (!isDone) item.deltas += wordOf(node, "delta") ?? "";
    else {
      item.call.name ||= wordOf(node, "name") ?? "";
      this.#close(item, memberOf(node, isPlain ? "input" : "arguments"), chunk);
    }
  }

  #takeItem(node: JsonObject | undefined, chunk: Chunk, isDone: boolean): void {
    const type = wordOf(node, "type");
    if (node === undefined || (type !== FUNCTION && type !== CUSTOM)) return;
    const index = numberOf(memberOf(chunk.node, "output_index"));
    const item = this.#itemAt(wordOf(node, "id"), index);
    this.#fill(item, node, chunk, isDone);
  }

  #fill(item: Item, node: JsonObject, chunk: Chunk, isDone: boolean): void {
    const { call } = item;
    call.chunks++;
    call.isPlain = wordOf(node, "type") === CUSTOM;
    call.id ??= wordOf(node, "call_id");
    call.name ||= wordOf(node, "name") ?? "";
    const given = memberOf(node, call.isPlain ? "input" : "arguments");
    // What was cut off at the limit of tokens is said to be incomplete.
    if (isDone && wordOf(node, "status") !== "incomplete") this.#close(item, given, chunk);
    else if (item.deltas === "") item.deltas = textIn(given) ?? "";
  }

  #close(item: Item, given: JsonNode | undefined, chunk: Chunk): void {
    item.call.closedAt ??= chunk.index;
    const text = textIn(given);
    if (text !== undefined) item.done = { text, chunk };
  }

  /** The item of the id, else of the index; a new one where there is none. */
  #itemAt(id: string | undefined, index: number | undefined): Item {
    const known =
      (id === undefined ? undefined : this.#byId.get(id)) ??
      (index === undefined ? undefined : this.#byIndex.get(index));
    const item = known ?? this.#open(index);
    if (id !== undefined) this.#byId.set(id, item);
    if (index !== undefined) this.#byIndex.set(index, item);
    return item;
  }

  #open(index = this.#next): Item {
    const call = this.#assembly.open([this.#message, 0, index]);
    this.#next = Math.max(this.#next, index + 1);
    const item: Item = { call, deltas: "", done: undefined };
    this.#items.push(item);
    return item;
  }

  #finish(chunk: Chunk): void {
    const response = objectOf(chunk.node, "response");
    const status = wordOf(chunk.node, "type")?.replace("response.", "") ?? "";
    const reason = wordOf(objectOf(response, "incomplete_details"), "reason");
    this.#assembly.finish.set(0, status === "incomplete" ? (reason ?? status) : status);
    const error = response && errorIn(response);
    if (error) this.#assembly.failAtEnd(chunk, error);
    const usage = objectOf(response, "usage");
    if (usage !== undefined) this.#assembly.usage = usage;
    for (const [index, node] of itemsOf(response && memberOf(response, "output")).entries())
      if (node.type === "object") this.#supply(node, index, chunk);
  }

  /** A call of the whole response that was not seen before, or was not closed. */
  #supply(node: JsonObject, index: number, chunk: Chunk): void {
    const type = wordOf(node, "type");
    if (type !== FUNCTION && type !== CUSTOM) return;
    const callId = wordOf(node, "call_id");
    const id = wordOf(node, "id");
    const known =
      (id === undefined ? undefined : this.#byId.get(id)) ??
      this.#items.find(({ call }) => call.id !== undefined && call.id === callId) ??
      this.#unnamedAt(index);
    if (known?.call.closedAt !== undefined) return;
    const item = known ?? this.#open(this.#byIndex.has(index) ? undefined : index);
    if (id !== undefined) this.#byId.set(id, item);
    this.#fill(item, node, chunk, true);
  }

  /** The whole response may leave items out, so that its positions are not those of the events. */
  #unnamedAt(index: number): Item | undefined {
    const item = this.#byIndex.get(index);
    return item?.call.id === undefined ? item : undefined;
  }
}

const END_EVENT = /^response\.(?:completed|incomplete|failed|cancelled)$/;

function textIn(node: JsonNode | undefined): string | undefined {
  if (node?.type === "object") return minifyJson(node);
  return textOf(node);
}
