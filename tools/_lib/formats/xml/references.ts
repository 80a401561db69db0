import type { Problem } from "../../results/syntax-problem.ts";
import { beginning } from "../../text/shown.ts";
import type { XmlCursor } from "./cursor.ts";
import type { XmlDoctype, XmlEntity } from "./tree.ts";

const PREDEFINED = new Set(["amp", "lt", "gt", "quot", "apos"]);
/** The first character that no XML text may hold; half a surrogate pair is one. */
export const BAD_CHARACTER = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const HTML_ENTITY_HINT =
  "HTML's named entities are no XML: write the character itself or its number";
const GENERAL_REFERENCE = /&([^#&;\s][^&;\s]*);/g;

export type ContentCheck = (text: string) => Problem | undefined;

type EntityTable = Pick<XmlDoctype, "entities" | "open">;

/** Reads references and checks what they lead to; each entity is looked at once, however often it is named. */
export class References {
  readonly #cursor: XmlCursor;
  readonly #table: EntityTable | undefined;
  readonly #standalone: boolean;
  /** Entities known to be fine in content, and in the value of an attribute. */
  readonly #checked = { content: new Set<string>(), attribute: new Set<string>() };

  /** What is wrong with text as the content of an element; nothing where only attributes are read. */
  readonly #contentProblem: ContentCheck;

  constructor(
    cursor: XmlCursor,
    table: EntityTable | undefined,
    standalone: boolean,
    contentProblem: ContentCheck = () => undefined,
  ) {
    this.#cursor = cursor;
    this.#table = table;
    this.#standalone = standalone;
    this.#contentProblem = contentProblem;
  }

  /** Reads the reference at `&`; in an attribute's value an entity must be internal and hold no `<`. */
  read(inAttribute: boolean): void {
    const cursor = this.#cursor;
    const start = cursor.at;
    cursor.expect("&");
    if (cursor.take("#")) {
      this.#readCharacter(start);
      return;
    }
    const name = cursor.name("a name or # after &");
    cursor.expect(";", `${cursor.here()} behind &${beginning(name, 80)}`);
    if (!PREDEFINED.has(name)) this.#checkEntity(name, start, inAttribute);
  }

  /** Checks the text of an attribute's value: its references, and that there is no `<`. */
  checkAttribute(start: number, end: number): void {
    const cursor = this.#cursor;
    const resume = cursor.at;
    const special = /[<&]/g;
    special.lastIndex = start;
    for (let found = special.exec(cursor.text); found && found.index < end;) {
      cursor.at = found.index;
      if (found[0] === "<") throw cursor.fault("<", "&lt; in the value of an attribute");
      this.read(true);
      special.lastIndex = cursor.at;
      found = special.exec(cursor.text);
    }
    cursor.at = resume;
  }

  #readCharacter(start: number): void {
    const cursor = this.#cursor;
    const hexadecimal = cursor.take("x");
    const digits = cursor.match(hexadecimal ? /[0-9a-fA-F]+/y : /[0-9]+/y);
    if (digits === "") throw cursor.fault(cursor.here(), "digits");
    cursor.expect(";");
    const code = Number.parseInt(digits, hexadecimal ? 16 : 10);
    if (code <= 0x10ffff && !BAD_CHARACTER.test(String.fromCodePoint(code))) return;
    throw cursor.fault(`a reference to character ${beginning(digits, 20)}`, "a character of XML", {
      code: "XML_BAD_CHARACTER",
      offset: start,
    });
  }

  #checkEntity(name: string, offset: number, inAttribute: boolean): void {
    const entity = this.#table?.entities.get(name);
    if (entity?.unparsed) {
      throw this.#cursor.fault(`&${name};`, "an entity that is text", { offset });
    }
    if (entity) this.#checkReached(entity, offset, inAttribute);
    else if (!this.#table?.open || this.#standalone) {
      const expected = "a declared entity, or amp, lt, gt, quot, apos";
      throw this.#cursor.fault(`&${beginning(name, 80)};`, expected, {
        code: "XML_UNDECLARED_ENTITY",
        offset,
        received: name,
        hint: HTML_ENTITY_HINT,
      });
    }
  }

  /** Follows the references inside the entity: none may lead back, none may spoil an attribute's value. */
  #checkReached(entity: XmlEntity, offset: number, inAttribute: boolean): void {
    const done = this.#checked[inAttribute ? "attribute" : "content"];
    if (done.has(entity.name)) return;
    const open = new Map<string, string[]>();
    const path: string[] = [];
    const enter = (next: XmlEntity): void => {
      if (inAttribute) this.#checkInAttribute(next, offset);
      else this.#checkContent(next, offset);
      open.set(next.name, targetsOf(next));
      path.push(next.name);
    };
    enter(entity);
    for (let name = path.at(-1); name !== undefined; name = path.at(-1)) {
      const target = open.get(name)?.pop();
      if (target === undefined) {
        done.add(name);
        open.delete(name);
        path.pop();
      } else if (open.has(target)) {
        const found = `&${entity.name};, which leads to &${target}; again and again`;
        throw this.#cursor.fault(found, "an entity without itself in it", {
          code: "XML_ENTITY_RECURSION",
          offset,
          received: target,
        });
      } else {
        const next = done.has(target) ? undefined : this.#table?.entities.get(target);
        if (next) enter(next);
      }
    }
  }

  /** The replacement text of an internal entity has to be content by itself. */
  #checkContent({ name, literal }: XmlEntity, offset: number): void {
    if (literal === undefined) return;
    const problem = this.#contentProblem(replacementOf(literal));
    if (problem === undefined) return;
    const found = `&${beginning(name, 80)};, in whose text stands ${problem.found}`;
    throw this.#cursor.fault(found, `an entity that is well-formed: ${problem.expected}`, {
      offset,
    });
  }

  #checkInAttribute({ name, literal }: XmlEntity, offset: number): void {
    if (literal === undefined) {
      const found = `the external entity &${name};`;
      throw this.#cursor.fault(found, "an internal entity in an attribute", { offset });
    }
    if (literal.includes("<")) {
      const found = `&${name};, which holds a <`;
      throw this.#cursor.fault(found, "an entity without < in an attribute", { offset });
    }
  }
}

/** The text of an entity once its declaration is read: references to characters are these, others stay. */
function replacementOf(literal: string): string {
  return literal.replaceAll(/&#(x?)([0-9a-fA-F]+);/g, (_, hexadecimal: string, digits: string) => {
    const code = Number.parseInt(digits, hexadecimal === "x" ? 16 : 10);
    // What is no character at all is found as one that may not be there.
    return code <= 0x10ffff ? String.fromCodePoint(code) : "\0";
  });
}

function targetsOf({ literal = "" }: XmlEntity): string[] {
  return Array.from(literal.matchAll(GENERAL_REFERENCE), ([, target = ""]) => target);
}
