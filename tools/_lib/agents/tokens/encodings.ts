import {
  CL100K_TOKEN_SPLIT_REGEX,
  O200K_TOKEN_SPLIT_REGEX,
  R50K_TOKEN_SPLIT_REGEX,
} from "gpt-tokenizer/encodingParams/constants"; // the public patterns that cut text before merging
import { encodePiece } from "./byte-pairs.ts";
import { TEXTS as cl100k } from "./cl100k_base.gen.ts";
import { TEXTS as o200k } from "./o200k_base.gen.ts";
import { TEXTS as p50k } from "./p50k_base.gen.ts";
import { Ranks } from "./ranks.ts";

export const ENCODINGS = [
  "o200k_base",
  "o200k_harmony",
  "cl100k_base",
  "p50k_base",
  "p50k_edit",
  "r50k_base",
] as const;

export type Encoding = (typeof ENCODINGS)[number];

interface Source {
  readonly pattern: RegExp;
  readonly data: { bytes(): string; lengths(): string };
}

/** p50k_base has the ranks of r50k_base, and behind them some for white space. */
const R50K_RANKS = 50_256;

const O200K: Source = { pattern: O200K_TOKEN_SPLIT_REGEX, data: o200k };
const P50K: Source = { pattern: R50K_TOKEN_SPLIT_REGEX, data: p50k };

/** Encodings that differ only in their special tokens share their ranks. */
const SOURCES: Readonly<Record<Encoding, Source>> = {
  o200k_base: O200K,
  o200k_harmony: O200K,
  cl100k_base: { pattern: CL100K_TOKEN_SPLIT_REGEX, data: cl100k },
  p50k_base: P50K,
  p50k_edit: P50K,
  r50k_base: {
    pattern: R50K_TOKEN_SPLIT_REGEX,
    data: { ...p50k, lengths: () => p50k.lengths().slice(0, R50K_RANKS) },
  },
};

const loaded = new Map<Source, Ranks>();

function ranksOf(source: Source): Ranks {
  let ranks = loaded.get(source);
  if (!ranks) {
    const { bytes, lengths } = source.data;
    loaded.set(source, (ranks = new Ranks(bytes(), lengths())));
  }
  return ranks;
}

/**
 * The tokens of a text, as tiktoken gives them with no special tokens allowed: `<|endoftext|>` is ordinary
 * text, half a surrogate pair is U+FFFD.
 */
export function encodeText(text: string, encoding: Encoding): number[] {
  const source = SOURCES[encoding];
  const ranks = ranksOf(source);
  const tokens: number[] = [];
  for (const [piece] of text.toWellFormed().matchAll(source.pattern)) {
    for (const token of encodePiece(piece, ranks)) tokens.push(token);
  }
  return tokens;
}

/** Pieces that are worth looking up: words and emoji come again, longer ones hardly ever. */
const LONGEST_KNOWN = 64;

/** How many tokens `encodeText` gives. */
export function countTokens(text: string, encoding: Encoding): number {
  const source = SOURCES[encoding];
  const ranks = ranksOf(source);
  const known = new Map<string, number>();
  let total = 0;
  for (const [piece] of text.toWellFormed().matchAll(source.pattern)) {
    let count = known.get(piece);
    if (count === undefined) {
      count = encodePiece(piece, ranks).length;
      if (piece.length <= LONGEST_KNOWN) known.set(piece, count);
    }
    total += count;
  }
  return total;
}

/** The bytes of a token, one character for each byte. */
export function tokenBytes(token: number, encoding: Encoding): string {
  return ranksOf(SOURCES[encoding]).bytesOf(token);
}
