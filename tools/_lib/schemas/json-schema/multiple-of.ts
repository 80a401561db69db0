import { digitsOf } from "../../numbers/decimal-text.ts";

/** The size of an exact decimal: digits × 10^exponent, digits without zeros at the end. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: bigint;
}

function decimalOf(text: string): Decimal {
  const { digits, point } = digitsOf(text);
  return { digits: BigInt(digits), exponent: point - BigInt(digits.length) };
}

/**
 * Whether one number text is a whole multiple of another that is not zero, in exact decimals and
 * without expanding exponents: 1e308 of 1e-308.
 */
export function isMultiple(text: string, divisor: string): boolean {
  const value = decimalOf(text);
  const step = decimalOf(divisor);
  if (value.digits === 0n) return true;
  if (step.digits === 0n) return false;
  const shift = value.exponent - step.exponent;
  // The value's digits end in no zero, so that no power of ten divides them.
  if (shift < 0n) return false;
  const [rest, twos, fives] = withoutTwosAndFives(step.digits);
  if (value.digits % rest !== 0n) return false;
  return (
    (twos <= shift || dividesTimes(value.digits, 2n, twos - shift)) &&
    (fives <= shift || dividesTimes(value.digits, 5n, fives - shift))
  );
}

function withoutTwosAndFives(digits: bigint): readonly [rest: bigint, twos: bigint, fives: bigint] {
  const [odd, twos] = divideOut(digits, 2n);
  const [rest, fives] = divideOut(odd, 5n);
  return [rest, twos, fives];
}

/** Divides by a prime as often as it goes, by its powers of two first, so that few divisions are needed. */
function divideOut(digits: bigint, prime: bigint): readonly [rest: bigint, times: bigint] {
  const powers: bigint[] = [];
  for (let power = prime; digits % power === 0n; power *= power) powers.push(power);
  let rest = digits;
  let times = 0n;
  for (const [index, power] of [...powers.entries()].toReversed()) {
    while (rest % power === 0n) {
      rest /= power;
      times += 1n << BigInt(index);
    }
  }
  return [rest, times];
}

function dividesTimes(digits: bigint, prime: bigint, times: bigint): boolean {
  return divideOut(digits, prime)[1] >= times;
}
