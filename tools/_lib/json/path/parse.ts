import { Fault } from "../../results/syntax-problem.ts";
import { beginning } from "../../text/shown.ts";
import { scanNumber } from "../tree/scan.ts";
import { booleanNode, type JsonNode, nullNode, stringNode } from "../tree/tree.ts";
import { readQuoted } from "./quoted.ts";
import {
  type Call,
  type Comparable,
  type Expression,
  type Literal,
  type Operator,
  OPERATORS,
  type Query,
  type Segment,
  type Selector,
} from "./syntax.ts";
import { type SyntaxCode, syntaxFault } from "./trouble.ts";

const NAME =
  /(?:[A-Za-z_\u0080-\ud7ff\ue000-\uffff]|[\ud800-\udbff][\udc00-\udfff])(?:[A-Za-z0-9_\u0080-\ud7ff\ue000-\uffff]|[\ud800-\udbff][\udc00-\udfff])*/y;
const FUNCTION_NAME = /[a-z][a-z0-9_]*/y;
const INTEGER = /0|-?[1-9][0-9]*/y;
const SPACE = /[ \t\n\r]*/y;
const LONGEST_SHOWN = 40;

const LITERALS: ReadonlyMap<string, JsonNode> = new Map<string, JsonNode>([
  ["true", booleanNode(true)],
  ["false", booleanNode(false)],
  ["null", nullNode()],
]);

