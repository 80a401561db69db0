/** Parameters that mean the same for several providers, under the names that each has for them. */
import type { Provider } from "./content-parts.ts";

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
export const ALSO_READ: Readonly<Partial<Record<Provider, Places>>> = {
  "openai-chat": { limit: ["max_tokens"], user: ["user"] },
  "openai-responses": { user: ["user"] },
};
