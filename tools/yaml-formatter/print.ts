import { FlowPrinter } from "./print-flow.ts";
import { isBare, isBlock, printProperties } from "./print-leaf.ts";
import { constraintsOf } from "./sort.ts";
import type {
  YamlDocument,
  YamlEntry,
  YamlItem,
  YamlMapping,
  YamlNode,
  YamlSequence,
  YamlStream,
} from "../_lib/formats/yaml/tree.ts";
import { Writer, type YamlLayout } from "./writer.ts";

const DASH_WIDTH = 2;

/** Lays a stream out anew from its own tokens; undefined where the text would pass 2,000,000 characters. */
export function printYaml(stream: YamlStream, layout: YamlLayout): string | undefined {
  return new Printer(stream, layout).print(stream);
}

/** Where a node goes that follows an indicator. */
interface Behind {
  /** The column of the block around it, 0 at the top. */
  readonly parent: number;
  /** The column of lines of its own. */
  readonly own: number;
  /** The column of the items of a sequence. */
  readonly items: number;
  /** Whether a block collection may begin on the line of the indicator. */
  readonly compact: boolean;
}

const TOP: Behind = { parent: 0, own: 0, items: 0, compact: false };

class Printer {
  readonly #writer: Writer;
  readonly #flow: FlowPrinter;

  constructor(stream: YamlStream, layout: YamlLayout) {
    this.#writer = new Writer(stream.text, layout);
    this.#flow = new FlowPrinter(this.#writer, layout.sortKeys ? constraintsOf(stream) : new Map());
  }

  print({ documents, after }: YamlStream): string | undefined {
    for (const [index, document] of documents.entries()) {
      const previous = documents[index - 1];
      this.#writer.run(() => this.#document(document, previous));
      this.#writer.comments(document.after, 0);
    }
    const last = documents.at(-1);
    if (last !== undefined && after.length > 0 && isOpen(last.root)) this.#end();
    this.#writer.comments(after, 0);
    return this.#writer.finish();
  }

