/** Computes what an expression says. */
import { Fault } from "../_lib/results/syntax-problem.ts";
import { fraction, type Fraction } from "../_lib/numbers/fraction.ts";
import { nearest } from "../_lib/text/nearest.ts";
import {
  type ExpressionFailure,
  MathFault,
  overflow,
} from "../_lib/numbers/scientific/failures.ts";
import { factorial, FUNCTIONS, type Settings, squareRoot } from "./functions.ts";
import {
  exactly,
  minus,
  modulo,
  negated,
  ofFraction,
  over,
  plus,
  power,
  type Real,
  times,
  underflown,
  Wide,
} from "../_lib/numbers/scientific/number.ts";
import { beginning } from "../_lib/text/shown.ts";
import { type Call, type Chain, type Link, type Node, parseExpression } from "./parse.ts";
import { type Angle, fromDegrees, piOf } from "./trigonometry.ts";
import { raisedNumber, type Token } from "./tokens.ts";

export interface Evaluation {
  readonly value: Real;
  /** A per cent was taken of what stands to its left. */
  readonly hasPercentOfLeft: boolean;
  /** An implicit product stands right behind a division. */
  readonly hasImplicitAfterDivision: boolean;
  readonly hasUnderflow: boolean;
}

const PI = piOf(1);
const TAU = piOf(2);
const PHI: Real = { wide: new Wide(5).sqrt().plus(1).div(2) };
const CONSTANTS: ReadonlyMap<string, Real> = new Map([
  ["pi", PI],
  ["π", PI],
  ["tau", TAU],
  ["τ", TAU],
  ["e", { wide: new Wide(1).exp() }],
  ["phi", PHI],
  ["φ", PHI],
]);

/** Whether a name in lower case is a constant, a function or an operator. */
export function isReserved(name: string): boolean {
  return CONSTANTS.has(name) || FUNCTIONS.has(name);
}

/** The last statement's value; throws a `Fault`. Names of `variables` are in lower case. */
export function evaluate(
  text: string,
  angle: Angle,
  variables: ReadonlyMap<string, Real>,
): Evaluation {
  const evaluator = new Evaluator(angle, variables);
  let value = exactly(0);
  for (const { target, node } of parseExpression(text, (name) => FUNCTIONS.has(name))) {
    if (target && isReserved(target.text)) throw reserved(target);
    value = evaluator.valueOf(node);
    if (target) evaluator.variables.set(target.text, value);
  }
  return { value, ...evaluator.remarks, hasUnderflow: evaluator.settings.remarks.underflow };
}

class Evaluator {
  readonly settings: Settings;
  readonly variables: Map<string, Real>;
  readonly remarks = { hasPercentOfLeft: false, hasImplicitAfterDivision: false };

  constructor(angle: Angle, variables: ReadonlyMap<string, Real>) {
    this.settings = { angle, remarks: { underflow: false } };
    this.variables = new Map(variables);
  }

  valueOf(node: Node): Real {
    switch (node.kind) {
      case "number":
        return at(node.offset, () => this.#literal(node.text));
      case "name":
        return this.#named(node.name, node.offset);
      case "call":
        return this.#call(node);
      case "group":
        return this.valueOf(node.inner);
      case "negation":
        return negated(this.valueOf(node.inner));
      case "root": {
        const value = this.valueOf(node.inner);
        return at(node.offset, () => squareRoot(value));
      }
      case "postfix":
        return this.#postfix(node.inner, node.marks);
      case "power": {
        const [base, exponent] = [this.valueOf(node.base), this.valueOf(node.exponent)];
        return at(node.offset, () => power(base, exponent, this.settings.remarks));
      }
      case "chain":
        return this.#chain(node);
    }
  }

  #literal(text: string): Real {
    const { remarks } = this.settings;
    if (/^0[xbo]/.test(text)) return ofFraction(fraction(BigInt(text)));
    const [number = "", exponent = "0"] = text.split("e");
    const [whole = "", decimals = ""] = number.split(".");
    const digits = (whole + decimals).replace(/^0+/, "");
    if (digits === "") return exactly(0);
    const shift = Number(exponent) - decimals.length;
    const magnitude = digits.length + shift;
    if (magnitude > MOST_MAGNITUDE) throw overflow();
    if (magnitude < -MOST_MAGNITUDE) return underflown(remarks);
    const scale = 10n ** BigInt(Math.abs(shift));
    const value: Fraction =
      shift < 0 ? fraction(BigInt(digits), scale) : fraction(BigInt(digits) * scale);
    return ofFraction(value, remarks);
  }

