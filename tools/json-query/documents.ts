import type { Entry } from "../_core/tool.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import {
  bomRemoved,
  type JsonFailure,
  type JsonWarning,
  noteFindings,
  problemEntry,
  readJsonField,
} from "../_lib/json/tree/json-field.ts";
import { readJsonValues } from "../_lib/json/tree/read.ts";
import { type JsonNode, withoutRepeats } from "../_lib/json/tree/tree.ts";
import { positionFinder } from "../_lib/text/position.ts";

export type Documents =
  | {
      readonly ok: true;
      readonly roots: readonly JsonNode[];
      readonly warnings: readonly Entry<JsonWarning>[];
    }
  | {
      readonly ok: false;
      readonly error: Entry<JsonFailure>;
      readonly warnings: readonly Entry<JsonWarning>[];
    };

/** Reads a field that holds one document, or as text several with white space between them. */
export function readDocuments(field: unknown, path: string, mayBeNone: boolean): Documents {
  if (typeof field !== "string" || (/^\ufeff?[ \t\r\n]*$/.test(field) && !mayBeNone))
    return readOneDocument(field, path);
  const marked = field.startsWith("\ufeff");
  const marks = marked ? [bomRemoved()] : [];
  // A space in the place of the mark keeps the offsets.
  const read = readJsonValues(marked ? ` ${field.slice(1)}` : field);
  if ("type" in read) return { ok: false, error: problemEntry(read, field, path), warnings: marks };
  const list = new WarningList<"DUPLICATE_KEY" | "LONE_SURROGATE">();
  const place = positionFinder(field);
  for (const document of read) noteFindings(document, place, list);
  const roots = read.map(({ root }) => withoutRepeats(root, "last"));
  return { ok: true, roots, warnings: [...marks, ...list.list()] };
}

/** Reads a field that holds one document. */
export function readOneDocument(field: unknown, path: string): Documents {
  const read = readJsonField(field, path);
  return read.ok ? { ok: true, roots: [read.root], warnings: read.warnings } : read;
}
