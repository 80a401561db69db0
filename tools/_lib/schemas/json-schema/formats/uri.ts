import { isIpv4, isIpv6 } from "./ip.ts";

/** What the parts of a URI, or of an IRI, are made of. */
interface Alphabet {
  readonly userinfo: RegExp;
  readonly name: RegExp;
  readonly path: RegExp;
  readonly query: RegExp;
  readonly fragment: RegExp;
}

const UNRESERVED = "A-Za-z0-9._~\\-";
const SUB_DELIMS = "!$&'()*+,;=";
/** `ucschar` of RFC 3987 2.2, inside a class of the flag u. */
export const UCS =
  "\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{10000}-\\u{1fffd}\\u{20000}-\\u{2fffd}" +
  "\\u{30000}-\\u{3fffd}\\u{40000}-\\u{4fffd}\\u{50000}-\\u{5fffd}\\u{60000}-\\u{6fffd}\\u{70000}-\\u{7fffd}" +
  "\\u{80000}-\\u{8fffd}\\u{90000}-\\u{9fffd}\\u{a0000}-\\u{afffd}\\u{b0000}-\\u{bfffd}\\u{c0000}-\\u{cfffd}" +
  "\\u{d0000}-\\u{dfffd}\\u{e1000}-\\u{efffd}";
/** `iprivate` of RFC 3987 2.2. */
export const PRIVATE = "\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}";

function alphabet(letters: string, queryLetters: string): Alphabet {
  const made = (more: string, extra = "") =>
    new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}${letters}${more}${extra}]|%[0-9a-fA-F]{2})*$`, "u");
  return {
    userinfo: made(":"),
    name: made(""),
    path: made(":@/"),
    query: made(":@/?", queryLetters),
    fragment: made(":@/?"),
  };
}

const URI = alphabet("", "");
const IRI = alphabet(UCS, PRIVATE);

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;
const PORT = /^[0-9]*$/;
const FUTURE_ADDRESS = /^v[0-9a-fA-F]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$/i;

/** RFC 3986 `URI`: with a scheme. */
export function isUri(text: string): boolean {
  return isReference(text, URI, true);
}

/** RFC 3986 `URI-reference`. */
export function isUriReference(text: string): boolean {
  return isReference(text, URI, false);
}

/** RFC 3987 `IRI`: with a scheme. */
export function isIri(text: string): boolean {
  return isReference(text, IRI, true);
}

/** RFC 3987 `IRI-reference`. */
export function isIriReference(text: string): boolean {
  return isReference(text, IRI, false);
}

function isReference(text: string, letters: Alphabet, needsScheme: boolean): boolean {
  const [beforeFragment, fragment] = cut(text, "#");
  if (!letters.fragment.test(fragment)) return false;
  const [hierarchical, query] = cut(beforeFragment, "?");
  if (!letters.query.test(query)) return false;
  const colon = hierarchical.indexOf(":");
  const slash = hierarchical.indexOf("/");
  // A colon in the first segment can only end a scheme.
  const hasScheme = colon >= 0 && (slash < 0 || colon < slash);
  if (hasScheme ? !SCHEME.test(hierarchical.slice(0, colon)) : needsScheme) return false;
  const rest = hasScheme ? hierarchical.slice(colon + 1) : hierarchical;
  if (!rest.startsWith("//")) return letters.path.test(rest);
  const end = rest.indexOf("/", 2);
  const authority = rest.slice(2, end < 0 ? undefined : end);
  return isAuthority(authority, letters) && letters.path.test(end < 0 ? "" : rest.slice(end));
}

function isAuthority(text: string, letters: Alphabet): boolean {
  const at = text.lastIndexOf("@");
  if (at >= 0 && !letters.userinfo.test(text.slice(0, at))) return false;
  const host = text.slice(at + 1);
  if (host.startsWith("[")) {
    const close = host.indexOf("]");
    const behind = host.slice(close + 1);
    if (close < 0 || (behind !== "" && !(behind.startsWith(":") && PORT.test(behind.slice(1))))) {
      return false;
    }
    const address = host.slice(1, close);
    return isIpv6(address) || FUTURE_ADDRESS.test(address);
  }
  const colon = host.indexOf(":");
  if (colon >= 0 && !PORT.test(host.slice(colon + 1))) return false;
  const name = colon < 0 ? host : host.slice(0, colon);
  return isIpv4(name) || letters.name.test(name);
}

function cut(text: string, mark: string): readonly [before: string, after: string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
