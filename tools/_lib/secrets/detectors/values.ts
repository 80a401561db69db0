/** Which found places hold the same value, and the token that stands for it. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { encodeUtf8, toHex } from "../../bytes/encodings.ts";
import type { SensitiveSpan } from "./scan.ts";
import { DETECTORS } from "./table.ts";
import { tokensIn } from "./tokens.ts";

export interface FoundValue {
  readonly token: string;
  /** The place found first: the detector of highest priority names the value. */
  readonly first: SensitiveSpan;
  /** In order of position. */
  readonly occurrences: readonly SensitiveSpan[];
}

const CANONICAL = new Map(DETECTORS.map(({ id, canonical }) => [id, canonical]));

/**
 * The values of spans in order of position, in that order too. Equal values share a token, however they
 * are spelled. With a salt it has the first 8 hex digits of an HMAC, else a number per label from 1 on.
 */
export function valuesOf(
  text: string,
  spans: readonly SensitiveSpan[],
  salt: string | undefined,
): FoundValue[] {
  const places = new Map<string, SensitiveSpan[]>();
  for (const span of spans) {
    const value = text.slice(span.start, span.end);
    const canonical = CANONICAL.get(span.detector)?.(value) ?? value;
    const known = places.get(canonical);
    if (known) known.push(span);
    else places.set(canonical, [span]);
  }
  const numbers = new Numbers(text, spans);
  return Array.from(places, ([canonical, occurrences]) => {
    const first = occurrences.reduce((best, span) => (span.rank < best.rank ? span : best));
    const { label } = first;
    const token =
      salt === undefined
        ? `[${label}_${numbers.next(label)}]`
        : `[${label}:${keyedDigest(salt, canonical)}]`;
    return { token, first, occurrences };
  });
}

/** Counts per label, past the numbers of an earlier redaction, so that no token gets a second meaning. */
class Numbers {
  readonly #taken: ReadonlySet<string>;
  readonly #last = new Map<string, number>();

  constructor(text: string, spans: readonly SensitiveSpan[]) {
    const names = new Set(spans.map(({ label }) => label));
    const tokens = tokensIn(
      text,
      Array.from(names, (name) => ({ name })),
    );
    this.#taken = new Set(tokens.map(({ label, number }) => `${label}_${number}`));
  }

  next(label: string): number {
    let number = (this.#last.get(label) ?? 0) + 1;
    while (this.#taken.has(`${label}_${number}`)) number++;
    this.#last.set(label, number);
    return number;
  }
}

const DIGEST_DIGITS = 8;

function keyedDigest(salt: string, value: string): string {
  return toHex(hmac(sha256, encodeUtf8(salt), encodeUtf8(value))).slice(0, DIGEST_DIGITS);
}
