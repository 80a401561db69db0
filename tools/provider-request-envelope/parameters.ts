/** The members that a body of each provider may have. */
import type { Provider } from "../_lib/agents/tool-call/content-parts.ts";

export type ParameterType =
  | "string"
  | "number"
  | "integer"
  | "boolean"
  | "array"
  | "object"
  | "string or array"
  | "string or object"
  | "any";

export interface Parameter {
  readonly type: ParameterType;
  readonly least?: number;
  readonly most?: number;
  /** What to give instead, where the provider has something newer. */
  readonly deprecated?: string;
}

type Parameters = ReadonlyMap<string, Parameter>;

const STRING = { type: "string" } as const;
const BOOLEAN = { type: "boolean" } as const;
const ARRAY = { type: "array" } as const;
const OBJECT = { type: "object" } as const;
const INTEGER = { type: "integer" } as const;
const ANY = { type: "any" } as const;
const CHOICE = { type: "string or object" } as const;
const SHARE = { type: "number", least: 0, most: 1 } as const;
const WIDE = { type: "number", least: 0, most: 2 } as const;
const PENALTY = { type: "number", least: -2, most: 2 } as const;
const LOGPROBS = { type: "integer", least: 0, most: 20 } as const;
const POSITIVE = { type: "integer", least: 1 } as const;

const OPENAI = {
  metadata: OBJECT,
  model: STRING,
  parallel_tool_calls: BOOLEAN,
  prompt_cache_key: STRING,
  prompt_cache_options: OBJECT,
  prompt_cache_retention: STRING,
  safety_identifier: STRING,
  service_tier: STRING,
  store: BOOLEAN,
  stream: BOOLEAN,
  stream_options: OBJECT,
  temperature: WIDE,
  tool_choice: CHOICE,
  tools: ARRAY,
  top_logprobs: LOGPROBS,
  top_p: SHARE,
  moderation: ANY,
  user: { ...STRING, deprecated: "safety_identifier, prompt_cache_key" },
} as const;

const CHAT = {
  ...OPENAI,
  audio: OBJECT,
  frequency_penalty: PENALTY,
  function_call: { ...CHOICE, deprecated: "tool_choice" },
  functions: { ...ARRAY, deprecated: "tools" },
  logit_bias: OBJECT,
  logprobs: BOOLEAN,
  max_completion_tokens: POSITIVE,
  max_tokens: { ...POSITIVE, deprecated: "max_completion_tokens" },
  messages: ARRAY,
  modalities: ARRAY,
  n: { type: "integer", least: 1, most: 128 },
  prediction: OBJECT,
  presence_penalty: PENALTY,
  reasoning_effort: STRING,
  response_format: OBJECT,
  seed: { ...INTEGER, deprecated: "nothing: answers are not reproducible" },
  stop: { type: "string or array" },
  verbosity: STRING,
  web_search_options: OBJECT,
} as const;

const RESPONSES = {
  ...OPENAI,
  background: BOOLEAN,
  context_management: ANY,
  conversation: ANY,
  include: ARRAY,
  input: { type: "string or array" },
  instructions: { type: "string or array" },
  max_output_tokens: { type: "integer", least: 16 },
  max_tool_calls: INTEGER,
  previous_response_id: STRING,
  prompt: OBJECT,
  reasoning: OBJECT,
  text: OBJECT,
  truncation: STRING,
} as const;

const ANTHROPIC = {
  anthropic_beta: ANY,
  anthropic_version: STRING,
  betas: ARRAY,
  cache_control: OBJECT,
  container: ANY,
  context_management: OBJECT,
  inference_geo: STRING,
  max_tokens: { type: "integer", least: 0 },
  mcp_servers: ARRAY,
  messages: ARRAY,
  metadata: OBJECT,
  model: STRING,
  output_config: OBJECT,
  output_format: OBJECT,
  service_tier: STRING,
  speed: STRING,
  stop_sequences: ARRAY,
  stream: BOOLEAN,
  system: { type: "string or array" },
  temperature: SHARE,
  thinking: OBJECT,
  tool_choice: OBJECT,
  tools: ARRAY,
  top_k: { type: "integer", least: 0 },
  top_p: SHARE,
} as const;

const GEMINI = {
  cachedContent: STRING,
  contents: ARRAY,
  generationConfig: OBJECT,
  labels: OBJECT,
  model: STRING,
  safetySettings: ARRAY,
  serviceTier: STRING,
  store: BOOLEAN,
  systemInstruction: CHOICE,
  system_instruction: CHOICE,
  toolConfig: OBJECT,
  tools: ARRAY,
} as const;

/** The members of `generationConfig`. */
export const GENERATION: Parameters = table({
  audioTimestamp: BOOLEAN,
  candidateCount: POSITIVE,
  enableAffectiveDialog: BOOLEAN,
  enableEnhancedCivicAnswers: BOOLEAN,
  frequencyPenalty: PENALTY,
  imageConfig: OBJECT,
  logprobs: LOGPROBS,
  maxOutputTokens: POSITIVE,
  mediaResolution: STRING,
  modelConfig: OBJECT,
  presencePenalty: PENALTY,
  responseJsonSchema: ANY,
  responseLogprobs: BOOLEAN,
  responseMimeType: STRING,
  responseModalities: ARRAY,
  responseSchema: OBJECT,
  routingConfig: OBJECT,
  seed: INTEGER,
  speechConfig: OBJECT,
  stopSequences: ARRAY,
  temperature: WIDE,
  thinkingConfig: OBJECT,
  topK: { type: "number", least: 0 },
  topP: SHARE,
});

export const PARAMETERS: Readonly<Record<Provider, Parameters>> = {
  "openai-chat": table(CHAT),
  "openai-responses": table(RESPONSES),
  anthropic: table(ANTHROPIC),
  gemini: table(GEMINI),
};

export const REQUIRED: Readonly<Record<Provider, readonly string[]>> = {
  "openai-chat": ["model", "messages"],
  "openai-responses": ["model"],
  anthropic: ["model", "max_tokens", "messages"],
  gemini: ["contents"],
};

/** Lists of stop sequences and how long they may be. */
export const STOPS: Readonly<
  Partial<Record<Provider, { readonly place: readonly string[]; readonly most: number }>>
> = {
  "openai-chat": { place: ["stop"], most: 4 },
  gemini: { place: ["generationConfig", "stopSequences"], most: 5 },
};

function table(parameters: Readonly<Record<string, Parameter>>): Parameters {
  return new Map(Object.entries(parameters));
}
