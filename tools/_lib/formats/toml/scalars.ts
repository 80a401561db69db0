import { characterAt, describe } from "../../text/character.ts";
import { endOfMatch } from "../../text/position.ts";
import { type Reader, reject, requireNewVersion } from "./reader.ts";
import type { TomlMomentType, TomlScalar } from "./tree.ts";

const DIGITS = /[0-9]*/y;
const LONGEST_INT64 = 19;
const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

const RADIXES: ReadonlyMap<string, { readonly digit: RegExp; readonly name: string }> = new Map([
  ["x", { digit: /[0-9A-Fa-f]/, name: "hexadecimal" }],
  ["o", { digit: /[0-7]/, name: "octal" }],
  ["b", { digit: /[01]/, name: "binary" }],
]);

/** Reads the boolean, number or moment that begins here. */
export function readBare(reader: Reader): TomlScalar {
  const start = reader.at;
  const first = reader.text.charAt(start);
  if (first === "t" || first === "f") return readBoolean(reader, first === "t");
  const signed = first === "+" || first === "-";
  const digits = signed ? start + 1 : start;
  const lead = reader.text.charAt(digits);
  if (lead === "i" || lead === "n") return readWordNumber(reader, digits, lead === "n");
  if (!isDigit(lead)) reject(reader, digits, signed ? "a digit, inf or nan" : "a value");
  return signed ? readDecimal(reader, start, digits) : readUnsigned(reader);
}

function readBoolean(reader: Reader, value: boolean): TomlScalar {
  const start = reader.at;
  takeWord(reader, String(value));
  return { type: "boolean", start, end: reader.at, value };
}

/** Reads `inf` or `nan`, which begins at `word` behind its sign. */
function readWordNumber(reader: Reader, word: number, isNan: boolean): TomlScalar {
  const start = reader.at;
  reader.at = word;
  takeWord(reader, isNan ? "nan" : "inf");
  const negative = reader.text.charAt(start) === "-" && !isNan;
  const text = `${negative ? "-" : ""}${isNan ? "nan" : "inf"}`;
  return { type: "float", start, end: reader.at, text };
}

function readUnsigned(reader: Reader): TomlScalar {
  const start = reader.at;
  const zero = reader.text.charAt(start) === "0";
  const radix = zero ? RADIXES.get(reader.text.charAt(start + 1)) : undefined;
  if (radix !== undefined) return readRadix(reader, start, radix);
  switch (momentStart(reader, start)) {
    case "date":
      return readDate(reader, start);
    case "time":
      return readLocalTime(reader, start);
    default:
      return readDecimal(reader, start, start);
  }
}

function takeWord(reader: Reader, word: string): void {
  for (const letter of word) {
    if (reader.text.charAt(reader.at) !== letter) reject(reader, reader.at, word);
    reader.at++;
  }
}

function momentStart(reader: Reader, start: number): "date" | "time" | undefined {
  const end = endOfMatch(DIGITS, reader.text, start);
  const next = reader.text.charAt(end);
  if (end - start === 4 && next === "-") return "date";
  if (end - start === 2 && next === ":") return "time";
  return undefined;
}

function readRadix(
  reader: Reader,
  start: number,
  { digit, name }: { readonly digit: RegExp; readonly name: string },
): TomlScalar {
  const end = endOfDigits(reader, start + 2, digit, `a ${name} digit`);
  reader.at = end;
  const value = BigInt(reader.text.slice(start, end).replaceAll("_", ""));
  return { type: "integer", start, end, text: String(value), inRange: value <= INT64_MAX };
}

/** The offset behind digits with single underscores between them. */
function endOfDigits(reader: Reader, start: number, digit: RegExp, expected: string): number {
  let at = start;
  for (;;) {
    if (!digit.test(reader.text.charAt(at))) reject(reader, at, expected);
    while (digit.test(reader.text.charAt(at))) at++;
    if (reader.text.charAt(at) !== "_") return at;
    at++;
  }
}

function readDecimal(reader: Reader, start: number, digits: number): TomlScalar {
  const { text } = reader;
  if (text.charAt(digits) === "0" && isDigit(text.charAt(digits + 1))) {
    rejectLeadingZero(reader, start, digits);
  }
  // Behind a leading zero an underscore would make another leading zero.
  const whole =
    text.charAt(digits) === "0" ? digits + 1 : endOfDigits(reader, digits, /[0-9]/, "a digit");
  let end = whole;
  if (text.charAt(end) === ".") end = endOfDigits(reader, end + 1, /[0-9]/, "a digit");
  if (/^[eE]$/.test(text.charAt(end))) {
    const sign = /^[+-]$/.test(text.charAt(end + 1)) ? 2 : 1;
    end = endOfDigits(reader, end + sign, /[0-9]/, "a digit");
  }
  reader.at = end;
  const written = text.slice(start, end).replaceAll("_", "");
  const json = written.startsWith("+") ? written.slice(1) : written;
  if (end > whole) return { type: "float", start, end, text: json };
  return { type: "integer", start, end, text: json, inRange: isInt64(json) };
}

