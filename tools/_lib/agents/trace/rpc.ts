/** Lines of the Model Context Protocol, JSON-RPC 2.0, as events. */
import { appendPointer } from "../../results/pointer.ts";
import { type JsonNode, type JsonObject, nullNode, objectNode } from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import type { Draft } from "./events.ts";
import { idIn, isSaid, objectIn, rpcIdIn, wordIn } from "./nodes.ts";

export function isRpc(node: JsonNode): boolean {
  return textOf(memberOf(node, "jsonrpc")) !== undefined;
}

/** Reads messages in their order; responses to other requests than calls are no results. */
export class RpcReader {
  /** By id what pairs a call with its response; null for requests that are no calls. */
  readonly #pairs = new Map<string, object | null>();

  read(node: JsonObject, path: string): Draft {
    const method = wordIn(node, "method");
    const id = rpcIdIn(node);
    if (method === undefined) return this.#response(node, path, id);
    const params = objectIn(node, "params");
    const tool = params && wordIn(params, "name");
    if (method !== "tools/call" || params === undefined || tool === undefined) {
      if (id !== undefined) this.#pairs.set(id, null);
      return { type: "other", path };
    }
    const pair = {};
    if (id !== undefined) this.#pairs.set(id, pair);
    const given = memberOf(params, "arguments");
    const inside = appendPointer(path, "params");
    return {
      type: "call",
      path,
      tool,
      callId: idIn(node, "id"),
      pair,
      arguments: given === undefined || given.type === "null" ? objectNode([]) : given,
      argumentsPath: given === undefined ? path : appendPointer(inside, "arguments"),
    };
  }

  #response(node: JsonObject, path: string, id: string | undefined): Draft {
    const pair = id === undefined ? undefined : this.#pairs.get(id);
    if (pair === null) return { type: "other", path };
    const error = isSaid(node, "error") ? memberOf(node, "error") : undefined;
    const result = memberOf(node, "result");
    if (error === undefined && result === undefined) return { type: "other", path };
    const isError = error !== undefined || (result !== undefined && isSaid(result, "isError"));
    return {
      type: "result",
      path,
      tool: undefined,
      callId: idIn(node, "id"),
      // One that answers nothing is nobody's.
      pair: pair ?? {},
      result: error ?? result ?? nullNode(),
      isError,
    };
  }
}
