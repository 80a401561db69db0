const PAIR = /^[ \t]*(?:export[ \t]+)?[A-Z][A-Z\d_]*=/;
const PASSED_OVER = /^[ \t]*(?:#|\r?$)/;

/** The share of assignments to names in capitals among the lines of a text, perhaps cut off; 0 for a single one. */
export function detectEnv(sample: string): number {
  const lines = sample.split("\n").filter((line) => !PASSED_OVER.test(line));
  const pairs = lines.filter((line) => PAIR.test(line)).length;
  return pairs >= 2 && pairs / lines.length >= 0.8 ? pairs / lines.length : 0;
}
