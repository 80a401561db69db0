/** Pages from one document into another, with what belongs to them and nothing of the pages that are left out. */
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFNull,
  type PDFObject,
  PDFObjectCopier,
  PDFPage,
  PDFRef,
  PDFStream,
  PDFString,
} from "@cantoo/pdf-lib";
import { explicitOf } from "./destinations.ts";
import { name } from "./objects.ts";

/** The library keeps to itself what it copied; what is put there before stands for what it would copy. */
interface Copied {
  readonly traversedObjects: Map<PDFObject, PDFObject>;
}

export class PageCopier {
  readonly #source: PDFDocument;
  readonly #target: PDFDocument;
  readonly #copier: PDFObjectCopier;
  readonly #refs: ReadonlyMap<number, PDFRef>;
  readonly #placed = new Set<number>();
  readonly #widgets: PDFRef[] = [];

  /** `used`: every page that will be placed, counted from 1. */
  constructor(source: PDFDocument, target: PDFDocument, used: ReadonlySet<number>) {
    this.#source = source;
    this.#target = target;
    this.#refs = new Map([...used].map((page) => [page, target.context.nextRef()]));
    this.#copier = this.#seeded(this.#refs);
  }

  /** Where a page comes to stand first; undefined for one that is left out. */
  refOf(page: number): PDFRef | undefined {
    return this.#refs.get(page);
  }

