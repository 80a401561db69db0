import { isHostname } from "./hostname.ts";
import { isIpv4, isIpv6 } from "./ip.ts";

const ATOM_TEXT = "A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-";
const BEYOND_ASCII = "\\u{80}-\\u{10ffff}";
const DOT_STRING = new RegExp(`^[${ATOM_TEXT}]+(?:\\.[${ATOM_TEXT}]+)*$`);
const QUOTED = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
const INTERNATIONAL_DOT_STRING = new RegExp(
  `^[${ATOM_TEXT}${BEYOND_ASCII}]+(?:\\.[${ATOM_TEXT}${BEYOND_ASCII}]+)*$`,
  "u",
);
/** A label of RFC 6531, whose letters beyond ASCII need not be normalized. */
const INTERNATIONAL_LABEL = new RegExp(`^(?!-)[A-Za-z0-9${BEYOND_ASCII}\\-]{1,63}(?<!-)$`, "u");
const INTERNATIONAL_QUOTED = /^"(?:[ !#-[\]-~\u{80}-\u{10ffff}]|\\[ -~])*"$/u;
const LONGEST_LOCAL = 64;

/** `Mailbox` of RFC 5321. */
export function isEmail(text: string): boolean {
  return isMailbox(text, (local) => DOT_STRING.test(local) || QUOTED.test(local), isHostname);
}

/** The same with the letters of RFC 6531. */
export function isInternationalEmail(text: string): boolean {
  return isMailbox(
    text,
    (local) => INTERNATIONAL_DOT_STRING.test(local) || INTERNATIONAL_QUOTED.test(local),
    (domain) => domain.split(".").every((label) => INTERNATIONAL_LABEL.test(label)),
  );
}

function isMailbox(
  text: string,
  isLocal: (local: string) => boolean,
  isDomain: (domain: string) => boolean,
): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at);
  if (at <= 0 || local.length > LONGEST_LOCAL || !isLocal(local)) return false;
  const domain = text.slice(at + 1);
  if (!domain.startsWith("[")) return isDomain(domain);
  if (!domain.endsWith("]")) return false;
  const address = domain.slice(1, -1);
  return /^IPv6:/i.test(address) ? isIpv6(address.slice("IPv6:".length)) : isIpv4(address);
}
