import { peekJson } from "../json/peek.ts";

const INPUT_SCHEMA =
  /"(?:inputSchema|input_schema|parameters|input_examples|functionDeclarations)"\s*:/;

/** 1 for definitions of tools: a list, `tools/list` of MCP, or a list in `tools`; 0 for all else. */
export function detectToolList(sample: string): number {
  const peek = peekJson(sample);
  if (!peek || !INPUT_SCHEMA.test(sample)) return 0;
  const { kind, names } = peek;
  const isList = kind === "array" && (names.has("name") || names.has("function"));
  const isHeld =
    kind === "object" &&
    (names.has("tools") || (names.has("jsonrpc") && sample.includes('"tools"'))) &&
    !names.has("messages");
  return isList || (isHeld && !names.has("model")) ? 1 : 0;
}
