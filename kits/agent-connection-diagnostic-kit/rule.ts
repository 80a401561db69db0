/** A trouble: what it shows itself by, and what mends it. */
import type { Sign } from "./signs.ts";

export const LAYERS = [
  "config",
  "process",
  "dns",
  "tcp",
  "tls",
  "http",
  "auth",
  "transport",
  "handshake",
  "tools",
] as const;

export const KINDS = ["cause", "symptom", "note"] as const;

export interface Rule {
  readonly code: string;
  readonly layer: (typeof LAYERS)[number];
  /** A cause can be mended; a symptom comes of one; a note is no fault by itself. */
  readonly kind: (typeof KINDS)[number];
  /** One of them is enough. Texts are looked for without case; `#404` is a status of HTTP, `@name` a fact. */
  readonly strong: readonly Sign[];
  /** They make it likelier. */
  readonly further: readonly Sign[];
  readonly fix: string;
}

/** A pattern behind another one; as one pattern that would be slow. */
export function follows(first: RegExp, second: RegExp, within: "line" | "text"): Sign {
  return { first, second, within };
}