  #named(name: string, offset: number): Real {
    const value = this.variables.get(name) ?? CONSTANTS.get(name);
    if (value) return value;
    const known = [...this.variables.keys(), ...CONSTANTS.keys(), ...FUNCTIONS.keys()];
    const [near] = nearest(name, known, { limit: 1, within: Number.POSITIVE_INFINITY });
    throw new Fault<ExpressionFailure>({
      code: "NAME_UNKNOWN",
      offset,
      found: `the unknown name ${JSON.stringify(beginning(name, SHOWN_CHARACTERS))}`,
      expected: "a variable, a constant or a function",
      received: name,
      hint: `Did you mean ${near}?`,
    });
  }

  #call({ name, offset, args }: Call): Real {
    const called = FUNCTIONS.get(name);
    if (!called) return this.#named(name, offset);
    if (args.length < called.least || args.length > called.most) {
      throw argumentCount(name, offset, args.length, called);
    }
    const values = args.map((arg) => this.valueOf(arg));
    return at(offset, () => called.apply(values, this.settings));
  }

  #postfix(inner: Node, marks: readonly Token[]): Real {
    let value = this.valueOf(inner);
    for (const { text, offset } of marks) {
      const before = value;
      value = at(offset, () => this.#marked(before, text));
    }
    return value;
  }

  #marked(value: Real, mark: string): Real {
    const { remarks, angle } = this.settings;
    switch (mark) {
      case "!":
        return factorial(value, this.settings);
      case "%":
        return over(value, HUNDRED, remarks);
      case "°":
        return fromDegrees(value, angle);
      default:
        return power(value, exactly(raisedNumber(mark) ?? 1), remarks);
    }
  }

  #chain({ first, rest }: Chain): Real {
    let value = this.valueOf(first);
    let before: Link | undefined;
    for (const link of rest) {
      if (link.isImplicit && before?.operator === "/") this.remarks.hasImplicitAfterDivision = true;
      before = link;
      const left = value;
      const right = this.#rightSide(left, link);
      value = at(link.offset, () => combine(left, right, link, this.settings));
    }
    return value;
  }

  /** After + and −, a lone x% is so much of the left side. */
  #rightSide(left: Real, { operator, node, offset }: Link): Real {
    const isPercent = node.kind === "postfix" && node.marks.at(-1)?.text === "%";
    if (!isPercent || (operator !== "+" && operator !== "-")) return this.valueOf(node);
    this.remarks.hasPercentOfLeft = true;
    const percent = this.valueOf(node);
    return at(offset, () => times(left, percent, this.settings.remarks));
  }
}

const SHOWN_CHARACTERS = 40;
const MOST_MAGNITUDE = 10_000;
const HUNDRED = exactly(100);

function combine(left: Real, right: Real, { operator }: Link, { remarks }: Settings): Real {
  switch (operator) {
    case "+":
      return plus(left, right, remarks);
    case "-":
      return minus(left, right, remarks);
    case "*":
      return times(left, right, remarks);
    case "/":
      return over(left, right, remarks);
    case "mod":
      return modulo(left, right);
  }
}

/** Gives what a computation throws the place of its sign or name. */
function at(offset: number, compute: () => Real): Real {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof MathFault)) throw error;
    throw new Fault<ExpressionFailure>({ ...error.problem, offset });
  }
}

function reserved({ text, offset }: Token): Fault<ExpressionFailure> {
  return new Fault({
    code: "NAME_RESERVED",
    offset,
    found: `an assignment to ${text}`,
    expected: "a name that is no constant and no function",
    received: text,
  });
}

function argumentCount(
  name: string,
  offset: number,
  count: number,
  { least, most }: { readonly least: number; readonly most: number },
): Fault<ExpressionFailure> {
  const range =
    least === most
      ? `${least}`
      : Number.isFinite(most)
        ? `${least} to ${most}`
        : `${least} or more`;
  return new Fault({
    code: "ARGUMENT_COUNT",
    offset,
    found: `${count} arguments of ${name}`,
    expected: range,
    received: name,
  });
}
