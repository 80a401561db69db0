import { BASE64_ALPHABET, toBase64 } from "../../_lib/bytes/base64.ts";
import { decodeUtf8, encodeUtf8, hexDigitAt } from "../../_lib/bytes/encodings.ts";
import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import { dump } from "./dump.ts";
import { JqError, typeError } from "./errors.ts";
import { string } from "./values.ts";

type Format = (value: JsonNode) => string;

const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

function textOf(value: JsonNode): string {
  return value.type === "string" ? value.value : dump(value);
}

const HTML: Readonly<Record<string, string>> = {
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
  "'": "&apos;",
  '"': "&quot;",
};

const html: Format = (value) =>
  textOf(value).replace(/[<>&'"]/g, (character) => HTML[character] ?? character);

const uri: Format = (value) => {
  const bytes = encodeUtf8(textOf(value));
  const parts: string[] = [];
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    const isPlain = /[A-Za-z0-9\-_.~]/.test(character);
    parts.push(isPlain ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`);
  }
  return parts.join("");
};

const urid: Format = (value) => {
  const text = textOf(value);
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

const sh: Format = (value) => {
  const words = value.type === "array" ? value.items : [value];
  return words.map(shellWord).join(" ");
};

function shellWord(value: JsonNode): string {
  if (value.type === "array" || value.type === "object")
    throw typeError(value, "can not be escaped for shell");
  if (value.type !== "string") return dump(value);
  return `'${value.value.replaceAll("'", String.raw`'\''`)}'`;
}

const csv: Format = (value) => row(value, "csv", ",", (text) => `"${text.replaceAll('"', '""')}"`);

const TSV: Readonly<Record<string, string>> = {
  "\t": String.raw`\t`,
  "\n": String.raw`\n`,
  "\r": String.raw`\r`,
  "\\": String.raw`\\`,
};

const tsv: Format = (value) =>
  row(value, "tsv", "\t", (text) => text.replace(/[\t\n\r\\]/g, (unit) => TSV[unit] ?? unit));

function row(
  value: JsonNode,
  name: string,
  separator: string,
  quote: (text: string) => string,
): string {
  if (value.type !== "array") throw typeError(value, `cannot be ${name}-formatted, only array`);
  return value.items.map((cell) => cellText(cell, quote)).join(separator);
}

function cellText(cell: JsonNode, quote: (text: string) => string): string {
  if (cell.type === "string") return quote(cell.value);
  if (cell.type === "null") return "";
  if (cell.type === "array" || cell.type === "object")
    throw typeError(cell, "is not valid in a csv row");
  const text = dump(cell);
  return text === "null" ? "" : text;
}

const base64: Format = (value) => toBase64(encodeUtf8(textOf(value)));

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

const base64d: Format = (value) => {
  const text = textOf(value);
  const symbols = text.replaceAll("=", "");
  if (symbols.length % 4 === 1) throw typeError(string(text), "trailing base64 byte found");
  return lossy.decode(decodeSymbols(text, symbols, BASE64_ALPHABET, 6, "base64"));
};

const base32: Format = (value) => {
  const bytes = encodeUtf8(textOf(value));
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += BASE32.charAt((held >> (bits - 5)) & 31);
  }
  if (bits > 0) text += BASE32.charAt((held << (5 - bits)) & 31);
  return text.padEnd(Math.ceil(text.length / 8) * 8, "=");
};

const base32d: Format = (value) => {
  const text = textOf(value);
  return lossy.decode(decodeSymbols(text, text.replace(/=+$/, ""), BASE32, 5, "base32"));
};

/** The bytes whose bits the symbols hold; what is left of the last byte is dropped. */
function decodeSymbols(
  text: string,
  symbols: string,
  alphabet: string,
  width: number,
  name: string,
): Uint8Array {
  const bytes = new Uint8Array(Math.floor((symbols.length * width) / 8));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (const symbol of symbols) {
    const digit = alphabet.indexOf(symbol);
    if (digit < 0) throw typeError(string(text), `is not valid ${name} data`);
    held = ((held << width) | digit) & 0xffff;
    bits += width;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = held >> bits;
  }
  return bytes;
}

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ["text", textOf],
  ["json", (value: JsonNode) => dump(value)],
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

export function format(name: string, value: JsonNode): string {
  const write = FORMATS.get(name);
  if (write === undefined) throw new JqError(`${name} is not a valid format`);
  return write(value);
}
