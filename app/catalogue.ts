/** What the service says of its tools: the overview, the list, the search and one tool's schema. */
import type { Category } from "../tools/_core/tool.ts";
import type { RegistryEntry } from "./registry-entry.ts";
import {
  detailOf,
  ENTRIES,
  findEntry,
  loadDetails,
  loadUnit,
  SERVICE,
  SERVICE_VERSION,
} from "./registry.ts";
import { invalidRequest, unknownTool } from "./run/errors.ts";
import { resultSchema } from "./run/result-schema.ts";
import { MAX_BATCH, MAX_STEPS, sizes } from "./run/sizes.ts";
import { beginning } from "../tools/_lib/text/shown.ts";

const PREVIEWED_TOOLS = 10;
export const DEFAULT_SEARCH_LIMIT = 10;
export const MAX_SEARCH_LIMIT = 50;
export const MAX_SAMPLE_CHARACTERS = 2000;

export const ENDPOINTS = {
  overview: "GET /api",
  run_legacy: "POST /api",
  tools: "GET /api/tools",
  search: "GET /api/tools/search",
  schema: "GET /api/tools/{toolId}/schema",
  run: "POST /api/run",
  batch: "POST /api/batch",
  pipeline: "POST /api/pipeline",
  verify: "POST /api/verify",
  mcp: "POST /mcp",
  openapi: "GET /openapi.json",
  openapi_tools: "GET /openapi.tools.json",
  openapi_summary: "GET /openapi.summary.json",
  agents: "GET /.well-known/ai-agents.json",
  agents_summary: "GET /.well-known/ai-agents.summary.json",
  workflows: "GET /.well-known/context-ops.json",
  install: "GET /.well-known/agent-install.json",
  llms: "GET /llms.txt",
  docs: "GET /docs",
  health: "GET /healthz",
} as const;

/** What every success carries besides its content; the time is filled in by `timed`. */
const UNCOUNTED = { tokens_saved_estimate: 0, processing_time_ms: 0 } as const;

interface Summary {
  readonly id: string;
  readonly name: string;
  readonly category: Category;
  readonly summary: string;
}

function summarise({ id, name, category, summary }: RegistryEntry): Summary {
  return { id, name, category, summary };
}

/** `callLimits`: how much a caller may do, where that is limited. */
export function overview(callLimits: Readonly<Record<string, number>> = {}) {
  const kits = ENTRIES.filter(({ kind }) => kind === "kit").length;
  return {
    success: true,
    status: "ok",
    service: SERVICE,
    version: SERVICE_VERSION,
    tool_count: ENTRIES.length,
    kit_count: kits,
    endpoints: ENDPOINTS,
    tools_preview: ENTRIES.slice(0, PREVIEWED_TOOLS).map(summarise),
    limits: {
      max_input_chars: sizes.inputChars,
      max_batch_requests: MAX_BATCH,
      max_pipeline_steps: MAX_STEPS,
      max_search_results: MAX_SEARCH_LIMIT,
      ...callLimits,
    },
    ...UNCOUNTED,
  };
}

/** `category` in any letter case; throws for an unknown category or kind. */
export function listTools(filter: { category?: string | undefined; kind?: string | undefined }) {
  const { category, kind } = filter;
  if (kind !== undefined && kind !== "tool" && kind !== "kit") {
    throw invalidRequest(
      `Unknown kind ${JSON.stringify(beginning(kind, 80))}`,
      "kind is tool or kit",
    );
  }
  const wanted = category?.toLowerCase();
  const tools = ENTRIES.filter(
    (entry) =>
      (wanted === undefined || entry.category.toLowerCase() === wanted) &&
      (kind === undefined || entry.kind === kind),
  );
  return {
    success: true,
    count: tools.length,
    categories: countCategories(),
    tools: tools.map(summarise),
    next_step: searchStep("Search for what you need"),
    ...UNCOUNTED,
  };
}

function countCategories(): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { category } of ENTRIES) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export interface SearchRequest {
  readonly query: string;
  readonly limit: number;
  /** Text to recognise; its first 2,000 characters are looked at. */
  readonly sample?: string | undefined;
}

