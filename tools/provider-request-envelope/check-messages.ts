/** The messages of a body: their roles and what they consist of. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { itemsOf, memberOf, textOf } from "../_lib/json/tree/members.ts";
import type { Provider } from "../_lib/agents/tool-call/content-parts.ts";
import { type Findings, shown } from "./findings.ts";
import { MESSAGES } from "./turns.ts";

const ROLES: Readonly<Record<Provider, readonly string[]>> = {
  "openai-chat": ["system", "developer", "user", "assistant", "tool", "function"],
  "openai-responses": ["system", "developer", "user", "assistant"],
  anthropic: ["user", "assistant"],
  gemini: ["user", "model", "function"],
};

export function checkMessages(body: JsonNode, provider: Provider, findings: Findings): void {
  const key = MESSAGES[provider];
  const list = memberOf(body, key);
  if (list?.type === "array" && list.items.length === 0) {
    const message = `Cannot send the body: found no ${key}, expected at least one`;
    findings.error("EMPTY_MESSAGES", message, `/${key}`);
  }
  for (const [index, node] of itemsOf(list).entries()) {
    const path = `/${key}/${index}`;
    if (node.type !== "object") findings.wrongType(path, node, "object");
    else if (provider === "openai-responses" && isItem(node)) checkItem(node, path, findings);
    else checkMessage(node, path, provider, findings);
  }
}

/** Anything in the input of Responses but a message. */
function isItem(node: JsonNode): boolean {
  const type = textOf(memberOf(node, "type"));
  return type === undefined ? memberOf(node, "role") === undefined : type !== "message";
}

const ITEMS: ReadonlySet<string> = new Set([
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "reasoning",
  "file_search_call",
  "web_search_call",
  "computer_call",
  "computer_call_output",
  "image_generation_call",
  "code_interpreter_call",
  "local_shell_call",
  "local_shell_call_output",
  "shell_call",
  "shell_call_output",
  "apply_patch_call",
  "apply_patch_call_output",
  "mcp_list_tools",
  "mcp_approval_request",
  "mcp_approval_response",
  "mcp_call",
  "tool_search_call",
  "tool_search_output",
  "compaction",
  "compaction_trigger",
  "item_reference",
]);

function checkItem(node: JsonNode, path: string, findings: Findings): void {
  const type = textOf(memberOf(node, "type"));
  // A reference to an earlier item has an id only.
  if (type === undefined ? memberOf(node, "id") !== undefined : ITEMS.has(type)) return;
  refuse(type ?? "", path, "an item of the input", findings);
}

function refuse(type: string, path: string, expected: string, findings: Findings): void {
  const found = type === "" ? "no type that is known" : `the type ${shown(type)}`;
  const message = `Cannot use the content: found ${found}, expected ${expected}`;
  findings.error("CONTENT_TYPE_INVALID", message, path, { received: type });
}

function checkMessage(node: JsonNode, path: string, provider: Provider, findings: Findings): void {
  const given = memberOf(node, "role");
  const role = textOf(given) ?? "";
  const mayLack = provider === "gemini" && given === undefined;
  if (!mayLack && !ROLES[provider].includes(role)) {
    const expected = ROLES[provider].join(", ");
    const found = role === "" ? "no role" : shown(role);
    const message = `Cannot use the message: found ${found}, expected one of ${expected}`;
    findings.error("ROLE_INVALID", message, `${path}/role`, { expected, received: role });
    return;
  }
  const key = provider === "gemini" ? "parts" : "content";
  checkContent(memberOf(node, key), `${path}/${key}`, { node, role, provider }, findings);
}

interface Message {
  readonly node: JsonNode;
  readonly role: string;
  readonly provider: Provider;
}

function checkContent(
  content: JsonNode | undefined,
  path: string,
  message: Message,
  findings: Findings,
): void {
  if (content === undefined || content.type === "null") {
    if (mayBeEmpty(message)) return;
    const text = `Cannot use the message: its ${path.slice(path.lastIndexOf("/") + 1)} is missing, expected what it says`;
    findings.error("REQUIRED_FIELD", text, path);
  } else if (content.type === "array") {
    for (const [index, part] of content.items.entries())
      checkPart(part, `${path}/${index}`, message, findings);
  } else if (content.type !== "string" || message.provider === "gemini") {
    const expected = message.provider === "gemini" ? "array" : "string or array";
    findings.wrongType(path, content, expected);
  }
}

/** An assistant that calls, or refuses, need not say anything. */
function mayBeEmpty({ node, role, provider }: Message): boolean {
  if (provider !== "openai-chat" || role !== "assistant") return false;
  return ["tool_calls", "function_call", "refusal", "audio"].some((key) => {
    const given = memberOf(node, key);
    return given !== undefined && given.type !== "null";
  });
}

const TEXT = ["text"];
const PARTS: Readonly<
  Record<Exclude<Provider, "gemini">, Readonly<Record<string, readonly string[]>>>
> = {
  "openai-chat": {
    user: ["text", "image_url", "input_audio", "file"],
    assistant: ["text", "refusal"],
    system: TEXT,
    developer: TEXT,
    tool: TEXT,
    function: TEXT,
  },
  "openai-responses": {
    user: ["input_text", "input_image", "input_file", "input_audio"],
    system: ["input_text"],
    developer: ["input_text"],
    assistant: ["output_text", "refusal", "input_text"],
  },
  anthropic: {
    user: [
      "text",
      "image",
      "document",
      "search_result",
      "tool_result",
      "container_upload",
      "mcp_tool_result",
      "web_search_tool_result",
      "web_fetch_tool_result",
      "code_execution_tool_result",
    ],
    assistant: [
      "text",
      "tool_use",
      "thinking",
      "redacted_thinking",
      "server_tool_use",
      "mcp_tool_use",
      "mcp_tool_result",
      "web_search_tool_result",
      "web_fetch_tool_result",
      "code_execution_tool_result",
      "bash_code_execution_tool_result",
      "text_editor_code_execution_tool_result",
      "tool_search_tool_result",
      "container_upload",
      "compaction",
      "fallback",
    ],
  },
};

const GEMINI_PARTS: readonly string[] = [
  "text",
  "inlineData",
  "inline_data",
  "fileData",
  "file_data",
  "functionCall",
  "function_call",
  "functionResponse",
  "function_response",
  "executableCode",
  "codeExecutionResult",
  "toolCall",
  "toolResponse",
  "thoughtSignature",
];

function checkPart(part: JsonNode, path: string, message: Message, findings: Findings): void {
  const { role, provider } = message;
  if (part.type !== "object") {
    findings.wrongType(path, part, "object");
    return;
  }
  if (provider === "gemini") {
    if (!GEMINI_PARTS.some((key) => memberOf(part, key) !== undefined))
      refuse("", path, "a part that Gemini knows", findings);
    return;
  }
  const type = textOf(memberOf(part, "type")) ?? "";
  const known = PARTS[provider][role] ?? [];
  if (known.includes(type)) checkText(part, type, path, findings);
  else refuse(type, path, `one of ${known.join(", ")}`, findings);
}

function checkText(part: JsonNode, type: string, path: string, findings: Findings): void {
  if (!type.endsWith("text")) return;
  const text = memberOf(part, "text");
  if (text?.type === "string") return;
  if (text !== undefined) findings.wrongType(`${path}/text`, text, "string");
  else
    findings.error(
      "REQUIRED_FIELD",
      "Cannot use the part: its text is missing, expected it",
      `${path}/text`,
    );
}
