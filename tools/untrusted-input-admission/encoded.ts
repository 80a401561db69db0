/** Injections behind base64, hex, percent-encoding or character references. */
import { readBase64 } from "../_lib/bytes/base64.ts";
import { fromHex } from "../_lib/bytes/encodings.ts";
import { decodeEntity } from "../_lib/formats/markdown/entities.ts";
import { percentDecodeLossy } from "../_lib/web/url/percent.ts";
import { countInstructions, findFamilies } from "./injection.ts";
import type { Sighting } from "./sighting.ts";

interface Hidden {
  readonly text: string;
  readonly offset: number;
}

const LEAST_ESCAPES = 4;
const ESCAPE = /%[0-9a-f]{2}/gi;
/** HTML reads them without their semicolon, too. */
const REFERENCE = /&#(?:x[0-9a-f]{1,12}|\d{1,12});?/gi;

export function findEncoded(text: string): Sighting[] {
  const found = [
    ...withFamilies(decodedRuns(text)),
    ...adding(text, ESCAPE, percentDecodeLossy),
    ...adding(text, REFERENCE, decodeReferences),
  ];
  if (found.length === 0) return [];
  const families = new Set(found.flatMap(({ families: codes }) => codes));
  return [
    {
      code: "INJECTION_ENCODED",
      count: found.length,
      offset: Math.min(...found.map(({ offset }) => offset)),
      detail: [...families].toSorted().join(", "),
    },
  ];
}

interface Found {
  readonly offset: number;
  readonly families: readonly string[];
}

/**
 * The decoding of all escapes, where there are enough and it adds to a family. Instructions are counted, so that
 * one in plain text beside it does not make the hidden one seem harmless.
 */
function adding(text: string, escape: RegExp, decode: (text: string) => string): Found[] {
  const escapes = text.match(escape)?.length ?? 0;
  if (escapes < LEAST_ESCAPES) return [];
  const decoded = decode(text);
  if (findFamilies(decoded).size === 0) return [];
  const direct = countInstructions(text);
  const families = Array.from(countInstructions(decoded))
    .filter(([code, count]) => count > (direct.get(code) ?? 0))
    .map(([code]) => code);
  return families.length === 0 ? [] : [{ offset: text.search(escape), families }];
}

function decodeReferences(text: string): string {
  return text.replace(
    REFERENCE,
    (reference) => decodeEntity(reference.endsWith(";") ? reference : `${reference};`) ?? reference,
  );
}

/** All at once first: what no family is in together, none is in alone. */
function withFamilies(hidden: readonly Hidden[]): Found[] {
  if (hidden.length === 0 || findFamilies(joined(hidden)).size === 0) return [];
  return hidden.flatMap(({ text, offset }) => {
    const families = [...findFamilies(text).keys()];
    return families.length === 0 ? [] : [{ offset, families }];
  });
}

function joined(hidden: readonly Hidden[]): string {
  return hidden.map(({ text }) => text).join("\n");
}

const BASE64_RUN = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,}/g;
const BASE64_LINES = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,}(?:\r?\n[A-Za-z0-9+/_-]+)+/g;
const HEX_RUN = /(?<![0-9a-f])[0-9a-f]{24,}/gi;

function decodedRuns(text: string): Hidden[] {
  return [
    ...decodedMatches(text, BASE64_RUN, base64Text),
    ...wrappedBase64(text),
    ...decodedMatches(text, HEX_RUN, hexText),
  ];
}

function decodedMatches(
  text: string,
  pattern: RegExp,
  decode: (run: string) => string | undefined,
): Hidden[] {
  const found: Hidden[] = [];
  for (const { 0: run, index: offset } of text.matchAll(pattern)) {
    const decoded = decode(run);
    if (decoded !== undefined) found.push({ text: decoded, offset });
  }
  return found;
}

/** Base64 as mail has it: lines of one length, and perhaps a shorter last one. */
function wrappedBase64(text: string): Hidden[] {
  const found: Hidden[] = [];
  for (const { 0: block, index: offset } of text.matchAll(BASE64_LINES)) {
    const lines = block.split(/\r?\n/);
    for (let from = 0, to = 0; from < lines.length; from = to) {
      const width = lines[from]?.length ?? 0;
      while (lines[to]?.length === width) to++;
      const hasLast = (lines[to]?.length ?? width) < width;
      for (const end of hasLast ? [to, to + 1] : [to]) {
        const decoded = end > from + 1 ? base64Text(lines.slice(from, end).join("")) : undefined;
        if (decoded !== undefined) found.push({ text: decoded, offset });
      }
    }
  }
  return found;
}

/** Either alphabet or both; symbols behind the last whole byte do not count. */
function base64Text(run: string): string | undefined {
  const symbols = run.replaceAll("-", "+").replaceAll("_", "/");
  const read = readBase64(symbols.length % 4 === 1 ? symbols.slice(0, -1) : symbols);
  return "bytes" in read ? printable(read.bytes) : undefined;
}

function hexText(run: string): string | undefined {
  const { bytes } = fromHex(run.length % 2 === 1 ? run.slice(0, -1) : run);
  return bytes && printable(bytes);
}

const utf8 = new TextDecoder("utf-8");
const UNPRINTABLE = /[^\P{C}\p{Cf}\t\n\r]|\ufffd/gu;
const MOST_UNPRINTABLE = 0.05;

/** The text of the bytes, if at least 95 % of its characters can be shown. */
function printable(bytes: Uint8Array): string | undefined {
  const text = utf8.decode(bytes);
  const unprintable = text.match(UNPRINTABLE)?.length ?? 0;
  return unprintable <= MOST_UNPRINTABLE * text.length ? text : undefined;
}
