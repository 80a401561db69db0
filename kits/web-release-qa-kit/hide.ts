/** Secrets of pages, kept out of everything that quotes the pages. */
import { LiteralSet } from "../../tools/_lib/secrets/detectors/literals.ts";
import { replaceSensitive } from "../../tools/_lib/secrets/detectors/redact.ts";
import { MASK } from "../../tools/_lib/secrets/secret-keys.ts";

export type Hide = (text: string) => string;

/** Shorter values occur by chance. */
const SHORTEST = 6;

/** Puts a mask in the place of each credential that one of the texts gives away. */
export function hiderOf(texts: readonly string[]): Hide {
  const values = new Set<string>();
  for (const text of texts) {
    const { redacted } = replaceSensitive(text, { categories: ["credential"], entropy: "off" });
    for (const { start, end } of redacted.values.flatMap(({ occurrences }) => occurrences)) {
      if (end - start >= SHORTEST) values.add(text.slice(start, end));
    }
  }
  if (values.size === 0) return (text) => text;
  const all = [...values];
  const literals = new LiteralSet(all);
  return (text) => {
    const found: (readonly [start: number, end: number])[] = [];
    literals.search(text, (start, index) => {
      found.push([start, start + (all[index] ?? "").length]);
    });
    if (found.length === 0) return text;
    const parts: string[] = [];
    let at = 0;
    for (const [start, end] of found.toSorted(([a], [b]) => a - b)) {
      // What overlaps is one secret.
      if (start >= at) parts.push(text.slice(at, start), MASK);
      at = Math.max(at, end);
    }
    return parts.join("") + text.slice(at);
  };
}
