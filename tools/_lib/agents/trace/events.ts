/** What an agent did, event by event, whatever recorded it. */
import type { JsonNode } from "../../json/tree/tree.ts";

interface Happening {
  /** Position in the trace. */
  readonly index: number;
  /** Pointer of the place in the material. */
  readonly path: string;
  /** Milliseconds since 1970, with parts of one where the material has them. */
  readonly startMs?: number | undefined;
  readonly endMs?: number | undefined;
  readonly agent?: string | undefined;
}

export interface CallEvent extends Happening {
  readonly type: "call";
  readonly tool: string;
  /** As given, numbers as text; `call_<n>`, counted over the calls, where there is none. */
  readonly callId: string;
  /** `{}` for none; undefined where the text is not JSON. */
  readonly arguments: JsonNode | undefined;
  readonly argumentsPath: string;
}

export interface ResultEvent extends Happening {
  readonly type: "result";
  readonly tool: string | undefined;
  readonly callId: string | undefined;
  /** The call that is answered; undefined where there is none. */
  readonly call: CallEvent | undefined;
  readonly result: JsonNode;
  readonly isError: boolean;
}

interface MessageEvent extends Happening {
  readonly type: "message";
  /** user, assistant, system or developer; empty where it is not said. */
  readonly role: string;
  readonly text: string;
}

interface OtherEvent extends Happening {
  readonly type: "other";
}

export type TraceEvent = CallEvent | ResultEvent | MessageEvent | OtherEvent;

/** An event before it has its place. */
export type Draft =
  | (Omit<CallEvent, "index" | "callId"> & Pairing)
  | (Omit<ResultEvent, "index" | "call"> & Pairing)
  | Omit<MessageEvent, "index">
  | Omit<OtherEvent, "index">;

interface Pairing {
  readonly callId: string | undefined;
  /** The same for a call and its result, where the material says that they are one. */
  readonly pair?: object | undefined;
}

/** Numbers the events, names calls without an id and finds the call of each result. */
export function finished(drafts: readonly Draft[]): TraceEvent[] {
  const pairs = new Pairs();
  let calls = 0;
  return drafts.map((draft, index): TraceEvent => {
    if (draft.type !== "call" && draft.type !== "result") return { ...draft, index };
    const { pair, ...event } = draft;
    if (event.type === "call") {
      const call: CallEvent = { ...event, index, callId: event.callId ?? `call_${calls}` };
      calls++;
      pairs.opened(call, draft);
      return call;
    }
    const call = pairs.callOf(event, pair);
    const callId = event.callId ?? call?.callId;
    return { ...event, index, call, callId, tool: event.tool ?? call?.tool };
  });
}

/** The last call of each id, and those without one by tool, in order. */
class Pairs {
  readonly #byPair = new Map<object, CallEvent>();
  readonly #byId = new Map<string, CallEvent>();
  readonly #byTool = new Map<string, { readonly calls: CallEvent[]; answered: number }>();

  opened(call: CallEvent, { callId, pair }: Pairing): void {
    this.#byId.set(call.callId, call);
    if (pair !== undefined) this.#byPair.set(pair, call);
    else if (callId === undefined) {
      const queue = this.#byTool.get(call.tool) ?? { calls: [], answered: 0 };
      queue.calls.push(call);
      this.#byTool.set(call.tool, queue);
    }
  }

  callOf(
    { callId, tool }: Pick<ResultEvent, "callId" | "tool">,
    pair?: object,
  ): CallEvent | undefined {
    if (pair !== undefined) return this.#byPair.get(pair);
    if (callId !== undefined) return this.#byId.get(callId);
    const queue = tool === undefined ? undefined : this.#byTool.get(tool);
    const call = queue?.calls[queue.answered];
    if (queue !== undefined && call !== undefined) queue.answered++;
    return call;
  }
}
