/** Chunks of OpenAI Chat Completions, and of the many that speak like it. */
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import { minifyJson } from "../_lib/json/tree/write.ts";
import { itemsOf, memberOf, numberOf, textOf } from "../_lib/json/tree/members.ts";
import { areSame, type Assembly, errorIn, objectOf, wordOf } from "./assembly.ts";
import { objectIn, type StreamCall } from "./call.ts";
import type { Chunk } from "./chunks.ts";

export function assembleChat(chunks: readonly Chunk[], assembly: Assembly): void {
  const assembler = new ChatAssembler(assembly);
  for (const chunk of chunks) assembler.take(chunk);
  assembler.end();
}

/** One of the answers that were asked for. */
interface Choice {
  readonly index: number;
  readonly byIndex: Map<number, StreamCall>;
  readonly byId: Map<string, StreamCall>;
  /** The call that a piece without index and id goes on with. */
  last: StreamCall | undefined;
  legacy: StreamCall | undefined;
  calls: StreamCall[];
  /** Behind the index of every call. */
  next: number;
  finishedAt: number | undefined;
  hasRole: boolean;
}

class ChatAssembler {
  readonly #assembly: Assembly;
  readonly #choices = new Map<number, Choice>();
  /** The chunk before, where it began a choice. */
  #start: JsonObject | undefined;

  constructor(assembly: Assembly) {
    this.#assembly = assembly;
  }

  take(chunk: Chunk): void {
    const { node } = chunk;
    const error = errorIn(node);
    if (error) this.#assembly.fail(chunk, error);
    if (this.#start !== undefined && areSame(this.#start, node)) {
      this.#assembly.drop(chunk, "The beginning of the answer");
      return;
    }
    this.#start = undefined;
    const usage = memberOf(node, "usage");
    if (usage !== undefined && usage.type !== "null") this.#assembly.usage = usage;
    for (const choice of itemsOf(memberOf(node, "choices")))
      if (choice.type === "object") this.#takeChoice(choice, chunk);
  }

  /** A call is closed where its choice is. */
  end(): void {
    for (const { calls, finishedAt } of this.#choices.values())
      for (const call of calls) call.closedAt = finishedAt;
  }

  #takeChoice(node: JsonObject, chunk: Chunk): void {
    const choice = this.#choiceAt(numberOf(memberOf(node, "index")) ?? 0);
    const delta = objectOf(node, "delta") ?? objectOf(node, "message");
    if (!choice.hasRole && wordOf(delta, "role") !== undefined) {
      choice.hasRole = true;
      this.#start = chunk.node;
    }
    if (choice.index === 0) this.#assembly.text += visibleIn(node, delta);
    for (const piece of itemsOf(delta && memberOf(delta, "tool_calls")))
      if (piece.type === "object") this.#takePiece(piece, choice, chunk);
    const legacy = objectOf(delta, "function_call");
    if (legacy !== undefined) {
      choice.legacy ??= this.#open(choice, undefined);
      this.#extend(choice.legacy, legacy, "arguments", chunk);
    }
    const error = errorIn(node);
    if (error) this.#assembly.fail(chunk, error);
    const reason = wordOf(node, "finish_reason");
    if (reason === undefined) return;
    choice.finishedAt = chunk.index;
    this.#assembly.finish.set(choice.index, reason);
  }

  #choiceAt(index: number): Choice {
    let choice = this.#choices.get(index);
    if (choice === undefined) {
      const lists = { byIndex: new Map(), byId: new Map(), calls: [] };
      const state = { last: undefined, legacy: undefined, finishedAt: undefined, hasRole: false };
      choice = { index, ...lists, ...state, next: 0 };
      this.#choices.set(index, choice);
    }
    return choice;
  }

  #open(choice: Choice, index: number | undefined): StreamCall {
    const call = this.#assembly.open([0, choice.index, index ?? choice.next]);
    choice.next = Math.max(choice.next, (index ?? choice.next) + 1);
    choice.calls.push(call);
    return call;
  }

  #takePiece(piece: JsonObject, choice: Choice, chunk: Chunk): void {
    const id = wordOf(piece, "id");
    const index = numberOf(memberOf(piece, "index"));
    const call =
      index === undefined
        ? this.#withoutIndex(id, choice)
        : this.#atIndex(index, id, choice, chunk);
    call.id ??= id;
    if (id !== undefined) choice.byId.set(id, call);
    choice.last = call;
    const custom = objectOf(piece, "custom");
    if (custom !== undefined) call.isPlain = true;
    this.#extend(
      call,
      custom ?? objectOf(piece, "function"),
      custom ? "input" : "arguments",
      chunk,
    );
  }

  #withoutIndex(id: string | undefined, choice: Choice): StreamCall {
    const known = id === undefined ? choice.last : choice.byId.get(id);
    return known ?? this.#open(choice, undefined);
  }

  #atIndex(index: number, id: string | undefined, choice: Choice, chunk: Chunk): StreamCall {
    const known = choice.byIndex.get(index);
    const isAnother = known?.id !== undefined && id !== undefined && known.id !== id;
    if (known !== undefined && !isAnother) return known;
    if (isAnother) {
      const message = `The index ${index} came with another id; a new call begins`;
      this.#assembly.warn("INDEX_REUSED", chunk, message, { expected: known.id, received: id });
    }
    const call = this.#open(choice, index);
    choice.byIndex.set(index, call);
    return call;
  }

  #extend(call: StreamCall, piece: JsonObject | undefined, key: string, chunk: Chunk): void {
    call.chunks++;
    this.#rename(call, wordOf(piece, "name"), chunk);
    const fragment = fragmentOf(piece && memberOf(piece, key));
    if (fragment === "") return;
    if (fragment === call.text && !call.isPlain && objectIn(fragment) !== undefined) {
      const message = "The arguments were complete and came again; the second copy was dropped";
      this.#assembly.warn("DUPLICATE_ARGUMENTS", chunk, message);
    } else call.text += fragment;
  }

  #rename(call: StreamCall, name: string | undefined, chunk: Chunk): void {
    if (call.name === "") call.name = name ?? "";
    if (name === undefined || name === call.name) return;
    const message = "The call has a name already; the first one counts";
    this.#assembly.warn("NAME_CONFLICT", chunk, message, { expected: call.name, received: name });
  }
}

/** Content is text, or parts of which some are; `text` is that of the older completions. */
function visibleIn(choice: JsonObject, delta: JsonObject | undefined): string {
  const content = delta && memberOf(delta, "content");
  if (content?.type !== "array") return textOf(content) ?? wordOf(choice, "text") ?? "";
  return content.items.map((part) => partText(part)).join("");
}

function partText(part: JsonNode): string {
  return wordOf(part, "type") === "text" ? (wordOf(part, "text") ?? "") : "";
}

/** Arguments are text; some send them as the object itself. */
function fragmentOf(node: JsonNode | undefined): string {
  if (node?.type === "object") return minifyJson(node) ?? "";
  return textOf(node) ?? "";
}
