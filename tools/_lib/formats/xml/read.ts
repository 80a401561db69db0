import { Fault, openedAt, type Problem } from "../../results/syntax-problem.ts";
import { DEEPEST } from "../../json/tree/problem.ts";
import { positionAt } from "../../text/position.ts";
import { beginning } from "../../text/shown.ts";
import { XmlCursor, type XmlFailure } from "./cursor.ts";
import { readCommentEnd, readDoctype, readInstruction } from "./doctype.ts";
import { duplicate, Namespaces } from "./namespaces.ts";
import { BAD_CHARACTER, References } from "./references.ts";
import type {
  XmlAttribute,
  XmlDeclaration,
  XmlDoctype,
  XmlDocument,
  XmlElement,
  XmlEntity,
  XmlNode,
} from "./tree.ts";

export type XmlProblem = Problem<XmlFailure>;

/**
 * Reads one document: well-formed by XML 1.0 (fifth edition) and by Namespaces in XML 1.0. Nothing is fetched and
 * no entity is expanded, so the cost is that of the text.
 */
export function readXml(text: string): XmlDocument | XmlProblem {
  return readAll(text, false);
}

function readAll(text: string, isPart: boolean): XmlDocument | XmlProblem {
  const bad = BAD_CHARACTER.exec(text)?.index ?? text.length;
  const badProblem = (): XmlProblem => {
    const code = (text.codePointAt(bad) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    const found = `the character U+${code}`;
    return { code: "XML_BAD_CHARACTER", offset: bad, found, expected: "a character of XML" };
  };
  try {
    const document = new Reader(text, isPart).read();
    return bad < text.length ? badProblem() : document;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const problem = error.problem as XmlProblem;
    return bad < problem.offset ? badProblem() : problem;
  }
}

/** What keeps a text from being the content of an element, undefined where nothing does. */
function contentProblem(text: string): XmlProblem | undefined {
  const read = readAll(`<e>${text}</e>`, true);
  return "code" in read ? read : undefined;
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

interface OpenElement {
  readonly node: Writable<XmlElement>;
  readonly children: XmlNode[];
  /** Prefixes that its start tag declared. */
  readonly declared: readonly string[];
}

const TEXT_END = /[<&]|\]\]>/g;
const BLANK = /^[ \t\r\n]*$/;
const UNQUOTED_HINT = 'HTML lets attributes stand without quotes or value; XML wants name="value"';
const VOID_HINT =
  "HTML elements such as br, img and input have no end tag there; in XML write <br/>";
const VOID_ELEMENTS = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
const STANDALONE = /^(?:yes|no)$/;
const ENCODING = /^[A-Za-z][A-Za-z0-9._-]*$/;

class Reader {
  readonly #cursor: XmlCursor;
  /** None where the text is part of another one, whose prefixes are not known here. */
  readonly #namespaces: Namespaces | undefined;
  readonly #open: OpenElement[] = [];
  readonly #nodes: (XmlNode | XmlDoctype)[] = [];
  #declaration: XmlDeclaration | undefined;
  #doctype: XmlDoctype | undefined;
  #references: References;
  #root: XmlElement | undefined;
  #depth = 0;

  constructor(text: string, isPart = false) {
    this.#cursor = new XmlCursor(text);
    this.#namespaces = isPart ? undefined : new Namespaces();
    // Entities in a part are looked at by who met the part.
    const table = isPart ? { entities: new Map<string, XmlEntity>(), open: true } : undefined;
    this.#references = new References(this.#cursor, table, false, contentProblem);
  }

  read(): XmlDocument {
    const cursor = this.#cursor;
    this.#checkBeginning();
    if (/^<\?xml[ \t\r\n]/.test(cursor.text)) this.#declaration = this.#readDeclaration();
    while (this.#step()) {
      // Each step reads one piece of markup or text.
    }
    const open = this.#open.at(-1);
    if (open) throw this.#unclosed(open);
    if (!this.#root) {
      const found = "the end of the input";
      throw cursor.fault(found, "an element", { code: "XML_NO_ROOT" });
    }
    return {
      declaration: this.#declaration,
      doctype: this.#doctype,
      nodes: this.#nodes,
      root: this.#root,
      namespaces: this.#namespaces?.list() ?? [],
      depth: this.#depth,
    };
  }

  #checkBeginning(): void {
    const lead = /^[ \t\r\n]+(?=<\?xml[ \t\r\n])/.exec(this.#cursor.text);
    if (lead) throw this.#cursor.fault("white space", "the XML declaration at the very beginning");
  }

