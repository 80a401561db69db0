/** Reads expressions: sums of products of powers, with implicit multiplication, calls and assignments. */
import { Fault } from "../_lib/results/syntax-problem.ts";
import type { ExpressionFailure } from "../_lib/numbers/scientific/failures.ts";
import { beginning } from "../_lib/text/shown.ts";
import { raisedNumber, type Token, tokenize } from "./tokens.ts";

export type Node =
  | { readonly kind: "number"; readonly text: string; readonly offset: number }
  | { readonly kind: "name"; readonly name: string; readonly offset: number }
  | Call
  | { readonly kind: "group"; readonly inner: Node }
  | { readonly kind: "negation"; readonly inner: Node }
  | { readonly kind: "root"; readonly inner: Node; readonly offset: number }
  | Postfix
  | Power
  | Chain;

export interface Call {
  readonly kind: "call";
  readonly name: string;
  readonly offset: number;
  readonly args: readonly Node[];
}

export interface Postfix {
  readonly kind: "postfix";
  readonly inner: Node;
  readonly marks: readonly Token[];
}

export interface Power {
  readonly kind: "power";
  readonly base: Node;
  readonly exponent: Node;
  readonly offset: number;
}

/** A sum or a product, left to right. */
export interface Chain {
  readonly kind: "chain";
  readonly first: Node;
  readonly rest: readonly Link[];
}

export interface Link {
  readonly operator: "+" | "-" | "*" | "/" | "mod";
  readonly isImplicit: boolean;
  readonly node: Node;
  readonly offset: number;
}

export interface Statement {
  readonly target: Token | undefined;
  readonly node: Node;
}

const MOST_LEVELS = 100;
const MOST_CALLS = 300;
const POSTFIX_MARKS: ReadonlySet<string> = new Set(["!", "%", "°"]);

function isPostfix(sign: string): boolean {
  return POSTFIX_MARKS.has(sign) || raisedNumber(sign) !== undefined;
}

/** The statements of a text, at least one; throws a `Fault`. `isFunction` tells calls from implicit products. */
export function parseExpression(
  text: string,
  isFunction: (name: string) => boolean,
): readonly Statement[] {
  return new ExpressionParser(tokenize(text), isFunction).program();
}

class ExpressionParser {
  readonly #tokens: readonly Token[];
  readonly #isFunction: (name: string) => boolean;
  #at = 0;
  #levels = 0;
  #calls = 0;

  constructor(tokens: readonly Token[], isFunction: (name: string) => boolean) {
    this.#tokens = tokens;
    this.#isFunction = isFunction;
  }

