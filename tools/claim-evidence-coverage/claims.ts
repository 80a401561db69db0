/** The claims as they are given, in a list or in a text. */
import { Type } from "@sinclair/typebox";
import type { Entry, Outcome } from "../_core/tool.ts";
import { type JsonWarning, readJsonField } from "../_lib/json/tree/json-field.ts";
import { readRecords } from "../_lib/fields/named-texts.ts";
import { sentencesIn } from "../_lib/text/prose/sentences.ts";
import { type TextUnit, unitsOf } from "../_lib/text/prose/units.ts";
import type { StructuredFailure } from "../_lib/fields/structured-field.ts";

export interface Claim {
  readonly id: string;
  readonly text: string;
  /** Ids of the sources that it lists; where there are none all count. */
  readonly listed: readonly string[];
}

export type ClaimsRead =
  | {
      readonly claims: readonly Claim[];
      readonly warnings: readonly Entry<JsonWarning>[];
      readonly failure?: undefined;
    }
  | { readonly failure: Outcome<never, StructuredFailure, never> };

const PATH = "/claims";
const CLAIMS = Type.Array(
  Type.Object({
    id: Type.Optional(Type.String()),
    text: Type.String(),
    evidence: Type.Optional(Type.Array(Type.String())),
  }),
);

/** Reads a field that is not missing: data, or a text that does not begin as data does. */
export function readClaims(field: unknown): ClaimsRead {
  if (typeof field === "string" && !isData(field)) {
    const texts = unitsOf(field).flatMap((unit) => statementsIn(field, unit));
    const claims = texts.map((text, at) => ({ id: defaultId(at), text, listed: [] }));
    return { claims, warnings: [] };
  }
  const read = readRecords(field, CLAIMS, PATH);
  if (read.failure) return read;
  const claims = read.value.map(({ id, text, evidence = [] }, at) => {
    return { id: id || defaultId(at), text, listed: evidence };
  });
  return { claims, warnings: read.warnings };
}

function defaultId(at: number): string {
  return `c${at + 1}`;
}

/** Whether a text is a JSON list or object, or is meant to be one. */
function isData(text: string): boolean {
  if (/^\ufeff?\s*(?:\[\s*\{|\{\s*")/.test(text)) return true;
  if (!/^\ufeff?\s*[[{]/.test(text)) return false;
  return readJsonField(text, PATH).ok;
}

const ITEM_MARKER = /^(?:[-*+]|\d{1,9}[.)])[ \t]+/;

/** The sentences of paragraphs and list items; headings, tables and code state nothing. */
function statementsIn(text: string, { kind, start, end, text: written }: TextUnit): string[] {
  if (kind === "sentence") return [written];
  if (kind !== "list") return [];
  const marker = ITEM_MARKER.exec(written)?.[0] ?? "";
  const sentences = sentencesIn(text, { start: start + marker.length, end });
  return sentences.map((range) => text.slice(range.start, range.end));
}
