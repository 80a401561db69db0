/** Reads a row of any format. */
import type { JsonMember, JsonObject } from "../_lib/json/tree/tree.ts";
import type { SourceFormat } from "../eval-dataset-jsonl-formatter.ts";
import { PartReader } from "./part-reader.ts";
import type { HearProblem } from "./read-messages.ts";
import { idOf, isAboutTools, type Mapping, READERS, systemOf } from "./row-formats.ts";
import { isGiven, memberOf, type Row } from "./row.ts";

/** Undefined where a generic row has neither an input nor a target. */
export function readRow(
  source: JsonObject,
  index: number,
  format: SourceFormat,
  mapping: Mapping,
  hear: HearProblem,
): Row | undefined {
  const parts = READERS[format](new PartReader(source, `/rows/${index}`, hear), mapping);
  if (!parts) return undefined;
  const { taken, ...given } = parts;
  const [systemKey, idKey] = [mapping.system ?? "system", mapping.id ?? "id"];
  const metadata = metadataOf(source, format);
  const known = new Set([...taken, systemKey, idKey, ...metadata.taken]);
  const others = source.members.filter(({ key, value }) => !known.has(key) && isGiven(value));
  const loose = others.filter((member) => !isAboutTools(member));
  const isOpen = OPEN.has(format);
  return {
    ...given,
    index,
    format,
    source,
    system: given.system ?? systemOf(memberOf(source, systemKey)),
    id: given.id ?? idOf(memberOf(source, idKey)),
    turns: given.turns ?? [],
    metadata: [...metadata.members, ...(given.metadata ?? []), ...(isOpen ? [] : loose)],
    tools: given.tools ?? others.filter(isAboutTools),
    extras: [...(given.extras ?? []), ...(isOpen ? loose : [])],
  };
}

/** Formats whose rows may have further members of their own. */
const OPEN: ReadonlySet<SourceFormat> = new Set(["promptfoo", "inspect"]);

/** Metadata in a member of that name, which in promptfoo says something of the test and is none of its variables. */
function metadataOf(
  source: JsonObject,
  format: SourceFormat,
): { readonly members: readonly JsonMember[]; readonly taken: readonly string[] } {
  const node = memberOf(source, "metadata");
  if (format === "promptfoo" || node?.type !== "object") return { members: [], taken: [] };
  return { members: node.members, taken: ["metadata"] };
}
