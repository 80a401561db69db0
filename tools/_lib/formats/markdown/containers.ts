import type { Container } from "./document.ts";
import type { Marker } from "./starts.ts";

export function newContainer(
  parent: Container | undefined,
  kind: Container["kind"],
  line: number,
  { at, marker, indent, width, hasTab = false }: Omit<Marker, "list">,
): Container {
  return {
    kind,
    parent,
    depth: (parent?.depth ?? -1) + 1,
    quotes: (parent?.quotes ?? 0) + (kind === "quote" ? 1 : 0),
    line,
    markerAt: at,
    marker,
    indent,
    width,
    hasTab,
    list: undefined,
    isEmpty: true,
    openList: undefined,
  };
}

/** Adds the item to the list that its parent ends with, or begins another one. */
export function joinList(
  item: Container,
  parent: Container,
  kind: NonNullable<Marker["list"]>,
): void {
  const last = parent.openList;
  const list =
    last?.delimiter === kind.delimiter ? last : { ...kind, before: last, items: [] as Container[] };
  list.items.push(item);
  parent.openList = list;
  Object.assign(item, { list });
}
