import { beginning } from "../../text/shown.ts";
import type { XmlCursor } from "./cursor.ts";
import { isXmlName } from "./names.ts";
import type { XmlAttribute } from "./tree.ts";

const XML_URI = "http://www.w3.org/XML/1998/namespace";
const XMLNS_URI = "http://www.w3.org/2000/xmlns/";

/** The prefixes in scope, and every declaration that was met (Namespaces in XML 1.0). */
export class Namespaces {
  /** The URIs bound to a prefix, the innermost last. */
  readonly #bound = new Map<string, string[]>([["xml", [XML_URI]]]);
  readonly #declared = new Map<string, { prefix: string; uri: string }>();

  /** Every pair of prefix and URI in the order of the document; the default namespace has the prefix "". */
  list(): { prefix: string; uri: string }[] {
    return [...this.#declared.values()];
  }

  /** Checks the names of a start tag after taking in its declarations; the prefixes it declared. */
  enter(
    cursor: XmlCursor,
    name: string,
    start: number,
    attributes: readonly XmlAttribute[],
  ): string[] {
    const declared: string[] = [];
    checkName(cursor, name, start, "an element");
    for (const attribute of attributes) {
      checkName(cursor, attribute.name, attribute.start, "an attribute");
      const prefix = declaredPrefix(attribute.name);
      if (prefix !== undefined) {
        this.#declare(cursor, prefix, attribute);
        declared.push(prefix);
      }
    }
    this.#resolve(cursor, name, start);
    const expanded = new Set<string>();
    for (const attribute of attributes) {
      const { name: attributeName, start: offset } = attribute;
      if (!attributeName.includes(":") || declaredPrefix(attributeName) !== undefined) continue;
      const uri = this.#resolve(cursor, attributeName, offset);
      const key = `${uri} ${attributeName.slice(attributeName.indexOf(":") + 1)}`;
      if (expanded.has(key)) throw duplicate(cursor, attributeName, offset);
      expanded.add(key);
    }
    return declared;
  }

  leave(declared: readonly string[]): void {
    for (const prefix of declared) this.#bound.get(prefix)?.pop();
  }

  #declare(cursor: XmlCursor, prefix: string, { literal, start }: XmlAttribute): void {
    const uri = literal.slice(1, -1);
    const misuse =
      prefix === "xmlns" ||
      uri === XMLNS_URI ||
      (prefix === "xml") !== (uri === XML_URI) ||
      (uri === "" && prefix !== "");
    if (misuse) {
      const found = `${prefix === "" ? "the default namespace" : `the prefix ${prefix}`} bound to ${JSON.stringify(beginning(uri, 80))}`;
      throw cursor.fault(found, "a prefix of your own and its URI", { offset: start });
    }
    const bound = this.#bound.get(prefix);
    if (bound) bound.push(uri);
    else this.#bound.set(prefix, [uri]);
    if (prefix !== "xml") this.#declared.set(`${prefix} ${uri}`, { prefix, uri });
  }

  #resolve(cursor: XmlCursor, name: string, offset: number): string {
    const colon = name.indexOf(":");
    if (colon < 0) return "";
    const prefix = name.slice(0, colon);
    const uri = this.#bound.get(prefix)?.at(-1);
    if (uri !== undefined && prefix !== "xmlns") return uri;
    throw cursor.fault(`the prefix ${beginning(prefix, 80)}`, "a prefix that xmlns declares", {
      code: "XML_UNDECLARED_PREFIX",
      offset,
      received: prefix,
    });
  }
}

/** Refuses what is no QName: a name, or two of them with a colon between. */
function checkName(cursor: XmlCursor, name: string, offset: number, what: string): void {
  const colon = name.indexOf(":");
  if (colon < 0) return;
  if (colon > 0 && isXmlName(name.slice(colon + 1))) return;
  const found = `${what} named ${beginning(name, 80)}`;
  throw cursor.fault(found, "at most one colon, between two names", { offset });
}

/** The prefix that `xmlns` or `xmlns:p` declares; "" for the default namespace. */
function declaredPrefix(name: string): string | undefined {
  if (name === "xmlns") return "";
  return name.startsWith("xmlns:") ? name.slice("xmlns:".length) : undefined;
}

export function duplicate(cursor: XmlCursor, name: string, offset: number) {
  return cursor.fault(`the attribute ${beginning(name, 80)} again`, "each attribute once", {
    code: "XML_DUPLICATE_ATTRIBUTE",
    offset,
    received: name,
  });
}
