/** Parameters that mean the same for several providers, under the names that each has for them. */
import { formatPointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import type { Provider } from "../_lib/agents/tool-call/content-parts.ts";
import type { Ledger } from "./ledger.ts";

/** In the order in which a body is written. */
export const SETTINGS = [
  "limit",
  "temperature",
  "topP",
  "topK",
  "stop",
  "format",
  "effort",
  "seed",
  "presence",
  "frequency",
  "n",
  "user",
  "metadata",
  "stream",
  "tier",
  "store",
  "cacheKey",
  "cacheRetention",
  "verbosity",
] as const;
export type SettingName = (typeof SETTINGS)[number];

type Places = Readonly<Partial<Record<SettingName, readonly string[]>>>;

/** What the two interfaces of OpenAI have under the same names. */
const OPENAI: Places = {
  temperature: ["temperature"],
  topP: ["top_p"],
  user: ["safety_identifier"],
  metadata: ["metadata"],
  stream: ["stream"],
  tier: ["service_tier"],
  store: ["store"],
  cacheKey: ["prompt_cache_key"],
  cacheRetention: ["prompt_cache_retention"],
};

/** Where a provider has a parameter; the format of an answer has forms of its own. */
export const PLACES: Readonly<Record<Provider, Places>> = {
  "openai-chat": {
    ...OPENAI,
    limit: ["max_completion_tokens"],
    stop: ["stop"],
    effort: ["reasoning_effort"],
    seed: ["seed"],
    presence: ["presence_penalty"],
    frequency: ["frequency_penalty"],
    n: ["n"],
    verbosity: ["verbosity"],
  },
  "openai-responses": {
    ...OPENAI,
    limit: ["max_output_tokens"],
    effort: ["reasoning", "effort"],
    verbosity: ["text", "verbosity"],
  },
  anthropic: {
    limit: ["max_tokens"],
    temperature: ["temperature"],
    topP: ["top_p"],
    topK: ["top_k"],
    stop: ["stop_sequences"],
    effort: ["output_config", "effort"],
    user: ["metadata", "user_id"],
    stream: ["stream"],
  },
  gemini: {
    limit: ["generationConfig", "maxOutputTokens"],
    temperature: ["generationConfig", "temperature"],
    topP: ["generationConfig", "topP"],
    topK: ["generationConfig", "topK"],
    stop: ["generationConfig", "stopSequences"],
    effort: ["generationConfig", "thinkingConfig", "thinkingLevel"],
    seed: ["generationConfig", "seed"],
    presence: ["generationConfig", "presencePenalty"],
    frequency: ["generationConfig", "frequencyPenalty"],
    n: ["generationConfig", "candidateCount"],
  },
};

/** Older names that are read where the newer one is not there. */
const ALSO_READ: Readonly<Partial<Record<Provider, Places>>> = {
  "openai-chat": { limit: ["max_tokens"], user: ["user"] },
  "openai-responses": { user: ["user"] },
};

export interface Setting {
  readonly node: JsonNode;
  /** Pointer in the body. */
  readonly path: string;
}

/** The values of a body, and what of the body was read. */
export class Reading {
  readonly body: JsonNode;
  readonly provider: Provider;
  readonly #read = new Set<string>();

  constructor(body: JsonNode, provider: Provider) {
    this.body = body;
    this.provider = provider;
  }

  /** A value that is there and not null. */
  at(...tokens: readonly string[]): Setting | undefined {
    let node: JsonNode | undefined = this.body;
    for (const token of tokens) node = node && memberOf(node, token);
    if (node === undefined || node.type === "null") return undefined;
    const path = formatPointer(tokens);
    this.#read.add(path);
    return { node, path };
  }

  /** A parameter that says something. */
  setting(name: SettingName): Setting | undefined {
    const own = PLACES[this.provider][name];
    const other = ALSO_READ[this.provider]?.[name];
    const found = (own && this.at(...own)) ?? (other && this.at(...other));
    return found === undefined || saysNothing(found.node) ? undefined : found;
  }

  /** Tells of every member that was not read; of one of which a part was read, of the other parts. */
  loseUnread(ledger: Ledger, target: Provider): void {
    this.#loseIn(this.body, "", ledger, `${target} has no place for it`);
  }

  #loseIn(node: JsonNode, path: string, ledger: Ledger, reason: string): void {
    for (const { key, value } of node.type === "object" ? node.members : []) {
      const place = path + formatPointer([key]);
      if (this.#read.has(place) || saysNothing(value)) continue;
      const isPart = [...this.#read].some((read) => read.startsWith(`${place}/`));
      if (isPart) this.#loseIn(value, place, ledger, reason);
      else ledger.lose(place, reason);
    }
  }
}

function saysNothing(node: JsonNode): boolean {
  if (node.type === "array") return node.items.length === 0;
  return node.type === "null" || (node.type === "object" && node.members.length === 0);
}
