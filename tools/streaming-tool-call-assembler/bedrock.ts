/** Events of Bedrock's ConverseStream, each an object of one member. */
import { memberOf, numberOf } from "../_lib/json/tree/members.ts";
import { type JsonObject, objectNode } from "../_lib/json/tree/tree.ts";
import { type Assembly, errorOf, objectOf, wordOf } from "./assembly.ts";
import type { StreamCall } from "./call.ts";
import type { Chunk } from "./chunks.ts";

export function assembleBedrock(chunks: readonly Chunk[], assembly: Assembly): void {
  const assembler = new BedrockAssembler(assembly);
  for (const chunk of chunks) assembler.take(chunk);
}

class BedrockAssembler {
  readonly #assembly: Assembly;
  readonly #blocks = new Map<number, StreamCall>();

  constructor(assembly: Assembly) {
    this.#assembly = assembly;
  }

  take(chunk: Chunk): void {
    for (const { key, value } of chunk.node.members) {
      if (value.type !== "object") continue;
      if (key.endsWith("Exception")) {
        this.#assembly.fail(chunk, { ...errorOf(value), type: key });
      } else if (key === "contentBlockStart") this.#open(value);
      else if (key === "contentBlockDelta") this.#extend(value);
      else if (key === "contentBlockStop") this.#close(value, chunk);
      else if (key === "messageStop") {
        const reason = wordOf(value, "stopReason");
        if (reason !== undefined) this.#assembly.finish.set(0, reason);
      } else if (key === "metadata") this.#assembly.usage = objectOf(value, "usage");
    }
  }

  #open(event: JsonObject): void {
    const use = objectOf(objectOf(event, "start"), "toolUse");
    if (use === undefined) return;
    const call = this.#callAt(indexOf(event));
    call.id = wordOf(use, "toolUseId");
    call.name = wordOf(use, "name") ?? "";
    call.providerExecuted = wordOf(use, "type") === "server_tool_use";
    call.chunks++;
  }

  #extend(event: JsonObject): void {
    const delta = objectOf(event, "delta");
    this.#assembly.text += wordOf(delta, "text") ?? "";
    const use = objectOf(delta, "toolUse");
    if (use === undefined) return;
    const call = this.#callAt(indexOf(event));
    call.text += wordOf(use, "input") ?? "";
    call.chunks++;
  }

  #close(event: JsonObject, chunk: Chunk): void {
    const call = this.#blocks.get(indexOf(event));
    if (call === undefined) return;
    call.closedAt = chunk.index;
    call.chunks++;
  }

  #callAt(index: number): StreamCall {
    let call = this.#blocks.get(index);
    if (call === undefined) {
      call = this.#assembly.open([0, 0, index]);
      call.data = objectNode([]);
      this.#blocks.set(index, call);
    }
    return call;
  }
}

function indexOf(event: JsonObject): number {
  return numberOf(memberOf(event, "contentBlockIndex")) ?? 0;
}
