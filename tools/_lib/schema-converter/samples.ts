import type { Entry } from "../../_core/tool.ts";
import { EntryList } from "../entry-list.ts";
import {
  bomRemoved,
  type JsonFailure,
  type JsonWarning,
  noteFindings,
  problemEntry,
  readJsonField,
} from "../json/field.ts";
import { readJson } from "../json/read.ts";
import { type JsonNode, withoutRepeats } from "../json/tree.ts";
import { endOfLine, nextLine, positionFinder } from "../text-position.ts";

export type Samples =
  | {
      readonly ok: true;
      readonly samples: readonly JsonNode[];
      readonly warnings: readonly Entry<JsonWarning>[];
    }
  | {
      readonly ok: false;
      readonly error: Entry<JsonFailure>;
      readonly warnings: readonly Entry<JsonWarning>[];
    };

/** One document, or JSON lines with a sample each; `each` makes the elements of an array samples. */
export function readSamples(field: unknown, each: boolean): Samples {
  const read = readJsonField(field, "/input");
  if (read.ok) {
    const { root } = read;
    const samples = each && root.type === "array" ? root.items : [root];
    return { ok: true, samples, warnings: read.warnings };
  }
  const lines = typeof field === "string" ? readLines(field) : undefined;
  return lines ?? { ok: false, error: read.error, warnings: read.warnings };
}

/** Two or more lines that are not blank, the first of them a document; undefined for other text. */
function readLines(text: string): Samples | undefined {
  const marked = text.startsWith("\ufeff");
  const find = positionFinder(text);
  const findings = new EntryList<JsonWarning, "WARNINGS_TRUNCATED">("WARNINGS_TRUNCATED");
  const warnings = () => [...(marked ? [bomRemoved()] : []), ...findings.list()];
  const samples: JsonNode[] = [];
  const starts = lineStarts(text, marked ? 1 : 0);
  if (starts.length < 2) return undefined;
  for (const start of starts) {
    const document = readJson(text.slice(start, endOfLine(text, start)));
    if ("type" in document) {
      if (samples.length === 0) return undefined;
      const error = problemEntry(document, text, "/input", "json", start);
      return { ok: false, error, warnings: warnings() };
    }
    noteFindings(document, (offset) => find(start + offset), findings);
    samples.push(withoutRepeats(document.root, "last"));
  }
  return { ok: true, samples, warnings: warnings() };
}

/** Where each line begins that is not blank. */
function lineStarts(text: string, first: number): number[] {
  const starts: number[] = [];
  for (let start = first; start < text.length; start = nextLine(text, start)) {
    if (text.slice(start, endOfLine(text, start)).trim() !== "") starts.push(start);
  }
  return starts;
}
