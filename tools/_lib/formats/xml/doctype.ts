import type { XmlCursor } from "./cursor.ts";
import { References } from "./references.ts";
import type { XmlDoctype, XmlEntity } from "./tree.ts";

const PUBLIC_ID = /^[ \r\na-zA-Z0-9\-'()+,./:=?;!*#@$_%]*$/;
const ATTRIBUTE_TYPES = /(?:CDATA|IDREFS|IDREF|ID|ENTITIES|ENTITY|NMTOKENS|NMTOKEN)(?![\w.-])/y;

interface ExternalId {
  readonly publicId: string | null;
  readonly systemId: string | null;
}

/** Reads `<!DOCTYPE …>` with its internal subset; nothing is fetched and nothing is expanded. */
export function readDoctype(cursor: XmlCursor): XmlDoctype {
  return new DoctypeReader(cursor).read();
}

class DoctypeReader {
  readonly #cursor: XmlCursor;
  readonly #entities = new Map<string, XmlEntity>();
  #open = false;

  constructor(cursor: XmlCursor) {
    this.#cursor = cursor;
  }

  read(): XmlDoctype {
    const cursor = this.#cursor;
    const start = cursor.at;
    cursor.expect("<!DOCTYPE");
    cursor.needSpace();
    const name = cursor.name("the name of the root");
    let external: ExternalId | undefined;
    if (cursor.space()) external = this.#externalId(false);
    cursor.space();
    if (external) this.#open = true;
    if (cursor.take("[")) {
      this.#subset();
      cursor.space();
    }
    cursor.expect(">");
    const { publicId, systemId } = external ?? { publicId: null, systemId: null };
    return {
      type: "doctype",
      start,
      end: cursor.at,
      name,
      publicId,
      systemId,
      entities: this.#entities,
      open: this.#open,
    };
  }

  /** `SYSTEM "…"` or `PUBLIC "…" "…"`; a notation's public id may stand alone. */
  #externalId(notation: boolean): ExternalId | undefined {
    const cursor = this.#cursor;
    if (cursor.take("SYSTEM")) {
      cursor.needSpace();
      return { publicId: null, systemId: cursor.quoted("a system identifier") };
    }
    if (!cursor.take("PUBLIC")) return undefined;
    cursor.needSpace();
    const offset = cursor.at;
    const publicId = cursor.quoted("a public identifier");
    if (!PUBLIC_ID.test(publicId)) {
      throw cursor.fault(
        "a character that no public identifier has",
        "letters, digits and -'()+,./:=?;!*#@$_%",
        {
          offset,
        },
      );
    }
    const spaced = cursor.space();
    if (notation && !/["']/.test(cursor.text[cursor.at] ?? "")) return { publicId, systemId: null };
    if (!spaced) throw cursor.fault(cursor.here(), "white space");
    return { publicId, systemId: cursor.quoted("a system identifier") };
  }

  #subset(): void {
    const cursor = this.#cursor;
    for (;;) {
      cursor.space();
      if (cursor.take("]")) return;
      if (cursor.take("%")) {
        cursor.name("the name of a parameter entity");
        cursor.expect(";");
        this.#open = true;
      } else if (cursor.take("<!--")) readCommentEnd(cursor);
      else if (cursor.is("<?")) readInstruction(cursor);
      else if (cursor.take("<!ENTITY")) this.#entity();
      else if (cursor.take("<!ELEMENT")) this.#element();
      else if (cursor.take("<!ATTLIST")) this.#attributes();
      else if (cursor.take("<!NOTATION")) this.#notation();
      else throw cursor.fault(cursor.here(), "a declaration or ] of the internal subset");
    }
  }

  #entity(): void {
    const cursor = this.#cursor;
    cursor.needSpace();
    const parameter = cursor.take("%");
    if (parameter) cursor.needSpace();
    const name = this.#localName("the name of an entity");
    cursor.needSpace();
    const external = this.#externalId(false);
    const literal = external ? undefined : this.#entityValue();
    let unparsed = false;
    if (cursor.space() && external && !parameter && cursor.take("NDATA")) {
      cursor.needSpace();
      this.#localName("the name of a notation");
      cursor.space();
      unparsed = true;
    }
    cursor.expect(">");
    if (!parameter && !this.#entities.has(name)) {
      this.#entities.set(name, { name, literal, unparsed });
    }
  }

  #entityValue(): string {
    const cursor = this.#cursor;
    const start = cursor.at + 1;
    const literal = cursor.quoted("the value of an entity");
    const wrong = /%|&(?!#[0-9]+;|#x[0-9a-fA-F]+;|[^\s#&;%'"<]+;)/.exec(literal);
    if (wrong) {
      const expected =
        wrong[0] === "%" ? "no parameter entity inside a declaration" : "a reference";
      throw cursor.fault(wrong[0], expected, { offset: start + wrong.index });
    }
    return literal;
  }

  #localName(what: string): string {
    const cursor = this.#cursor;
    const offset = cursor.at;
    const name = cursor.name(what);
    if (name.includes(":")) throw cursor.fault(name, `${what} without a colon`, { offset });
    return name;
  }

  #element(): void {
    const cursor = this.#cursor;
    cursor.needSpace();
    cursor.name("the name of an element");
    cursor.needSpace();
    if (!cursor.take("EMPTY") && !cursor.take("ANY")) this.#contentModel();
    cursor.space();
    cursor.expect(">");
  }

  #contentModel(): void {
    const cursor = this.#cursor;
    const start = cursor.at;
    cursor.expect("(");
    cursor.space();
    if (cursor.take("#PCDATA")) this.#mixed();
    else {
      cursor.at = start;
      this.#group();
    }
  }

  #mixed(): void {
    const cursor = this.#cursor;
    let names = 0;
    for (;;) {
      cursor.space();
      if (!cursor.take("|")) break;
      cursor.space();
      cursor.name("the name of an element");
      names++;
    }
    cursor.expect(")");
    if (names > 0) cursor.expect("*");
    else cursor.take("*");
  }

  /** Groups of names in parentheses, each with one kind of separator; without recursion. */
  #group(): void {
    const cursor = this.#cursor;
    const separators: string[] = [];
    do {
      cursor.space();
      if (cursor.take("(")) {
        separators.push("");
        continue;
      }
      cursor.name("the name of an element");
      cursor.match(/[?*+]/y);
      this.#closeGroups(separators);
    } while (separators.length > 0);
  }

  /** Behind a name or a group: `)` closes, a separator goes on. */
  #closeGroups(separators: string[]): void {
    const cursor = this.#cursor;
    for (;;) {
      cursor.space();
      if (cursor.take(")")) {
        separators.pop();
        cursor.match(/[?*+]/y);
        if (separators.length === 0) return;
        continue;
      }
      const offset = cursor.at;
      const separator = cursor.match(/[|,]/y);
      const known = separators.at(-1);
      if (separator === "" || (known !== "" && known !== separator)) {
        cursor.at = offset;
        throw cursor.fault(cursor.here(), known ? `${known} or )` : "| , or )");
      }
      separators[separators.length - 1] = separator;
      return;
    }
  }

  #attributes(): void {
    const cursor = this.#cursor;
    cursor.needSpace();
    cursor.name("the name of an element");
    while (cursor.space() && !cursor.is(">")) {
      cursor.name("the name of an attribute");
      cursor.needSpace();
      this.#attributeType();
      cursor.needSpace();
      this.#attributeDefault();
    }
    cursor.expect(">");
  }

  #attributeType(): void {
    const cursor = this.#cursor;
    if (cursor.match(ATTRIBUTE_TYPES) !== "") return;
    const notation = cursor.take("NOTATION");
    if (notation) cursor.needSpace();
    cursor.expect("(");
    do {
      cursor.space();
      if (notation) cursor.name("the name of a notation");
      else cursor.nmtoken();
      cursor.space();
    } while (cursor.take("|"));
    cursor.expect(")");
  }

  #attributeDefault(): void {
    const cursor = this.#cursor;
    if (cursor.take("#REQUIRED") || cursor.take("#IMPLIED")) return;
    if (cursor.take("#FIXED")) cursor.needSpace();
    const start = cursor.at + 1;
    const { length } = cursor.quoted("a default value");
    const table = { entities: this.#entities, open: this.#open };
    new References(cursor, table, false).checkAttribute(start, start + length);
  }

  #notation(): void {
    const cursor = this.#cursor;
    cursor.needSpace();
    this.#localName("the name of a notation");
    cursor.needSpace();
    if (!this.#externalId(true)) throw cursor.fault(cursor.here(), "SYSTEM or PUBLIC");
    cursor.space();
    cursor.expect(">");
  }
}

/** Behind `<!--`: up to `-->`, with no `--` before it. */
export function readCommentEnd(cursor: XmlCursor): void {
  cursor.upTo("--");
  cursor.expect(">", '"--" inside a comment');
}

/** Reads `<?target …?>`; the targets that read xml are reserved. */
export function readInstruction(cursor: XmlCursor): void {
  cursor.expect("<?");
  const offset = cursor.at;
  const target = cursor.name("the target of a processing instruction");
  if (/^xml$/i.test(target)) {
    const found = target === "xml" ? "an XML declaration" : target;
    throw cursor.fault(found, "it only at the very beginning", { offset: offset - 2 });
  }
  if (target.includes(":")) throw cursor.fault(target, "a target without a colon", { offset });
  if (cursor.take("?>")) return;
  cursor.needSpace();
  cursor.upTo("?>");
}
