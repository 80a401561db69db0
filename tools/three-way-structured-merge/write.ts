/** Writes what was merged. */
import type { Entry } from "../_core/tool.ts";
import { writeConfig } from "../_lib/formats/config/convert.ts";
import { SourceLosses } from "../_lib/formats/config/losses.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import type { OutputFormat, Warning } from "../three-way-structured-merge.ts";

const LAYOUT = { separator: ".", rootName: "root", sortKeys: false };
const STEP = 2;

export interface MergedWriting {
  readonly format: OutputFormat;
  /** Where dates and spellings of numbers come from, which come back in TOML. */
  readonly moments: ReadonlySet<JsonNode>;
  readonly spellings: ReadonlyMap<JsonNode, string>;
  /** Whether the root holds the documents of a stream. */
  readonly isStream: boolean;
}

/** Why the document cannot be written in the format. */
export function problemOf(root: JsonNode, { format }: MergedWriting) {
  return format === "toml" ? tomlProblem(root) : undefined;
}

/** The document as text. */
export function writeMerged(root: JsonNode, writing: MergedWriting) {
  if (!writing.isStream || writing.format !== "yaml" || root.type !== "array") {
    return writeOne(root, writing, STEP);
  }
  const outputs: string[] = [];
  for (const item of root.items) {
    const written = writeOne(item, writing, STEP);
    if ("error" in written) return written;
    outputs.push(written.output);
  }
  return { output: outputs.join("---\n"), warnings: [] };
}

/** A part of the document; empty where it cannot be written, which the whole then says. */
export function writeData(node: JsonNode, writing: MergedWriting, indent: number): string {
  const written = writeOne(node, writing, indent);
  return "error" in written ? "" : written.output;
}

function writeOne(root: JsonNode, { format, moments, spellings }: MergedWriting, indent: number) {
  const source = {
    ok: true,
    format,
    root,
    losses: new SourceLosses(),
    moments,
    spellings,
    warnings: [],
  } as const;
  const written = writeConfig(source, format, { ...LAYOUT, indent });
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
