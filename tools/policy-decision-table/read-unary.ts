/** Reads the tests of a cell: `-`, `<= 5`, `[1..5)`, `"a", "b"`, `not(null)`. */
import { Fault, type Problem } from "../_lib/results/syntax-problem.ts";
import { quoted, shortened } from "../_lib/text/shown.ts";
import { dateOf, isOrdered, NULL, type Ordered, type Scalar } from "./scalar.ts";
import { ANY, equals, type Test } from "./unary.ts";

export type CellProblem = Problem<"CELL_SYNTAX" | "CELL_UNSUPPORTED">;

/** Reads the text of a cell. */
export function readTest(text: string): Test | CellProblem {
  return reading(() => {
    const reader = new UnaryReader(text);
    return reader.isAnything() ? ANY : someOf(reader.tests(0, ""));
  });
}

/** Reads one literal; other words are a string. */
export function readLiteral(text: string): Scalar | CellProblem {
  return reading(() => new UnaryReader(text).only());
}

function someOf(tests: readonly Test[]): Test {
  const [first = ANY, second] = tests;
  return second === undefined ? first : { kind: "some", tests };
}

function reading<T>(read: () => T): T | CellProblem {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.problem as CellProblem;
  }
}

const DEEPEST = 50;
const NUMBER = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const DATE_LIKE = /^\d{4}-\d\d-\d\d$/;
const SPACE = /\s*/y;
const BARE = /[^,()[\]"<>=!]*/y;
const OPERATOR = /!=|<=|>=|[<>=]/y;
const LITERAL = "a literal";
const SUPPORTED =
  "literals, ranges, comparisons or not(…); text that is meant as it stands in quotes";
/** Marks of FEEL's other expressions: sums, the input itself, contexts, and words that begin something larger. */
const EXPRESSION =
  /(?:^|\s)(?:[+*/?-]|\*\*)(?:\s|$)|^\{|[\p{L}\p{N}_](?:[+*]|\*\*)[\p{L}\p{N}_]|^\?|\sinstance of\s/u;
const OPENING =
  /^(?:if\s.*\sthen|for\s.*\sreturn|(?:some|every)\s.*\ssatisfies|between\s+[\d-].*\sand)\s/s;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d/;
const OTHER_TIME = /^(?:-?P\d|-?PT\d|\d\d:\d\d|-?\d{4,}-\d\d-\d\dT)/;
/** A mark between two operands. */
const JOINS = /[-+*/|%^<>=!]=?\s*[^\s<>=]/y;
const JUNCTION = /^(?:and|or|in|between)$/;

class UnaryReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAnything(): boolean {
    const text = this.#text.trim();
    return text === "" || text === "-";
  }

  /** Tests with commas between them, up to the end. */
  tests(depth: number, end: ")" | ""): Test[] {
    const tests = [this.#test(depth)];
    while (this.#take(",")) tests.push(this.#test(depth));
    const isEnd = end === "" ? this.#at === this.#text.length : this.#take(end);
    if (isEnd) return tests;
    const at = this.#at;
    const found = this.#here();
    if (this.#match(JOINS) !== "") throw this.#unsupported(found, at);
    throw this.#fault(this.#here(), end === "" ? "a comma or the end" : `a comma or ${end}`);
  }

  only(): Scalar {
    const literal = this.#literal();
    this.#space();
    if (this.#at === this.#text.length) return literal;
    throw this.#fault(this.#here(), "the end");
  }

  #test(depth: number): Test {
    this.#space();
    const operator = this.#match(OPERATOR);
    if (operator !== "") return this.#comparison(operator);
    const open = /[[\](]/.exec(this.#text[this.#at] ?? "")?.[0];
    if (open !== undefined) return this.#interval(open);
    return this.#negation(depth) ?? equals(this.#literal());
  }

  #comparison(operator: string): Test {
    if (operator === "=") return equals(this.#literal());
    if (operator === "!=") return { kind: "unequal", value: this.#literal() };
    const bound = { value: this.#ordered(), closed: operator.length === 2 };
    return operator.startsWith("<")
      ? { kind: "range", upper: bound }
      : { kind: "range", lower: bound };
  }

  #interval(open: string): Test {
    this.#at++;
    const lower = { value: this.#ordered(), closed: open === "[" };
    if (!this.#take("..")) throw this.#fault(this.#here(), "..");
    const from = this.#at;
    const value = this.#ordered();
    if (value.type !== lower.value.type)
      throw this.#fault(`a ${value.type}`, `a ${lower.value.type}`, from);
    this.#space();
    const close = /[\])[]/.exec(this.#text[this.#at] ?? "")?.[0];
    if (close === undefined) throw this.#fault(this.#here(), "], ) or [");
    this.#at++;
    return { kind: "range", lower, upper: { value, closed: close === "]" } };
  }

  #negation(depth: number): Test | undefined {
    const opening = /not\s*\(/y;
    if (this.#match(opening) === "") return undefined;
    if (depth === DEEPEST) throw this.#fault("not( in not(", `at most ${DEEPEST} of them`);
    return { kind: "not", tests: this.tests(depth + 1, ")") };
  }

  /** A literal of which there are smaller and larger ones. */
  #ordered(): Ordered {
    this.#space();
    const from = this.#at;
    const literal = this.#literal();
    if (isOrdered(literal)) return literal;
    const found = literal.type === "null" ? "null" : "a boolean";
    throw this.#fault(found, "a number, date or string", from);
  }

  #literal(): Scalar {
    this.#space();
    if (this.#text[this.#at] === '"') return { type: "string", value: this.#string() };
    const from = this.#at;
    if (this.#take("@")) {
      if (this.#text[this.#at] === '"') {
        const text = this.#string();
        // Times and durations are written in the same way.
        if (OTHER_TIME.test(text)) throw this.#unsupported(`@${quoted(text)}`, from);
        return this.#date(text, from);
      }
      this.#at = from;
    }
    const bare = this.#bare();
    if (bare === "date" && this.#take("(")) {
      this.#space();
      if (this.#text[this.#at] !== '"') throw this.#fault(this.#here(), "a date in quotes");
      const date = this.#date(this.#string(), from);
      if (!this.#take(")")) throw this.#fault(this.#here(), ")");
      return date;
    }
    if (bare !== "" && this.#text[this.#at] === "(")
      throw this.#unsupported(`the call of ${quoted(bare)}`, from);
    return this.#word(bare, from);
  }

  /** Characters up to a mark of the grammar. */
  #bare(): string {
    const from = this.#at;
    const bare = this.#match(BARE);
    const dots = bare.indexOf("..");
    if (dots >= 0) this.#at = from + dots;
    return bare.slice(0, dots < 0 ? undefined : dots).trim();
  }

  #word(bare: string, from: number): Scalar {
    if (bare === "" || bare === "-") {
      this.#at = from;
      throw this.#fault(bare === "-" ? "-" : this.#here(), LITERAL);
    }
    const literal = wordOf(bare);
    if (literal) return literal;
    if (isExpression(bare)) throw this.#unsupported(quoted(bare), from);
    if (DATE_LIKE.test(bare)) return this.#date(bare, from);
    const [first = ""] = bare.split(/\s/, 1);
    if (first !== bare && (wordOf(first) || first === "-" || DATE_LIKE.test(first)))
      throw this.#fault(quoted(bare), "one literal, or a string in quotes", from);
    return { type: "string", value: bare };
  }

  #date(text: string, from: number): Scalar {
    const date = dateOf(text);
    if (date) return date;
    throw this.#fault(quoted(text), "a date that exists, as 2026-01-31", from);
  }

  #string(): string {
    const from = this.#at;
    for (let at = from + 1; at < this.#text.length; at++) {
      const character = this.#text[at];
      if (character === "\\") at++;
      else if (character === '"') {
        this.#at = at + 1;
        return this.#unescaped(this.#text.slice(from, this.#at), from);
      }
    }
    throw this.#fault("a string without an end", "a closing quote", from);
  }

  #unescaped(token: string, from: number): string {
    try {
      return JSON.parse(token) as string;
    } catch {
      throw this.#fault(`the string ${shortened(token)}`, "a string as JSON has it", from);
    }
  }

  #take(mark: string): boolean {
    this.#space();
    if (!this.#text.startsWith(mark, this.#at)) return false;
    this.#at += mark.length;
    return true;
  }

  #space(): void {
    this.#match(SPACE);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #here(): string {
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
    return this.#at < this.#text.length ? quoted(character) : "the end";
  }

  #unsupported(found: string, offset: number): Fault {
    return new Fault({ code: "CELL_UNSUPPORTED", offset, found, expected: SUPPORTED });
  }

  #fault(found: string, expected: string, offset = this.#at): Fault {
    return new Fault({ code: "CELL_SYNTAX", offset, found, expected });
  }
}

/** Whether bare words are a sum, a call, a time or a choice of FEEL, which only look like text. */
function isExpression(bare: string): boolean {
  const [first = "", second = ""] = bare.split(/\s+/, 2);
  const isChoice = JUNCTION.test(second) && wordOf(first) !== undefined;
  const isSum = first !== "-" && EXPRESSION.test(bare);
  return isChoice || isSum || OPENING.test(bare) || DATE_TIME.test(bare);
}

function wordOf(bare: string): Scalar | undefined {
  if (bare === "true" || bare === "false") return { type: "boolean", value: bare === "true" };
  if (bare === "null") return NULL;
  return NUMBER.test(bare) ? { type: "number", text: bare } : undefined;
}
