/** Writes what was merged. */
import type { Entry } from "../_core/tool.ts";
import { writeConfig } from "../_lib/formats/config/convert.ts";
import { SourceLosses } from "../_lib/formats/config/losses.ts";
import type { ConfigDocument } from "../_lib/fields/config-field.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import type { OutputFormat, Warning } from "../three-way-structured-merge.ts";

const LAYOUT = { separator: ".", rootName: "root", sortKeys: false, indent: 2 };

/** The document as text; dates and spellings of numbers that TOML inputs had come back in TOML. */
export function writeMerged(
  root: JsonNode,
  format: OutputFormat,
  inputs: readonly ConfigDocument[],
) {
  const error = format === "toml" ? tomlProblem(root) : undefined;
  if (error !== undefined) return { error };
  const source = {
    ok: true,
    format,
    root,
    losses: new SourceLosses(),
    moments: new Set(inputs.flatMap(({ moments }) => [...moments])),
    spellings: new Map(inputs.flatMap(({ spellings }) => [...spellings])),
    warnings: [],
  } as const;
  const written = writeConfig(source, format, LAYOUT);
  if (!written.ok) {
    // The other problems of writing are those of formats that are not written here.
    return { error: written.error as Entry<"LONE_SURROGATE" | "OUTPUT_TOO_LARGE"> };
  }
  const warnings = written.losses.list.flatMap(({ code, path }): Entry<Warning>[] =>
    code === "NUMBER_TO_STRING"
      ? [{ code, message: "An integer beyond 64 bits is written as a string", path }]
      : [],
  );
  return { output: written.output, warnings };
}

function tomlProblem(root: JsonNode): Entry<"TOML_NULL" | "DOCUMENT_TYPE"> | undefined {
  const path = nullIn(root, "");
  if (path !== undefined) {
    const message = "Cannot write TOML: found null, expected a value that TOML has";
    return { code: "TOML_NULL", message, path };
  }
  if (root.type === "object") return undefined;
  const message = `Cannot write TOML: found ${root.type}, expected an object`;
  return { code: "DOCUMENT_TYPE", message, path: "/format" };
}

/** Where the first null stands. */
function nullIn(node: JsonNode, path: string): string | undefined {
  if (node.type === "null") return path;
  const entries =
    node.type === "object"
      ? node.members.map(({ key, value }) => [key, value] as const)
      : node.type === "array"
        ? [...node.items.entries()]
        : [];
  for (const [token, value] of entries) {
    const found = nullIn(value, appendPointer(path, token));
    if (found !== undefined) return found;
  }
  return undefined;
}
