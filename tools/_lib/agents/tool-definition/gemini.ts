import type { JsonObject } from "../../json/tree/tree.ts";
import { minifyJson } from "../../json/tree/write.ts";
import { beginning } from "../../text/shown.ts";
import { type NotInlined, type OpenApiChange, writeOpenApi } from "../provider-schema/openapi.ts";
import type { Change } from "./changes.ts";

export type GeminiResult =
  | { readonly ok: true; readonly schema: JsonObject; readonly changes: readonly Change[] }
  | { readonly ok: false; readonly reason: NotInlined };

/** The schema as Gemini's `parameters` take it, what they cannot say in its descriptions. */
export function geminiSchema(root: JsonObject): GeminiResult {
  const changes: Change[] = [];
  const written = writeOpenApi(root, { unsupported: "describe" }, (change) => {
    const noted = changeOf(change);
    if (noted !== undefined) changes.push(noted);
  });
  return written.ok ? { ...written, changes } : written;
}

const LONGEST_DETAIL = 80;

/** What is written otherwise and means the same is no change worth telling. */
function changeOf({ kind, path, before }: OpenApiChange): Change | undefined {
  if (kind === "merged") return { code: "ALLOF_MERGED", path, detail: "merged into one schema" };
  if (kind === "union") return { code: "ONEOF_TO_ANYOF", path, detail: "written as anyOf" };
  if (kind !== "moved" || before === undefined) return undefined;
  const keyword = path.slice(path.lastIndexOf("/") + 1);
  const value = beginning(minifyJson(before) ?? "", LONGEST_DETAIL);
  return { code: "CONSTRAINT_TO_DESCRIPTION", path, detail: `${keyword}: ${value}` };
}
