/** Published check-digit rules over strings of digits, which the callers have made sure of. */

function digitsOf(text: string): number[] {
  return [...text].map(Number);
}

/** The sum of digits times weights; digits beyond the weights count nothing. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return digitsOf(digits).reduce((sum, digit, index) => sum + digit * (weights[index] ?? 0), 0);
}

/** ISO/IEC 7812-1 annex B. */
export function passesLuhn(digits: string): boolean {
  const sum = digitsOf(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = index % 2 === 1 ? digit * 2 : digit;
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

/** The remainder of a decimal number of any length. */
export function remainder(digits: string, divisor: number): number {
  return digitsOf(digits).reduce((rest, digit) => (rest * 10 + digit) % divisor, 0);
}

/** ISO 7064 MOD 11,10: the last digit checks those before it. */
export function passesMod1110(digits: string): boolean {
  let product = 10;
  for (const digit of digitsOf(digits.slice(0, -1))) {
    const sum = (digit + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits.at(-1));
}

/** The dihedral group of order 10. */
const PRODUCTS = [
  "0123456789",
  "1234067895",
  "2340178956",
  "3401289567",
  "4012395678",
  "5987604321",
  "6598710432",
  "7659821043",
  "8765932104",
  "9876543210",
];
const PERMUTATIONS = [
  "0123456789",
  "1576283094",
  "5803796142",
  "8916043527",
  "9453126870",
  "4286573901",
  "2793806415",
  "7046913258",
];

/** Verhoeff, 1969. */
export function passesVerhoeff(digits: string): boolean {
  const check = digitsOf(digits)
    .toReversed()
    .reduce((product, digit, index) => {
      const permuted = Number(PERMUTATIONS[index % PERMUTATIONS.length]?.[digit]);
      return Number(PRODUCTS[product]?.[permuted]);
    }, 0);
  return check === 0;
}