  /** Links lead to pages as they are placed; those that are left out would come along as they are. */
  #seeded(refs: ReadonlyMap<number, PDFRef>): PDFObjectCopier {
    const copier = PDFObjectCopier.for(this.#source.context, this.#target.context);
    const { traversedObjects } = copier as unknown as Copied;
    this.#source.getPages().forEach(({ ref }, index) => {
      traversedObjects.set(ref, refs.get(index + 1) ?? PDFNull);
    });
    return copier;
  }

  /** A page that is placed again has its own annotations, and shares what is large. */
  #again(page: number, ref: PDFRef): PDFObjectCopier {
    const copier = this.#seeded(new Map([...this.#refs, [page, ref]]));
    const fresh = (copier as unknown as Copied).traversedObjects;
    for (const [from, to] of (this.#copier as unknown as Copied).traversedObjects) {
      const isLarge = to instanceof PDFRef && this.#target.context.lookup(to) instanceof PDFStream;
      if (isLarge && !fresh.has(from)) fresh.set(from, to);
    }
    return copier;
  }

  /** Places a page at the end of the target. */
  place(page: number): PDFPage {
    const isFirst = !this.#placed.has(page);
    const ref = (isFirst ? this.#refs.get(page) : undefined) ?? this.#target.context.nextRef();
    const copier = isFirst ? this.#copier : this.#again(page, ref);
    this.#placed.add(page);
    const original = this.#source.getPage(page - 1).node;
    const node = copier.copy(original);
    this.#target.context.assign(ref, node);
    const placed = this.#target.addPage(PDFPage.of(node, ref, this.#target));
    this.#mendAnnotations(original, node, copier);
    return placed;
  }

  /** Named places are looked up here, as the names stay behind; links to pages that are left out lead nowhere. */
  #mendAnnotations(original: PDFDict, copy: PDFDict, copier: PDFObjectCopier): void {
    const [before, after] = [original, copy].map((node) => node.lookup(name("Annots")));
    if (!(before instanceof PDFArray && after instanceof PDFArray)) return;
    for (let index = 0; index < after.size(); index++) {
      const [from, to] = [before.lookup(index), after.lookup(index)];
      if (!(from instanceof PDFDict && to instanceof PDFDict)) continue;
      const kind = to.lookup(name("Subtype"));
      const own = after.get(index);
      if (kind === name("Widget") && own instanceof PDFRef) this.#widgets.push(own);
      if (kind === name("Link")) this.#mendLink(from, to, copier);
    }
  }

  #mendLink(from: PDFDict, to: PDFDict, copier: PDFObjectCopier): void {
    const action = from.lookup(name("A"));
    const isGoTo = action instanceof PDFDict && action.lookup(name("S")) === name("GoTo");
    const written = isGoTo ? action.lookup(name("D")) : from.lookup(name("Dest"));
    if (written === undefined) return;
    to.delete(name("A"));
    to.delete(name("Dest"));
    const place = explicitOf(this.#source, written);
    const copied = place && copier.copy(place);
    if (copied?.get(0) instanceof PDFRef) to.set(name("Dest"), copied);
  }

  /** Fields and layers of the document; to be called once all of its pages are placed. */
  finish(): void {
    this.#keepFields();
    this.#keepLayers();
  }

  #keepFields(): void {
    const form = this.#source.catalog.lookup(name("AcroForm"));
    if (!(form instanceof PDFDict) || this.#widgets.length === 0) return;
    const target = formOf(this.#target);
    const own = new Set(this.#widgets);
    const roots = new Set(this.#widgets.map((ref) => rootOf(ref, this.#target)));
    const fields = target.lookup(name("Fields"), PDFArray);
    const taken = new Set(namesOf(fields));
    for (const ref of roots) {
      const field = this.#target.context.lookup(ref, PDFDict);
      prune(field, own, this.#target);
      const title = freeName(titleOf(field), taken);
      taken.add(title);
      field.set(name("T"), PDFHexString.fromText(title));
      fields.push(ref);
    }
    for (const key of ["DA", "Q"]) {
      const value = form.lookup(name(key));
      if (value && !target.has(name(key))) target.set(name(key), this.#copier.copy(value));
    }
    const resources = form.lookup(name("DR"));
    if (resources instanceof PDFDict) mergeResources(target, this.#copier.copy(resources));
  }

  /** Without them what is hidden would show. */
  #keepLayers(): void {
    const layers = this.#source.catalog.lookup(name("OCProperties"));
    if (!(layers instanceof PDFDict)) return;
    const { context, catalog } = this.#target;
    const copy = this.#copier.copy(layers);
    const known = catalog.lookup(name("OCProperties"));
    if (!(known instanceof PDFDict)) {
      catalog.set(name("OCProperties"), context.register(copy));
      return;
    }
    joinArrays(known, copy, ["OCGs"]);
    const [to, from] = [known, copy].map((one) => one.lookup(name("D")));
    if (to instanceof PDFDict && from instanceof PDFDict)
      joinArrays(to, from, ["Order", "ON", "OFF", "Locked", "AS", "RBGroups"]);
  }
}

function joinArrays(to: PDFDict, from: PDFDict, keys: readonly string[]): void {
  for (const key of keys) {
    const more = from.lookup(name(key));
    if (!(more instanceof PDFArray)) continue;
    const known = to.lookup(name(key));
    if (known instanceof PDFArray) for (const item of more.asArray()) known.push(item);
    else to.set(name(key), more);
  }
}

function formOf({ catalog, context }: PDFDocument): PDFDict {
  const known = catalog.lookup(name("AcroForm"));
  if (known instanceof PDFDict) return known;
  const form = context.obj({ Fields: [] });
  catalog.set(name("AcroForm"), context.register(form));
  return form;
}

function rootOf(widget: PDFRef, { context }: PDFDocument): PDFRef {
  let root = widget;
  const seen = new Set<PDFRef>();
  while (!seen.has(root)) {
    seen.add(root);
    const parent = context.lookup(root, PDFDict).get(name("Parent"));
    if (parent instanceof PDFRef) root = parent;
  }
  return root;
}

/** Takes away what stands on pages that are not there; false where nothing of the field is left. */
function prune(field: PDFDict, placed: ReadonlySet<PDFRef>, document: PDFDocument): boolean {
  const kids = field.lookup(name("Kids"));
  if (!(kids instanceof PDFArray)) return true;
  const left = kids.asArray().filter((kid) => {
    if (!(kid instanceof PDFRef)) return false;
    const own = document.context.lookup(kid);
    if (!(own instanceof PDFDict)) return false;
    return own.has(name("Kids")) ? prune(own, placed, document) : placed.has(kid);
  });
  field.set(name("Kids"), document.context.obj(left));
  return left.length > 0;
}

function titleOf(field: PDFDict): string {
  const title = field.lookup(name("T"));
  return title instanceof PDFString || title instanceof PDFHexString ? title.decodeText() : "field";
}

function namesOf(fields: PDFArray): string[] {
  return Array.from({ length: fields.size() }, (_, index) =>
    titleOf(fields.lookup(index, PDFDict)),
  );
}

/** Fields of one name are one field to a viewer, though they are from two documents. */
function freeName(title: string, taken: ReadonlySet<string>): string {
  let free = title;
  for (let number = 2; taken.has(free); number++) free = `${title}-${number}`;
  return free;
}

function mergeResources(form: PDFDict, more: PDFDict): void {
  const known = form.lookup(name("DR"));
  if (!(known instanceof PDFDict)) {
    form.set(name("DR"), more);
    return;
  }
  for (const [kind, value] of more.entries()) {
    const [to, from] = [known.lookup(kind), value instanceof PDFDict ? value : undefined];
    if (!(to instanceof PDFDict)) known.set(kind, value);
    else for (const [key, own] of from?.entries() ?? []) if (!to.has(key)) to.set(key, own);
  }
}

/** What nothing leads to is not written: it may be from pages that were left out. */
export function dropUnreached({ context }: PDFDocument): void {
  const reached = new Set<PDFRef>();
  const { Root, Info, Encrypt } = context.trailerInfo;
  const waiting: (PDFObject | undefined)[] = [Root, Info, Encrypt];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next instanceof PDFRef) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(context.lookup(next));
    } else if (next instanceof PDFDict) waiting.push(...next.values());
    else if (next instanceof PDFArray) for (const item of next.asArray()) waiting.push(item);
    else if (next instanceof PDFStream) waiting.push(next.dict);
  }
  for (const [ref] of context.enumerateIndirectObjects())
    if (!reached.has(ref)) context.delete(ref);
}
