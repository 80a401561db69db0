import type {
  ScalarLine,
  YamlAlias,
  YamlBlockScalar,
  YamlFlowScalar,
  YamlMapping,
  YamlNode,
  YamlScalar,
  YamlSequence,
} from "../_lib/formats/yaml/tree.ts";
import type { Writer } from "./writer.ts";

/** The columns that a node's lines go by. */
export interface Columns {
  /** The column of the block around it, 0 at the top. */
  readonly parent: number;
  /** The column of lines of its own. */
  readonly own: number;
}

interface BlockMark {
  readonly flow: false;
}

export function isBlock(node: YamlNode): node is (YamlSequence | YamlMapping) & BlockMark {
  return (node.type === "sequence" || node.type === "mapping") && !node.flow;
}

/** Whether nothing at all is written for the node. */
export function isBare(node: YamlNode): boolean {
  return isEmpty(node) && node.properties.list.length === 0;
}

export function isEmpty(node: YamlNode): boolean {
  return node.type === "scalar" && node.style === "empty";
}

/** Writes the node's anchor and tag. */
export function printProperties(writer: Writer, node: YamlNode, column: number): void {
  for (const [index, property] of node.properties.list.entries()) {
    writer.between(property.gap, column, index > 0 ? " " : "");
    writer.copy(property);
  }
}

/** Writes a scalar or an alias without its properties. */
export function printScalar(writer: Writer, node: YamlScalar | YamlAlias, columns: Columns): void {
  if (node.type === "alias") writer.copy(node);
  else if ("header" in node) printBlockScalar(writer, node, columns);
  else if (node.style !== "empty") printFlowScalar(writer, node, columns);
}

/** Lines further down would stand in the column of `---` at the top. */
function continuation(writer: Writer, { own }: Columns): number {
  return own === 0 ? writer.layout.indent : own;
}

function printBlockScalar(writer: Writer, node: YamlBlockScalar, columns: Columns): void {
  const column = continuation(writer, columns);
  writer.put(node.header.replace(/[1-9]/, String(column - columns.parent)));
  writer.inline(node.after);
  for (const line of node.content) {
    if (writer.isFull) return;
    writer.line(line === "" ? 0 : column);
    writer.put(line);
  }
  if (node.header.includes("+")) writer.keepOpen();
}

function printFlowScalar(writer: Writer, node: YamlFlowScalar, columns: Columns): void {
  const { lines } = node;
  if (lines === undefined) writer.copy(node);
  else if (isFolded(node)) writer.put(quoted(node, joinLines(lines)));
  else {
    const column = continuation(writer, columns);
    const last = lines.length - 1;
    const quote = quoteOf(node);
    for (const [index, { text, joined }] of lines.entries()) {
      const shown = `${text}${joined ? "\\" : ""}${index === last ? quote : ""}`;
      if (index === 0) writer.put(quote + shown);
      else {
        writer.line(shown === "" ? 0 : column);
        writer.put(shown);
      }
    }
  }
}

/** Whether a scalar that spans lines goes on one line: its content has no line break. */
function isFolded({ value }: YamlFlowScalar): boolean {
  return !/[\n\r]/.test(value);
}

function joinLines(lines: readonly ScalarLine[]): string {
  return lines
    .map(({ text, joined }, index) => (joined || index === lines.length - 1 ? text : `${text} `))
    .join("");
}

function quoted(node: YamlFlowScalar, text: string): string {
  const quote = quoteOf(node);
  return quote + text + quote;
}

function quoteOf({ style }: YamlFlowScalar): string {
  if (style === "plain") return "";
  return style === "single" ? "'" : '"';
}

/** The text of a key that may stand without `?`, by itself and without properties: one line, and not too long. */
export function oneLine(writer: Writer, node: YamlNode): string | undefined {
  if (node.type === "alias") return writer.source.slice(node.start, node.end);
  if (node.type !== "scalar" || "header" in node || node.style === "empty") return undefined;
  if (node.lines === undefined) return writer.source.slice(node.start, node.end);
  return isFolded(node) ? quoted(node, joinLines(node.lines)) : undefined;
}
