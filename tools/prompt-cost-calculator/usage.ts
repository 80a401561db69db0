/** Logged usage, as the usage objects of the providers have it: the prompt with its cached parts, and the answer. */
import { type Entry, fail } from "../_core/tool.ts";
import { readJsonRoot } from "../_lib/json/tree/rows.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { type Conditions, conditionsOf } from "./conditions.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";

/** Tokens of one request as they are billed. */
export interface Usage {
  /** Cached parts included. */
  readonly prompt: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  /** Reasoning included. */
  readonly output: number;
  /** Of the output; only shown. */
  readonly reasoning: number;
}

interface FoundUsage {
  readonly usage: Usage;
  /** As the item names it. */
  readonly model: string | undefined;
  readonly conditions: Conditions;
}

interface UsageItem extends FoundUsage {
  readonly path: string;
}

type Members = Readonly<Record<string, unknown>>;
type Problem = Entry<"USAGE_NOT_FOUND" | "USAGE_INVALID">;

const MOST_ITEMS = 5000;

const MOST_LISTED = 100;

/** The items of an array, of one object, or of one JSON value on each line. */
export function readUsageItems(field: unknown, path: string) {
  const read = readJsonRoot(field, path);
  if (!read.ok) return { failure: fail(read.error) };
  const data: unknown = valueOf(read.root).value;
  const given = Array.isArray(data) ? data : [data];
  if (given.length > MOST_ITEMS) {
    const entry = outOfBounds(path, `${given.length} items`, `at most ${MOST_ITEMS}`);
    return { failure: inputInvalid([entry]) };
  }
  const items: UsageItem[] = [];
  const problems: Problem[] = [];
  for (const [index, item] of given.entries()) {
    const at = Array.isArray(data) ? `${path}/${index}` : path;
    const found = findUsage(item, at);
    if ("code" in found) problems.push(found);
    else items.push({ ...found, path: at });
  }
  const [first, ...others] = problems;
  if (!first) return { items };
  return { failure: fail([first, ...others.slice(0, MOST_LISTED - 1)]) };
}

const PLACES = [
  [],
  ["usage"],
  ["response", "usage"],
  ["message", "usage"],
  ["usageMetadata"],
  ["usage", "tokens"],
];

/** The usage of an item: the object itself, or a response that contains one. */
function findUsage(item: unknown, path: string): FoundUsage | Problem {
  for (const place of PLACES) {
    const found = place.reduce<unknown>((node, name) => membersOf(node)?.[name], item);
    const read = membersOf(found);
    const extract = read && EXTRACTORS.find(({ isShape }) => isShape(read))?.extract;
    if (!extract) continue;
    const reader = new CountReader(read, `${path}${place.map((name) => `/${name}`).join("")}`);
    const usage = extract(reader);
    return reader.problem ?? { usage, model: modelOf(item), conditions: conditionsOf(item, read) };
  }
  const expected = "a usage object of Chat, Responses, Anthropic, Gemini, Bedrock or Cohere";
  const message = `Cannot price ${path}: found no usage, expected ${expected}`;
  return { code: "USAGE_NOT_FOUND", message, path, expected };
}

function membersOf(node: unknown): Members | undefined {
  const isMembers = typeof node === "object" && node !== null && !Array.isArray(node);
  return isMembers ? (node as Members) : undefined;
}

function modelOf(item: unknown): string | undefined {
  const outer = membersOf(item) ?? {};
  const holders = [outer, membersOf(outer["response"]), membersOf(outer["message"])];
  const names = holders.flatMap((holder) => [holder?.["model"], holder?.["modelVersion"]]);
  return names.find((name): name is string => typeof name === "string" && name !== "");
}

/** Reads counts, which may be absent or null; remembers the first that is none. */
class CountReader {
  problem: Problem | undefined;
  readonly #members: Members;
  readonly #path: string;

  constructor(members: Members, path: string) {
    this.#members = members;
    this.#path = path;
  }

  has(...names: readonly string[]): boolean {
    return this.#at(names) !== undefined;
  }

  count(...names: readonly string[]): number {
    const value = this.#at(names) ?? 0;
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
    const path = `${this.#path}/${names.join("/")}`;
    const message = `Cannot use ${path}: found ${typeof value}, expected a number of tokens`;
    this.problem ??= { code: "USAGE_INVALID", message, path, expected: "a number of 0 or more" };
    return 0;
  }

  /** The first of several counts that there is, 0 if none. */
  first(...places: readonly (readonly string[])[]): number {
    return this.count(...(places.find((names) => this.has(...names)) ?? places[0] ?? []));
  }

