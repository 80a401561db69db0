import type { Fault } from "../../_lib/results/syntax-problem.ts";
import { nameOf, type Token, tokenAt } from "./lexer.ts";
import { KEYWORDS, type Query } from "./syntax.ts";
import { type QueryCode, syntaxFault } from "./trouble.ts";

const DEEPEST_QUERY = 500;

type Rule = (source: Source) => Query;

/** The rules that terms need, which stand above them. */
export interface Rules {
  readonly parseQuery: Rule;
  readonly parseOperators: Rule;
}

/** A program being read: the token that comes next, and the rules that its parts share. */
export class Source {
  readonly text: string;
  /** Reads a query with pipes. */
  readonly parseQuery: Rule;
  /** Reads a query without pipes and commas. */
  readonly parseOperators: Rule;
  token: Token;
  #depth = 0;

  constructor(text: string, rules: Rules) {
    this.text = text;
    this.parseQuery = rules.parseQuery;
    this.parseOperators = rules.parseOperators;
    this.token = tokenAt(text, 0, KEYWORDS);
  }

  /** Goes to the token behind this one, or behind `offset`. */
  next(offset = this.token.end): Token {
    const { token } = this;
    this.token = tokenAt(this.text, offset, KEYWORDS);
    return token;
  }

  /** Stands around everything that can hold itself. */
  enter(): void {
    if (++this.#depth > DEEPEST_QUERY) {
      const found = `a query nested deeper than ${DEEPEST_QUERY} levels`;
      throw syntaxFault(this.text, this.token.start, "fewer levels", found);
    }
  }

  leave(): void {
    this.#depth--;
  }

  isAt(type: Token["type"]): boolean {
    return this.token.type === type;
  }

  isPunctuation(text: string): boolean {
    return this.token.type === "punctuation" && this.token.text === text;
  }

  isKeyword(text: string): boolean {
    return this.token.type === "keyword" && this.token.text === text;
  }

  take(text: string): boolean {
    const found = this.isPunctuation(text);
    if (found) this.next();
    return found;
  }

  takeKeyword(text: string): boolean {
    const found = this.isKeyword(text);
    if (found) this.next();
    return found;
  }

  expect(text: string): void {
    if (!this.take(text)) throw this.unexpected(JSON.stringify(text));
  }

  expectKeyword(text: string): void {
    if (!this.takeKeyword(text)) throw this.unexpected(text);
  }

  expectVariable(): string {
    if (!this.isAt("variable")) throw this.unexpected("a variable such as $name");
    return this.next().text;
  }

  unexpected(expected: string): Fault<QueryCode> {
    return syntaxFault(this.text, this.token.start, expected, nameOf(this.token, this.text));
  }
}
