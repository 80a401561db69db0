import { problemEntry } from "../../results/syntax-problem.ts";
import { bomRemoved } from "../../json/tree/json-field.ts";
import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  memberNode,
  objectNode,
} from "../../json/tree/tree.ts";
import { decodeXml } from "../xml/data-text.ts";
import { readXml } from "../xml/read.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../xml/tree.ts";
import { holdsOnlyElements } from "../xml/write.ts";
import { textNode } from "./branches.ts";
import { addComments, type Place, SourceLosses } from "./losses.ts";
import { type ConfigSource, FIELD, type ReadOptions, type Unreadable } from "./source.ts";

/** Reads XML: attributes as `@name`, text as `#text` or alone as the element's value. */
export function readXmlConfig(given: string, { typed }: ReadOptions): ConfigSource | Unreadable {
  const shift = given.startsWith("\ufeff") ? 1 : 0;
  const warnings = shift === 1 ? [bomRemoved()] : [];
  const text = given.slice(shift);
  const document = readXml(text);
  if ("code" in document) {
    const problem = { ...document, offset: document.offset + shift };
    return { ok: false, errors: [problemEntry(problem, given, "XML", FIELD)], warnings };
  }
  const reader = new ElementReader(text, typed);
  const root = objectNode([memberNode(document.root.name, reader.element(document.root))]);
  if (reader.entity !== undefined) {
    const [found, expected] = ["a reference to an entity of its own", "text: none is expanded"];
    const offset = reader.entity + shift;
    const problem = { code: "XML_ENTITY", offset, found, expected } as const;
    return { ok: false, errors: [problemEntry(problem, given, "XML", FIELD)], warnings };
  }
  addComments(reader.losses, remarksOf(text, document), reader.places);
  const none = { moments: new Set<JsonNode>(), spellings: new Map<JsonNode, string>() };
  return { ok: true, format: "xml", root, losses: reader.losses, ...none, warnings };
}

class ElementReader {
  readonly losses = new SourceLosses();
  readonly places: Place[] = [];
  /** Where an entity is referred to that the document declares. */
  entity: number | undefined;
  readonly #text: string;
  readonly #typed: boolean;

  constructor(text: string, typed: boolean) {
    this.#text = text;
    this.#typed = typed;
  }

  element(element: XmlElement): JsonNode {
    const place = this.places.push({ start: element.start, node: objectNode([]) }) - 1;
    const node = this.#value(element);
    this.places[place] = { start: element.start, node };
    return node;
  }

  #value(element: XmlElement): JsonNode {
    const members = new Map<string, JsonNode[]>();
    for (const { name, start, literal } of element.attributes) {
      const text = decodeXml(normalised(literal.slice(1, -1)));
      if (typeof text === "string") members.set(`@${name}`, [this.#scalar(text)]);
      else this.entity ??= start;
    }
    const children = element.children.filter(
      (child): child is XmlElement => child.type === "element",
    );
    const texts = element.children.filter(isText);
    const isLayout = children.length > 0 && texts.every((child) => isBlank(child));
    const text = isLayout || holdsOnlyElements(element.children) ? "" : this.#textOf(texts);
    if (members.size === 0 && children.length === 0) return this.#scalar(text);
    if (text !== "") members.set("#text", [this.#scalar(text)]);
    const isOrdered = this.#addChildren(children, members);
    const node = objectNode(Array.from(members, ([key, nodes]) => memberOf(key, nodes)));
    if (text !== "" && children.length > 0)
      this.losses.add("MIXED_CONTENT", node, "text between elements");
    if (!isOrdered) this.losses.add("ORDER_LOST", node, "elements of one name stand apart");
    return node;
  }

  /** Whether elements of one name stand together. */
  #addChildren(children: readonly XmlElement[], members: Map<string, JsonNode[]>): boolean {
    let isOrdered = true;
    let before = "";
    for (const child of children) {
      const siblings = members.get(child.name);
      const node = this.element(child);
      if (siblings === undefined) members.set(child.name, [node]);
      else {
        isOrdered &&= before === child.name;
        siblings.push(node);
      }
      before = child.name;
    }
    return isOrdered;
  }

  #textOf(texts: readonly XmlNode[]): string {
    return texts
      .map(({ type, start, end }) =>
        type === "cdata"
          ? this.#text
              .slice(start + "<![CDATA[".length, end - "]]>".length)
              .replaceAll(/\r\n?/g, "\n")
          : this.#decode(this.#text.slice(start, end), start),
      )
      .join("");
  }

  #decode(written: string, start: number): string {
    const decoded = decodeXml(written);
    if (typeof decoded === "string") return decoded;
    this.entity ??= start + decoded;
    return "";
  }

  #scalar(text: string): JsonNode {
    return textNode(text, this.#typed);
  }
}

function isText({ type }: XmlNode): boolean {
  return type === "text" || type === "cdata";
}

function isBlank(node: XmlNode): boolean {
  return node.type === "text" && node.blank;
}

/** White space in an attribute's value is read as blanks. */
function normalised(value: string): string {
  return value.replaceAll(/\r\n|[\t\r\n]/g, " ");
}

function memberOf(key: string, nodes: readonly JsonNode[]): JsonMember {
  const [only] = nodes;
  return memberNode(key, nodes.length === 1 && only !== undefined ? only : arrayNode(nodes));
}

/** Comments, instructions and the document type: what is no data. */
function remarksOf(text: string, { nodes }: XmlDocument): { start: number; text: string }[] {
  const remarks: { start: number; text: string }[] = [];
  const rest = nodes.toReversed();
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node.type === "element") for (const child of node.children.toReversed()) rest.push(child);
    else if (node.type !== "text" && node.type !== "cdata")
      remarks.push({ start: node.start, text: text.slice(node.start, node.end) });
  }
  return remarks;
}
