import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { toDouble } from "./_lib/numbers/fraction.ts";
import { EXPRESSION_FAILURES, type ExpressionFailure } from "./_lib/numbers/scientific/failures.ts";
import type { Real } from "./_lib/numbers/scientific/number.ts";
import { Fault, type Problem, problemEntry } from "./_lib/results/syntax-problem.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import { evaluate, type Evaluation } from "./scientific-calculator/evaluate.ts";
import { exactText, FORMATS, rounded, writeReal } from "./scientific-calculator/format.ts";
import { ANGLES } from "./scientific-calculator/trigonometry.ts";
import { readVariables } from "./scientific-calculator/variables.ts";

const FAILURES = {
  ...EXPRESSION_FAILURES,
  FORM: "A variable's name is no name, or its text is no decimal number",
} as const;

const WARNINGS = {
  PERCENT_OF_LEFT: "After + or −, a percentage is taken of what stands to its left",
  IMPLICIT_AFTER_DIVISION: "A product without a sign stands behind a division: 1/2pi is (1/2)·pi",
  UNDERFLOW: "A number smaller than 10^-10000 became 0",
} as const;

const INPUT = Type.Object({
  expression: Type.String({
    description: "2^10, sin(pi/6), 200 + 15%, x = 3; x^2; statements are separated by ; or lines",
    maxLength: 10_000,
  }),
  angle: oneOf(ANGLES, {
    description: "Unit of trigonometric arguments and results",
    default: "rad",
  }),
  precision: whole({ description: "Significant digits", minimum: 1, maximum: 40, default: 15 }),
  format: oneOf(FORMATS, { description: "Of the text", default: "auto" }),
  decimals: whole({ description: "For fixed", minimum: 0, maximum: 40, default: 2 }),
  variables: Type.Record(
    Type.String(),
    Type.Union([Type.Number(), Type.String({ maxLength: 1000 })], {
      description: "A number, or text such as 1e-3, 1/3, 1,234.5",
    }),
    {
      description: "Values for names of letters, digits and _, in any letter case: { x: 2.5 }",
      maxProperties: 100,
      default: {},
    },
  ),
});

type Input = Static<typeof INPUT>;

const VALUE = Type.Object({
  result: Type.Union([Type.Number(), Type.Null()], { description: "null beyond 10^±308" }),
  text: Type.String(),
  exact: Type.Union([Type.String(), Type.Null()], {
    description: "a/b or a whole number; null where a step was not exact, or above 1000 characters",
  }),
  angle: oneOf(ANGLES),
});