export async function searchTools({ query, limit, sample }: SearchRequest) {
  const { search } = await import("./search/search.ts");
  const { hits, nothingFits } = await search(query);
  const scores = new Map(hits.map(({ id, score }) => [id, score]));
  const isRecognised =
    sample !== undefined && (await addRecognised(scores, sample.slice(0, MAX_SAMPLE_CHARACTERS)));
  const asked = query.trim() !== "" || Boolean(sample);
  const ranked = asked
    ? [...scores].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    : ENTRIES.map(({ id }): [string, number] => [id, 0]);
  const shown = ranked.slice(0, limit);
  const [best] = shown;
  const isLost = asked && !isRecognised && nothingFits;
  return {
    success: true,
    query,
    limit,
    count: shown.length,
    total_matches: ranked.length,
    tools: shown.map(([id, score]) => describeHit(id, score)),
    next_step: best && !isLost ? schemaStep(best[0]) : searchStep("Try other words"),
    ...(isLost ? { nothing_fits: true, suggestions: await suggestWords() } : {}),
    ...UNCOUNTED,
  };
}

/** How much the text itself may add to the words of a query. */
const RECOGNITION_WEIGHT = 20;

/** Whether any tool knows the sample. */
async function addRecognised(scores: Map<string, number>, sample: string): Promise<boolean> {
  let isRecognised = false;
  for (const entry of ENTRIES.filter(({ detects }) => detects)) {
    const unit = await loadUnit(entry);
    const sureness = unit.detect?.(sample) ?? 0;
    if (sureness > 0) {
      isRecognised = true;
      scores.set(entry.id, (scores.get(entry.id) ?? 0) + sureness * RECOGNITION_WEIGHT);
    }
  }
  return isRecognised;
}

function describeHit(id: string, score: number) {
  const entry = findEntry(id) as RegistryEntry;
  return {
    ...summarise(entry),
    signature: entry.signature,
    score: Math.round(score * 1000) / 1000,
  };
}

function schemaStep(id: string) {
  return {
    description: "Fetch the schema of the one tool you choose, then run it",
    method: "GET",
    path: "/api/tools/{toolId}/schema",
    example: `/api/tools/${id}/schema`,
  };
}

function searchStep(description: string) {
  return {
    description,
    method: "GET",
    path: "/api/tools/search?q={query}",
    example: "/api/tools/search?q=format%20json",
  };
}

/** Queries that lead somewhere: what people ask the first tool of each category for. */
async function suggestWords(): Promise<string[]> {
  await loadDetails();
  const words = new Map<string, string>();
  for (const entry of ENTRIES) {
    const asked = detailOf(entry).intents[0]?.split(",")[0];
    if (asked && !words.has(entry.category)) words.set(entry.category, asked);
  }
  return [...words.values()];
}

const schemaAnswers = new Map<string, object>();

/** Everything about one tool, by id or alias; throws UNKNOWN_TOOL. */
export async function toolSchema(name: string): Promise<object> {
  const entry = findEntry(name);
  if (!entry) throw unknownTool(name);
  await loadDetails();
  const answer = schemaAnswers.get(entry.id) ?? describeTool(entry);
  schemaAnswers.set(entry.id, answer);
  return answer;
}

function describeTool(entry: RegistryEntry): object {
  const detail = detailOf(entry);
  return {
    success: true,
    tool: {
      id: entry.id,
      slug: entry.id,
      name: entry.name,
      category: entry.category,
      description: detail.description,
      keywords: detail.keywords,
      deterministic_class: "pure-function",
      privacy_mode: "server-submitted",
      api_available: true,
      mcp_available: true,
      version: entry.version,
      limits: { max_input_chars: sizes.inputChars },
      input_schema: detail.input_schema,
      output_schema: resultSchema(detail.value_schema),
      aliases: entry.aliases,
      kind: entry.kind,
      primary: entry.primary,
      options_schema: OPTIONS_SCHEMA,
      failures: detail.failures,
      warnings: detail.warnings,
      examples: detail.examples.slice(0, 2),
    },
    run: {
      endpoint: ENDPOINTS.run,
      body: { tool_id: entry.id, input: detail.examples[0]?.input ?? {}, options: {} },
    },
    ...UNCOUNTED,
  };
}

export const OPTIONS_SCHEMA = {
  type: "object",
  properties: {
    now: {
      type: "string",
      format: "date-time",
      description: "Fixes the clock of the run (RFC 3339)",
    },
    seed: {
      type: "string",
      description: "Fixes the entropy of the run: equal seeds, equal results",
    },
    receipt: {
      type: "boolean",
      default: false,
      description: "Adds a receipt of hashes, which POST /api/verify can check",
    },
  },
  additionalProperties: true,
} as const;
