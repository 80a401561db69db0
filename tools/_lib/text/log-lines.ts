/** CSI and OSC sequences, and the other escapes (ECMA-48, ECMA-35). */
const ANSI =
  // oxlint-disable-next-line no-control-regex -- the escapes are control characters
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]/g;

/** Text as a terminal would end up showing it, without colours and cursor movements. */
export function stripAnsi(text: string): string {
  return text.replace(ANSI, "");
}

/** Lines at LF or CRLF; of a line that was written over with CR, what was written last. */
export function logLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => line.slice(line.lastIndexOf("\r") + 1));
}

/** What changes from one run to the next, and the placeholder for it, in the order of replacement. */
const VOLATILE: readonly (readonly [placeholder: string, patterns: readonly RegExp[]])[] = [
  [
    "<time>",
    [
      /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?/g,
      /\b\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}:\d{2}(?: [+-]\d{4})?/g,
      /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ 0-3]\d \d{2}:\d{2}:\d{2}\b/g,
      /\b\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?\b/g,
    ],
  ],
  ["<date>", [/\b\d{4}[-/]\d{2}[-/]\d{2}\b/g]],
  ["<uuid>", [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi]],
  ["<ip>", [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?\b/g]],
  ["<hex>", [/\b0x[0-9a-fA-F]+\b/g]],
  ["<hash>", [/\b(?=[0-9a-fA-F]*\d)[0-9a-fA-F]{16,}\b/g]],
  ["<duration>", [/\b\d+(?:\.\d+)?\s?(?:ns|us|µs|ms|s|sec|secs|seconds|min)\b/g]],
  ["<pid>", [/(?<=\b(?:pid|tid|thread|port)[ =:])\d+\b/g, /(?<=\w)\[\d+\](?=:)/g]],
  ["<n>", [/(?<![\w.])\d{4,}(?!\w|\.\d)/g]],
];

export interface Masked {
  readonly line: string;
  /** How many values were replaced. */
  readonly count: number;
}

/** Replaces times, ids and numbers by placeholders, so that lines which differ only in them become equal. */
export function maskVolatile(line: string): Masked {
  // Each pattern needs a digit, or the hyphens of a UUID.
  if (!/[\d-]/.test(line)) return { line, count: 0 };
  let masked = line;
  let count = 0;
  for (const [placeholder, patterns] of VOLATILE) {
    for (const pattern of patterns) {
      masked = masked.replace(pattern, () => {
        count++;
        return placeholder;
      });
    }
  }
  return { line: masked, count };
}
