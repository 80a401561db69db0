/** Chunks of Gemini's streamGenerateContent. */
import type { JsonObject } from "../_lib/json/tree/tree.ts";
import { itemsOf, memberOf, numberOf } from "../_lib/json/tree/members.ts";
import { type Assembly, errorIn, objectOf, wordOf } from "./assembly.ts";
import type { StreamCall } from "./call.ts";
import type { Chunk } from "./chunks.ts";
import { meansError } from "./finish.ts";
import { GrowingArguments } from "./gemini-arguments.ts";

export function assembleGemini(chunks: readonly Chunk[], assembly: Assembly): void {
  const candidates = new Map<number, Candidate>();
  for (const chunk of chunks) {
    const { node } = chunk;
    const error = errorIn(node);
    if (error) assembly.fail(chunk, error);
    const usage = objectOf(node, "usageMetadata");
    if (usage !== undefined) assembly.usage = usage;
    const block = wordOf(objectOf(node, "promptFeedback"), "blockReason");
    if (block !== undefined) assembly.finish.set(0, block);
    for (const given of itemsOf(memberOf(node, "candidates"))) {
      if (given.type !== "object") continue;
      const index = numberOf(memberOf(given, "index")) ?? 0;
      const candidate = candidates.get(index) ?? new Candidate(assembly, index);
      candidates.set(index, candidate);
      candidate.take(given, chunk);
    }
  }
  for (const candidate of candidates.values()) candidate.end();
}

/** One of the answers that were asked for. */
class Candidate {
  readonly #assembly: Assembly;
  readonly #index: number;
  #calls = 0;
  #open: { readonly call: StreamCall; readonly growing: GrowingArguments } | undefined;

  constructor(assembly: Assembly, index: number) {
    this.#assembly = assembly;
    this.#index = index;
  }

  take(node: JsonObject, chunk: Chunk): void {
    const parts = memberOf(objectOf(node, "content") ?? node, "parts");
    for (const part of itemsOf(parts)) if (part.type === "object") this.#takePart(part, chunk);
    const reason = wordOf(node, "finishReason");
    if (reason === undefined) return;
    this.#close(chunk);
    this.#assembly.finish.set(this.#index, reason);
    if (meansError(reason))
      this.#assembly.failAtEnd(chunk, {
        type: reason,
        message: wordOf(node, "finishMessage") ?? "",
      });
  }

  /** What is open stays so, with the arguments that it has. */
  end(): void {
    if (this.#open !== undefined) this.#open.call.data = this.#open.growing.node();
  }

  #takePart(part: JsonObject, chunk: Chunk): void {
    const piece = objectOf(part, "functionCall");
    if (piece !== undefined) this.#takePiece(piece, chunk);
    else if (this.#index === 0 && !isTrue(part, "thought"))
      this.#assembly.text += wordOf(part, "text") ?? "";
  }

  #takePiece(piece: JsonObject, chunk: Chunk): void {
    const name = wordOf(piece, "name");
    if (name !== undefined) {
      this.#close(chunk);
      const call = this.#assembly.open([0, this.#index, this.#calls++]);
      call.name = name;
      this.#open = { call, growing: new GrowingArguments() };
    }
    if (this.#open === undefined) return;
    const { call, growing } = this.#open;
    call.chunks++;
    call.id ??= wordOf(piece, "id");
    const whole = objectOf(piece, "args");
    if (whole !== undefined) growing.set(whole);
    for (const part of itemsOf(memberOf(piece, "partialArgs"))) {
      const fault = part.type === "object" ? growing.add(part) : undefined;
      call.fault ??= fault;
    }
    if (!isTrue(piece, "willContinue")) this.#close(chunk);
  }

  #close(chunk: Chunk): void {
    if (this.#open === undefined) return;
    const { call, growing } = this.#open;
    call.data = growing.node();
    call.closedAt = chunk.index;
    this.#open = undefined;
  }
}

function isTrue(node: JsonObject, key: string): boolean {
  const flag = memberOf(node, key);
  return flag?.type === "boolean" && flag.value;
}
