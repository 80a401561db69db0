/** URLs taken apart as browsers do it (WHATWG URL Standard). */
import { type Static, Type } from "@sinclair/typebox";
// The two packages are the standard's reference implementation and its IDNA tables; platforms' own parsers differ. Of
// the first only the parser is taken: its classes ask for what pages of browsers do not have.
import { toUnicode } from "tr46";
import {
  hasAnOpaquePath,
  parseURLWithValidationErrors,
  serializeHost,
  serializePath,
  serializeURL,
  serializeURLOrigin,
  type UrlRecord,
} from "whatwg-url/lib/url-state-machine.js";
import { percentDecodeLossy, readForm } from "./percent.ts";

/** The members of the URL API, and what readers want besides. */
export const URL_PARTS = Type.Object({
  href: Type.String(),
  origin: Type.String(),
  protocol: Type.String(),
  username: Type.String(),
  password: Type.String(),
  host: Type.String(),
  hostname: Type.String(),
  hostnameUnicode: Type.String(),
  port: Type.String(),
  effectivePort: Type.Union([Type.Integer(), Type.Null()]),
  pathname: Type.String(),
  pathSegments: Type.Array(Type.String()),
  search: Type.String(),
  params: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  hash: Type.String(),
  fragment: Type.String(),
  isRelativeInput: Type.Boolean(),
  special: Type.Boolean({ description: "http, https, ws, wss, ftp or file" }),
});

export type UrlParts = Static<typeof URL_PARTS>;

export interface UrlProblem {
  readonly field: "input" | "base";
  /** Which part is wrong and how: `the port is above 65535`. */
  readonly problem: string;
}

/** Schemes with a hierarchy, and their ports. */
const SPECIAL_PORTS: ReadonlyMap<string, number | null> = new Map([
  ["file", null],
  ["ftp", 21],
  ["http", 80],
  ["https", 443],
  ["ws", 80],
  ["wss", 443],
]);

/**
 * Parses `input` against `base` (empty for none); lone surrogates count as U+FFFD. The standard sets no length
 * to a host, and mapping one of 100,000 characters beyond ASCII takes the package up to a tenth of a second.
 */
export function parseUrl(input: string, base: string): UrlParts | UrlProblem {
  const baseRead = base === "" ? undefined : parseURLWithValidationErrors(base.toWellFormed());
  if (baseRead && !baseRead.url) {
    return { field: "base", problem: nameProblem(baseRead.validationErrors.at(-1), base) };
  }
  const { url, validationErrors } = parseURLWithValidationErrors(input.toWellFormed(), {
    baseURL: baseRead?.url ?? null,
  });
  return url
    ? partsOf(url, input)
    : { field: "input", problem: nameProblem(validationErrors.at(-1), input) };
}

function partsOf(url: UrlRecord, input: string): UrlParts {
  const defaultPort = SPECIAL_PORTS.get(url.scheme);
  const hostname = url.host === null ? "" : serializeHost(url.host);
  const port = url.port === null ? "" : String(url.port);
  const pathname = serializePath(url);
  const search = url.query ? `?${url.query}` : "";
  return {
    href: serializeURL(url),
    origin: serializeURLOrigin(url),
    protocol: `${url.scheme}:`,
    username: url.username,
    password: url.password,
    host: port === "" ? hostname : `${hostname}:${port}`,
    hostname,
    hostnameUnicode: defaultPort === undefined ? hostname : readableHost(hostname),
    port,
    effectivePort: url.port ?? defaultPort ?? null,
    pathname,
    pathSegments: hasAnOpaquePath(url)
      ? [percentDecodeLossy(pathname)]
      : pathname.split("/").slice(1).map(percentDecodeLossy),
    search,
    params: readForm(search.slice(1)),
    hash: url.fragment ? `#${url.fragment}` : "",
    fragment: percentDecodeLossy(url.fragment ?? ""),
    isRelativeInput: !/^[a-z][a-z\d+.-]*:/i.test(plainUrl(input)),
    special: defaultPort !== undefined,
  };
}

/** UTS #46 ToUnicode; a host longer than any resolver takes stays as it is, for decoding it is quadratic. */
function readableHost(hostname: string): string {
  if (!hostname.includes("xn--") || hostname.length > LONGEST_READABLE_HOST) return hostname;
  return toUnicode(hostname, { checkBidi: true, checkJoiners: true }).domain;
}

const LONGEST_READABLE_HOST = 1000;

/** The text without what parsers drop: tabs and line ends, and controls and spaces around it. */
function plainUrl(text: string): string {
  return text.replace(/[\t\n\r]/g, "").replace(/^[\0- ]+/, "");
}

/** What stands between the slashes and the path of a special URL, as written. */
function writtenAuthority(text: string): string {
  return /^(?:[a-z][a-z\d+.-]*:)?[/\\]{2,}([^/\\?#]*)/i.exec(plainUrl(text))?.[1] ?? "";
}

/** Whether the text names the port that its scheme has anyway. */
export function namesDefaultPort(text: string, { port, effectivePort }: UrlParts): boolean {
  const written = /:(\d+)$/.exec(writtenAuthority(text).slice(-PORT_CHARACTERS))?.[1];
  return port === "" && effectivePort !== null && Number(written) === effectivePort;
}

const PORT_CHARACTERS = 40;

/** The labels of a host that mix Latin with Cyrillic or Greek letters. */
export function mixedLabels(hostname: string): string[] {
  return hostname
    .split(".")
    .filter(
      (label) =>
        /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label),
    );
}

const PROBLEMS: Readonly<Record<string, string>> = {
  "missing-scheme-non-relative-URL": "the scheme is missing, and no base that could give it",
  "host-missing": "the host is empty",
  "port-out-of-range": "the port is above 65535",
  "port-invalid": "the port has a character other than a digit",
  "host-invalid-code-point": "the host has a forbidden character",
};

function nameProblem(error = "", text = ""): string {
  if (error.includes("IPv6")) return "the IPv6 address in brackets is malformed";
  if (error.startsWith("IPv4")) return "the host ends in a number but is no IPv4 address";
  if (error !== "domain-to-ASCII") return PROBLEMS[error] ?? "the text has no form of a URL";
  const host = percentDecodeLossy(writtenAuthority(text).replace(/^.*@/s, ""));
  const forbidden = /[\p{Cc} "#%/<>?@[\\\]^|]/u.exec(host)?.[0];
  return forbidden
    ? `the host has the forbidden character ${JSON.stringify(forbidden)}`
    : "the host is no valid international domain name";
}

/** Completes references against one base, parsed once; undefined for what is no reference. */
export function urlResolver(base: string): ((reference: string) => string | undefined) | undefined {
  const { url: baseURL } = parseURLWithValidationErrors(base.toWellFormed());
  if (baseURL === null) return undefined;
  return (reference) => {
    const { url } = parseURLWithValidationErrors(reference.toWellFormed(), { baseURL });
    return url === null ? undefined : serializeURL(url);
  };
}

/** Whether a hostname as a URL has it reaches this machine only: `localhost` and names under it, 127/8, ::1. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.[0-9]+){3}|\[::1\])$/.test(hostname);
}
