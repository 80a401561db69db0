/** Redacts several texts as one, so that a value has the same token in all of them. */
import {
  type Redaction,
  redactSensitive,
  type RedactOptions,
} from "../_lib/secrets/detectors/redact.ts";

export interface RedactedTexts extends Pick<Redaction, "evidence" | "summary" | "verified"> {
  /** In the order of the texts; tokens are numbered in that order, too. */
  readonly texts: readonly string[];
}

/** As `redactSensitive`; what is found in one text is replaced in the others, too. */
export function redactTexts(texts: readonly string[], options: RedactOptions = {}): RedactedTexts {
  const separator = separatorOf(texts);
  const joined = texts.map(closed).join(separator);
  const { text, evidence, summary, verified } = redactSensitive(joined, options);
  const parts = texts.length === 0 ? [] : text.split(separator);
  const open = parts.map((part, index) => reopened(part, texts[index] ?? ""));
  return { texts: open, evidence, summary, verified };
}

/** No detector reads across it, and it stands in none of the texts. */
function separatorOf(texts: readonly string[]): string {
  let mark = "\u001e";
  while (texts.some((text) => text.includes(mark))) mark += mark;
  return `\n${mark}\n`;
}

const KEY_BEGIN = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_END = "-----END PRIVATE KEY-----";

/** A private key without its end goes on to the end of its own text, not of all. */
function closed(text: string): string {
  return isOpen(text) ? `${text}\n${KEY_END}` : text;
}

function isOpen(text: string): boolean {
  const begin = Array.from(text.matchAll(KEY_BEGIN)).at(-1);
  return begin !== undefined && !/-----END [A-Z0-9 ]*PRIVATE KEY/.test(text.slice(begin.index));
}

/** Without the end that was added, where nothing took it. */
function reopened(part: string, text: string): string {
  const added = `\n${KEY_END}`;
  return isOpen(text) && part.endsWith(added) ? part.slice(0, -added.length) : part;
}
