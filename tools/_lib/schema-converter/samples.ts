import type { Entry } from "../../_core/tool.ts";
import { type JsonFailure, type JsonWarning, readJsonField } from "../json/field.ts";
import { readJson } from "../json/read.ts";
import { type JsonNode, withoutRepeats } from "../json/tree.ts";

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
  if (lines) return { ok: true, samples: lines, warnings: [] };
  return { ok: false, error: read.error, warnings: read.warnings };
}

/** The documents of two or more lines; undefined where a line is no JSON. */
function readLines(text: string): JsonNode[] | undefined {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
  if (lines.length < 2) return undefined;
  const samples: JsonNode[] = [];
  for (const line of lines) {
    const document = readJson(line);
    if ("type" in document) return undefined;
    samples.push(withoutRepeats(document.root, "last"));
  }
  return samples;
}
