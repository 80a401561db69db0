/** Members of a body by their names. */
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";

/** What a path of names leads to; a digit is an index, `-1` the last item. */
export function at(node: JsonNode | undefined, path: string): JsonNode | undefined {
  let found = node;
  for (const name of path.split(".")) {
    if (found?.type === "object") found = found.members.findLast(({ key }) => key === name)?.value;
    else if (found?.type === "array") found = found.items.at(Number(name));
    else return undefined;
  }
  return found;
}

/** A text that is not empty, or a number as it is written, well-formed. */
export function textOf(node: JsonNode | undefined): string | undefined {
  if (node?.type === "number") return node.text;
  return node?.type === "string" && node.value !== "" ? node.value.toWellFormed() : undefined;
}

/** The first of the paths that leads to a text. */
export function textAt(
  node: JsonNode | undefined,
  ...paths: readonly string[]
): string | undefined {
  for (const path of paths) {
    const text = textOf(at(node, path));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** A text alone; numbers are none. */
export function wordAt(node: JsonNode | undefined, path: string): string | undefined {
  const found = at(node, path);
  return found?.type === "string" ? textOf(found) : undefined;
}
