/** The law of what kits make. */
import type { Law } from "../../tools/_core/tool.ts";
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import { utf8Length } from "../../tools/_lib/text/code-points.ts";
import type { Deliverable } from "./deliverable.ts";

export const filesLaw = {
  name: "files are what their figures say, and JSON is JSON",
  holds(run, input) {
    const { value } = run(input);
    const { deliverables = [] } = (value ?? {}) as { deliverables?: readonly Deliverable[] };
    return deliverables.every(
      ({ name, content, bytes, sha256 }) =>
        bytes === utf8Length(content) &&
        sha256 === sha256Hex(content) &&
        // A page is the caller's own, and ends as it did; an empty list is an empty file.
        (name.endsWith(".html") || /^(?:|(?:|[^]*[^\n])\n)$/.test(content)) &&
        !(name.endsWith(".md") && content.includes("\r")) &&
        (!/\.(?:json|sarif)$/.test(name) || parses(content)) &&
        (!name.endsWith(".jsonl") || content.split("\n").filter(Boolean).every(parses)),
    );
  },
} as const satisfies Law;

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
