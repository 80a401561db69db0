/** One tool as an agent needs it to make a call, not as a compiler would: the envelope is told by `run_tool`. */
import { withoutTheObvious } from "../run/published-schema.ts";
import { detailOf, findEntry, loadDetails } from "../registry.ts";
import { unknownTool } from "../run/errors.ts";
import { sizes } from "../run/sizes.ts";

type Schema = Readonly<Record<string, unknown>>;

const known = new Map<string, object>();

/** Throws UNKNOWN_TOOL. */
export async function leanSchema(name: string): Promise<object> {
  const entry = findEntry(name);
  if (!entry) throw unknownTool(name, "mcp");
  await loadDetails();
  const made = known.get(entry.id);
  if (made) return made;
  const detail = detailOf(entry);
  const [example] = detail.examples;
  const answer = {
    success: true,
    tool: {
      id: entry.id,
      description: detail.description,
      version: entry.version,
      limits: { max_input_chars: sizes.inputChars },
      primary: entry.primary,
      input_schema: withoutTheObvious(detail.input_schema),
      value: shapeOf(detail.value_schema as Schema),
      failures: Object.keys(detail.failures),
      example: {
        // As `run_tool` takes it: a text alone stands for the primary field.
        input: isText(example?.input) ? { [entry.primary]: example.input } : example?.input,
        ...(example?.options ? { options: example.options } : {}),
        result: example?.expect,
      },
    },
    tokens_saved_estimate: 0,
    processing_time_ms: 0,
  };
  known.set(entry.id, answer);
  return answer;
}

const isText = (value: unknown): value is string => typeof value === "string";

const DEEPEST = 3;
const MOST_WORDS = 12;

/** `{ columns: string[] | null, rows: object[] }`: as TypeScript would say it, to some depth. */
export function shapeOf(schema: Schema, depth = 0): string {
  if (Array.isArray(schema["enum"])) return wordsOf(schema["enum"]);
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  const several = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(several)) return oneOf(several.map((one: Schema) => shapeOf(one, depth)));
  const { type, items, properties, patternProperties } = schema;
  if (Array.isArray(type)) return oneOf(type.map(String));
  if (type === "array") {
    const item = shapeOf((items ?? {}) as Schema, depth + 1);
    return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
  }
  if (type !== "object") return typeof type === "string" ? type : "any";
  if (depth >= DEEPEST) return "object";
  if (properties) return membersOf(schema, depth);
  const [member] = Object.values((patternProperties ?? {}) as Record<string, Schema>);
  return member ? `{ [name]: ${shapeOf(member, depth + 1)} }` : "object";
}

function membersOf({ properties, required = [] }: Schema, depth: number): string {
  const needed = new Set(required as readonly string[]);
  const members = Object.entries(properties as Record<string, Schema>).map(
    ([name, member]) => `${name}${needed.has(name) ? "" : "?"}: ${shapeOf(member, depth + 1)}`,
  );
  return members.length === 0 ? "object" : `{ ${members.join(", ")} }`;
}

function wordsOf(words: readonly unknown[]): string {
  if (words.length > MOST_WORDS) return "string";
  return oneOf(words.map((word) => JSON.stringify(word)));
}

function oneOf(shapes: readonly string[]): string {
  return [...new Set(shapes)].join(" | ");
}
