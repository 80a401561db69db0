import { loneSurrogateAt } from "../../../tools/_lib/text/code-points.ts";
import { beginning, quoted } from "../../../tools/_lib/text/shown.ts";
import { normalPurl } from "./build.ts";
import { attempt, type PackageUrl, type PurlResult, refuse } from "./package-url.ts";
import { rulesOf } from "./type-rules.ts";

/** Reads a package URL, canonical or not. */
export function parsePackageUrl(text: string): PurlResult {
  return attempt(() => parse(text));
}

/** A piece of the text and where it begins. */
interface Piece {
  readonly text: string;
  readonly start: number;
}

function parse(text: string): PackageUrl {
  const broken = loneSurrogateAt(text);
  if (broken >= 0) refuse({ offset: broken }, "half of a surrogate pair", "whole characters");
  const [rest, subpath] = splitLast({ text, start: 0 }, "#");
  const [main, qualifiers] = splitLast(rest, "?");
  const [, scheme = ""] = /^([^:]*):/.exec(main.text) ?? [];
  if (scheme.toLowerCase() !== "pkg") {
    refuse({ offset: 0 }, quoted(beginning(main.text, LONGEST_SCHEME)), 'the scheme "pkg:"');
  }
  const path = trimSlashes(part(main, scheme.length + 1));
  const slash = path.text.indexOf("/");
  const type = { text: slash < 0 ? path.text : path.text.slice(0, slash), start: path.start };
  if (!TYPE.test(type.text)) refuse({ offset: type.start }, quoted(type.text), TYPE_EXPECTED);
  if (slash < 0) refuse({ offset: path.start + path.text.length }, "no name", '"/" and a name');
  const rules = rulesOf(type.text.toLowerCase());
  const [names, version] = splitVersion(part(path, slash + 1));
  const segments = segmentsOf(names);
  const nameFrom = rules.hasLongName ? 1 : Math.max(0, segments.length - 1);
  if (segments.length <= nameFrom || names.text.endsWith("/")) {
    refuse({ offset: names.start + names.text.length }, "no name", "a name");
  }
  const parsed: PackageUrl = {
    type: type.text,
    namespace: joined(segments.slice(0, nameFrom)),
    name: joined(segments.slice(nameFrom), !rules.hasLongName) ?? "",
    version: version && decoded(version),
    qualifiers: qualifiers && readQualifiers(qualifiers),
    subpath: subpath && joined(segmentsOf(subpath).filter((segment) => !isDots(segment))),
  };
  return normalPurl(parsed, { offset: names.start });
}

const LONGEST_SCHEME = 20;
const TYPE = /^[A-Za-z][A-Za-z0-9.+-]*$/;
const TYPE_EXPECTED = "a type: letters, digits, periods, pluses and dashes, a letter first";

function part({ text, start }: Piece, from: number): Piece {
  return { text: text.slice(from), start: start + from };
}

/** The text before the last mark, and that behind it. */
function splitLast(piece: Piece, mark: string): [Piece, Piece | null] {
  const at = piece.text.lastIndexOf(mark);
  if (at < 0) return [piece, null];
  return [{ text: piece.text.slice(0, at), start: piece.start }, part(piece, at + 1)];
}

/** The names and the version. An at sign that begins a segment is that of a scope, unless the segment is the last. */
function splitVersion(piece: Piece): [Piece, Piece | null] {
  const at = piece.text.lastIndexOf("@");
  const begins = at === 0 || piece.text.charAt(at - 1) === "/";
  const isScope = begins && piece.text.includes("/", at);
  return isScope ? [piece, null] : splitLast(piece, "@");
}

function trimSlashes({ text, start }: Piece): Piece {
  const leading = /^\/*/.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > leading && text.charAt(end - 1) === "/") end--;
  return { text: text.slice(leading, end), start: start + leading };
}

function segmentsOf({ text, start }: Piece): Piece[] {
  const segments: Piece[] = [];
  let at = start;
  for (const segment of text.split("/")) {
    if (segment !== "") segments.push({ text: segment, start: at });
    at += segment.length + 1;
  }
  return segments;
}

function isDots(segment: Piece): boolean {
  return /^\.{1,2}$/.test(decoded(segment));
}

/** The segments, decoded; one that holds a slash would be two, which only a name may. */
function joined(segments: readonly Piece[], isName = false): string | null {
  if (segments.length === 0) return null;
  const texts = segments.map((segment) => {
    const text = decoded(segment);
    if (!isName && text.includes("/")) {
      refuse({ offset: segment.start }, "a segment with a slash in it", "segments without");
    }
    return text;
  });
  return texts.join("/");
}

function decoded({ text, start }: Piece): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse({ offset: start }, quoted(text), "percent-encoded UTF-8");
  }
}

const KEY = /^[a-z][a-z0-9._-]*$/;

/** The pairs that have a value; keys are in lower case. */
function readQualifiers(piece: Piece): Record<string, string> | null {
  const qualifiers = new Map<string, string>();
  let { start } = piece;
  for (const pair of piece.text.split("&")) {
    const equals = pair.indexOf("=");
    const key = (equals < 0 ? pair : pair.slice(0, equals)).toLowerCase();
    if (pair !== "" && !KEY.test(key)) {
      refuse(
        { offset: start },
        quoted(key),
        "a key: letters, digits, periods, dashes and underscores",
      );
    }
    if (qualifiers.has(key)) refuse({ offset: start }, `${quoted(key)} again`, "each key once");
    if (equals >= 0 && equals < pair.length - 1) {
      const value = { text: pair.slice(equals + 1), start: start + equals + 1 };
      qualifiers.set(key, decoded(value));
    }
    start += pair.length + 1;
  }
  return qualifiers.size === 0 ? null : Object.fromEntries(qualifiers);
}
