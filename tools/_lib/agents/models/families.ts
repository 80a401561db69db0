import { countTokens, type Encoding } from "../tokens/encodings.ts";

/** How a family's tokens are found: by its public encoding, or estimated from the o200k count in percent. */
type Method =
  | { readonly encoding: Encoding }
  | { readonly percent: number; readonly low: number; readonly high: number };

const FAMILIES = {
  o200k: { encoding: "o200k_base" },
  harmony: { encoding: "o200k_harmony" },
  cl100k: { encoding: "cl100k_base" },
  p50k: { encoding: "p50k_base" },
  r50k: { encoding: "r50k_base" },
  // Stated engineering estimates, not measurements: these tokenizers are not public.
  "gpt-6": { percent: 100, low: 90, high: 110 },
  "claude-classic": { percent: 116, low: 100, high: 140 },
  claude: { percent: 140, low: 105, high: 185 },
  gemini: { percent: 105, low: 85, high: 125 },
  mistral: { percent: 112, low: 95, high: 135 },
  grok: { percent: 106, low: 85, high: 130 },
  deepseek: { percent: 106, low: 85, high: 130 },
  qwen: { percent: 106, low: 85, high: 130 },
  llama: { percent: 104, low: 95, high: 120 },
  other: { percent: 115, low: 80, high: 160 },
} as const satisfies Record<string, Method>;

export type Family = keyof typeof FAMILIES;

export function isFamily(name: string): name is Family {
  return Object.hasOwn(FAMILIES, name);
}

const PATTERNS: readonly (readonly [pattern: RegExp, family: Family])[] = [
  [/^gpt-oss/, "harmony"],
  [/^gpt-6/, "gpt-6"],
  [/^(?:gpt-5|gpt-4\.1|gpt-4\.5|gpt-4o|chatgpt-4o|o1|o3|o4)/, "o200k"],
  [/^(?:gpt-4$|gpt-4-|gpt-3\.5-turbo|gpt-35-turbo|text-embedding-)/, "cl100k"],
  [/^(?:text-davinci-00[23]$|code-)/, "p50k"],
  [/^(?:davinci|curie|babbage|ada|gpt2)/, "r50k"],
  [/^(?:gemini|gemma)/, "gemini"],
  [/^(?:mistral|ministral|magistral|codestral|devstral)/, "mistral"],
  [/^grok/, "grok"],
  [/^deepseek/, "deepseek"],
  [/^qwen/, "qwen"],
  [/^llama/, "llama"],
];

/** The family of a model that the table does not list, by its name; `name` is normalized. */
export function familyOfName(name: string): Family {
  if (name.startsWith("claude")) return familyOfClaude(name);
  return PATTERNS.find(([pattern]) => pattern.test(name))?.[1] ?? "other";
}

/** Claude's tokenizer changed with Opus 4.7; a name without a version means the newest. */
function familyOfClaude(name: string): Family {
  if (name.startsWith("claude-instant")) return "claude-classic";
  const version = /(?:^|[^\d])(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(name);
  if (!version) return "claude";
  const [major, minor] = [Number(version[1]), Number(version[2] ?? 0)];
  return major >= 5 || (major === 4 && minor >= 7) ? "claude" : "claude-classic";
}

export interface TokenCount {
  readonly method: "exact" | "estimate";
  /** Null for an estimate. */
  readonly encoding: Encoding | null;
  readonly tokens: number;
  readonly low: number;
  readonly high: number;
}

export function encodingOf(family: Family): Encoding | null {
  const method: Method = FAMILIES[family];
  return "encoding" in method ? method.encoding : null;
}

/** Counts by the family's encoding, or estimates with a band. */
export function countForFamily(text: string, family: Family): TokenCount {
  return countOfPieces(countTokens(text, countedBy(family)), family);
}

/** The encoding in which a family's texts are counted, if only to estimate. */
export function countedBy(family: Family): Encoding {
  return encodingOf(family) ?? "o200k_base";
}

/** As `countForFamily` counts a text of so many tokens of the encoding in which it counts. */
export function countOfPieces(pieces: number, family: Family): TokenCount {
  const encoding = encodingOf(family);
  return encoding === null ? estimate(pieces, family) : exactCount(pieces, encoding);
}

export function countExactly(text: string, encoding: Encoding): TokenCount {
  return exactCount(countTokens(text, encoding), encoding);
}

function exactCount(tokens: number, encoding: Encoding): TokenCount {
  return { method: "exact", encoding, tokens, low: tokens, high: tokens };
}

function estimate(count: number, family: Family): TokenCount {
  const { percent, low, high } = FAMILIES[family] as { percent: number; low: number; high: number };
  return {
    method: "estimate",
    encoding: null,
    tokens: Math.ceil((count * percent) / 100),
    low: Math.floor((count * low) / 100),
    high: Math.ceil((count * high) / 100),
  };
}