  #readDeclaration(): XmlDeclaration {
    const cursor = this.#cursor;
    cursor.expect("<?xml");
    cursor.needSpace();
    const version = this.#pseudoAttribute("version", /^1\.[0-9]+$/);
    if (version === null) throw cursor.fault(cursor.here(), "version");
    let spaced = cursor.space();
    const encoding = spaced ? this.#pseudoAttribute("encoding", ENCODING) : null;
    if (encoding !== null) spaced = cursor.space();
    const standalone = spaced ? this.#pseudoAttribute("standalone", STANDALONE) : null;
    cursor.space();
    cursor.expect("?>");
    return { start: 0, end: cursor.at, version, encoding, standalone };
  }

  #pseudoAttribute(name: string, form: RegExp): string | null {
    const cursor = this.#cursor;
    if (!cursor.take(name)) return null;
    cursor.space();
    cursor.expect("=");
    cursor.space();
    const offset = cursor.at + 1;
    const value = cursor.quoted(`the ${name}`);
    if (form.test(value)) return value;
    throw cursor.fault(`${name} ${JSON.stringify(beginning(value, 40))}`, `a ${name} of XML 1.0`, {
      offset,
    });
  }

  /** Reads what stands here; false at the end of the text. */
  #step(): boolean {
    const cursor = this.#cursor;
    const start = cursor.at;
    if (start >= cursor.text.length) return false;
    if (cursor.text[start] !== "<") this.#readText();
    else if (cursor.take("<!--")) {
      readCommentEnd(cursor);
      this.#add({ type: "comment", start, end: cursor.at });
    } else if (cursor.is("<?")) {
      readInstruction(cursor);
      this.#add({ type: "instruction", start, end: cursor.at });
    } else if (cursor.is("<![CDATA[")) this.#readCdata();
    else if (cursor.is("<!")) this.#readDoctype();
    else if (cursor.take("</")) this.#closeElement(start);
    else this.#openElement(start);
    return true;
  }

  #add(node: XmlNode): void {
    (this.#open.at(-1)?.children ?? this.#nodes).push(node);
  }

  #readText(): void {
    const cursor = this.#cursor;
    const start = cursor.at;
    let references = false;
    for (;;) {
      TEXT_END.lastIndex = cursor.at;
      const found = TEXT_END.exec(cursor.text);
      cursor.at = found?.index ?? cursor.text.length;
      if (found?.[0] === "]]>" && this.#open.length > 0) {
        // Up to its `>` the text could still go on: `]]` alone is allowed.
        cursor.at += 2;
        throw cursor.fault("]]>", "]]&gt; in text");
      }
      if (found?.[0] === "]]>") cursor.at++;
      else if (found?.[0] !== "&" || this.#open.length === 0) break;
      else {
        references = true;
        this.#references.read(false);
      }
    }
    const blank = !references && BLANK.test(cursor.text.slice(start, cursor.at));
    if (this.#open.length > 0) this.#add({ type: "text", start, end: cursor.at, blank });
    // A reference right here is not white space either, and without progress no step would end.
    else if (!blank || cursor.at === start) this.#refuseText(start);
  }

  /** Outside the root only white space may stand. */
  #refuseText(start: number): never {
    const cursor = this.#cursor;
    cursor.at = start;
    cursor.space();
    const expected = this.#root ? "the end of the input" : "an element";
    throw cursor.fault(cursor.here(), expected, this.#root ? {} : { code: "XML_NO_ROOT" });
  }

  #readCdata(): void {
    const cursor = this.#cursor;
    const start = cursor.at;
    if (this.#open.length === 0) throw cursor.fault("CDATA", "it only inside an element");
    cursor.expect("<![CDATA[");
    cursor.upTo("]]>");
    this.#add({ type: "cdata", start, end: cursor.at });
  }

  #readDoctype(): void {
    const cursor = this.#cursor;
    if (!cursor.is("<!DOCTYPE") || this.#root || this.#open.length > 0 || this.#doctype) {
      const expected =
        this.#root || this.#open.length > 0 ? "<!-- or <![CDATA[" : "<!-- or one <!DOCTYPE";
      throw cursor.fault("<!", expected);
    }
    this.#doctype = readDoctype(cursor);
    this.#nodes.push(this.#doctype);
    const standalone = this.#declaration?.standalone === "yes";
    this.#references = new References(cursor, this.#doctype, standalone, contentProblem);
  }

  #openElement(start: number): void {
    const cursor = this.#cursor;
    cursor.expect("<");
    const name = cursor.name("the name of an element, / , ! or ?");
    if (this.#root) {
      throw cursor.fault(`a second element ${beginning(name, 80)}`, "one root", {
        code: "XML_MULTIPLE_ROOTS",
        offset: start,
        received: name,
      });
    }
    const attributes = this.#readAttributes();
    const selfClosing = cursor.take("/");
    cursor.expect(">");
    const declared = this.#namespaces?.enter(cursor, name, start + 1, attributes) ?? [];
    const children: XmlNode[] = [];
    const at = cursor.at;
    const node = {
      type: "element",
      name,
      attributes,
      selfClosing,
      children,
      start,
      end: at,
    } as const;
    const element: Writable<XmlElement> = { ...node, contentStart: at, contentEnd: at };
    this.#add(element);
    this.#depth = Math.max(this.#depth, this.#open.length + 1);
    if (this.#open.length >= DEEPEST) this.#refuseDepth(start);
    if (selfClosing) this.#leave(element, declared);
    else this.#open.push({ node: element, children, declared });
  }

  #refuseDepth(offset: number): never {
    const found = `an element at level ${DEEPEST + 1}`;
    const expected = `at most ${DEEPEST} levels`;
    throw this.#cursor.fault(found, expected, { code: "INPUT_TOO_DEEP", offset });
  }

  #readAttributes(): XmlAttribute[] {
    const cursor = this.#cursor;
    const attributes: XmlAttribute[] = [];
    const names = new Set<string>();
    while (cursor.space() && !cursor.is(">") && !cursor.is("/")) {
      const start = cursor.at;
      const name = cursor.name("the name of an attribute, / or >");
      cursor.space();
      if (!cursor.take("=")) throw cursor.fault(cursor.here(), "=", { hint: UNQUOTED_HINT });
      cursor.space();
      const from = cursor.at;
      if (!/["']/.test(cursor.text[from] ?? "")) {
        throw cursor.fault(cursor.here(), "a value in quotes", { hint: UNQUOTED_HINT });
      }
      cursor.quoted("a value");
      this.#references.checkAttribute(from + 1, cursor.at - 1);
      if (names.has(name)) throw duplicate(cursor, name, start);
      names.add(name);
      attributes.push({ name, start, literal: cursor.text.slice(from, cursor.at) });
    }
    return attributes;
  }

  #closeElement(start: number): void {
    const cursor = this.#cursor;
    const offset = cursor.at;
    const name = cursor.name("the name of an element");
    const open = this.#open.at(-1);
    if (open?.node.name !== name) throw this.#mismatch(open, name, offset, start);
    cursor.space();
    cursor.expect(">");
    this.#open.pop();
    open.node.contentEnd = start;
    open.node.end = cursor.at;
    this.#leave(open.node, open.declared);
  }

  #leave(element: XmlElement, declared: readonly string[]): void {
    this.#namespaces?.leave(declared);
    if (this.#open.length === 0) this.#root = element;
  }

  #mismatch(open: OpenElement | undefined, name: string, offset: number, start: number) {
    const cursor = this.#cursor;
    const shown = beginning(name, 80);
    if (!open)
      return cursor.fault(`the end tag ${shown}`, "no end tag outside the root", { offset: start });
    const { line } = positionAt(cursor.text, open.node.start);
    const found = `the end tag ${shown} where ${beginning(open.node.name, 80)} is open since line ${line}`;
    return cursor.fault(found, open.node.name, {
      code: "XML_TAG_MISMATCH",
      offset,
      received: name,
      related: openedAt(open.node.start, `<${beginning(open.node.name, 80)}>`),
      ...hintFor(open.node.name),
    });
  }

  #unclosed({ node }: OpenElement) {
    const cursor = this.#cursor;
    const { line } = positionAt(cursor.text, node.start);
    const found = `the end of the input inside ${beginning(node.name, 80)} of line ${line}`;
    return cursor.fault(found, `</${beginning(node.name, 80)}>`, {
      code: "XML_UNCLOSED_TAG",
      offset: cursor.text.length,
      related: openedAt(node.start, `<${beginning(node.name, 80)}>`),
      ...hintFor(node.name),
    });
  }
}

function hintFor(name: string): { hint: string } | object {
  return VOID_ELEMENTS.test(name) ? { hint: VOID_HINT } : {};
}
