import { isBlankText } from "../_lib/formats/markdown/blanks.ts";
import { withoutColumns } from "../_lib/formats/markdown/cursor.ts";
import type { Container, LeafKind, MarkdownDocument } from "../_lib/formats/markdown/document.ts";

/**
 * Items whose tab behind the marker can be one space, and all that stands in them: their content moves to the
 * left. An item stays as it is where the line below it, or a lazy line in it, is indented so far that it would
 * come to belong to the item's content.
 */
export function movingContainers({ lines, leaves }: MarkdownDocument): ReadonlySet<Container> {
  const moving = new Set<Container>();
  if (!lines.some(({ opened }) => opened.some(({ hasTab }) => hasTab))) return moving;
  const stuck = stuckItems(lines, leaves);
  for (const { opened } of lines) {
    for (const container of opened) {
      const isMoved = container.parent !== undefined && moving.has(container.parent);
      if (isMoved || (container.hasTab && !stuck.has(container))) moving.add(container);
    }
  }
  return moving;
}

/** Leaves that are printed without indentation. */
const WITHOUT_INDENT: ReadonlySet<LeafKind> = new Set(["heading", "table", "thematic-break"]);

/** The width of the item once one space stands behind its marker. */
export function narrowWidth({ indent, marker }: Container): number {
  return indent + marker.length + 1;
}

function stuckItems(
  lines: MarkdownDocument["lines"],
  leaves: MarkdownDocument["leaves"],
): Set<Container> {
  const stuck = new Set<Container>();
  /** The containers open so far, by depth. */
  const path: Container[] = [];
  for (const leaf of leaves) {
    for (let index = leaf.from; index < leaf.to; index++) {
      const line = lines[index];
      if (!line || isBlankText(line.text)) continue;
      const [first] = line.opened;
      const matched = first?.parent ?? line.container;
      const left = path[matched.depth + 1];
      const indent = first?.indent ?? withoutColumns(line, Infinity).taken;
      const keepsIndent = first !== undefined || !WITHOUT_INDENT.has(leaf.kind);
      if (left?.hasTab && keepsIndent && indent >= narrowWidth(left)) stuck.add(left);
      const isLazy = line.container.depth < leaf.container.depth;
      if (isLazy) continue;
      path.length = matched.depth + 1;
      for (const container of line.opened) path.push(container);
    }
  }
  return stuck;
}
