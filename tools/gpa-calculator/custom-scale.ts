/** Scales of the caller. */
import { Type } from "@sinclair/typebox";
import type { Outcome } from "../_core/tool.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { readStructured, type StructuredFailure } from "../_lib/fields/structured-field.ts";
import { capital, type Scale, scaleOf } from "./grades.ts";

const LETTERS = Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 100 }), {
  minProperties: 1,
  maxProperties: 50,
});

export type ScaleRead =
  | { readonly value: Scale; readonly failure?: undefined }
  | { readonly failure: Outcome<never, StructuredFailure, never> };

/** `{ letter: points }`; a letter may not stand in it in two ways. */
export function readCustomScale(given: unknown, path: string): ScaleRead {
  const read = readStructured(given, LETTERS, path);
  if (read.failure) return read;
  const letters = Object.entries(read.value);
  const names = letters.map(([letter]) => capital(letter));
  const again = names.findIndex((name, index) => names.indexOf(name) !== index);
  const [twice] = letters[again] ?? [];
  if (twice === undefined) return { value: scaleOf(letters) };
  const problem = outOfBounds(appendPointer(path, twice), "the letter again", "each letter once");
  return { failure: inputInvalid([problem]) };
}