  /** Tokens written for an hour, of a list of writes by lifetime. */
  longWrites(name: string): number {
    const details = this.#members[name];
    if (!Array.isArray(details)) return 0;
    const long = details.map(membersOf).filter((one) => one?.["ttl"] === "1h");
    return long.reduce((sum, one) => sum + (Number(one?.["inputTokens"]) || 0), 0);
  }

  #at(names: readonly string[]): unknown {
    return names.reduce<unknown>((node, name) => membersOf(node)?.[name], this.#members);
  }
}

interface Extractor {
  isShape(members: Members): boolean;
  extract(read: CountReader): Usage;
}

/** Of the prompt: all that is written, of which some may be for an hour. */
function writesOf(read: CountReader, details: string) {
  const cacheWrite1h = read.first(
    [details, "cache_creation_token_details", "ephemeral_1h_input_tokens"],
    ["cache_creation", "ephemeral_1h_input_tokens"],
  );
  const written = read.first(
    [details, "cache_write_tokens"],
    [details, "cache_creation_tokens"],
    ["cache_write_tokens"],
    ["cache_creation_input_tokens"],
  );
  return { cacheWrite5m: Math.max(0, written - cacheWrite1h), cacheWrite1h };
}

const has = (members: Members, name: string): boolean => Object.hasOwn(members, name);

const EXTRACTORS: readonly Extractor[] = [
  {
    // Chat Completions, and embeddings.
    isShape: (members) => has(members, "prompt_tokens"),
    extract: (read) => ({
      prompt: read.count("prompt_tokens"),
      // Details as OpenAI has them, else the counts of DeepSeek, Moonshot and Mistral.
      cacheRead: read.first(
        ["prompt_tokens_details", "cached_tokens"],
        ["prompt_cache_hit_tokens"],
        ["cached_tokens"],
        ["num_cached_tokens"],
        ["cache_read_input_tokens"],
      ),
      ...writesOf(read, "prompt_tokens_details"),
      output: read.count("completion_tokens"),
      reasoning: read.count("completion_tokens_details", "reasoning_tokens"),
    }),
  },
  {
    // Anthropic counts the cached parts beside the input.
    isShape: (members) =>
      has(members, "input_tokens") && Object.keys(members).some((key) => key.startsWith("cache_")),
    extract(read) {
      const cacheRead = read.count("cache_read_input_tokens");
      const cacheWrite1h = read.count("cache_creation", "ephemeral_1h_input_tokens");
      const cacheWrite5m = read.has("cache_creation", "ephemeral_5m_input_tokens")
        ? read.count("cache_creation", "ephemeral_5m_input_tokens")
        : Math.max(0, read.count("cache_creation_input_tokens") - cacheWrite1h);
      return {
        prompt: read.count("input_tokens") + cacheRead + cacheWrite5m + cacheWrite1h,
        cacheRead,
        cacheWrite5m,
        cacheWrite1h,
        output: read.count("output_tokens"),
        reasoning: 0,
      };
    },
  },
  {
    // Responses.
    isShape: (members) => has(members, "input_tokens"),
    extract: (read) => ({
      prompt: read.count("input_tokens"),
      cacheRead: read.count("input_tokens_details", "cached_tokens"),
      ...writesOf(read, "input_tokens_details"),
      output: read.count("output_tokens"),
      reasoning: read.count("output_tokens_details", "reasoning_tokens"),
    }),
  },
  {
    // Bedrock counts the cached parts beside the input.
    isShape: (members) => has(members, "inputTokens"),
    extract(read) {
      const cacheRead = read.first(["cacheReadInputTokens"], ["cacheReadInputTokenCount"]);
      const written = read.first(["cacheWriteInputTokens"], ["cacheWriteInputTokenCount"]);
      const cacheWrite1h = Math.min(written, read.longWrites("cacheDetails"));
      return {
        prompt: read.count("inputTokens") + cacheRead + written,
        cacheRead,
        cacheWrite5m: written - cacheWrite1h,
        cacheWrite1h,
        output: read.count("outputTokens"),
        reasoning: 0,
      };
    },
  },
  {
    // Gemini bills thoughts that are not among the candidates.
    isShape: (members) => has(members, "promptTokenCount"),
    extract: (read) => ({
      prompt: read.count("promptTokenCount") + read.count("toolUsePromptTokenCount"),
      cacheRead: read.count("cachedContentTokenCount"),
      cacheWrite5m: 0,
      cacheWrite1h: 0,
      output: read.count("candidatesTokenCount") + read.count("thoughtsTokenCount"),
      reasoning: read.count("thoughtsTokenCount"),
    }),
  },
];
