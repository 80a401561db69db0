import {
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
} from "../../json/tree/tree.ts";
import { TextBuilder } from "../../results/output-builder.ts";
import { escapeXmlAttribute, escapeXmlContent } from "../../text/markup-escape.ts";
import { beginning } from "../../text/shown.ts";
import { BAD_CHARACTER } from "../xml/references.ts";
import { xmlName } from "./names.ts";
import type { Writing } from "./writing.ts";

type Scalar = Exclude<JsonNode, { type: "object" | "array" }>;

/** XML: an element for each member, `@name` as attributes, `#text` as text. */
export function writeXmlConfig(root: JsonNode, writing: Writing): string | undefined {
  const writer = new XmlWriter(writing);
  writer.document(root);
  return writer.out.finish();
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
/** What items of an array at the root are called. */
const ITEM = "item";

/** The members of an object by what they become. */
interface Parts {
  readonly attributes: readonly {
    readonly key: string;
    readonly name: string;
    readonly value: Scalar;
  }[];
  readonly content: readonly JsonMember[];
  readonly prefixes: ReadonlySet<string>;
}

class XmlWriter {
  readonly out: TextBuilder;
  readonly #writing: Writing;

  constructor(writing: Writing) {
    this.#writing = writing;
    this.out = new TextBuilder(writing.options.longest);
  }

  document(root: JsonNode): void {
    this.out.put(DECLARATION);
    const only = onlyElement(root);
    const prefixes = new Set(["xml"]);
    if (only !== undefined) {
      const { key, value } = only;
      this.#element(key, value, { level: 0, prefixes, isInline: false });
      return;
    }
    const { rootName } = this.#writing.options;
    this.#writing.lose("ROOT_WRAPPED", root, `written inside the element ${rootName}`);
    const value = root.type === "array" ? objectNode([memberNode(ITEM, root)]) : root;
    this.#element(rootName, value, { level: 0, prefixes, isInline: false });
  }

  #element(key: string, value: JsonNode, around: Around): void {
    if (this.out.isFull) return;
    if (!around.isInline) this.#newLine(around.level);
    if (value.type === "object") this.#object(key, value, around);
    else {
      const name = this.#name(key, value, around.prefixes);
      const text = value.type === "array" ? this.#writing.jsonText(value) : this.#text(value);
      this.out.put(text === "" ? `<${name}/>` : `<${name}>${escapeXmlContent(text)}</${name}>`);
    }
  }

  #object(key: string, object: JsonObject, around: Around): void {
    const { attributes, content, prefixes } = this.#partsOf(object, around.prefixes);
    const name = this.#name(key, object, prefixes);
    this.out.put(`<${name}`);
    for (const attribute of attributes) {
      const text = escapeXmlAttribute(this.#text(attribute.value));
      this.out.put(` ${attribute.name}="${text}"`);
    }
    this.#noteShape(object, attributes.length, content);
    if (content.length === 0) {
      this.out.put("/>");
      return;
    }
    this.out.put(">");
    const isMixed = content.some(isTextMember);
    const inside = { level: around.level + 1, prefixes, isInline: around.isInline || isMixed };
    for (const member of content) this.#member(member, inside);
    const isBroken = !inside.isInline && content.some(({ value }) => !isEmptyArray(value));
    if (isBroken) this.#newLine(around.level);
    this.out.put(`</${name}>`);
  }

  #member({ key, value }: JsonMember, around: Around): void {
    if (isTextMember({ key, value })) {
      this.out.put(escapeXmlContent(this.#text(value as Scalar)));
    } else if (value.type !== "array") this.#element(key, value, around);
    else {
      if (value.items.length === 0)
        this.#writing.lose("EMPTY_CONTAINER_LOST", value, "an empty array");
      if (value.items.length === 1) this.#writing.lose("ARRAY_OF_ONE", value, "one element");
      for (const item of value.items) this.#element(key, item, around);
    }
  }

  /** Attributes and elements, each name once. */
  #partsOf(object: JsonObject, around: ReadonlySet<string>): Parts {
    const members = this.#writing.members(object);
    const prefixes = new Set(around);
    for (const { key, value } of members) {
      const prefix = /^@xmlns:([^:]+)$/.exec(key)?.[1];
      if (prefix !== undefined && isDeclaration(prefix, value)) prefixes.add(prefix);
    }
    const names = new Map<string, string>();
    const attributes: Parts["attributes"][number][] = [];
    const content: JsonMember[] = [];
    for (const { key, keyText, keyStart, value } of members) {
      const isAttribute = key.startsWith("@") && isScalar(value);
      if (!isAttribute && isTextMember({ key, value })) {
        content.push({ key, keyText, keyStart, value });
        continue;
      }
      const name = isAttribute ? attributeName(key.slice(1), prefixes) : xmlName(key, prefixes);
      this.#takeName(names, isAttribute ? `@${name}` : name, key, value);
      if (!isAttribute) content.push({ key, keyText, keyStart, value });
      else if (isScalar(value)) {
        if (name !== key.slice(1)) this.#writing.lose("KEY_RENAMED", value, `@${name}`);
        attributes.push({ key, name, value });
      }
    }
    return { attributes, content, prefixes };
  }

  #takeName(names: Map<string, string>, name: string, key: string, node: JsonNode): void {
    const other = names.get(name);
    if (other !== undefined && other !== key) {
      const found = `two keys for the name ${beginning(name, 80)}`;
      this.#writing.refuse({ code: "KEY_COLLISION", node, found, expected: "one for each name" });
    }
    names.set(name, key);
  }

  #name(key: string, node: JsonNode, prefixes: ReadonlySet<string>): string {
    const name = xmlName(key, prefixes);
    if (name !== key) this.#writing.lose("KEY_RENAMED", node, name);
    return name;
  }

  /** What an object loses by being an element, whatever its members are. */
  #noteShape(object: JsonObject, attributes: number, content: readonly JsonMember[]): void {
    const { members } = object;
    if (members.length === 0) {
      this.#writing.lose("EMPTY_CONTAINER_LOST", object, "an empty object reads back as text");
    }
    const [first] = content;
    if (content.length === 1 && attributes === 0 && first !== undefined && isTextMember(first)) {
      this.#writing.lose("KEY_RENAMED", first.value, "reads back as the value of the element");
    }
    const text = content.find(isTextMember);
    if (
      text?.value.type === "string" &&
      content.length > 1 &&
      /^[ \t\r\n]*$/.test(text.value.value)
    ) {
      this.#writing.lose("MIXED_CONTENT", text.value, "white space between elements");
    }
    const ranks = members.map(rankOf);
    if (ranks.some((rank, index) => rank < (ranks[index - 1] ?? 0))) {
      this.#writing.lose("ORDER_LOST", object, "attributes come first, then text");
    }
  }

  #text(node: Scalar): string {
    const text = this.#writing.plainText(node);
    if (BAD_CHARACTER.test(text)) {
      const found = "a character that XML cannot hold";
      const expected = "characters of XML 1.0";
      this.#writing.refuse({ code: "XML_BAD_CHARACTER", node, found, expected });
    }
    return text;
  }

  #newLine(level: number): void {
    const { indent } = this.#writing.options;
    this.out.put(`\n${" ".repeat(level * indent)}`);
  }
}

