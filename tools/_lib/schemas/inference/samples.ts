import type { Entry } from "../../../_core/tool.ts";
import type { JsonFailure, JsonWarning } from "../../json/tree/json-field.ts";
import { readJsonRoot } from "../../json/tree/rows.ts";
import type { JsonNode } from "../../json/tree/tree.ts";

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
  const read = readJsonRoot(field, "/input");
  if (!read.ok) return read;
  const { root, isLines, warnings } = read;
  const isList = root.type === "array" && (isLines || each);
  return { ok: true, samples: isList ? root.items : [root], warnings };
}
