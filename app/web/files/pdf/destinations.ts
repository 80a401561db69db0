/** Places within a document, and the outlines that lead to them (ISO 32000-1, 12.3). */
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from "@cantoo/pdf-lib";
import { itemsOf, name } from "./objects.ts";

/** An array whose first item is the page; what is written may be its name. */
export function explicitOf(
  document: PDFDocument,
  written: PDFObject | undefined,
): PDFArray | undefined {
  const found = isText(written) || written instanceof PDFName ? named(document, written) : written;
  const place = found instanceof PDFDict ? found.lookup(name("D")) : found;
  return place instanceof PDFArray ? place : undefined;
}

const isText = (value: unknown): value is PDFString | PDFHexString =>
  value instanceof PDFString || value instanceof PDFHexString;

function named(
  { catalog }: PDFDocument,
  key: PDFString | PDFHexString | PDFName,
): PDFObject | undefined {
  if (key instanceof PDFName) {
    const table = catalog.lookup(name("Dests"));
    return table instanceof PDFDict ? table.lookup(key) : undefined;
  }
  const names = catalog.lookup(name("Names"));
  const tree = names instanceof PDFDict ? names.lookup(name("Dests")) : undefined;
  return tree instanceof PDFDict ? inTree(tree, key.decodeText()) : undefined;
}

/** Each node once: a broken tree may lead back into itself. */
function inTree(root: PDFDict, key: string): PDFObject | undefined {
  const seen = new Set<PDFDict>();
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const pairs = itemsOf(node.lookup(name("Names")));
    const at = pairs.findIndex(
      (own, index) => index % 2 === 0 && isText(own) && own.decodeText() === key,
    );
    if (at >= 0) return pairs[at + 1];
    for (const kid of itemsOf(node.lookup(name("Kids"))))
      if (kid instanceof PDFDict) waiting.push(kid);
  }
  return undefined;
}

/** A bookmark, and those below it. */
export interface Mark {
  readonly title: string;
  readonly ref: PDFRef;
  readonly below: readonly Mark[];
}

/** A document's own bookmarks; `placed` says where a page, counted from 1, came to stand, if it did. */
export function outlineOf(
  document: PDFDocument,
  placed: (page: number) => PDFRef | undefined,
): readonly Mark[] {
  const pages = new Map(document.getPages().map(({ ref }, index) => [ref, index + 1]));
  const seen = new Set<PDFDict>();
  const marksFrom = (first: PDFObject | undefined): readonly Mark[] => {
    const marks: Mark[] = [];
    for (let item = first; item instanceof PDFDict; item = item.lookup(name("Next"))) {
      if (seen.has(item)) break;
      seen.add(item);
      const below = marksFrom(item.lookup(name("First")));
      const page = pageOf(document, item, pages);
      const ref = page === undefined ? undefined : placed(page);
      const title = item.lookup(name("Title"));
      // What leads nowhere any more leaves those below it in its place.
      if (ref && isText(title)) marks.push({ title: title.decodeText(), ref, below });
      else marks.push(...below);
    }
    return marks;
  };
  const outlines = document.catalog.lookup(name("Outlines"));
  return outlines instanceof PDFDict ? marksFrom(outlines.lookup(name("First"))) : [];
}

function pageOf(
  document: PDFDocument,
  item: PDFDict,
  pages: ReadonlyMap<PDFRef, number>,
): number | undefined {
  const action = item.lookup(name("A"));
  const written =
    item.lookup(name("Dest")) ?? (action instanceof PDFDict ? action.lookup(name("D")) : undefined);
  const page = explicitOf(document, written)?.get(0);
  if (page instanceof PDFRef) return pages.get(page);
  return page instanceof PDFNumber ? page.asNumber() + 1 : undefined;
}

/** Writes bookmarks, which are shown beside the pages. */
export function writeOutline({ context, catalog }: PDFDocument, marks: readonly Mark[]): void {
  if (marks.length === 0) return;
  const write = (of: readonly Mark[], parent: PDFRef): { refs: PDFRef[]; count: number } => {
    const refs = of.map(() => context.nextRef());
    let count = of.length;
    of.forEach(({ title, ref, below }, index) => {
      const own = refs[index] as PDFRef;
      const item = context.obj({ Parent: parent, Dest: [ref, "XYZ", null, null, null] });
      item.set(name("Title"), PDFHexString.fromText(title));
      const [before, after] = [refs[index - 1], refs[index + 1]];
      if (before) item.set(name("Prev"), before);
      if (after) item.set(name("Next"), after);
      const inner = write(below, own);
      link(item, inner.refs, inner.count);
      count += inner.count;
      context.assign(own, item);
    });
    return { refs, count };
  };
  const link = (item: PDFDict, refs: readonly PDFRef[], count: number): void => {
    const [first, last] = [refs[0], refs.at(-1)];
    if (!first || !last) return;
    item.set(name("First"), first);
    item.set(name("Last"), last);
    item.set(name("Count"), PDFNumber.of(count));
  };
  const root = context.nextRef();
  const outlines = context.obj({ Type: "Outlines" });
  const { refs, count } = write(marks, root);
  link(outlines, refs, count);
  context.assign(root, outlines);
  catalog.set(name("Outlines"), root);
  catalog.set(name("PageMode"), name("UseOutlines"));
}
