/** The event stream of YAML, by our own reader and by an independent one, without document markers. */
import { isAlias, isMap, isPair, isScalar, isSeq, parseAllDocuments } from "yaml";
import { parseYaml } from "../../tools/_lib/formats/yaml/stream.ts";
import type { YamlNode } from "../../tools/_lib/formats/yaml/tree.ts";

const STYLES = { plain: ":", empty: ":", single: "'", double: '"', literal: "|", folded: ">" };
const LIBRARY_STYLES: Readonly<Record<string, string>> = {
  PLAIN: ":",
  QUOTE_SINGLE: "'",
  QUOTE_DOUBLE: '"',
  BLOCK_LITERAL: "|",
  BLOCK_FOLDED: ">",
};

/** Our events; undefined where the text is no YAML. */
export function eventsOf(text: string): string[] | undefined {
  const { stream, problems } = parseYaml(text);
  if (stream === undefined || problems.length > 0) return undefined;
  const events: string[] = [];
  for (const { root } of stream.documents) {
    events.push("+DOC");
    addNode(events, root);
    events.push("-DOC");
  }
  return events;
}

function addNode(events: string[], node: YamlNode): void {
  const { anchor, tag } = node.properties;
  const properties = `${anchor ? ` &${anchor.name}` : ""}${tag ? ` <${tag.name}>` : ""}`;
  switch (node.type) {
    case "alias":
      events.push(`=ALI *${node.name}`);
      break;
    case "scalar":
      events.push(`=VAL${properties} ${STYLES[node.style]}${JSON.stringify(node.value)}`);
      break;
    case "sequence":
      events.push(`+SEQ${node.flow ? " []" : ""}${properties}`);
      for (const item of node.items) addNode(events, item.node);
      events.push("-SEQ");
      break;
    case "mapping":
      events.push(`+MAP${node.flow ? " {}" : ""}${properties}`);
      for (const { key, value } of node.entries) {
        addNode(events, key);
        addNode(events, value);
      }
      events.push("-MAP");
  }
}

/** The events of the library `yaml`; undefined where it finds an error. */
export function libraryEventsOf(text: string): string[] | undefined {
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent" });
  const events: string[] = [];
  for (const document of documents) {
    if (!("contents" in document)) continue;
    if (document.errors.length > 0) return undefined;
    const { contents } = document;
    const empty = contents?.range?.[2] === contents?.range?.[0];
    const bare = contents !== null && !contents.anchor && !contents.tag;
    if (!document.directives.docStart && bare && empty) continue;
    events.push("+DOC");
    addLibraryNode(events, document.contents);
    events.push("-DOC");
  }
  return events;
}

function addLibraryNode(events: string[], node: unknown): void {
  if (isAlias(node)) events.push(`=ALI *${node.source}`);
  else if (isPair(node)) {
    // Only `!!omap` makes pairs that are no mappings.
    events.push("+MAP");
    addLibraryNode(events, node.key);
    addLibraryNode(events, node.value);
    events.push("-MAP");
  } else if (isMap(node) || isSeq(node)) {
    const [name, brackets] = isMap(node) ? ["MAP", " {}"] : ["SEQ", " []"];
    events.push(`+${name}${node.flow ? brackets : ""}${libraryProperties(node)}`);
    for (const item of node.items) {
      if (isMap(node) && isPair(item)) {
        addLibraryNode(events, item.key);
        addLibraryNode(events, item.value);
      } else addLibraryNode(events, item);
    }
    events.push(`-${name}`);
  } else if (isScalar(node)) {
    const style = LIBRARY_STYLES[String(node.type)] ?? "?";
    events.push(`=VAL${libraryProperties(node)} ${style}${JSON.stringify(node.source)}`);
  } else events.push('=VAL :""');
}

function libraryProperties({ anchor, tag }: { anchor?: string; tag?: string }): string {
  return `${anchor ? ` &${anchor}` : ""}${tag ? ` <${tag}>` : ""}`;
}
