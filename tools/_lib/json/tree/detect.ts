import { readJson } from "./read.ts";

/** How surely a text, perhaps cut off, is JSON: high for containers, low for a bare scalar. */
export function detectJson(sample: string): number {
  const text = sample.trim();
  const first = text.charAt(0);
  const container = first === "{" || first === "[";
  const read = readJson(text);
  if (!("type" in read)) return container ? 0.95 : 0.2;
  if (!container) return 0;
  return read.offset >= text.length ? 0.85 : 0.4;
}