/** Where an element stands. */
interface Around {
  readonly level: number;
  /** Prefixes that are declared. */
  readonly prefixes: ReadonlySet<string>;
  /** Whether white space would be read as text. */
  readonly isInline: boolean;
}

/** The only member of the root, where it is one element. */
function onlyElement(root: JsonNode): JsonMember | undefined {
  if (root.type !== "object" || root.members.length !== 1) return undefined;
  const [only] = root.members;
  if (only === undefined || only.value.type === "array") return undefined;
  return isScalar(only.value) && /^(?:@|#text$)/.test(only.key) ? undefined : only;
}

/** In which order a reader gives the members. */
function rankOf({ key, value }: JsonMember): number {
  if (isTextMember({ key, value })) return 1;
  return key.startsWith("@") && isScalar(value) ? 0 : 2;
}

function isScalar(node: JsonNode): node is Scalar {
  return node.type !== "object" && node.type !== "array";
}

function isTextMember({ key, value }: Pick<JsonMember, "key" | "value">): boolean {
  return key === "#text" && isScalar(value);
}

function isEmptyArray(node: JsonNode): boolean {
  return node.type === "array" && node.items.length === 0;
}

function isDeclaration(prefix: string, value: JsonNode): boolean {
  return value.type === "string" && value.value !== "" && !/^xml/i.test(prefix);
}

/** A declaration of a prefix is allowed where the prefix is. */
function attributeName(key: string, prefixes: ReadonlySet<string>): string {
  const declared = key.startsWith("xmlns:") ? key.slice("xmlns:".length) : undefined;
  if (declared !== undefined && declared !== "xml" && prefixes.has(declared)) return key;
  return xmlName(key, prefixes);
}
