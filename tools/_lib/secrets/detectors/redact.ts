/** Replaces sensitive values by tokens, and says what was replaced without the values. */
import { type RandomString, randomStrings } from "./entropy.ts";
import { type Evidence, evidenceOf, type Summary, summaryOf } from "./evidence.ts";
import { placesOf } from "./places.ts";
import { Scan, type Selection, type SensitiveSpan } from "./scan.ts";
import { ENTROPY_LABEL } from "./tokens.ts";
import { type FoundValue, valuesOf } from "./values.ts";

export interface RedactOptions extends Selection {
  /** Makes tokens that are equal in all texts with this salt; they are numbered if it is not given. */
  readonly salt?: string;
  /** What to do about strings that look random; flag if not given. */
  readonly entropy?: "off" | "flag" | "redact";
}

/** A string that looks random and was left. */
export interface Review {
  /** In the input, from 1; columns in code points. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** Bits per character. */
  readonly entropy: number;
}

export interface Redaction {
  readonly text: string;
  /** One for each token, in order of first occurrence. */
  readonly evidence: Evidence[];
  readonly summary: Summary;
  readonly review: Review[];
  /** A scan of the redacted text finds nothing. */
  readonly verified: boolean;
  /** A private key without its end was redacted to the end of the text. */
  readonly unterminated: boolean;
}

/** A token may lay bare what the text before it hid, so what was redacted is scanned again. */
const MOST_SCANS = 4;

/** Throws `RegexBudgetExceeded` where a custom pattern takes too many steps. */
export function redactSensitive(text: string, options: RedactOptions = {}): Redaction {
  const { redacted, random, isClean } = replaceSensitive(text, options);
  const evidence = evidenceOf(text, redacted.values);
  return {
    text: redacted.text,
    evidence,
    summary: summaryOf(evidence),
    review: reviewOf(text, random, redacted.origin),
    verified: isClean,
    unterminated: redacted.spans.some((span) => isUnterminated(text, span)),
  };
}

interface Replaced {
  readonly redacted: Redacted;
  /** Left for review. */
  readonly random: readonly RandomString[];
  /** A scan of the redacted text finds nothing. */
  readonly isClean: boolean;
}

/** The text with its tokens, and the values that they stand for. */
export function replaceSensitive(text: string, options: RedactOptions): Replaced {
  let redacted: Redacted = { text, spans: [], values: [], origin: (offset) => offset };
  for (let scans = 0; ; scans++) {
    const { spans, random } = find(redacted.text, options, scans);
    const { origin } = redacted;
    if (spans.length > 0 && scans < MOST_SCANS) {
      const found = spans.map((span) => {
        const start = origin(span.start);
        return { ...span, start, end: start + span.end - span.start };
      });
      redacted = replace(text, [...redacted.spans, ...found], options.salt);
      continue;
    }
    return { redacted, random, isClean: spans.length === 0 };
  }
}

interface Findings {
  readonly spans: readonly SensitiveSpan[];
  /** Left for review. */
  readonly random: readonly RandomString[];
}

/** What a scan finds; what a later one finds has a lower rank than all that was found before. */
function find(text: string, options: RedactOptions, scans: number): Findings {
  const { entropy = "flag", allowValues } = options;
  const scan = new Scan(text, options);
  const spans = scan.run().map((span) => ({ ...span, rank: span.rank + scans * RANKS }));
  if (entropy === "off") return { spans, random: [] };
  const random = randomStrings(text, scan.claims, new Set(allowValues));
  if (entropy === "flag") return { spans, random };
  const strings = random.map(({ start, end }) => {
    return { ...ENTROPY, start, end, checks: [], rank: (scans + 1) * RANKS - 1 };
  });
  return { spans: [...spans, ...strings], random: [] };
}

/** More than there are detectors and custom patterns. */
const RANKS = 1000;

const ENTROPY = {
  detector: "entropy",
  label: ENTROPY_LABEL,
  category: "credential",
  severity: "medium",
} as const;

interface Redacted {
  readonly text: string;
  readonly spans: readonly SensitiveSpan[];
  readonly values: readonly FoundValue[];
  /** The offset in the input of an offset outside tokens. */
  readonly origin: (offset: number) => number;
}

function replace(
  text: string,
  found: readonly SensitiveSpan[],
  salt: string | undefined,
): Redacted {
  const spans = found.toSorted((a, b) => a.start - b.start);
  const values = valuesOf(text, spans, salt);
  const tokens = new Map(
    values.flatMap(({ token, occurrences }) => occurrences.map((span) => [span, token] as const)),
  );
  const parts: string[] = [];
  /** Where each token ends, in the output and in the input. */
  const ends: [output: number, input: number][] = [];
  let length = 0;
  let at = 0;
  for (const span of spans) {
    const token = tokens.get(span) ?? "";
    parts.push(text.slice(at, span.start), token);
    length += span.start - at + token.length;
    at = span.end;
    ends.push([length, at]);
  }
  parts.push(text.slice(at));
  const origin = (offset: number): number => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.[0] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const [output, input] = ends[low - 1] ?? [0, 0];
    return input + offset - output;
  };
  return { text: parts.join(""), spans, values, origin };
}

function reviewOf(
  text: string,
  random: readonly RandomString[],
  origin: Redacted["origin"],
): Review[] {
  const starts = random.map(({ start }) => origin(start));
  const places = placesOf(text, starts);
  return random.map(({ start, end, entropy }, index) => {
    const { line = 0, column = 0 } = places[index] ?? {};
    return { line, column, length: end - start, entropy };
  });
}

const KEY_END = /-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----$/;

function isUnterminated(text: string, { detector, start, end }: SensitiveSpan): boolean {
  return detector === "private-key" && !KEY_END.test(text.slice(start, end));
}
