/** The evidence, and how signs are found in it. */
import { stripAnsi } from "../../tools/_lib/text/log-lines.ts";

/** One pattern behind another, in one line or anywhere. */
interface Follows {
  readonly first: RegExp;
  readonly second: RegExp;
  readonly within: "line" | "text";
}

/** A text without case, `#404` for a status, `@name` for a fact, or a pattern. */
export type Sign = string | RegExp | Follows;

export interface Seen {
  readonly status: number;
  /** From 1. */
  readonly line: number;
  /** Whether the line is about metadata of OAuth. */
  readonly isWellKnown: boolean;
}

const STATUS =
  /(?:\bHTTP\/\d(?:\.\d)?|\bHTTP|\bstatus(?:[ _]?code)?["']?|\breturned(?: error)?)[ \t]{0,3}[:=]?[ \t]{0,3}([1-5]\d\d)(?!\d)/gi;
/** As clients put it that say the number first. */
const NUMBERED = /(?<!\d)([1-5]\d\d) (?:status|client error|server error)\b/gi;
const PHRASED = /(?<!\d)([1-5]\d\d) ([a-z][a-z' -]{1,40})/gi;

/** The reason phrases that stand behind a status. */
const PHRASES: Readonly<Record<number, string>> = {
  301: "moved permanently",
  302: "found",
  307: "temporary redirect",
  308: "permanent redirect",
  400: "bad request",
  401: "unauthorized",
  403: "forbidden",
  404: "not found",
  405: "method not allowed",
  406: "not acceptable",
  407: "proxy authentication required",
  408: "request timeout",
  409: "conflict",
  410: "gone",
  413: "payload too large",
  415: "unsupported media type",
  421: "misdirected request",
  422: "unprocessable",
  426: "upgrade required",
  429: "too many requests",
  500: "internal server error",
  501: "not implemented",
  502: "bad gateway",
  503: "service unavailable",
  504: "gateway time",
};

export class Evidence {
  /** Without colours, its lines ended by line feeds. */
  readonly text: string;
  readonly lines: readonly string[];
  readonly statuses: readonly Seen[];
  readonly #lower: string;

  constructor(given: string) {
    this.text = stripAnsi(given.replace(/^\ufeff/, "")).replace(/\r\n?/g, "\n");
    this.lines = this.text.split("\n");
    this.#lower = this.text.toLowerCase();
    this.statuses = this.lines.flatMap(statusesIn);
  }

  includes(text: string): boolean {
    return this.#lower.includes(text);
  }

  /** The line, from 1, on which a sign stands that is no fact; undefined where it does not. */
  lineOf(sign: Sign): number | undefined {
    if (typeof sign === "string") {
      if (/^#\d{3}$/.test(sign)) {
        return this.statuses.find(({ status }) => `#${status}` === sign)?.line;
      }
      return lineAt(this.#lower, placeOf(sign, this.#lower));
    }
    if (sign instanceof RegExp) return lineAt(this.text, this.text.search(sign));
    if (sign.within === "text") return this.#following(sign);
    const at = this.lines.findIndex((line) => isFollowing(line, sign));
    return at === -1 ? undefined : at + 1;
  }

  #following({ first, second }: Follows): number | undefined {
    const at = this.text.search(first);
    if (at === -1 || this.text.slice(at).search(second) === -1) return undefined;
    return lineAt(this.text, at);
  }
}

const LONGEST_WORD = 12;

/** A short word begins where it stands: `ModuleNotFoundError` is no ENOTFOUND, and `10 tools` are not `0 tools`. */
function placeOf(sign: string, text: string): number {
  let at = text.indexOf(sign);
  if (sign.length > LONGEST_WORD || !/^[a-z0-9]/.test(sign)) return at;
  while (at > 0 && /[a-z0-9]/.test(text.charAt(at - 1))) at = text.indexOf(sign, at + 1);
  return at;
}

function isFollowing(line: string, { first, second }: Follows): boolean {
  const found = first.exec(line);
  return found !== null && second.test(line.slice(found.index + found[0].length));
}

function lineAt(text: string, at: number): number | undefined {
  if (at === -1) return undefined;
  let line = 1;
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", end + 1)) {
    line++;
  }
  return line;
}

/** A registry of packages answers with statuses, too. */
function statusesIn(line: string, at: number): Seen[] {
  if (/npm/i.test(line)) return [];
  const found = new Set<number>();
  for (const [, status] of line.matchAll(STATUS)) found.add(Number(status));
  for (const [, status] of line.matchAll(NUMBERED)) found.add(Number(status));
  for (const [, status, phrase = ""] of line.matchAll(PHRASED)) {
    const usual = PHRASES[Number(status)];
    if (usual !== undefined && phrase.toLowerCase().startsWith(usual)) found.add(Number(status));
  }
  const isWellKnown = line.includes("/.well-known/");
  return [...found].map((status) => ({ status, line: at + 1, isWellKnown }));
}
