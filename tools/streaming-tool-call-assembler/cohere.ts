/** Events of Cohere's Chat API, version 2. */
import { itemsOf, memberOf, numberOf } from "../_lib/json/tree/members.ts";
import type { JsonObject } from "../_lib/json/tree/tree.ts";
import { type Assembly, errorIn, objectOf, wordOf } from "./assembly.ts";
import type { StreamCall } from "./call.ts";
import type { Chunk } from "./chunks.ts";

export function assembleCohere(chunks: readonly Chunk[], assembly: Assembly): void {
  const assembler = new CohereAssembler(assembly);
  for (const chunk of chunks) assembler.take(chunk);
}

class CohereAssembler {
  readonly #assembly: Assembly;
  readonly #calls = new Map<number, StreamCall>();

  constructor(assembly: Assembly) {
    this.#assembly = assembly;
  }

  take(chunk: Chunk): void {
    const { node } = chunk;
    const type = wordOf(node, "type") ?? "";
    const delta = objectOf(node, "delta");
    const message = objectOf(delta, "message");
    const index = numberOf(memberOf(node, "index")) ?? 0;
    if (type.startsWith("content-"))
      this.#assembly.text += wordOf(objectOf(message, "content"), "text") ?? "";
    else if (type === "tool-call-start" || type === "tool-call-delta")
      for (const call of callsIn(message)) this.#extend(call, index);
    else if (type === "tool-call-end") this.#close(index, chunk);
    else if (type === "message-end") this.#finish(delta, chunk);
    else {
      const error = errorIn(node);
      if (error) this.#assembly.fail(chunk, error);
    }
  }

  #extend(piece: JsonObject, index: number): void {
    const call = this.#calls.get(index) ?? this.#assembly.open([0, 0, index]);
    this.#calls.set(index, call);
    const given = objectOf(piece, "function");
    call.id ??= wordOf(piece, "id");
    call.name ||= wordOf(given, "name") ?? "";
    call.text += wordOf(given, "arguments") ?? "";
    call.chunks++;
  }

  #close(index: number, chunk: Chunk): void {
    const call = this.#calls.get(index);
    if (call === undefined) return;
    call.closedAt = chunk.index;
    call.chunks++;
  }

  #finish(delta: JsonObject | undefined, chunk: Chunk): void {
    const reason = wordOf(delta, "finish_reason");
    if (reason !== undefined) this.#assembly.finish.set(0, reason);
    this.#assembly.usage = objectOf(delta, "usage");
    const message = wordOf(delta, "error");
    if (message !== undefined)
      this.#assembly.failAtEnd(chunk, { type: reason ?? "error", message });
  }
}

/** One call, or a list of them. */
function callsIn(message: JsonObject | undefined): JsonObject[] {
  const calls = message && memberOf(message, "tool_calls");
  const list = calls?.type === "object" ? [calls] : itemsOf(calls);
  return list.filter((call) => call.type === "object");
}
