/** A decimal number as 0.DIGITS × 10^exponent, digits without zeros at either end, empty for zero. */
interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: bigint;
}

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const DIGITS_A_DOUBLE_ALWAYS_KEEPS = 15;

/** Whether the text is a number of JSON's grammar. */
export function isNumberText(text: string): boolean {
  return NUMBER.test(text);
}

/** Whether the text has neither fraction nor exponent. */
export function isIntegerText(text: string): boolean {
  return !/[.eE]/.test(text);
}

/** Whether the text's decimal value is that of the shortest text that reads back to the same double. */
export function isExact(text: string): boolean {
  const double = Number(text);
  if (!Number.isFinite(double)) return false;
  return isShort(text) || compareNumbers(text, String(double)) === 0;
}

/** Compares the exact decimal values of two number texts; exponents are never expanded. */
export function compareNumbers(left: string, right: string): -1 | 0 | 1 {
  if (left === right) return 0;
  if (isShort(left) && isShort(right)) return order(Number(left), Number(right));
  const a = decimalOf(left);
  const b = decimalOf(right);
  if (a.digits === "" || b.digits === "" || a.negative !== b.negative)
    return order(sign(a), sign(b));
  const size = order(a.exponent, b.exponent) || order(a.digits, b.digits);
  return a.negative ? (-size as -1 | 0 | 1) : size;
}

/** One text for each exact decimal value, so that equal numbers have equal keys: `1`, `1.0`, `1e0`. */
export function numberKey(text: string): string {
  const { negative, digits, exponent } = decimalOf(text);
  if (digits === "") return "0";
  return `${negative ? "-" : ""}0.${digits}e${exponent}`;
}

/** The JSON text of a finite double; negative zero keeps its sign. */
export function numberText(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Whether a double holds every text of this length apart from all others. */
function isShort(text: string): boolean {
  return text.length <= DIGITS_A_DOUBLE_ALWAYS_KEEPS && !/[eE]/.test(text);
}

function decimalOf(text: string): Decimal {
  const negative = text.startsWith("-");
  const mark = text.search(/[eE]/);
  const mantissa = text.slice(negative ? 1 : 0, mark < 0 ? undefined : mark);
  const point = mantissa.indexOf(".");
  const whole = point < 0 ? mantissa : mantissa.slice(0, point);
  const all = point < 0 ? mantissa : whole + mantissa.slice(point + 1);
  let start = 0;
  while (all.charCodeAt(start) === 48) start++;
  let end = all.length;
  while (end > start && all.charCodeAt(end - 1) === 48) end--;
  const digits = all.slice(start, end);
  const exponent = mark < 0 ? 0n : BigInt(text.slice(mark + 1).replace("+", ""));
  return { negative, digits, exponent: exponent + BigInt(whole.length - start) };
}

function sign({ digits, negative }: Decimal): number {
  if (digits === "") return 0;
  return negative ? -1 : 1;
}

function order<T extends number | bigint | string>(a: T, b: T): -1 | 0 | 1 {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
