import type { Entry } from "../../../_core/tool.ts";
import { WarningList } from "../../results/entry-list.ts";
import { escapePointer } from "../../results/pointer.ts";
import type { JsonNode, JsonObject } from "../../json/tree/tree.ts";
import { nearest } from "../../text/nearest.ts";
import { type Draft, draftsOf, isAsserted, isSince, keywordNames, keywordOf } from "./drafts.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { formatNames, formatOf } from "./formats.ts";
import type { Library, Place, SchemaDocument } from "./library.ts";
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
    for (const node of nodesOf(document.root)) {
      const place = library.placeOf(node);
      if (place === undefined || node.type !== "object") continue;
      const path = document.path + place.pointer;
      if (noteSiblings(node, place, path, warnings)) continue;
      noteUnknown(node, place.resource.dialect.draft, path, warnings);
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

/** All values of a tree in document order. */
function* nodesOf(root: JsonNode): Iterable<JsonNode> {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    if (node.type === "array") for (const item of node.items.toReversed()) stack.push(item);
    else if (node.type === "object") {
      for (const { value } of node.members.toReversed()) stack.push(value);
    }
  }
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

function noteUnknown(node: JsonObject, draft: Draft, path: string, warnings: Warnings): void {
  for (const { key } of node.members) {
    if (keywordOf(key, draft) !== undefined || key.startsWith("x-")) continue;
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
