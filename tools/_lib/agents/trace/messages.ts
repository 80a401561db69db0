/** Messages, items and responses of model providers as events. */
import type { JsonNode } from "../../json/tree/tree.ts";
import type { Item } from "../tool-call/items.ts";
import { readItems } from "../tool-call/read.ts";
import type { CallEvent, Draft, TraceEvent } from "./events.ts";

/** Undefined where nothing in it is of a provider's shape. */
export function eventsOfMessages(root: JsonNode, path: string): TraceEvent[] | undefined {
  const items = readItems(root, path);
  if (items.length > 0 && items.every(({ kind }) => kind === "other")) return undefined;
  const calls: CallEvent[] = [];
  return items.map((item, index) => eventOf(item, index, calls));
}

/** A message among events of another form; ids that it does not say are left open. */
export function draftsOfMessage(node: JsonNode, path: string): Draft[] {
  const items = readItems(node, path);
  const calls: CallEvent[] = [];
  return items.map((item): Draft => {
    const event = eventOf(item, 0, calls);
    const isNamed = (item.kind === "call" || item.kind === "result") && item.idNode !== undefined;
    return event.type === "call" || event.type === "result"
      ? { ...event, callId: isNamed ? event.callId : undefined }
      : event;
  });
}

function eventOf(item: Item, index: number, calls: CallEvent[]): TraceEvent {
  const { path } = item;
  switch (item.kind) {
    case "call": {
      const { name: tool, id: callId, arguments: node, argumentsPath } = item;
      const call = {
        index,
        path,
        type: "call",
        tool,
        callId,
        arguments: node,
        argumentsPath,
      } as const;
      calls.push(call);
      return call;
    }
    case "result": {
      const { name: tool, id: callId, result, isError } = item;
      const call = item.call === undefined ? undefined : calls[item.call];
      return { index, path, type: "result", tool, callId, call, result, isError };
    }
    case "message":
      return { index, path, type: "message", role: item.role, text: item.text };
    case "other":
      return { index, path, type: "other" };
  }
}
