import { BASE64_ALPHABET, toBase64 } from "../../_lib/bytes/base64.ts";
import { decodeUtf8, encodeUtf8, hexDigitAt } from "../../_lib/bytes/encodings.ts";
import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import { dump } from "./dump.ts";
import { JqError, typeError } from "./errors.ts";
import type { Machine } from "./machine.ts";
import { string } from "./values.ts";

/** Writes a value; takes units before it does so, but for the text that it gives. */
type Format = (value: JsonNode, machine: Machine) => string;

const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text to be written; each character takes a share of a unit. */
function textOf(value: JsonNode, machine: Machine, charactersAUnit = 4): string {
  machine.touch(value);
  const text = value.type === "string" ? value.value : dump(value, machine.spend);
  machine.spend(Math.ceil(text.length / charactersAUnit));
  return text;
}

const HTML: Readonly<Record<string, string>> = {
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
  "'": "&apos;",
  '"': "&quot;",
};

const html: Format = (value, machine) =>
  textOf(value, machine).replace(/[<>&'"]/g, (character) => HTML[character] ?? character);

const uri: Format = (value, machine) =>
  textOf(value, machine, 1).replace(/[^A-Za-z0-9\-_.~]+/g, (run) => {
    let text = "";
    for (const byte of encodeUtf8(run)) text += PERCENT_CODES[byte] ?? "";
    return text;
  });

const PERCENT_CODES = Array.from(
  { length: 256 },
  (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
);

const urid: Format = (value, machine) => {
  const text = textOf(value, machine, 1);
  const wrong = () => typeError(string(text), "is not a valid uri encoding");
  return text.replace(/(?:%.{0,2})+/gs, (run) => {
    if (run.length % 3 !== 0) throw wrong();
    const bytes = new Uint8Array(run.length / 3);
    for (let index = 0; index < bytes.length; index++) {
      const high = hexDigitAt(run, index * 3 + 1);
      const low = hexDigitAt(run, index * 3 + 2);
      if (high < 0 || low < 0) throw wrong();
      bytes[index] = high * 16 + low;
    }
    const decoded = decodeUtf8(bytes);
    if (decoded === undefined) throw wrong();
    return decoded;
  });
};

const sh: Format = (value, machine) => {
  const words = value.type === "array" ? value.items : [value];
  machine.spend(words.length);
  return words.map((word) => shellWord(word, machine)).join(" ");
};

function shellWord(value: JsonNode, machine: Machine): string {
  if (value.type === "array" || value.type === "object")
    throw typeError(value, "can not be escaped for shell");
  const text = textOf(value, machine);
  if (value.type !== "string") return text;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const csv: Format = (value, machine) =>
  row(value, machine, "csv", ",", (text) => `"${text.replaceAll('"', '""')}"`);

const TSV: Readonly<Record<string, string>> = {
  "\t": String.raw`\t`,
  "\n": String.raw`\n`,
  "\r": String.raw`\r`,
  "\\": String.raw`\\`,
};

const tsv: Format = (value, machine) =>
  row(value, machine, "tsv", "\t", (text) =>
    text.replace(/[\t\n\r\\]/g, (unit) => TSV[unit] ?? unit),
  );

function row(
  value: JsonNode,
  machine: Machine,
  name: string,
  separator: string,
  quote: (text: string) => string,
): string {
  if (value.type !== "array") throw typeError(value, `cannot be ${name}-formatted, only array`);
  machine.spend(value.items.length);
  return value.items.map((cell) => cellText(cell, machine, quote)).join(separator);
}

function cellText(cell: JsonNode, machine: Machine, quote: (text: string) => string): string {
  if (cell.type === "null") return "";
  if (cell.type === "array" || cell.type === "object")
    throw typeError(cell, "is not valid in a csv row");
  const text = textOf(cell, machine);
  if (cell.type === "string") return quote(text);
  return text === "null" ? "" : text;
}

const base64: Format = (value, machine) => toBase64(encodeUtf8(textOf(value, machine)));

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BASE64_DIGITS = digitsOf(BASE64_ALPHABET);
const BASE32_DIGITS = digitsOf(BASE32);

function digitsOf(alphabet: string): ReadonlyMap<string, number> {
  return new Map(Array.from(alphabet, (symbol, digit) => [symbol, digit]));
}

const base64d: Format = (value, machine) => {
  const text = textOf(value, machine, 2);
  const symbols = text.replaceAll("=", "");
  if (symbols.length % 4 === 1) throw typeError(string(text), "trailing base64 byte found");
  return lossy.decode(decodeSymbols(text, symbols, BASE64_DIGITS, 6, "base64"));
};

const base32: Format = (value, machine) => {
  const bytes = encodeUtf8(textOf(value, machine, 1));
  const symbols: string[] = [];
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) symbols.push(BASE32.charAt((held >> (bits - 5)) & 31));
  }
  if (bits > 0) symbols.push(BASE32.charAt((held << (5 - bits)) & 31));
  return symbols.join("").padEnd(Math.ceil(symbols.length / 8) * 8, "=");
};

const base32d: Format = (value, machine) => {
  const text = textOf(value, machine, 2);
  return lossy.decode(
    decodeSymbols(text, text.replace(/(?<!=)=+$/, ""), BASE32_DIGITS, 5, "base32"),
  );
};

/** The bytes whose bits the symbols hold; what is left of the last byte is dropped. */
function decodeSymbols(
  text: string,
  symbols: string,
  digits: ReadonlyMap<string, number>,
  width: number,
  name: string,
): Uint8Array {
  const bytes = new Uint8Array(Math.floor((symbols.length * width) / 8));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (const symbol of symbols) {
    const digit = digits.get(symbol);
    if (digit === undefined) throw typeError(string(text), `is not valid ${name} data`);
    held = ((held << width) | digit) & 0xffff;
    bits += width;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = held >> bits;
  }
  return bytes;
}

const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ["text", (value, machine) => textOf(value, machine, Number.POSITIVE_INFINITY)],
  ["json", (value, machine) => dump(value, machine.spend)],
  ["html", html],
  ["uri", uri],
  ["urid", urid],
  ["sh", sh],
  ["csv", csv],
  ["tsv", tsv],
  ["base64", base64],
  ["base64d", base64d],
  ["base32", base32],
  ["base32d", base32d],
]);

export function isFormat(name: string): boolean {
  return FORMATS.has(name);
}

export function format(name: string, value: JsonNode, machine: Machine): string {
  const write = FORMATS.get(name);
  if (write === undefined) throw new JqError(`${name} is not a valid format`);
  const text = write(value, machine);
  machine.spendText(text.length);
  return text;
}
