import type { Entry } from "../_core/tool.ts";
import { type DocumentFailure, readDocumentField } from "../_lib/fields/document-field.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import type { JsonWarning } from "../_lib/json/tree/json-field.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { outOfBounds } from "../_lib/results/input-invalid.ts";

/** What goes in, what comes out, and what may be wrong. */

export const MOST_FIXTURES = 500;

/** Reads lists of fixtures. */

export type FixtureList =
  | {
      readonly ok: true;
      readonly nodes: readonly JsonNode[];
      readonly warnings: readonly Entry<JsonWarning>[];
    }
  | { readonly ok: false; readonly error: Entry<DocumentFailure | "RANGE"> };

export function readFixtures(field: unknown, path: string): FixtureList {
  if (isNothing(field)) return { ok: true, nodes: [], warnings: [] };
  const read = readDocumentField(field, path, ["array"]);
  if (!read.ok) return read;
  const nodes = read.root.type === "array" ? read.root.items : [];
  if (nodes.length > MOST_FIXTURES) {
    const expected = `at most ${MOST_FIXTURES}`;
    return { ok: false, error: outOfBounds(path, `${nodes.length} values`, expected) };
  }
  return { ok: true, nodes, warnings: read.warnings.map((warning) => at(path, warning)) };
}

/** Pointers into a document begin at its root. */
export function at<E extends Entry>(path: string, warning: E): E {
  return warning.path === undefined ? warning : { ...warning, path: `${path}${warning.path}` };
}