  program(): readonly Statement[] {
    const statements: Statement[] = [];
    while (this.#take(";"));
    do {
      statements.push(this.#statement());
      this.#takeLastEquals();
      if (this.#next.kind !== "end" && !this.#is(";"))
        throw this.#syntax("an operator, or the end");
      // Blank lines and a last line end say nothing.
      while (this.#take(";"));
    } while (this.#next.kind !== "end");
    return statements;
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? END;
  }

  #statement(): Statement {
    const target = this.#next;
    const isAssignment = target.kind === "name" && this.#tokens[this.#at + 1]?.text === "=";
    if (!isAssignment) return { target: undefined, node: this.#sum() };
    this.#at += 2;
    return { target, node: this.#sum() };
  }

  /** `2+3=`, as keys are pressed. */
  #takeLastEquals(): void {
    const after = this.#tokens[this.#at + 1];
    if (this.#is("=") && (after?.kind === "end" || after?.text === ";")) this.#at++;
  }

  #sum(): Node {
    const first = this.#product();
    const rest: Link[] = [];
    for (;;) {
      const { text, offset } = this.#next;
      if (!this.#take("+") && !this.#take("-")) break;
      const operator = text === "-" ? "-" : "+";
      rest.push({ operator, isImplicit: false, node: this.#product(), offset });
    }
    return rest.length === 0 ? first : { kind: "chain", first, rest };
  }

  #product(): Node {
    const first = this.#unary();
    const rest: Link[] = [];
    for (;;) {
      const { text, offset, kind } = this.#next;
      if (this.#take("*") || this.#take("/") || (kind === "name" && this.#take("mod"))) {
        const operator = text as "*" | "/" | "mod";
        rest.push({ operator, isImplicit: false, node: this.#unary(), offset });
      } else if (this.#takesPart()) {
        rest.push({ operator: "*", isImplicit: false, node: this.#unary(), offset });
      } else if (this.#joins()) {
        rest.push({ operator: "*", isImplicit: true, node: this.#power(), offset });
      } else break;
    }
    return rest.length === 0 ? first : { kind: "chain", first, rest };
  }

  /** `19% of 200`: what is taken of something is multiplied with it. */
  #takesPart(): boolean {
    const before = this.#tokens[this.#at - 1];
    const { kind, text } = this.#next;
    if (kind !== "name" || text !== "of" || before?.kind !== "sign" || before.text !== "%")
      return false;
    this.#at++;
    return true;
  }

  /** Whether what follows is multiplied without a sign. */
  #joins(): boolean {
    const { kind } = this.#next;
    const before = this.#tokens[this.#at - 1];
    const begins = kind === "number" || kind === "name" || this.#is("(") || this.#is("√");
    if (!begins) return false;
    const joinsNumbers = kind === "number" && before?.kind === "number";
    if (joinsNumbers || (before?.kind === "sign" && before.text === "%")) {
      throw this.#syntax("an operator");
    }
    return true;
  }

  #unary(): Node {
    if (!this.#is("-") && !this.#is("+")) return this.#power();
    const { text } = this.#next;
    return this.#deeper(() => {
      this.#at++;
      const inner = this.#unary();
      return text === "-" ? { kind: "negation", inner } : { kind: "group", inner };
    });
  }

  #power(): Node {
    const base = this.#postfix();
    const { offset } = this.#next;
    if (!this.#is("^")) return base;
    return this.#deeper(() => {
      this.#at++;
      return { kind: "power", base, exponent: this.#unary(), offset };
    });
  }

  #postfix(): Node {
    const inner = this.#primary();
    const marks: Token[] = [];
    while (this.#next.kind === "sign" && isPostfix(this.#next.text)) {
      if (this.#is("!")) this.#countCall();
      marks.push(this.#next);
      this.#at++;
    }
    return marks.length === 0 ? inner : { kind: "postfix", inner, marks };
  }

  #primary(): Node {
    const { kind, text, offset } = this.#next;
    if (kind === "number") {
      this.#at++;
      return { kind: "number", text, offset };
    }
    if (kind === "name") return this.#nameOrCall();
    if (this.#is("√")) {
      return this.#deeper(() => {
        this.#at++;
        return { kind: "root", inner: this.#power(), offset };
      });
    }
    if (!this.#is("(")) throw this.#syntax("a number, a name or a parenthesis");
    return this.#deeper(() => {
      this.#at++;
      const inner = this.#sum();
      this.#close();
      return { kind: "group", inner };
    });
  }

  #nameOrCall(): Node {
    const { text: name, offset } = this.#next;
    if (!this.#isFunction(name)) {
      this.#at++;
      return { kind: "name", name, offset };
    }
    this.#countCall();
    return this.#deeper(() => {
      this.#at++;
      if (!this.#take("(")) throw this.#syntax(`( after ${name}`);
      const args: Node[] = [];
      if (!this.#is(")")) {
        do args.push(this.#sum());
        while (this.#take(","));
      }
      this.#close();
      return { kind: "call", name, offset, args };
    });
  }

  #close(): void {
    if (!this.#take(")")) throw this.#syntax("a closing parenthesis");
  }

  #deeper<T>(read: () => T): T {
    this.#levels++;
    if (this.#levels > MOST_LEVELS) throw this.#tooComplex(`more than ${MOST_LEVELS} levels`);
    const node = read();
    this.#levels--;
    return node;
  }

  #countCall(): void {
    this.#calls++;
    if (this.#calls > MOST_CALLS) throw this.#tooComplex(`more than ${MOST_CALLS} calls`);
  }

  #is(text: string): boolean {
    return this.#next.text === text && this.#next.kind === "sign";
  }

  #take(text: string): boolean {
    const isNext = this.#next.text === text && this.#next.kind !== "number";
    if (isNext) this.#at++;
    return isNext;
  }

  #syntax(expected: string): Fault<ExpressionFailure> {
    const { kind, text, offset } = this.#next;
    const found = kind === "end" ? "the end" : JSON.stringify(beginning(text, SHOWN_CHARACTERS));
    return new Fault({ code: "EXPR_SYNTAX", offset, found, expected });
  }

  #tooComplex(found: string): Fault<ExpressionFailure> {
    const { offset } = this.#next;
    const expected = `at most ${MOST_LEVELS} levels and ${MOST_CALLS} calls`;
    return new Fault({ code: "EXPRESSION_TOO_COMPLEX", offset, found, expected });
  }
}

const SHOWN_CHARACTERS = 20;
const END: Token = { kind: "end", text: "", offset: 0 };