  /** Writes the end marker of a document. */
  #end(): void {
    this.#writer.line(0);
    this.#writer.put("...");
  }

  #document(document: YamlDocument, previous: YamlDocument | undefined): void {
    const writer = this.#writer;
    const { directives, before, blank, marker, root } = document;
    if (previous !== undefined) {
      const commented = before.length > 0 && isOpen(previous.root);
      if (directives.length > 0 || commented) this.#end();
    }
    for (const directive of directives) {
      writer.comments(directive.before, 0);
      writer.line(0, directive.blank);
      writer.copy(directive);
      writer.inline(directive.after);
    }
    writer.comments(before, 0);
    if (previous === undefined && marker < 0) this.#onOwnLine(root);
    else {
      writer.line(0, blank);
      writer.put("---");
      if (isOnMarkerLine(writer.source, document)) this.#behind(root, this.#topOf(root));
      else this.#onOwnLine(root);
    }
  }

  /** Writes the root of a document on lines of its own. */
  #onOwnLine(root: YamlNode): void {
    const writer = this.#writer;
    const place = this.#topOf(root);
    writer.inline(root.gap?.inline);
    if (isBare(root)) return;
    if (isBlock(root) && root.properties.list.length === 0) {
      this.#block(root, this.#elements(root), place.own, false);
      return;
    }
    writer.comments(root.gap?.lines ?? [], 0);
    writer.line(place.own, root.gap?.blank);
    this.#node(root, place);
  }

  /** The place of a root; text that reads like a document marker cannot stand in the first column. */
  #topOf(root: YamlNode): Behind {
    const texts =
      isBlock(root) && root.type === "mapping" ? root.entries.map(({ key }) => key) : [root];
    if (!texts.some(isLikeMarker)) return TOP;
    const { indent } = this.#writer.layout;
    return { ...TOP, own: indent, items: indent };
  }

  /** Writes the node that follows an indicator. */
  #behind(node: YamlNode, place: Behind): void {
    const writer = this.#writer;
    if (isBare(node)) {
      writer.inline(node.gap?.inline);
      return;
    }
    if (isBlock(node) && node.properties.list.length === 0) {
      const elements = this.#elements(node);
      const commented = node.gap !== undefined || (elements[0]?.before.length ?? 0) > 0;
      const compact = place.compact && !commented;
      if (compact) writer.put(" ");
      else writer.inline(node.gap?.inline);
      this.#block(node, elements, columnOf(node, place), compact);
      return;
    }
    writer.between(node.gap, place.own, " ");
    this.#node(node, place);
  }

  /** Writes a node with its properties, and the comment behind it. */
  #node(node: YamlNode, place: Behind): void {
    const writer = this.#writer;
    if (isBlock(node)) {
      printProperties(writer, node, place.own);
      writer.inline(node.contentGap?.inline);
      this.#block(node, this.#elements(node), columnOf(node, place), false);
      return;
    }
    const low = "shape" in node && node.shape?.low === true;
    writer.defer(
      () => this.#flow.node(node, place, low ? place.parent : place.own),
      () => {
        if (!("header" in node)) writer.inline(node.after);
      },
    );
  }

  /** The items, or the entries in the order in which they are written. */
  #elements(node: YamlSequence | YamlMapping): readonly (YamlItem | YamlEntry)[] {
    return node.type === "sequence" ? node.items : this.#flow.entriesOf(node);
  }

  /** Writes a block collection; `compact` if its first element goes on the current line. */
  #block(
    { trailing }: YamlSequence | YamlMapping,
    elements: readonly (YamlItem | YamlEntry)[],
    column: number,
    compact: boolean,
  ): void {
    const writer = this.#writer;
    const step = (index: number) => {
      const element = elements[index];
      if (writer.isFull) return;
      if (element === undefined) {
        writer.comments(trailing, column);
        return;
      }
      writer.comments(element.before, column);
      if (index > 0 || !compact) writer.line(column, element.blank);
      writer.defer(() => step(index + 1));
      if ("node" in element) this.#item(element, column);
      else this.#entry(element, column);
    };
    writer.defer(() => step(0));
  }

  #item({ node }: YamlItem, column: number): void {
    const own = column + DASH_WIDTH;
    this.#writer.put("-");
    this.#behind(node, { parent: column, own, items: own, compact: true });
  }

  #entry(entry: YamlEntry, column: number): void {
    const writer = this.#writer;
    const key = this.#flow.implicitKey(entry);
    if (key !== undefined) {
      const { indent, indentSequences } = writer.layout;
      const own = column + indent;
      const items = indentSequences ? own : column;
      writer.put(key);
      this.#behind(entry.value, { parent: column, own, items, compact: false });
      return;
    }
    const own = column + DASH_WIDTH;
    const place = { parent: column, own, items: own, compact: true };
    writer.put("?");
    writer.defer(
      () => this.#behind(entry.key, place),
      () => {
        if (!entry.colon) return;
        writer.comments(entry.colonGap?.lines ?? [], column);
        writer.line(column);
        writer.put(":");
        this.#behind(entry.value, place);
      },
    );
  }
}

function columnOf(node: YamlNode, { own, items }: Behind): number {
  return node.type === "sequence" ? items : own;
}

/** Whether a comment behind the root would become the first line of its text. */
function isOpen(root: YamlNode): boolean {
  return (
    "header" in root && !/[1-9]/.test(root.header) && root.content.every((line) => line === "")
  );
}

function isLikeMarker(node: YamlNode): boolean {
  return (
    node.type === "scalar" &&
    node.style === "plain" &&
    /^(?:---|\.\.\.)(?:[ \t\n]|$)/.test(node.value)
  );
}

/** Whether the root begins on the line of `---` in the source. */
function isOnMarkerLine(source: string, { marker, root }: YamlDocument): boolean {
  if (marker < 0 || isBare(root)) return marker >= 0;
  const start = root.properties.list[0]?.start ?? root.start;
  for (let at = marker; at < start; at++) {
    const character = source.charAt(at);
    if (character === "\n" || character === "\r") return false;
  }
  return true;
}
