/** Events of Anthropic Messages. */
import { type JsonNode, type JsonObject, objectNode } from "../_lib/json/tree/tree.ts";
import { itemsOf, memberOf, numberOf } from "../_lib/json/tree/members.ts";
import { areSame, type Assembly, errorIn, objectOf, wordOf } from "./assembly.ts";
import type { StreamCall } from "./call.ts";
import type { Chunk } from "./chunks.ts";

export function assembleAnthropic(chunks: readonly Chunk[], assembly: Assembly): void {
  const assembler = new AnthropicAssembler(assembly);
  for (const chunk of chunks) assembler.take(chunk);
}

/** What had come of a stream when a message began. */
interface Mark {
  readonly calls: number;
  readonly text: number;
}

class AnthropicAssembler {
  readonly #assembly: Assembly;
  /** Counts the messages of the recording. */
  #message = 0;
  #id: string | undefined;
  #isOpen = false;
  #mark: Mark = { calls: 0, text: 0 };
  #blocks = new Map<number, StreamCall>();
  #before: JsonObject | undefined;

  constructor(assembly: Assembly) {
    this.#assembly = assembly;
  }

  take(chunk: Chunk): void {
    const { node } = chunk;
    const type = wordOf(node, "type");
    const before = this.#before;
    this.#before = node;
    if (type === "message_start") this.#begin(chunk);
    else if (type === "content_block_start") {
      if (before !== undefined && areSame(before, node))
        this.#assembly.drop(chunk, "The beginning of a block");
      else this.#open(chunk);
    } else if (type === "content_block_delta") this.#extend(node);
    else if (type === "content_block_stop") this.#close(chunk);
    else if (type === "message_delta") this.#finish(node);
    else if (type === "message_stop") this.#isOpen = false;
    else {
      const error = errorIn(node);
      if (error) this.#assembly.fail(chunk, error);
    }
  }

  #begin(chunk: Chunk): void {
    const message = objectOf(chunk.node, "message");
    const id = wordOf(message, "id");
    const isFirst = this.#message === 0;
    if (!isFirst && id === this.#id) {
      this.#assembly.drop(chunk, "The beginning of the message");
      return;
    }
    if (this.#isOpen) this.#restart(chunk);
    this.#message++;
    this.#id = id;
    this.#isOpen = true;
    this.#mark = { calls: this.#assembly.calls.length, text: this.#assembly.text.length };
    this.#blocks = new Map();
    this.#assembly.usage = usageIn(message);
    const blocks = itemsOf(message && memberOf(message, "content"));
    for (const [index, block] of blocks.entries()) {
      if (block.type !== "object") continue;
      this.#openBlock(index, block, chunk);
      this.#closeBlock(index, chunk);
    }
  }

  /** Forgets what came of the message that another one replaces. */
  #restart(chunk: Chunk): void {
    const { calls, text } = this.#mark;
    const dropped = this.#assembly.calls.length - calls;
    this.#assembly.calls.length = calls;
    this.#assembly.text = this.#assembly.text.slice(0, text);
    this.#assembly.finish.clear();
    const what = dropped === 1 ? "1 call" : `${dropped} calls`;
    const message = `Another message began before the end of the one before, of which ${what} and the text were dropped`;
    this.#assembly.warn("STREAM_RESTARTED", chunk, message, { received: dropped });
  }

  #open(chunk: Chunk): void {
    this.#openBlock(indexOf(chunk.node), objectOf(chunk.node, "content_block"), chunk);
  }

  #openBlock(index: number, block: JsonObject | undefined, chunk: Chunk): void {
    const type = wordOf(block, "type") ?? "";
    if (this.#blocks.get(index)?.closedAt === undefined && this.#blocks.delete(index)) {
      const message = `A block began at the index ${index}, where a call was open`;
      this.#assembly.warn("INDEX_REUSED", chunk, message);
    }
    this.#blocks.delete(index);
    if (type === "text") this.#assembly.text += wordOf(block, "text") ?? "";
    if (!CALLS.has(type)) return;
    const call = this.#callAt(index);
    call.id = wordOf(block, "id");
    call.name = wordOf(block, "name") ?? "";
    call.data = objectOf(block, "input") ?? call.data;
    call.providerExecuted = type !== "tool_use";
    call.chunks++;
  }

  #callAt(index: number): StreamCall {
    let call = this.#blocks.get(index);
    if (call === undefined) {
      call = this.#assembly.open([this.#message, 0, index]);
      call.data = objectNode([]);
      this.#blocks.set(index, call);
    }
    return call;
  }

  #extend(node: JsonObject): void {
    const delta = objectOf(node, "delta");
    const type = wordOf(delta, "type");
    if (type === "text_delta") this.#assembly.text += wordOf(delta, "text") ?? "";
    if (type !== "input_json_delta") return;
    const call = this.#callAt(indexOf(node));
    call.text += wordOf(delta, "partial_json") ?? "";
    call.chunks++;
  }

  #close(chunk: Chunk): void {
    this.#closeBlock(indexOf(chunk.node), chunk);
  }

  #closeBlock(index: number, chunk: Chunk): void {
    const call = this.#blocks.get(index);
    if (call === undefined) return;
    call.closedAt = chunk.index;
    call.chunks++;
  }

  #finish(node: JsonObject): void {
    const reason = wordOf(objectOf(node, "delta"), "stop_reason");
    if (reason !== undefined) this.#assembly.finish.set(0, reason);
    this.#assembly.usage = merged(this.#assembly.usage, usageIn(node));
  }
}

const CALLS: ReadonlySet<string> = new Set(["tool_use", "server_tool_use", "mcp_tool_use"]);

function indexOf(node: JsonObject): number {
  return numberOf(memberOf(node, "index")) ?? 0;
}

function usageIn(node: JsonObject | undefined): JsonObject | undefined {
  return objectOf(node, "usage");
}

/** The figures of the message's beginning, those of its end over them. */
function merged(start: JsonNode | undefined, end: JsonObject | undefined): JsonNode | undefined {
  if (start?.type !== "object" || end === undefined) return end ?? start;
  const members = new Map(start.members.map((member) => [member.key, member]));
  for (const member of end.members) members.set(member.key, member);
  return objectNode([...members.values()]);
}
