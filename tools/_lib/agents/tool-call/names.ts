/** How providers let tools and their parameters be called. */

export const NAME_TARGETS = [
  "openai-chat",
  "openai-responses",
  "anthropic",
  "gemini",
  "mcp",
  "portable",
] as const;
export type NameTarget = (typeof NAME_TARGETS)[number];

export interface NameRule {
  /** The whole name. */
  readonly pattern: RegExp;
  /** The longest name, in characters. */
  readonly longest: number;
  /** A character that may not stand anywhere in a name. */
  readonly foreign: RegExp;
  /** What a name may begin with. */
  readonly first: RegExp;
  /** The name of a property; undefined where any will do. */
  readonly property: RegExp | undefined;
}

const WORD = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

const OPENAI: NameRule = {
  pattern: /^[a-zA-Z0-9_-]{1,64}$/,
  longest: 64,
  foreign: /[^a-zA-Z0-9_-]/gu,
  first: /^[a-zA-Z0-9_-]/,
  property: undefined,
};

/** What each target takes; `portable` is what all of them take. */
export const NAME_RULES: Readonly<Record<NameTarget, NameRule>> = {
  "openai-chat": OPENAI,
  "openai-responses": OPENAI,
  anthropic: {
    pattern: /^[a-zA-Z0-9_-]{1,128}$/,
    longest: 128,
    foreign: /[^a-zA-Z0-9_-]/gu,
    first: /^[a-zA-Z0-9_-]/,
    property: /^[a-zA-Z0-9_.-]{1,64}$/,
  },
  gemini: {
    pattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/,
    longest: 128,
    foreign: /[^a-zA-Z0-9_.:-]/gu,
    first: /^[a-zA-Z_]/,
    property: WORD,
  },
  mcp: {
    pattern: /^[a-zA-Z0-9_.-]{1,128}$/,
    longest: 128,
    foreign: /[^a-zA-Z0-9_.-]/gu,
    first: /^[a-zA-Z0-9_.-]/,
    property: undefined,
  },
  portable: {
    pattern: /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/,
    longest: 64,
    foreign: /[^a-zA-Z0-9_-]/gu,
    first: /^[a-zA-Z_]/,
    property: WORD,
  },
};

/** Chat Completions takes no more tools than this in one request. */
export const MOST_CHAT_TOOLS = 128;
