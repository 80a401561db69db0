import type { Entry } from "../../../_core/tool.ts";
import { WarningList } from "../../results/entry-list.ts";
import { escapePointer } from "../../results/pointer.ts";
import type { JsonObject } from "../../json/tree/tree.ts";
import { nearest } from "../../text/nearest.ts";
import {
  type Dialect,
  draftsOf,
  isAsserted,
  isSince,
  keywordIn,
  keywordNames,
  keywordOf,
} from "./drafts.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { formatNames, formatOf } from "./formats.ts";
import type { Library, Place, SchemaDocument } from "./library.ts";
import { notePattern, patternsAt } from "./patterns.ts";
import type { SchemaWarning } from "./trouble.ts";
import { beginning } from "../../text/shown.ts";

type Warnings = WarningList<SchemaWarning>;

/** What is worth a warning in the schemas of the documents, in document order. */
export function schemaWarnings(
  documents: Iterable<SchemaDocument>,
  library: Library,
  assertFormat: boolean,
): Entry<SchemaWarning | "WARNINGS_TRUNCATED">[] {
  const warnings: Warnings = new WarningList();
  const formats: string[] = [];
  for (const document of documents) {
    for (const place of library.placesIn(document)) {
      const { node } = place;
      if (node.type !== "object") continue;
      const path = document.path + place.pointer;
      if (noteSiblings(node, place, path, warnings)) continue;
      noteUnknown(node, place.resource.dialect, path, warnings);
      noteAssumed(node, place.resource.dialect, path, warnings);
      for (const pattern of patternsAt(place)) notePattern(pattern, document.path, warnings);
      const format = textOf(memberOf(node, "format"));
      if (format === undefined) continue;
      formats.push(`${path}/format`);
      if (assertFormat) noteFormat(format, `${path}/format`, warnings);
    }
  }
  const [first] = formats;
  if (!assertFormat && first !== undefined) {
    warnings.add("FORMAT_NOT_ASSERTED", () => ({
      message: `The schema uses format ${formats.length === 1 ? "once" : `${formats.length} times`}, which was not to be checked`,
      path: first,
      received: formats.length,
    }));
  }
  return warnings.list();
}

/** Whether the schema is only a reference; notes what it ignores that could refuse something. */
function noteSiblings(
  node: JsonObject,
  { resource }: Place,
  path: string,
  warnings: Warnings,
): boolean {
  const { dialect } = resource;
  if (isSince(dialect.draft, "2019-09") || textOf(memberOf(node, "$ref")) === undefined) {
    return false;
  }
  const ignored = node.members
    .map(({ key }) => key)
    .filter((key) => keywordOf(key, dialect.draft)?.vocabulary !== "core")
    .filter((key) => isAsserted(key, dialect));
  if (ignored.length > 0) {
    warnings.add("REF_SIBLINGS_IGNORED", () => ({
      message: `Beside $ref ${ignored.slice(0, 10).join(", ")} ${ignored.length === 1 ? "is" : "are"} ignored in ${dialect.draft}`,
      path: `${path}/$ref`,
      received: ignored,
      hint: "Put the reference and the other keywords into allOf",
    }));
  }
  return true;
}

/** Notes what is read as draft-07 meant it, as no draft was named. */
function noteAssumed(node: JsonObject, dialect: Dialect, path: string, warnings: Warnings): void {
  if (dialect.isAssumed !== true) return;
  for (const { key, value } of node.members) {
    if (key !== "dependencies" && !(key === "items" && value.type === "array")) continue;
    const what = key === "items" ? "A list under items" : "The keyword dependencies";
    warnings.add("DRAFT_ASSUMED", () => ({
      message: `${what} is not known in ${dialect.draft}, which was assumed, and is read as in draft-07`,
      path: `${path}/${key}`,
      expected: key === "items" ? "prefixItems" : "dependentRequired or dependentSchemas",
      hint: "Name the draft in $schema",
    }));
  }
}

function noteUnknown(node: JsonObject, dialect: Dialect, path: string, warnings: Warnings): void {
  const { draft } = dialect;
  for (const { key } of node.members) {
    const isIdle = key === "additionalItems" && memberOf(node, "items")?.type !== "array";
    const known = isIdle ? keywordOf(key, draft) : keywordIn(key, dialect);
    if (known !== undefined || key.startsWith("x-")) continue;
    warnings.add("KEYWORD_UNKNOWN", () => {
      const drafts = draftsOf(key);
      const [near] = nearest(key, keywordNames(draft), { limit: 1 });
      const hint =
        drafts.length > 0
          ? `Known in ${drafts.join(", ")}`
          : near && `Did you mean ${JSON.stringify(near)}?`;
      return {
        message: `The keyword ${JSON.stringify(beginning(key, 100))} is not known in ${draft} and ignored`,
        path: `${path}/${escapePointer(key)}`,
        received: key,
        ...(near === undefined ? {} : { expected: near }),
        ...(hint === undefined ? {} : { hint }),
      };
    });
  }
}

function noteFormat(format: string, path: string, warnings: Warnings): void {
  if (formatOf(format) !== undefined) return;
  warnings.add("FORMAT_UNKNOWN", () => {
    const [near] = nearest(format, formatNames(), { limit: 1 });
    return {
      message: `The format ${JSON.stringify(beginning(format, 100))} is not known and not checked`,
      path,
      received: format,
      ...(near === undefined ? {} : { hint: `Did you mean ${JSON.stringify(near)}?` }),
    };
  });
}
