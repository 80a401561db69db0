/** The tokens of tools, whole and in parts. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { minifyJson } from "../_lib/json/tree/write.ts";
import { countForFamily, type Family, type TokenCount } from "../_lib/agents/models/families.ts";
import type { ToolDefinition } from "../_lib/agents/tool-call/definitions.ts";

/** A tool and what it costs in every request. */
export interface Measured {
  readonly definition: ToolDefinition;
  readonly name: string;
  /** Of the whole definition as one compact JSON object. */
  readonly tokens: number;
  /** The same, with its band where it is an estimate. */
  readonly count: TokenCount;
  readonly nameTokens: number;
  readonly descriptionTokens: number;
  readonly schemaTokens: number;
}

export function measure(definition: ToolDefinition, family: Family): Measured {
  const { name, description = "", inputSchema } = definition;
  const count = (text: string) => countForFamily(text, family).tokens;
  const schema = compact(inputSchema);
  const [nameText, descriptionText] = [JSON.stringify(name), JSON.stringify(description)];
  const whole = `{"name":${nameText},"description":${descriptionText},"parameters":${schema}}`;
  const counted = countForFamily(whole, family);
  return {
    definition,
    name,
    tokens: counted.tokens,
    count: counted,
    nameTokens: count(name),
    descriptionTokens: count(description),
    schemaTokens: count(schema),
  };
}

function compact(schema: JsonNode): string {
  return minifyJson(schema) ?? "{}";
}
