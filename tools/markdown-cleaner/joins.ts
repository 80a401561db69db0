import type {
  Container,
  Leaf,
  LeafKind,
  MarkdownDocument,
} from "../_lib/formats/markdown/document.ts";
import { staysUnderlined } from "./print.ts";

/** How two leaves hang together. */
export interface Branches {
  /** The innermost container of both. */
  readonly shared: Container;
  /** The containers just below it; absent where the leaf itself is there. */
  readonly before: Container | undefined;
  readonly after: Container | undefined;
}

export function branches(last: Leaf, leaf: Leaf): Branches {
  let before: Container | undefined;
  let after: Container | undefined;
  let one = last.container;
  let other = leaf.container;
  while (one !== other) {
    if (one.depth >= other.depth && one.parent) {
      before = one;
      if (one.depth === other.depth && other.parent) {
        after = other;
        other = other.parent;
      }
      one = one.parent;
    } else if (other.parent) {
      after = other;
      other = other.parent;
    } else break;
  }
  return { shared: one, before, after };
}

export function isText({ kind }: Leaf): boolean {
  return kind === "paragraph" || kind === "footnote";
}

/** A block that only the end of its container ends. */
export function isEndless({ kind, isClosed, html = 6 }: Leaf): boolean {
  return !isClosed && (kind === "fence" || (kind === "html" && html < 6));
}

/** Whether two leaves would be one, or be read otherwise, without a blank line between them. */
export function joins(
  last: Leaf,
  leaf: Leaf,
  branch: Branches,
  document: MarkdownDocument,
): boolean {
  const { before, after, shared } = branch;
  if (before && before.kind === after?.kind) {
    if (before.kind === "quote") return true;
    if (before.list === after.list) return last.kind === "marker" && after.indent > 0;
  }
  switch (last.kind) {
    case "fence":
      return isEndless(last);
    case "code":
      return leaf.kind === "code";
    case "html":
      return (last.html ?? 6) >= 6 || isEndless(last);
    case "marker":
      return true;
    case "definition":
      return leaf.kind !== "definition" && !startsAnywhere(leaf, after, true, document);
    default: {
      const isDirect = shared === last.container;
      return !ENDS_ITSELF.has(last.kind) && !startsAnywhere(leaf, after, isDirect, document);
    }
  }
}

const ENDS_ITSELF: ReadonlySet<LeafKind> = new Set([
  "front-matter",
  "heading",
  "setext",
  "thematic-break",
]);

/** Whether the leaf's first line begins a block even right below text. */
function startsAnywhere(
  leaf: Leaf,
  after: Container | undefined,
  isDirect: boolean,
  document: MarkdownDocument,
): boolean {
  if (after) {
    if (after.kind === "quote") return true;
    const isBlank = leaf.kind === "marker" && document.lines[leaf.from]?.opened.at(-1) === after;
    const isFirst = !after.list?.isOrdered || Number.parseInt(after.marker, 10) === 1;
    return !isDirect || (isFirst && !isBlank);
  }
  switch (leaf.kind) {
    case "heading":
    case "fence":
      return true;
    case "setext":
      return !staysUnderlined(leaf, document);
    case "html":
      return (leaf.html ?? 7) < 7;
    case "thematic-break":
      return !isDirect;
    default:
      return false;
  }
}
