/** Fields that are a document, JSON or YAML, of a known shape. */
import type { Static, TSchema } from "@sinclair/typebox";
import { type Entry, fail, type Outcome } from "../../_core/tool.ts";
import {
  DOCUMENT_FAILURES,
  type DocumentFailure,
  type DocumentWarning,
  readDocumentField,
} from "./document-field.ts";
import { type InputFailure, INPUT_FAILURES } from "../results/input-invalid.ts";
import type { JsonNode } from "../json/tree/tree.ts";
import { valueOf } from "../json/tree/value.ts";
import { readStructured } from "./structured-field.ts";

/** What stands in `failures` of a tool with such a field. */
export const SHAPED_FAILURES = { ...INPUT_FAILURES, ...DOCUMENT_FAILURES } as const;

export type ShapedFailure = InputFailure | DocumentFailure;

export type Shaped<S extends TSchema> =
  | {
      readonly value: Static<S>;
      readonly root: JsonNode;
      readonly warnings: readonly Entry<DocumentWarning>[];
      readonly failure?: undefined;
    }
  | { readonly failure: Outcome<never, ShapedFailure, never>; readonly value?: undefined };

/** A document of one of the JSON types, checked against the schema; numbers are doubles where they can be. */
export function readShaped<S extends TSchema>(
  field: unknown,
  path: string,
  schema: S,
  types: readonly JsonNode["type"][] = ["array"],
): Shaped<S> {
  const read = readDocumentField(field, path, types);
  if (!read.ok) return { failure: fail<never, ShapedFailure>(read.error) };
  const warnings = read.warnings.map((entry) => ({ ...entry, path: path + (entry.path ?? "") }));
  const shaped = readStructured(valueOf(read.root).value, schema, path);
  if (shaped.failure) return { failure: shaped.failure as Outcome<never, ShapedFailure, never> };
  return { value: shaped.value, root: read.root, warnings };
}

/** What a reader of a field gives where it refuses: the entries, of which there is one at least. */
export function refused<C extends string>(
  errors: readonly Entry<C>[],
): { readonly failure: Outcome<never, C, never> } {
  return { failure: fail<never, C>(errors as [Entry<C>, ...Entry<C>[]]) };
}
