import { type TOptional, type TString, type TUnsafe, Type } from "@sinclair/typebox";
import { whole } from "../../_core/fields.ts";
import type { Entry } from "../../_core/tool.ts";
import { foldCase } from "../text/letter-case/letters.ts";
import { countCodePoints } from "../text/code-points.ts";
import { outOfBounds } from "../results/input-invalid.ts";

const LONGEST_DELIMITER = 10;

/** The fields that choose the part of a line by which it is compared. */
export const KEY_FIELDS: {
  readonly field: TOptional<TUnsafe<number>>;
  readonly delimiter: TOptional<TString>;
} = {
  field: Type.Optional(
    Type.Unsafe<number>(
      Type.Union([whole({ minimum: 1, maximum: 1000 }), whole({ minimum: -1000, maximum: -1 })], {
        type: "number",
        description: "Compare this field of the line only, from 1; -1 is the last one",
      }),
    ),
  ),
  delimiter: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2 * LONGEST_DELIMITER,
      description: "Between fields, literally, up to 10 characters; white space if not given",
    }),
  ),
};

export interface KeyOptions {
  readonly field?: number | undefined;
  readonly delimiter?: string | undefined;
  readonly trim: boolean;
  /** White space in runs counts as one space. */
  readonly collapse?: boolean;
  readonly ignoreCase: boolean;
}

/** The part of a line by which it is compared; undefined where the line has no such field. */
export function fieldOf(line: string, { field, delimiter }: KeyOptions): string | undefined {
  if (field === undefined) return line;
  const fields = delimiter === undefined ? (line.match(/\S+/g) ?? []) : line.split(delimiter);
  return fields.at(field > 0 ? field - 1 : field);
}

/** A part of a line in the form in which equal ones are equal text. */
export function keyOf(part: string, { trim, collapse = false, ignoreCase }: KeyOptions): string {
  let key = trim ? part.trim() : part;
  if (collapse) key = key.replace(/\s+/g, " ");
  return ignoreCase ? foldCase(key) : key;
}

/** What is wrong with a delimiter that its schema lets pass, which counts UTF-16 units. */
export function delimiterProblem({ delimiter = "" }: KeyOptions): Entry<"RANGE"> | undefined {
  const length = countCodePoints(delimiter);
  if (length <= LONGEST_DELIMITER) return undefined;
  return outOfBounds("/delimiter", `${length} characters`, `1 to ${LONGEST_DELIMITER} characters`);
}
