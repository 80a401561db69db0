import { parsePointer } from "../../results/pointer.ts";
import { compileRegex } from "../../text/regex/regex.ts";
import { isHostname, isInternationalHostname } from "./formats/hostname.ts";
import { isIpv4, isIpv6 } from "./formats/ip.ts";
import { isIri, isIriReference, isUri, isUriReference, PRIVATE, UCS } from "./formats/uri.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ["date-time", isDateTime],
  ["date", isDate],
  ["time", isTime],
  ["duration", isDuration],
  ["email", isEmail],
  ["idn-email", isInternationalEmail],
  ["hostname", isHostname],
  ["idn-hostname", isInternationalHostname],
  ["ipv4", isIpv4],
  ["ipv6", isIpv6],
  ["uri", isUri],
  ["uri-reference", isUriReference],
  ["iri", isIri],
  ["iri-reference", isIriReference],
  ["uri-template", isUriTemplate],
  ["uuid", (text: string) => UUID.test(text)],
  ["json-pointer", isJsonPointer],
  ["relative-json-pointer", isRelativeJsonPointer],
  ["regex", (text: string) => compileRegex(text, "u").ok],
]);

/** The check of a format, undefined for one that is not known. */
export function formatOf(name: string): ((text: string) => boolean) | undefined {
  return FORMATS.get(name);
}

export function formatNames(): readonly string[] {
  return [...FORMATS.keys()];
}

const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[zZ]|([+-])([0-9]{2}):([0-9]{2}))$/;
const DATE_LENGTH = 10;
const MINUTES_A_DAY = 1440;

// A unit may be left out only at either end, as appendix A of RFC 3339 has it.
const DAYS = "[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D";
const HOURS = "[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S";
const DURATION = new RegExp(`^P(?:[0-9]+W|(?:${DAYS})(?:T(?:${HOURS}))?|T(?:${HOURS}))$`);

/** `full-date` of RFC 3339, of a day that the calendar has. */
function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (day === undefined) return false;
  return Number(day) >= 1 && Number(day) <= daysOf(Number(year), Number(month));
}

/** Days of a month, 0 for a number that is no month. */
function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  if (month < 1 || month > 12) return 0;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** `full-time` of RFC 3339; a leap second only where it is 23:59:60 in UTC. */
function isTime(text: string): boolean {
  const [found, hour, minute, second, sign, offsetHour = "0", offsetMinute = "0"] =
    TIME.exec(text) ?? [];
  if (found === undefined) return false;
  if (Number(hour) > 23 || Number(minute) > 59) return false;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return false;
  if (Number(second) < 60) return true;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === "-" ? -1 : 1);
  const inUtc = (Number(hour) * 60 + Number(minute) - offset + MINUTES_A_DAY) % MINUTES_A_DAY;
  return Number(second) === 60 && inUtc === MINUTES_A_DAY - 1;
}

/** `date-time` of RFC 3339. */
function isDateTime(text: string): boolean {
  return (
    /[tT]/.test(text.charAt(DATE_LENGTH)) &&
    isDate(text.slice(0, DATE_LENGTH)) &&
    isTime(text.slice(DATE_LENGTH + 1))
  );
}

/** `duration` of RFC 3339, appendix A. */
function isDuration(text: string): boolean {
  return DURATION.test(text);
}

const ATOM_TEXT = "A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-";
const BEYOND_ASCII = "\\u{80}-\\u{10ffff}";
const DOT_STRING = new RegExp(`^[${ATOM_TEXT}]+(?:\\.[${ATOM_TEXT}]+)*$`);
const QUOTED_STRING = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
const INTERNATIONAL_DOT_STRING = new RegExp(
  `^[${ATOM_TEXT}${BEYOND_ASCII}]+(?:\\.[${ATOM_TEXT}${BEYOND_ASCII}]+)*$`,
  "u",
);
/** A label of RFC 6531, whose letters beyond ASCII need not be normalized. */
const INTERNATIONAL_LABEL = new RegExp(`^(?!-)[A-Za-z0-9${BEYOND_ASCII}\\-]{1,63}(?<!-)$`, "u");
const INTERNATIONAL_QUOTED_STRING = /^"(?:[ !#-[\]-~\u{80}-\u{10ffff}]|\\[ -~])*"$/u;
const LONGEST_LOCAL = 64;

/** `Mailbox` of RFC 5321. */
function isEmail(text: string): boolean {
  return isMailbox(
    text,
    (local) => DOT_STRING.test(local) || QUOTED_STRING.test(local),
    isHostname,
  );
}

/** The same with the letters of RFC 6531. */
function isInternationalEmail(text: string): boolean {
  return isMailbox(
    text,
    (local) => INTERNATIONAL_DOT_STRING.test(local) || INTERNATIONAL_QUOTED_STRING.test(local),
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

/** What may stand outside of braces; the apostrophe by erratum 6937. */
const ALLOWED_LITERAL = new RegExp(
  `^(?:[!#$&-;=?-[\\]_a-z~${UCS}${PRIVATE}]|%[0-9a-fA-F]{2})*$`,
  "u",
);
const OPERATORS = "+#./;?&=,!@|";
const VARIABLE = /^(?:[A-Za-z0-9_]|%[0-9a-fA-F]{2})+$/;
const PREFIX_MODIFIER = /^[1-9][0-9]{0,3}$/;

/** RFC 6570: text and expressions in braces. */
function isUriTemplate(text: string): boolean {
  let end = 0;
  for (let open = text.indexOf("{"); open !== -1; open = text.indexOf("{", end)) {
    const close = text.indexOf("}", open);
    if (close === -1) return false;
    if (!ALLOWED_LITERAL.test(text.slice(end, open))) return false;
    if (!isExpression(text.slice(open + 1, close))) return false;
    end = close + 1;
  }
  return ALLOWED_LITERAL.test(text.slice(end));
}

function isExpression(text: string): boolean {
  const list = OPERATORS.includes(text.charAt(0)) ? text.slice(1) : text;
  return text !== "" && list.split(",").every(isVariable);
}

function isVariable(text: string): boolean {
  if (text.endsWith("*")) return isVariableName(text.slice(0, -1));
  const [name = "", prefix, more] = text.split(":");
  if (more !== undefined || (prefix !== undefined && !PREFIX_MODIFIER.test(prefix))) return false;
  return isVariableName(name);
}

function isVariableName(text: string): boolean {
  return text.split(".").every((part) => VARIABLE.test(part));
}

/** RFC 6901. */
function isJsonPointer(text: string): boolean {
  return parsePointer(text) !== undefined;
}

/** A number of levels up, then a pointer or `#`. */
function isRelativeJsonPointer(text: string): boolean {
  const [levels, rest] = /^(?:0|[1-9][0-9]*)/.exec(text) ?? [];
  if (levels === undefined) return false;
  const behind = text.slice(levels.length);
  return rest === undefined && (behind === "#" || isJsonPointer(behind));
}