/** Whether a decimal integer fits into 64 bits with a sign. */
export function isInt64(text: string): boolean {
  if (text.length < LONGEST_INT64) return true;
  // Longer texts need no conversion, which takes more than linear time.
  if (text.length > LONGEST_INT64 + 1) return false;
  const value = BigInt(text);
  return value >= INT64_MIN && value <= INT64_MAX;
}

/** A zero and more digits can only become a date or a time. */
function rejectLeadingZero(reader: Reader, start: number, digits: number): never {
  if (start < digits) reject(reader, digits + 1, "no leading zero", "a leading zero");
  const end = endOfMatch(DIGITS, reader.text, start);
  const offset = Math.min(end, start + 4);
  const found = `a leading zero and ${describe(characterAt(reader.text, offset))}`;
  return reject(reader, offset, "a number without leading zeros, a date or a time", found);
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9" && character !== "";
}

function readDate(reader: Reader, start: number): TomlScalar {
  reader.at = start;
  const year = takeNumber(reader, 4);
  take(reader, "-");
  const month = takeNumber(reader, 2);
  take(reader, "-");
  const day = takeNumber(reader, 2);
  checkRange(reader, start, month >= 1 && month <= 12, `month ${month}`, "a month from 1 to 12");
  const last = daysIn(year, month);
  const inMonth = (day >= 1 && day <= last) || month < 1 || month > 12;
  checkRange(reader, start, inMonth, `day ${day}`, `a day from 1 to ${last}`);
  if (!isTimeNext(reader)) return moment("local-date", start, reader.at);
  reader.at++;
  takeTime(reader, start);
  const type = takeOffset(reader, start) ? "offset-date-time" : "local-date-time";
  return moment(type, start, reader.at);
}

/** A blank separates date and time only where a digit follows it. */
function isTimeNext(reader: Reader): boolean {
  const separator = reader.text.charAt(reader.at);
  if (separator === "T" || separator === "t") return true;
  return separator === " " && isDigit(reader.text.charAt(reader.at + 1));
}

function readLocalTime(reader: Reader, start: number): TomlScalar {
  reader.at = start;
  takeTime(reader, start);
  return moment("local-time", start, reader.at);
}

function moment(type: TomlMomentType, start: number, end: number): TomlScalar {
  return { type, start, end };
}

function takeTime(reader: Reader, start: number): void {
  const hour = takeNumber(reader, 2);
  take(reader, ":");
  const minute = takeNumber(reader, 2);
  checkRange(reader, start, hour <= 23, `hour ${hour}`, "an hour from 0 to 23");
  checkRange(reader, start, minute <= 59, `minute ${minute}`, "a minute from 0 to 59");
  if (reader.text.charAt(reader.at) !== ":") {
    requireNewVersion(reader, reader.at, "a time without seconds");
    return;
  }
  reader.at++;
  const second = takeNumber(reader, 2);
  // 60 is a leap second.
  checkRange(reader, start, second <= 60, `second ${second}`, "a second from 0 to 60");
  if (reader.text.charAt(reader.at) !== ".") return;
  const end = endOfMatch(DIGITS, reader.text, reader.at + 1);
  if (end === reader.at + 1) reject(reader, end, "a digit");
  reader.at = end;
}

function takeOffset(reader: Reader, start: number): boolean {
  const sign = reader.text.charAt(reader.at);
  if (sign === "Z" || sign === "z") {
    reader.at++;
    return true;
  }
  if (sign !== "+" && sign !== "-") return false;
  reader.at++;
  const hour = takeNumber(reader, 2);
  take(reader, ":");
  const minute = takeNumber(reader, 2);
  checkRange(reader, start, hour <= 23, `offset hour ${hour}`, "an hour from 0 to 23");
  checkRange(reader, start, minute <= 59, `offset minute ${minute}`, "a minute from 0 to 59");
  return true;
}

function takeNumber(reader: Reader, digits: number): number {
  const start = reader.at;
  for (let index = 0; index < digits; index++, reader.at++) {
    if (!isDigit(reader.text.charAt(reader.at))) reject(reader, reader.at, "a digit");
  }
  return Number(reader.text.slice(start, reader.at));
}

function take(reader: Reader, character: string): void {
  if (reader.text.charAt(reader.at) !== character) reject(reader, reader.at, `"${character}"`);
  reader.at++;
}

function checkRange(
  reader: Reader,
  offset: number,
  holds: boolean,
  found: string,
  expected: string,
): void {
  if (!holds)
    reader.problems.push({ code: "TOML_DATE_RANGE", offset, found, expected, received: found });
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