/** Reads a query of RFC 9535 by its grammar; throws `Fault` at the first place where none goes on so. */
export function parseQuery(text: string): Query {
  const parser = new Parser(text);
  return parser.readAll();
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readAll(): Query {
    if (!this.#is("$")) this.#refuse("$");
    const query = this.#query();
    const { end } = query.segments.at(-1) ?? { end: 1 };
    // Blank space may stand before a segment, so at the end one is missing.
    if (this.#at < this.#text.length || end < this.#at) {
      this.#refuse("a segment or the end of the query");
    }
    return query;
  }

  #query(): Query {
    const start = this.#at;
    const absolute = this.#is("$");
    this.#at++;
    const segments: Segment[] = [];
    for (;;) {
      this.#space();
      const segment = this.#segment();
      if (segment === undefined) return { type: "query", absolute, segments, start };
      segments.push(segment);
    }
  }

  #segment(): Segment | undefined {
    if (this.#is("[")) {
      const selectors = this.#bracketed();
      return { descendant: false, selectors, end: this.#at };
    }
    if (!this.#take(".")) return undefined;
    const descendant = this.#take(".");
    const selectors =
      descendant && this.#is("[") ? this.#bracketed() : [this.#shorthand(descendant)];
    return { descendant, selectors, end: this.#at };
  }

  #shorthand(descendant: boolean): Selector {
    if (this.#take("*")) return { type: "wildcard" };
    const name = this.#match(NAME);
    return name === undefined
      ? this.#refuse(descendant ? 'a name, * or "["' : "a name or *")
      : { type: "name", name };
  }

  #bracketed(): Selector[] {
    this.#at++;
    const selectors: Selector[] = [];
    do {
      this.#space();
      selectors.push(this.#selector());
      this.#space();
    } while (this.#take(","));
    this.#expect("]", '"," or "]"');
    return selectors;
  }

  #selector(): Selector {
    if (this.#is("'") || this.#is('"')) return { type: "name", name: this.#quoted() };
    if (this.#take("*")) return { type: "wildcard" };
    if (this.#take("?")) {
      this.#space();
      return { type: "filter", test: this.#or(false) };
    }
    const index = this.#integer();
    this.#space();
    if (this.#take(":")) return this.#slice(index);
    if (index !== undefined) return { type: "index", index };
    return this.#refuse("a quoted name, an index, a slice, * or a filter ?");
  }

  #slice(from: number | undefined): Selector {
    this.#space();
    const to = this.#integer();
    this.#space();
    let step: number | undefined;
    if (this.#take(":")) {
      this.#space();
      step = this.#integer();
    }
    return { type: "slice", from, to, step: step ?? 1 };
  }

  #integer(): number | undefined {
    const start = this.#at;
    const digits = this.#match(INTEGER);
    if (digits === undefined) {
      if (this.#take("-")) this.#refuse("a digit from 1 to 9");
      return undefined;
    }
    const value = Number(digits);
    if (Number.isSafeInteger(value)) return value;
    throw new Fault<SyntaxCode>({
      code: "JSONPATH_RANGE",
      offset: start,
      found: "an index beyond them",
      expected: "an integer within ±(2^53−1)",
      received: beginning(digits, LONGEST_SHOWN),
    });
  }

  #quoted(): string {
    const { value, end } = readQuoted(this.#text, this.#at);
    this.#at = end;
    return value;
  }

  /** `inArgument`: a literal alone will do, too. */
  #or(inArgument: boolean): Expression {
    return this.#chain("or", "||", inArgument, (literal) => this.#and(literal));
  }

  #and(inArgument: boolean): Expression {
    return this.#chain("and", "&&", inArgument, (literal) => this.#basic(literal));
  }

  /** Parts with an operator between them; one part alone is itself. */
  #chain(
    type: "or" | "and",
    operator: "||" | "&&",
    inArgument: boolean,
    read: (inArgument: boolean) => Expression,
  ): Expression {
    const start = this.#at;
    const first = read(inArgument);
    if (first.type === "literal") return first;
    const parts: Expression[] = [first];
    this.#space();
    while (this.#take(operator.charAt(0))) {
      this.#expect(operator.charAt(0), `"${operator}"`);
      this.#space();
      parts.push(read(false));
      this.#space();
    }
    return parts.length === 1 ? first : { type, parts, start };
  }

  #basic(inArgument: boolean): Expression {
    const start = this.#at;
    if (this.#take("!")) {
      this.#space();
      const part = this.#is("(") ? this.#parenthesized() : this.#tested();
      return { type: "not", part, start };
    }
    if (this.#is("(")) return this.#parenthesized();
    const left = this.#comparable();
    this.#space();
    const operator = this.#operator();
    if (operator !== undefined) {
      this.#space();
      return { type: "comparison", operator, left, right: this.#comparable(), start };
    }
    if (left.type === "literal" && !inArgument) this.#refuse("a comparison");
    return left;
  }

  #parenthesized(): Expression {
    this.#at++;
    this.#space();
    const inner = this.#or(false);
    this.#space();
    this.#expect(")", '")"');
    return inner;
  }

  #tested(): Expression {
    if (this.#is("@") || this.#is("$")) return this.#query();
    const start = this.#at;
    const name = this.#match(FUNCTION_NAME);
    if (name === undefined) return this.#refuse("a query, a function or a parenthesis");
    return this.#call(name, start);
  }

  #comparable(): Comparable {
    if (this.#is("@") || this.#is("$")) return this.#query();
    const start = this.#at;
    if (this.#is("'") || this.#is('"')) {
      return { type: "literal", node: stringNode(this.#quoted()), start };
    }
    if (/[-0-9]/.test(this.#text.charAt(this.#at))) return this.#number();
    const name = this.#match(FUNCTION_NAME);
    if (name === undefined) return this.#refuse("a query, a literal or a function");
    const literal = this.#is("(") ? undefined : LITERALS.get(name);
    return literal === undefined
      ? this.#call(name, start)
      : { type: "literal", node: literal, start };
  }

  #number(): Literal {
    const start = this.#at;
    const number = scanNumber(this.#text, start);
    if (number.type === "problem") {
      this.#at = number.offset;
      return this.#refuse("a digit");
    }
    this.#at = number.end;
    return { type: "literal", node: number, start };
  }

  #call(name: string, start: number): Call {
    this.#expect("(", '"(" of a function');
    const args: Expression[] = [];
    this.#space();
    if (this.#take(")")) return { type: "call", name, args, start };
    do {
      this.#space();
      args.push(this.#or(true));
      this.#space();
    } while (this.#take(","));
    this.#expect(")", '"," or ")"');
    return { type: "call", name, args, start };
  }

  #operator(): Operator | undefined {
    const operator = OPERATORS.find((text) => this.#text.startsWith(text, this.#at));
    if (operator !== undefined) this.#at += operator.length;
    else if (this.#take("=")) this.#refuse('"=="');
    else if (this.#take("!")) this.#refuse('"!="');
    return operator;
  }

  #space(): void {
    this.#match(SPACE);
  }

  #is(character: string): boolean {
    return this.#text.charAt(this.#at) === character;
  }

  #take(character: string): boolean {
    if (!this.#is(character)) return false;
    this.#at++;
    return true;
  }

  #expect(character: string, expected: string): void {
    if (!this.#take(character)) this.#refuse(expected);
  }

  /** What a sticky pattern matches here, which is then read. */
  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text)?.[0];
    this.#at += match?.length ?? 0;
    return match;
  }

  #refuse(expected: string): never {
    throw syntaxFault(this.#text, this.#at, expected);
  }
}
