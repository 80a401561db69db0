/** A published digest to compare with: hex, Base64 or Base64url, perhaps with the algorithm's name before it. */
import { readBase64 } from "../_lib/bytes/base64.ts";
import { fromHex, toHex } from "../_lib/bytes/encodings.ts";
import { type Algorithm, ALGORITHMS, findAlgorithm } from "../_lib/bytes/hash/algorithms.ts";

export interface ExpectedDigest {
  /** Lower-case hex; undefined where the text has the length of no digest. */
  readonly hex: string | undefined;
  /** The algorithm that a prefix names. */
  readonly algorithm: Algorithm | undefined;
}

const DIGEST_LENGTHS = new Set(ALGORITHMS.map(({ bits }) => bits / 8));
const LONGEST_PREFIX = 20;

/** Reads `hex`, `Base64`, `name:digest` or `name-digest`; white space and `:` within are passed over. */
export function readExpected(text: string): ExpectedDigest {
  const compact = text.replace(/\s+/g, "");
  for (let end = Math.min(LONGEST_PREFIX, compact.length - 1); end > 0; end--) {
    if (!":-".includes(compact.charAt(end))) continue;
    const algorithm = findAlgorithm(compact.slice(0, end));
    if (algorithm) return { hex: readDigest(compact.slice(end + 1)), algorithm };
  }
  return { hex: readDigest(compact), algorithm: undefined };
}

function readDigest(text: string): string | undefined {
  const digits = text.replaceAll(":", "");
  const hex = fromHex(digits);
  if (hex.bytes && DIGEST_LENGTHS.has(hex.bytes.length)) return toHex(hex.bytes);
  const base64 = readBase64(digits);
  return "bytes" in base64 && DIGEST_LENGTHS.has(base64.bytes.length)
    ? toHex(base64.bytes)
    : undefined;
}
