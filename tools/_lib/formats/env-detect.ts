const PASSED_OVER = /^[ \t]*(?:[#!;]|\r?$)/;

/** The share of assignments to such names among the lines of a text, perhaps cut off; 0 for a single one. */
export function detectPairs(sample: string, pair: RegExp): number {
  const lines = sample.split("\n").filter((line) => !PASSED_OVER.test(line));
  const pairs = lines.filter((line) => pair.test(line)).length;
  return pairs >= 2 && pairs / lines.length >= 0.8 ? pairs / lines.length : 0;
}

/** Of `.env`: names in capitals. */
export function detectEnv(sample: string): number {
  return detectPairs(sample, /^[ \t]*(?:export[ \t]+)?[A-Z][A-Z\d_]*=/);
}
