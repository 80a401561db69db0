/** The types that are possible, and the values that are listed. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { NARROWER, OTHER, type Outcome, WIDER } from "./outcome.ts";
import type { Shape } from "./shape.ts";

export function compareTypes(before: Shape, after: Shape, outcome: Outcome): void {
  const [was, is] = [before.types, after.types];
  if (was === is) return;
  const values = { before: typeShown(before), after: typeShown(after) };
  const shared = was & is;
  if (shared === was) outcome.change("TYPE_EXTENDED", "", WIDER, values);
  else if (shared === is) outcome.change("TYPE_NARROWED", "", NARROWER, values);
  else outcome.change("TYPE_CHANGED", "", OTHER, values);
}

/** The keyword, or the verdict of a schema that needs none. */
function typeShown(shape: Shape): JsonNode | undefined {
  return shape.node.type === "boolean" ? shape.node : shape.keyword("type");
}

/** `enum`, and `const` as a list of one. */
export function compareValues(before: Shape, after: Shape, outcome: Outcome): void {
  const [was, is] = [listedValues(before), listedValues(after)];
  const path = `/${(is ?? was)?.keyword}`;
  const values = { before: was?.node, after: is?.node };
  if (was === undefined && is === undefined) return;
  if (was === undefined) outcome.change("ENUM_ADDED", path, NARROWER, values);
  else if (is === undefined) outcome.change("ENUM_REMOVED", path, WIDER, values);
  else {
    const kept = [...was.ids].filter((id) => is.ids.has(id)).length;
    const [isAllKept, isNoneNew] = [kept === was.ids.size, kept === is.ids.size];
    if (isAllKept && isNoneNew) return;
    if (isAllKept) outcome.change("ENUM_ARRAY_EXTENDED", path, WIDER, values);
    else if (isNoneNew) outcome.change("ENUM_ARRAY_NARROWED", path, NARROWER, values);
    else outcome.change("ENUM_ARRAY_CHANGED", path, OTHER, values);
  }
}

export interface ListedValues {
  readonly keyword: "enum" | "const";
  readonly node: JsonNode;
  readonly items: readonly JsonNode[];
  /** Of the values that `enum` and `const` both allow. */
  readonly ids: ReadonlySet<number>;
}

export function listedValues(shape: Shape): ListedValues | undefined {
  const [list, only] = [shape.keyword("enum"), shape.keyword("const")];
  const { ids } = shape.version;
  const idsOf = (nodes: readonly JsonNode[]) => new Set(nodes.map((node) => ids.idOf(node)));
  if (list?.type !== "array") {
    return only && { keyword: "const", node: only, items: [only], ids: idsOf([only]) };
  }
  const items =
    only === undefined
      ? list.items
      : list.items.filter((item) => ids.idOf(item) === ids.idOf(only));
  return { keyword: "enum", node: list, items, ids: idsOf(items) };
}
