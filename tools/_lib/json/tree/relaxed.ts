/** JSON as people write it: read strictly where it can be, and else with what the dialects of JSON add. */
import type { Entry } from "../../../_core/tool.ts";
import {
  type JsonField,
  type JsonFieldFailure,
  type JsonWarning,
  readJsonField,
} from "./json-field.ts";

/** Warnings of reading JSON that may be relaxed, to be spread into a tool's `warnings`. */
export const RELAXED_WARNINGS = {
  JSON_RELAXED: "JSON was read with comments, trailing commas or what else JSON5 adds",
} as const;

export type RelaxedWarning = JsonWarning | keyof typeof RELAXED_WARNINGS;

export interface RelaxedField extends Omit<JsonField, "warnings"> {
  readonly warnings: readonly Entry<RelaxedWarning>[];
}

/** Whether the text can only be JSON: it begins as an object or array. */
export function beginsLikeJson(text: string): boolean {
  return /^\ufeff?\s*[[{]/.test(text);
}

/** Whether the text begins as an object or array behind comments, which no other notation has there. */
function beginsWithComment(text: string): boolean {
  return /^\ufeff?\s*\/[/*]/.test(text);
}

/**
 * Reads a JSON field: text as JSON (RFC 8259), else with comments and trailing commas, else as JSON5, with
 * a warning where it had to be relaxed. Text that is none of them is refused where the furthest reader stopped.
 */
export function readRelaxedJson(field: unknown, path: string): RelaxedField | JsonFieldFailure {
  const strict = readJsonField(field, path);
  if (strict.ok || typeof field !== "string" || strict.error.code !== "JSON_SYNTAX") return strict;
  if (!beginsLikeJson(field) && !beginsWithComment(field)) return strict;
  let refused = strict;
  for (const dialect of ["jsonc", "json5"] as const) {
    const read = readJsonField(field, path, dialect);
    if (read.ok) {
      return { ...read, warnings: [jsonRelaxed(dialect, strict.error), ...read.warnings] };
    }
    if ((read.error.offset ?? 0) > (refused.error.offset ?? 0)) refused = read;
  }
  return refused;
}

const NAMES = { jsonc: "JSON with comments and trailing commas", json5: "JSON5" } as const;

/** The warning that text was read as a dialect, where strict JSON would have ended. */
export function jsonRelaxed(
  dialect: keyof typeof NAMES,
  { line, column, offset }: Partial<Pick<Entry, "line" | "column" | "offset">> = {},
): Entry<"JSON_RELAXED"> {
  const message = `The text is no strict JSON and was read as ${NAMES[dialect]}`;
  return { code: "JSON_RELAXED", message, line, column, offset };
}
