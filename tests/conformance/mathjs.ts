import { failed, passed, skipped, type Suite } from "./suite.ts";

interface Row {
  readonly f: string;
  readonly ctx: string;
  readonly expr?: string;
  readonly fn?: string;
  readonly args?: readonly unknown[];
  readonly scope?: Readonly<Record<string, unknown>>;
  readonly expect: unknown;
}

/** Functions under the name that the calculator gives them. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  abs: "abs",
  acosh: "acosh",
  asinh: "asinh",
  atanh: "atanh",
  cbrt: "cbrt",
  ceil: "ceil",
  combinations: "ncr",
  cos: "cos",
  cosh: "cosh",
  cot: "cot",
  exp: "exp",
  factorial: "fact",
  fix: "trunc",
  floor: "floor",
  gamma: "gamma",
  gcd: "gcd",
  lcm: "lcm",
  lgamma: "lgamma",
  log2: "log2",
  max: "max",
  mean: "mean",
  median: "median",
  min: "min",
  mod: "mod",
  nthRoot: "root",
  permutations: "npr",
  pow: "pow",
  round: "round",
  sign: "sign",
  sin: "sin",
  sinh: "sinh",
  sqrt: "sqrt",
  std: "stdev",
  sum: "sum",
  tan: "tan",
  tanh: "tanh",
  variance: "var",
};

/** What the grammar does not have, in the order in which it is looked for. */
const OUTSIDE: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/["'{[\].]\s*[a-z]|[[\]{}"]/i, "objects, matrices and text"],
  [/\b(?:true|false|null|undefined|not|and|or|xor)\b|[<>?:]|[=!]=/, "truth values and conditions"],
  [/[~&|]|<<|>>/, "operations on bits"],
  [/\.[*/^]/, "operations element by element"],
  [/0[xbo][\da-f]*\./i, "a point in a number of base 2, 8 or 16"],
  [/0[xbo][\da-f]+i\d/i, "numbers of a word's width"],
  [/%\s*[\d(]|%[+-]\d/, "% as remainder: here it is always per cent"],
  [/\([a-z]\w*\s*=|,\s*[a-z]\w*\s*=/i, "assignments within an expression"],
  [/\b(?:in|to|cm|inch)\b/, "units"],
  [/\badd\(|\bg\(|\bf\(|=.*\(.*\)\s*=/, "functions that are not on the list, or are defined"],
];

/** Judges what the calculator's grammar and list of functions cover. */
const suite: Suite = {
  name: "mathjs",
  tools: ["scientific-calculator"],
  floor: { passed: 235, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const [index, line] of text.split("\n").filter(Boolean).entries()) {
      const row = JSON.parse(line) as Row;
      const expression = expressionOf(row);
      const name = `${index + 1} ${row.expr ?? `${row.fn}(${JSON.stringify(row.args)})`}`;
      const reason = outside(row, expression);
      if (expression === undefined || reason !== undefined) {
        yield skipped(name, reason ?? "a function that is not on the list");
        continue;
      }
      const variables = row.scope ?? {};
      const { ok, value, error } = await run({
        tool_id: "scientific-calculator",
        input: { expression, variables, precision: 30 },
      });
      const found = ok ? (value as { result: number | null }).result : error?.code;
      yield isNear(found, row.expect as number)
        ? passed(name)
        : failed(name, `${found}, expected ${JSON.stringify(row.expect)}`);
    }
  },
};
export default suite;

function expressionOf({ expr, fn, args = [] }: Row): string | undefined {
  if (expr !== undefined) return expr;
  const name = Object.hasOwn(FUNCTIONS, fn ?? "") ? FUNCTIONS[fn ?? ""] : undefined;
  const flat = args.length === 1 && Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  const operator = fn === undefined ? undefined : OPERATORS[fn];
  if (operator !== undefined) return flat.map((arg) => `(${String(arg)})`).join(operator);
  if (fn === "unaryMinus") return `-(${String(flat[0])})`;
  if (fn === "square" || fn === "cube") return `(${String(flat[0])})^${fn === "square" ? 2 : 3}`;
  return name === undefined ? undefined : `${name}(${flat.map(String).join(", ")})`;
}

const OPERATORS: Readonly<Record<string, string>> = {
  add: "+",
  subtract: "-",
  subtractScalar: "-",
  multiply: "*",
  divide: "/",
};

function outside(
  { expr, fn = "", args = [], expect, scope = {} }: Row,
  expression = "",
): string | undefined {
  if (typeof expect !== "number") return "a result that is no finite number";
  const given = args.length === 1 && Array.isArray(args[0]) ? args[0] : args;
  if (!given.every((arg) => typeof arg === "number")) return "arguments that are no finite numbers";
  if (!Object.values(scope).every((value) => typeof value === "number"))
    return "variables that are no numbers";
  if (expr === undefined) return outsideFunction(fn, given as readonly number[]);
  return OUTSIDE.find(([pattern]) => pattern.test(expression))?.[1];
}

/** Numbers of arguments that only mathjs takes. */
const ARITIES: Readonly<Record<string, number>> = {
  ceil: 2,
  fix: 2,
  floor: 2,
  nthRoot: 1,
  permutations: 1,
  variance: 1,
};

function outsideFunction(fn: string, [first = 0, second, ...others]: readonly number[]) {
  const count = second === undefined ? 1 : 2 + others.length;
  if (ARITIES[fn] === count) return "a number of arguments that the function does not take here";
  if (fn === "mod" && second === 0) return "a remainder of a division by zero, an error here";
  if (!/^(?:ceil|fix|floor)$/.test(fn)) return undefined;
  const isNearWhole = Math.abs(first - Math.round(first)) < 1e-12 * Math.abs(first);
  return isNearWhole && first !== Math.round(first)
    ? "a number that is taken for the whole number beside it"
    : undefined;
}

/** Results of doubles: to 12 digits. */
function isNear(found: unknown, expected: number): boolean {
  if (typeof found !== "number") return false;
  return Math.abs(found - expected) <= 1e-12 * Math.max(1e-300, Math.abs(expected)) + 1e-15;
}