// Functions of 100 digits take 0.2 to 20 ms each, so that the most calls that are allowed take seconds; sums, products
// and exact powers of 10,000 characters take less than 50 ms. That is why it runs where it keeps nobody waiting.
export default defineTool({
  id: "scientific-calculator",
  name: "Scientific Calculator",
  category: "Math",
  description: "Evaluates expressions exactly, or to up to 40 digits.",
  keywords: [
    "arithmetic",
    "bc",
    "calculator",
    "evaluate",
    "exact fraction",
    "expression",
    "factorial",
    "formula",
    "fraction",
    "logarithm",
    "math",
    "mean",
    "median",
    "percent",
    "precision",
    "sine",
    "square root",
    "trigonometry",
    "wolfram",
  ],
  aliases: ["calculator", "expression-evaluator"],
  version: "2026-11-23",

  input: INPUT,
  primary: "expression",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "calculate an expression",
    "evaluate 2^10 + sqrt(16)",
    "what is 200 plus 15 percent",
    "sin of 30 degrees",
    "100 factorial in full",
    "pi to 40 digits",
    "exact fraction arithmetic",
    "0.1 + 0.2 without rounding errors",
    "log base 2 of 1024",
    "standard deviation of numbers",
    "binomial coefficient n choose k",
    "gamma and error function values",
    "greatest common divisor",
    "type a sum with brackets, roots and powers and get the result",
    "homework in maths: sine, cosine, square root",
    "how much is a number times another minus four",
    "average, median and spread of a few values",
    "arbitrary precision evaluation of arithmetic terms",
    "add up a few amounts",
    "fractions such as one third plus two fifths",
    "prime factors, modulo and combinations",
    "work out a sum with brackets, sqrt, times, divided by, minus",
    "calculadora científica",
    "taschenrechner ausdruck berechnen",
    "calculatrice scientifique",
    "calculadora de expressões",
    "関数電卓",
    "科学计算器",
    "hacer una cuenta con paréntesis, raíces y potencias",
    "rechnen mit klammern, wurzel und potenz",
    "faire un calcul avec racines et puissances",
    "数学 计算 平方根 次方 表达式",
    "数式を計算する 平方根 累乗",
    "operaciones matemáticas, resolver una expresión",
    "kid's homework: 3/4 plus 5/6, as a fraction",
    "what is 17 to the power of 12, all digits",
    "my phone shows 0.30000000000000004, what is right",
    "ln, log10, arctan, hyperbolic, mod, factorial: one formula with variables",
    "bc -l, wolfram alpha, mathjs evaluate, desmos, casio fx, python decimal, google calculator",
    "compute a formula numerically to 40 significant figures, in degrees or radians",
    "calculadora científica online: raiz quadrada, seno, potência",
    "quanto é 15 vezes 37 mais 120",
    "wurzel, sinus, bruch und fakultät ausrechnen",
  ],
  effort: 2,
  isolated: true,
  detect(sample) {
    const text = sample.trim();
    // Versions, dates and schedules have operators as well.
    const isOther = /\.\d+\.|^\d{4}-\d\d-\d\d\b|\*[ \t]+\*/.test(text);
    if (text.length > 200 || !/\d/.test(text) || isOther) return 0;
    if (/^[\d.\s()+\-*/^!%×÷−√]+$/.test(text))
      return /\d\s*[-+*/^×÷−]\s*[\d(√]/.test(text) ? 0.5 : 0;
    return /\b(?:sqrt|sin|cos|tan|ln|log|exp)\s*\(/i.test(text) ? 0.6 : 0;
  },

  laws: [
    {
      name: "more digits only add to those there are, up to the last",
      holds(run, input) {
        const [few, many] = [8, 16].map((precision) => run({ ...input, precision }).value?.result);
        if (typeof few !== "number" || typeof many !== "number") return true;
        return Math.abs(few - many) <= Math.abs(many) * 1e-7;
      },
    },
    {
      name: "an expression is equal to itself in parentheses, and cancels with it",
      holds(run, { expression = "", ...others }) {
        if (/[;\n=]/.test(expression)) return true;
        const alone = run({ ...others, expression });
        const grouped = run({ ...others, expression: `(${expression})` });
        if (!alone.value || !grouped.value) return true;
        const cancelled = run({ ...others, expression: `(${expression}) - (${expression})` });
        return (
          grouped.value.text === alone.value.text &&
          (!cancelled.value || cancelled.value.result === 0)
        );
      },
    },
  ],
  examples: [
    {
      title: "Exact fractions",
      input: "1/3 + 1/6",
      expect: { output: "0.5", value: { exact: "1/2", result: 0.5 } },
    },
    {
      title: "Degrees",
      input: { expression: "sin(30) + tan(45)", angle: "deg" },
      expect: { output: "1.5", value: { exact: "3/2" } },
    },
    {
      title: "Thirty digits",
      input: { expression: "e^(pi*sqrt(163))", precision: 30 },
      expect: { output: "262537412640768743.999999999999" },
    },
    {
      title: "Percent and variables",
      input: "price = 200; price + 15%",
      expect: { output: "230", warnings: [{ code: "PERCENT_OF_LEFT" }] },
    },
    {
      title: "As an engineer writes it",
      input: {
        expression: "1/(2pi*R*C)",
        format: "engineering",
        precision: 4,
        variables: { R: 4700, C: "22e-9" },
      },
      expect: { output: "1.539e+3" },
    },
    {
      title: "A pole of the tangent",
      input: { expression: "tan(90)", angle: "deg" },
      expect: { ok: false, error: { code: "MATH_DOMAIN" } },
    },
  ],

  run(input) {
    const { variables, problems } = readVariables(input.variables);
    const [first, ...others] = problems;
    if (first) return fail([first, ...others]);
    try {
      return describe(evaluate(input.expression, input.angle, variables), input);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return fail(entryOf((error as Fault<ExpressionFailure>).problem, input.expression));
    }
  },
});

/** What cannot be computed was read well. */
function entryOf(problem: Problem<ExpressionFailure>, text: string): Entry<ExpressionFailure> {
  const entry = problemEntry(problem, text, "the expression", "/expression");
  if (!/^MATH_|^DIVISION_/.test(entry.code)) return entry;
  return { ...entry, message: entry.message.replace("Cannot read", "Cannot compute") };
}

const MOST_EXPONENT = 308;

function resultOf(value: Real, precision: number): number | null {
  const number = rounded(value, precision);
  return Math.abs(number.e) > MOST_EXPONENT ? null : toDouble(number);
}

function describe(evaluation: Evaluation, input: Input) {
  const { value } = evaluation;
  const { angle, precision } = input;
  const text = writeReal(value, input);
  return done({
    output: text,
    value: { result: resultOf(value, precision), text, exact: exactText(value), angle },
    warnings: warningsOf(WARNINGS, {
      PERCENT_OF_LEFT: evaluation.hasPercentOfLeft,
      IMPLICIT_AFTER_DIVISION: evaluation.hasImplicitAfterDivision,
      UNDERFLOW: evaluation.hasUnderflow,
    }),
  });
}
