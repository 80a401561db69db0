/** What a model reads of the MCP endpoint, in tokens (o200k). */
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { createDispatch } from "../../app/mcp/dispatch.ts";
import { createTools } from "../../app/mcp/tools.ts";
import { ENTRIES } from "../../app/registry.ts";
import { host, units } from "./run-unit.ts";

/** The most that each may cost; that of the schemas is the bound of their median. */
export const MOST_TOKENS = { list: 650, search: 600, schema: 900, run: 60 } as const;

const dispatch = createDispatch(createTools(host));

/** Of one answer: of the texts, which models see, and of the structured content, which programs read. */
export interface Cost {
  readonly text: number;
  readonly structured: number;
}

interface Called {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: object;
  readonly isError?: boolean;
}

export const tokensOf = (value: object | string): number =>
  encode(typeof value === "string" ? value : JSON.stringify(value)).length;

async function ask(method: string, params: object): Promise<object> {
  const { body } = await dispatch({ jsonrpc: "2.0", id: 1, method, params });
  return (body as { result: object }).result;
}

async function costOf(name: string, args: object): Promise<Cost> {
  const answer = (await ask("tools/call", { name, arguments: args })) as Called;
  const text = answer.content.map((part) => part.text).join("\n");
  if (answer.isError) throw new Error(`${name}: ${text}`);
  return { text: tokensOf(text), structured: tokensOf(answer.structuredContent) };
}

export async function listTokens(): Promise<number> {
  const { tools } = (await ask("tools/list", {})) as { tools: object };
  return tokensOf(tools);
}

export const searchCost = (query: string): Promise<Cost> =>
  costOf("search_tools", { query, limit: 10 });

export const schemaCosts = (): Promise<Cost[]> =>
  Promise.all(ENTRIES.map(({ id }) => costOf("get_tool_schema", { tool_id: id })));

export const minimalRunCost = (): Promise<Cost> =>
  costOf("run_tool", {
    tool_id: "json-formatter",
    input: { input: "[1]" },
    response_mode: "output",
  });

/** What a menu of all tools would cost in every conversation: their schemas as `tools/list` would have them. */
export const menuTokens = (): number =>
  tokensOf(
    units.map(({ id, description, input }) => ({ name: id, description, inputSchema: input })),
  );
