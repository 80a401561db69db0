/** Points of time in events. */
import type { Entry } from "../../../_core/tool.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { readTimestamp } from "../../fields/timestamp-field.ts";
import { beginning } from "../../text/shown.ts";

/** Milliseconds since 1970 of a number of them or of RFC 3339 text; undefined where there is no time. */
export function readTime(
  node: JsonNode | undefined,
  path: string,
): number | undefined | { readonly error: Entry<"TYPE"> } {
  if (node === undefined || node.type === "null") return undefined;
  if (node.type === "number") return Number(node.text);
  const read = node.type === "string" ? readTimestamp(node.value, path) : undefined;
  if (read !== undefined && !("code" in read))
    return read.seconds * 1000 + read.nanosecond / 1_000_000;
  const expected = "milliseconds since 1970, or RFC 3339 text";
  const found =
    node.type === "string" ? JSON.stringify(beginning(node.value, LONGEST_SHOWN)) : node.type;
  const message = `Cannot use ${path}: found ${found}, expected ${expected}`;
  return { error: { code: "TYPE", message, path, expected } };
}

const LONGEST_SHOWN = 60;
