import { type Ctx, type Entry, fail } from "../_core/tool.ts";
import { readDocumentField } from "../_lib/fields/document-field.ts";
import type { JsonWarning } from "../_lib/json/tree/json-field.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { CONTRACT_FORMATS, contractTrouble } from "../_lib/schemas/json-schema/checked-formats.ts";
import { compileSchema, type Validator } from "../_lib/schemas/json-schema/validator.ts";
import type { Failure, Input, Result, Value, Warning } from "../json-schema-compatibility-diff.ts";
import { compareVersions, type Compared } from "./comparison.ts";
import { conclude } from "./conclusion.ts";

/** A schema that was read and can be used. */
export interface Given {
  readonly root: JsonNode;
  readonly validator: Validator;
}

/** Compares two versions of a schema, and all older ones with the new one. */
export function compareSchemas(input: Input, ctx: Ctx): Result {
  const fields = [
    [input.before, "/before"],
    [input.after, "/after"],
    ...input.history.map((version, index) => [version, `/history/${index}`] as const),
  ] as const;
  const errors: Entry<Failure>[] = [];
  const warnings: Entry<Warning>[] = [];
  const versions: Given[] = [];
  for (const [field, path] of fields) {
    const read = readSchema(field, path, ctx);
    if ("errors" in read) errors.push(...read.errors);
    else {
      versions.push(read.given);
      warnings.push(...read.warnings);
    }
  }
  const [first, ...others] = errors;
  const [before, after, ...older] = versions;
  if (first !== undefined) return fail<Value, Failure, Warning>([first, ...others], { warnings });
  if (before === undefined || after === undefined) throw new TypeError("Both were read");
  const compared = compareVersions(before, after, input, ctx.budget);
  if ("error" in compared) return fail<Value, Failure, Warning>(compared.error, { warnings });
  const past: Compared[] = [];
  for (const version of older) {
    const one = compareVersions(version, after, input, ctx.budget);
    if ("error" in one) return fail<Value, Failure, Warning>(one.error, { warnings });
    past.push(one);
  }
  return conclude({ input, compared, past, warnings, before, after, budget: ctx.budget });
}

type Read =
  | { readonly given: Given; readonly warnings: readonly Entry<JsonWarning>[] }
  | { readonly errors: readonly Entry<Failure>[] };

function readSchema(field: unknown, path: string, { budget }: Ctx): Read {
  const read = readDocumentField(field, path, ["object", "boolean"]);
  if (!read.ok) return { errors: [read.error] };
  const compiled = compileSchema(read.root, { formats: CONTRACT_FORMATS, path, budget });
  if (!compiled.ok) return { errors: compiled.errors.map((trouble) => contractTrouble(trouble)) };
  const warnings = read.warnings.map((entry) => ({ ...entry, path: path + (entry.path ?? "") }));
  return { given: { root: read.root, validator: compiled.validator }, warnings };
}
