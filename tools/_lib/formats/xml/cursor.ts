import { Fault, type RelatedPlace } from "../../results/syntax-problem.ts";

export const XML_FAILURES = {
  XML_SYNTAX: "The text is not well-formed XML",
  XML_TAG_MISMATCH: "An end tag has another name than the element that is open",
  XML_UNCLOSED_TAG: "An element is not closed at the end of the text",
  XML_DUPLICATE_ATTRIBUTE: "An element has an attribute twice, by name or by namespace",
  XML_UNDECLARED_ENTITY: "A reference names an entity that is not declared",
  XML_UNDECLARED_PREFIX: "A name has a prefix that is bound to no namespace",
  XML_BAD_CHARACTER: "A character, or one that a reference stands for, is not allowed in XML",
  XML_MULTIPLE_ROOTS: "A second element stands behind the root",
  XML_NO_ROOT: "There is no element",
  XML_ENTITY_RECURSION: "An entity refers to itself",
  INPUT_TOO_DEEP: "The elements are nested deeper than 1,000 levels",
} as const;

export type XmlFailure = keyof typeof XML_FAILURES;

const START =
  ":A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}";
const MORE = `${START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}`;
export const NAME = new RegExp(`[${START}][${MORE}]*`, "uy");
const NMTOKEN = new RegExp(`[${MORE}]+`, "uy");
const SPACE = /[ \t\r\n]+/y;

export interface FaultDetail {
  readonly code?: XmlFailure;
  readonly offset?: number;
  readonly received?: string;
  readonly hint?: string;
  readonly related?: readonly RelatedPlace[];
}

/** A place in an XML text that only moves forward. */
export class XmlCursor {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  is(literal: string): boolean {
    return this.text.startsWith(literal, this.at);
  }

  /** Steps over the literal if it stands here. */
  take(literal: string): boolean {
    if (!this.is(literal)) return false;
    this.at += literal.length;
    return true;
  }

  expect(literal: string, found?: string): void {
    if (!this.take(literal)) throw this.fault(found ?? this.here(), JSON.stringify(literal));
  }

  /** Steps over white space; whether there was any. */
  space(): boolean {
    return this.match(SPACE) !== "";
  }

  needSpace(): void {
    if (!this.space()) throw this.fault(this.here(), "white space");
  }

  name(what: string): string {
    const name = this.match(NAME);
    if (name === "") throw this.fault(this.here(), what);
    return name;
  }

  nmtoken(): string {
    const token = this.match(NMTOKEN);
    if (token === "") throw this.fault(this.here(), "a name token");
    return token;
  }

  /** A literal in quotes, without them. */
  quoted(what: string): string {
    const quote = this.text[this.at];
    if (quote !== '"' && quote !== "'") throw this.fault(this.here(), `${what} in quotes`);
    const end = this.text.indexOf(quote, this.at + 1);
    if (end < 0) throw this.fault("the end of the input", quote, { offset: this.text.length });
    const literal = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return literal;
  }

  /** Steps behind the next `literal`; the text up to it. */
  upTo(literal: string): string {
    const end = this.text.indexOf(literal, this.at);
    if (end < 0) {
      const expected = JSON.stringify(literal);
      throw this.fault("the end of the input", expected, { offset: this.text.length });
    }
    const passed = this.text.slice(this.at, end);
    this.at = end + literal.length;
    return passed;
  }

  match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text)?.[0] ?? "";
    this.at += match.length;
    return match;
  }

  /** What stands here, in words. */
  here(): string {
    if (this.at >= this.text.length) return "the end of the input";
    return JSON.stringify(String.fromCodePoint(this.text.codePointAt(this.at) ?? 0));
  }

  fault(found: string, expected: string, detail: FaultDetail = {}): Fault<XmlFailure> {
    const { code = "XML_SYNTAX", offset = this.at, received, hint, related } = detail;
    return new Fault({ code, offset, found, expected, received, hint, related });
  }
}
