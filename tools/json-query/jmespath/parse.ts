import type { Fault } from "../../_lib/results/syntax-problem.ts";
import { NULL } from "../jq/values.ts";
import { type Comparator, CURRENT, type Expression, type Slice } from "./syntax.ts";
import { syntaxFault, type Token, tokenAt } from "./tokens.ts";

const DEEPEST = 500;

/** How strongly a token binds what stands before it; 0 for one that ends an expression. */
const POWERS: ReadonlyMap<string, number> = new Map([
  ["|", 1],
  ["||", 2],
  ["&&", 3],
  ["==", 5],
  ["!=", 5],
  ["<", 5],
  ["<=", 5],
  [">", 5],
  [">=", 5],
  ["[]", 9],
  ["[?", 21],
  [".", 40],
  ["[", 55],
  ["(", 60],
]);
/** Tokens that bind less end a projection. */
const ENDS_PROJECTION = 10;
const STAR_POWER = 20;
const NOT_POWER = 45;

/** Reads an expression of jmespath.site; throws a `Fault` where it is none. */
export function parseExpression(text: string): Expression {
  return new Parser(text).parse();
}

class Parser {
  readonly #text: string;
  #token: Token;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#token = tokenAt(text, 0);
  }

  parse(): Expression {
    const expression = this.#expression(0);
    if (this.#token.type !== "end") throw this.#unexpected("an operator or the end of the query");
    return expression;
  }

  #next(): Token {
    const token = this.#token;
    if (token.fault !== undefined) throw token.fault;
    this.#token = tokenAt(this.#text, token.end);
    return token;
  }

  #is(text: string): boolean {
    return this.#token.type === "punctuation" && this.#token.text === text;
  }

  #take(text: string): boolean {
    const found = this.#is(text);
    if (found) this.#next();
    return found;
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw this.#unexpected(JSON.stringify(text));
  }

  #unexpected(expected: string): Fault<"QUERY_SYNTAX"> {
    const { type, start, end } = this.#token;
    const found =
      type === "end" ? "the end of the query" : JSON.stringify(this.#text.slice(start, end));
    return syntaxFault(this.#text, start, expected, found);
  }

  #power(): number {
    return this.#token.type === "punctuation" ? (POWERS.get(this.#token.text) ?? 0) : 0;
  }

  #expression(least: number): Expression {
    if (++this.#depth > DEEPEST) {
      const found = `an expression nested deeper than ${DEEPEST} levels`;
      throw syntaxFault(this.#text, this.#token.start, "fewer levels", found);
    }
    let left = this.#prefix();
    while (this.#power() > least) left = this.#suffix(left);
    this.#depth--;
    return left;
  }

  #prefix(): Expression {
    const { type, text, value = NULL } = this.#token;
    if (type === "name") return this.#name();
    if (type === "quoted") {
      this.#next();
      if (this.#is("(")) throw this.#unexpected("a function name without quotes before it");
      return { type: "field", name: text };
    }
    if (type === "literal") {
      this.#next();
      return { type: "literal", value };
    }
    if (type !== "punctuation") throw this.#unexpected("an expression");
    return this.#punctuation(text);
  }

  #name(): Expression {
    const name = this.#next().text;
    if (!this.#take("(")) return { type: "field", name };
    const args: Expression[] = [];
    if (!this.#take(")")) {
      do args.push(this.#argument());
      while (this.#take(","));
      this.#expect(")");
    }
    return { type: "call", name, args };
  }

  #argument(): Expression {
    return this.#take("&") ? { type: "reference", body: this.#expression(0) } : this.#expression(0);
  }

  #punctuation(text: string): Expression {
    switch (text) {
      case "@":
        this.#next();
        return CURRENT;
      case "!":
        this.#next();
        return { type: "not", body: this.#expression(NOT_POWER) };
      case "*":
        this.#next();
        return { type: "values", left: CURRENT, right: this.#projected(STAR_POWER) };
      case "[]":
      case "[?":
        return this.#suffix(CURRENT);
      case "(": {
        this.#next();
        const body = this.#expression(0);
        this.#expect(")");
        // A projection ends with its parentheses.
        return { type: "pipe", left: body, right: CURRENT };
      }
      case "{":
        this.#next();
        return this.#hash();
      case "[":
        return this.#brackets();
      default:
        throw this.#unexpected("an expression");
    }
  }

  /** What an opening bracket begins where no expression stands before it. */
  #brackets(): Expression {
    this.#next();
    if (this.#isIndex()) return this.#index(CURRENT);
    if (this.#is("*")) {
      const star = this.#token;
      const after = tokenAt(this.#text, star.end);
      if (after.type === "punctuation" && after.text === "]") return this.#allItems(CURRENT);
    }
    return this.#list();
  }

  #isIndex(): boolean {
    return this.#token.type === "number" || this.#is(":");
  }

  #allItems(left: Expression): Expression {
    this.#expect("*");
    this.#expect("]");
    return { type: "items", left, right: this.#projected(STAR_POWER) };
  }

  #suffix(left: Expression): Expression {
    const { text } = this.#next();
    switch (text) {
      case ".":
        if (this.#take("*")) return { type: "values", left, right: this.#projected(40) };
        return { type: "chain", left, right: this.#afterDot(40) };
      case "|":
        return { type: "pipe", left, right: this.#expression(1) };
      case "||":
        return { type: "or", left, right: this.#expression(2) };
      case "&&":
        return { type: "and", left, right: this.#expression(3) };
      case "[]": {
        const flat: Expression = { type: "flatten", body: left };
        return { type: "items", left: flat, right: this.#projected(9) };
      }
      case "[?": {
        const condition = this.#expression(0);
        this.#expect("]");
        const right = this.#is("[]") ? CURRENT : this.#projected(21);
        return { type: "filter", left, condition, right };
      }
      case "[":
        if (this.#isIndex()) return this.#index(left);
        if (!this.#is("*")) throw this.#unexpected('a number, ":" or "*"');
        return this.#allItems(left);
      case "(":
        throw this.#unexpected("a function name before the parenthesis");
      default:
        return {
          type: "compare",
          operator: text as Comparator,
          left,
          right: this.#expression(5),
        };
    }
  }

  /** An index or a slice, up to its closing bracket. */
  #index(left: Expression): Expression {
    const bounds: (number | undefined)[] = [undefined];
    while (!this.#is("]")) {
      if (this.#token.type === "number" && bounds.at(-1) === undefined)
        bounds[bounds.length - 1] = Number(this.#next().text);
      else if (bounds.length < 3 && this.#take(":")) bounds.push(undefined);
      else throw this.#unexpected(bounds.length < 3 ? 'a number, ":" or "]"' : 'a number or "]"');
    }
    this.#expect("]");
    const [from, to, step = 1] = bounds;
    if (bounds.length === 1)
      return { type: "chain", left, right: { type: "index", index: from ?? 0 } };
    const slice: Slice = { from, to, step };
    const sliced: Expression = { type: "chain", left, right: { type: "slice", ...slice } };
    return { type: "items", left: sliced, right: this.#projected(STAR_POWER) };
  }

  /** What is done to each value of a projection. */
  #projected(power: number): Expression {
    if (this.#power() < ENDS_PROJECTION) return CURRENT;
    if (this.#is("[") || this.#is("[?")) return this.#expressionAfter(power);
    if (this.#take(".")) return this.#afterDot(power);
    throw this.#unexpected('".", "[" or the end of the projection');
  }

  /** Suffixes of each value: the first whatever its power, as in `a[?b][?c]`. */
  #expressionAfter(power: number): Expression {
    return this.#withSuffixes(this.#suffix(CURRENT), power);
  }

  #afterDot(power: number): Expression {
    if (this.#token.type === "name" || this.#token.type === "quoted" || this.#is("*"))
      return this.#expression(power);
    // What follows a list or a hash is for the whole projection, as in the reference implementations.
    if (this.#take("[")) return this.#list();
    if (this.#take("{")) return this.#hash();
    throw this.#unexpected('a name, "*", "[" or "{"');
  }

  #withSuffixes(first: Expression, power: number): Expression {
    let left = first;
    while (this.#power() > power) left = this.#suffix(left);
    return left;
  }

  #list(): Expression {
    const items: Expression[] = [];
    do items.push(this.#expression(0));
    while (this.#take(","));
    this.#expect("]");
    return { type: "list", items };
  }

  #hash(): Expression {
    const entries: { key: string; value: Expression }[] = [];
    do {
      const { type, text } = this.#token;
      if (type !== "name" && type !== "quoted") throw this.#unexpected("a key");
      this.#next();
      this.#expect(":");
      entries.push({ key: text, value: this.#expression(0) });
    } while (this.#take(","));
    this.#expect("}");
    return { type: "hash", entries };
  }
}
