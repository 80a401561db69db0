/** Check digits and letters of national numbers, and the forms of other personal data. */
import { compact } from "./canonical.ts";
import {
  passesLuhn,
  passesMod1110,
  passesVerhoeff,
  remainder,
  weightedSum,
} from "./check-digits.ts";
import type { Candidate } from "./detector.ts";

export function isLuhnNumber({ value }: Candidate): string | false {
  return passesLuhn(compact(value)) && "luhn";
}

const NHS_WEIGHTS = [10, 9, 8, 7, 6, 5, 4, 3, 2];

export function isNhsNumber({ value }: Candidate): string | false {
  const digits = compact(value);
  // A check digit of 10 is never given out.
  return (11 - (weightedSum(digits, NHS_WEIGHTS) % 11)) % 11 === Number(digits[9]) && "mod11";
}

/** Corsica's departments 2A and 2B count as 19 and 18. */
export function isNir({ value }: Candidate): string | false {
  const digits = compact(value).replace("2A", "19").replace("2B", "18");
  return 97 - remainder(digits.slice(0, 13), 97) === Number(digits.slice(13)) && "mod97";
}

const DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";

/** X, Y and Z of a foreigner's number stand for 0, 1 and 2. */
export function isDni({ value }: Candidate): string | false {
  const plain = compact(value);
  const digits = plain.slice(0, -1).replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter)));
  return DNI_LETTERS[Number(digits) % 23] === plain.at(-1) && "mod23";
}

/** What 0 to 9 and A to Z count in odd places, from the first (decree of 12 March 1974). */
const ODD_DIGITS = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
const ODD_LETTERS = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];
const LETTER_A = 65;

export function isCodiceFiscale({ value }: Candidate): string | false {
  let sum = 0;
  for (let place = 0; place < 15; place++) {
    const letter = value.charCodeAt(place) - LETTER_A;
    const isOdd = place % 2 === 0;
    if (letter >= 0) sum += isOdd ? (ODD_LETTERS[letter] ?? 0) : letter;
    else sum += isOdd ? (ODD_DIGITS[Number(value[place])] ?? 0) : Number(value[place]);
  }
  return value.charCodeAt(15) - LETTER_A === sum % 26 && "check-letter";
}

const BSN_WEIGHTS = [9, 8, 7, 6, 5, 4, 3, 2, -1];

export function isBsn({ value }: Candidate): string | false {
  return weightedSum(value.padStart(9, "0"), BSN_WEIGHTS) % 11 === 0 && "eleven-test";
}

export function isGermanTaxId({ value }: Candidate): string | false {
  return passesMod1110(value) && "mod11,10";
}

const PESEL_WEIGHTS = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1];

export function isPesel({ value }: Candidate): string | false {
  return weightedSum(value, PESEL_WEIGHTS) % 10 === 0 && "mod10";
}

const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

export function isCpf({ value }: Candidate): string | false {
  const digits = compact(value);
  return !/^(.)\1*$/.test(digits) && passesTwice(digits, CPF_WEIGHTS) && "mod11";
}

export function isCnpj({ value }: Candidate): string | false {
  return passesTwice(compact(value), CNPJ_WEIGHTS) && "mod11";
}

/** Two check digits, the second over the first too; the weights are those of the second. */
function passesTwice(digits: string, weights: readonly number[]): boolean {
  return [weights.slice(1), weights].every((some) => {
    const rest = weightedSum(digits, some) % 11;
    return (rest < 2 ? 0 : 11 - rest) === Number(digits[some.length]);
  });
}

export function isAadhaar({ value }: Candidate): string | false {
  return passesVerhoeff(compact(value)) && "verhoeff";
}

const TFN_WEIGHTS = [1, 4, 3, 7, 5, 8, 6, 9, 10];

export function isTfn({ value }: Candidate): string | false {
  return weightedSum(compact(value), TFN_WEIGHTS) % 11 === 0 && "mod11";
}

export function hasDigit({ value }: Candidate): boolean {
  return /[0-9]/.test(value);
}

const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
/** What A to Z count; I, O and Q are not used. */
const VIN_LETTERS = "12345678.12345.7.923456789";

/** ISO 3779 as 49 CFR 565 computes the check digit in place 9. */
export function isVin({ value }: Candidate): string | false {
  const digits = value.replace(
    /[A-Z]/g,
    (letter) => VIN_LETTERS[letter.charCodeAt(0) - LETTER_A] ?? "",
  );
  return "0123456789X"[weightedSum(digits, VIN_WEIGHTS) % 11] === value[8] && "iso3779";
}

export function isMailbox({ value }: Candidate): boolean {
  const [local = "", host = ""] = value.split("@");
  const isName = !local.startsWith(".") && !local.endsWith(".") && !local.includes("..");
  return isName && !UNIT_INSTANCE.test(host);
}

/** Instances of systemd's units, such as `getty@tty1.service`, fill its journals. */
const UNIT_INSTANCE = /^[\w-]+\.(?:service|socket|timer|mount|automount|swap|slice|scope|device)$/i;

export function isCoordinate({ value, group }: Candidate): boolean {
  return Math.abs(Number(value)) <= (group === "s" ? 90 : 180);
}

/** E.164 allows 15 digits; without a country it is a number of the North American plan. */
export function isPhone({ value }: Candidate): boolean {
  const { length } = compact(value).replace("+", "");
  return value.startsWith("+") ? length >= 8 && length <= 15 : length === 10;
}
