/** What a hand-written service does to lay out a JSON document and say of it what purebox says: the same bytes. */

export const MOST_CHARACTERS = 100_000;

interface Counts {
  nodes: number;
  depth: number;
  keys: number;
  object: number;
  array: number;
  string: number;
  number: number;
  boolean: number;
  null: number;
}

type Kind = "object" | "array" | "string" | "number" | "boolean" | "null";

function kindOf(value: unknown): Kind {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as Kind);
}

function count(value: unknown, depth: number, counts: Counts): void {
  const kind = kindOf(value);
  counts.nodes++;
  counts[kind]++;
  if (kind !== "object" && kind !== "array") return;
  if (depth > counts.depth) counts.depth = depth;
  if (kind === "array") {
    for (const item of value as unknown[]) count(item, depth + 1, counts);
    return;
  }
  const members = value as Record<string, unknown>;
  for (const key in members) {
    counts.keys++;
    count(members[key], depth + 1, counts);
  }
}

const tokensOf = (bytes: number): number => Math.ceil(bytes / 4);

/** The answer to `POST /api/run` of json-formatter; throws where the document is no JSON. */
export function answerTo(input: string): string {
  const started = performance.now();
  const value: unknown = JSON.parse(input);
  const counts: Counts = {
    nodes: 0,
    depth: 0,
    keys: 0,
    object: 0,
    array: 0,
    string: 0,
    number: 0,
    boolean: 0,
    null: 0,
  };
  count(value, 1, counts);
  const output = JSON.stringify(value, null, 2);
  const stats = {
    inputChars: input.length,
    outputChars: output.length,
    type: kindOf(value),
    nodes: counts.nodes,
    depth: counts.depth,
    keys: counts.keys,
    objects: counts.object,
    arrays: counts.array,
    strings: counts.string,
    numbers: counts.number,
    booleans: counts.boolean,
    nulls: counts.null,
    duplicateKeys: 0,
    comments: 0,
  };
  const warnings: never[] = [];
  const toolId = "json-formatter";
  const figures = Object.entries(stats).map(([name, figure]) => `${name}: ${figure}`);
  const [written, sent] = [Buffer.byteLength(output), Buffer.byteLength(input)];
  return JSON.stringify({
    success: true,
    tool_id: toolId,
    result: {
      ok: true,
      toolId,
      action: "format",
      output,
      valid: true,
      value,
      stats,
      errors: [],
      warnings,
      report: `JSON Formatter (format): valid\n${figures.join(", ")}`,
      summaryJson: { toolId, action: "format", valid: true, stats, warnings },
    },
    tokens_saved_estimate: Math.max(0, tokensOf(written) - tokensOf(toolId.length + sent)),
    processing_time_ms: Math.round(performance.now() - started),
  });
}
