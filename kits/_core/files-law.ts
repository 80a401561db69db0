/** The law of what kits make. */
import type { Law } from "../../tools/_core/tool.ts";
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import { utf8Length } from "../../tools/_lib/text/code-points.ts";
import type { Deliverable } from "./deliverable.ts";

export const filesLaw = filesLawBut([]);

/** The same for a kit that gives the caller's own texts back, mended: those end as they did, and so do their lines. */
export function filesLawBut(ofTheCaller: readonly string[]) {
  return {
    name: "files are what their figures say, and JSON is JSON",
    holds(run, input) {
      const { value } = run(input);
      const { deliverables = [] } = (value ?? {}) as { deliverables?: readonly Deliverable[] };
      return deliverables.every(
        ({ name, content, bytes, sha256 }) =>
          bytes === utf8Length(content) &&
          sha256 === sha256Hex(content) &&
          (ofTheCaller.includes(name) || isWritten(name, content)) &&
          (!/\.(?:json|sarif)$/.test(name) || parses(content)) &&
          (!name.endsWith(".jsonl") || content.split("\n").filter(Boolean).every(parses)),
      );
    },
  } as const satisfies Law;
}

function isWritten(name: string, content: string): boolean {
  // A page is the caller's own, and ends as it did; an empty list is an empty file.
  const isEnded = name.endsWith(".html") || /^(?:|(?:|[^]*[^\n])\n)$/.test(content);
  return isEnded && !(name.endsWith(".md") && content.includes("\r"));
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
