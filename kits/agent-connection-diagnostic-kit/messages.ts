/** Messages of JSON-RPC wherever they stand in a text, and what they show of the session. */
import { extentOf } from "../../tools/_lib/agents/structured-output/brackets.ts";
import { itemsOf, memberOf, numberOf, textOf } from "../../tools/_lib/json/tree/members.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import type { JsonNode, JsonObject } from "../../tools/_lib/json/tree/tree.ts";
import { minifyJson, scalarText } from "../../tools/_lib/json/tree/write.ts";

export interface Message {
  /** As text; null for none. */
  readonly id: string | null;
  /** Null for an answer to what is not in the text. */
  readonly method: string | null;
  readonly outcome: "result" | "error" | "none";
  readonly errorCode: number | null;
  readonly params: JsonNode | undefined;
  readonly result: JsonNode | undefined;
}

/** Requests and notifications in their order with their answers; answers without a request where they stand. */
export function messagesIn(text: string): Message[] {
  const messages: Message[] = [];
  /** Requests that wait, by id, the first one first; the text "7" and the number 7 are two ids. */
  const open = new Map<string, number[]>();
  for (const node of rpcObjectsIn(text)) {
    const given = memberOf(node, "id");
    const id = given === undefined || given.type === "null" ? null : idText(given);
    const key = given === undefined || id === null ? null : (minifyJson(given) ?? null);
    const method = textOf(memberOf(node, "method"));
    if (method !== undefined) {
      if (key !== null) {
        const waiting = open.get(key);
        if (waiting === undefined) open.set(key, [messages.length]);
        else waiting.push(messages.length);
      }
      messages.push({ ...UNANSWERED, id, method, params: memberOf(node, "params") });
      continue;
    }
    const answer = answerIn(node);
    if (answer === undefined) continue;
    const at = key === null ? undefined : open.get(key)?.shift();
    const asked = at === undefined ? undefined : messages[at];
    if (at !== undefined && asked !== undefined) messages[at] = { ...asked, ...answer };
    else messages.push({ ...UNANSWERED, id, ...answer });
  }
  return messages;
}

const UNANSWERED: Message = {
  id: null,
  method: null,
  outcome: "none",
  errorCode: null,
  params: undefined,
  result: undefined,
};

function answerIn(node: JsonObject): Pick<Message, "outcome" | "errorCode" | "result"> | undefined {
  const error = memberOf(node, "error");
  if (error !== undefined && error.type !== "null") {
    const code = numberOf(memberOf(error, "code"));
    const errorCode = code !== undefined && Number.isSafeInteger(code) ? code : null;
    return { outcome: "error", errorCode, result: undefined };
  }
  const result = memberOf(node, "result");
  return result && { outcome: "result", errorCode: null, result };
}

function idText(node: JsonNode): string {
  return textOf(node) ?? scalarText(node);
}

/** What is read, as a multiple of the text: thousands of brackets that nothing closes cost no more. */
const MOST_READ = 16;

function* rpcObjectsIn(text: string): Generator<JsonObject> {
  let left = MOST_READ * text.length;
  let line = 0;
  while (line < text.length) {
    const found = text.indexOf("\n", line);
    const end = found === -1 ? text.length : found;
    let next = end + 1;
    for (let at = text.indexOf("{", line); at !== -1 && at < end && left > 0;) {
      let { end: close, closed } = extentOf(text, at, end);
      left -= close - at;
      if (!closed && /[{[,]\s*$/.test(text.slice(Math.max(at, end - 20), end))) {
        // Laid out over several lines.
        ({ end: close, closed } = extentOf(text, at, text.length));
        left -= close - at;
      }
      const read = closed ? readJson(text.slice(at, close)) : undefined;
      const isRead = read !== undefined && !("type" in read);
      if (isRead) yield* rpcObjectsOf(read.root, 0);
      if (isRead && close > end) {
        next = text.indexOf("\n", close) === -1 ? text.length : close;
        break;
      }
      at = text.indexOf("{", isRead ? close : at + 1);
    }
    line = next;
  }
}

const DEEPEST = 6;

/** The objects of a log may hold messages, also as text. */
function* rpcObjectsOf(node: JsonNode, depth: number): Generator<JsonObject> {
  if (depth > DEEPEST) return;
  if (node.type === "object") {
    if (memberOf(node, "jsonrpc") !== undefined) yield node;
    else for (const { value } of node.members) yield* rpcObjectsOf(value, depth + 1);
  } else if (node.type === "array") {
    for (const item of node.items) yield* rpcObjectsOf(item, depth + 1);
  } else if (node.type === "string" && node.value.includes('"jsonrpc"')) {
    const read = readJson(node.value);
    if (!("type" in read)) yield* rpcObjectsOf(read.root, depth + 1);
  }
}

/** The tools that the server listed; undefined where it was not asked, or did not answer. */
export function toolsIn(messages: readonly Message[]): string[] | undefined {
  const lists = messages.flatMap(({ method, result }) => {
    const tools = result && memberOf(result, "tools");
    const isList = method === "tools/list" || method === null;
    return isList && tools?.type === "array" ? [tools] : [];
  });
  if (lists.length === 0) return undefined;
  const names = lists.flatMap((list) =>
    itemsOf(list).map((tool) => textOf(memberOf(tool, "name")) ?? ""),
  );
  return [...new Set(names)];
}

export function hasHandshake(messages: readonly Message[]): boolean {
  return messages.some(
    ({ method, result }) =>
      result !== undefined &&
      (method === "initialize" ||
        method === "server/discover" ||
        (method === null &&
          (memberOf(result, "serverInfo") !== undefined ||
            memberOf(result, "supportedVersions") !== undefined))),
  );
}

const MODERN = "2026-07-28";
const VERSION_HEADER = /mcp-protocol-version["']?\s*[:=]\s*["']?(\d{4}-\d\d-\d\d)/i;
const VERSION_META =
  /io\.modelcontextprotocol\/protocolVersion["'\\]*\s*[:=]\s*["'\\]*(\d{4}-\d\d-\d\d)/;

export function eraOf(text: string, messages: readonly Message[]): "legacy" | "modern" | null {
  const header = VERSION_HEADER.exec(text)?.[1] ?? "";
  const isModern =
    messages.some(({ method }) => method === "server/discover") ||
    text.includes("io.modelcontextprotocol/protocolVersion") ||
    header >= MODERN;
  if (isModern) return "modern";
  const isLegacy =
    messages.some(({ method }) => method === "initialize") || /mcp-session-id/i.test(text);
  return isLegacy ? "legacy" : null;
}

/** What was agreed upon, else what was asked for. */
export function versionOf(text: string, messages: readonly Message[]): string | null {
  const said = (node: JsonNode | undefined) => node && textOf(memberOf(node, "protocolVersion"));
  const agreed = messages.find(({ result }) => said(result) !== undefined);
  const asked = messages.find(({ params }) => said(params) !== undefined);
  return (
    said(agreed?.result) ??
    VERSION_META.exec(text)?.[1] ??
    VERSION_HEADER.exec(text)?.[1] ??
    said(asked?.params) ??
    null
  );
}
