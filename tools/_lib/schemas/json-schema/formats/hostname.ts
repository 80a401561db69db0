import { isInternationalLabel, isRightToLeft, obeysBidiRule } from "./idna.ts";
import { decodePunycode, encodePunycode } from "./punycode.ts";

const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const LONGEST_LABEL = 63;
const LONGEST_NAME = 253;
/** The full stop and those that stand for it in other scripts (RFC 3490 3.1). */
const SEPARATOR = /[.\u3002\uff0e\uff61]/;

/** A name of RFC 1123 2.1, whose labels with the prefix `xn--` are Punycode of valid labels (RFC 5890). */
export function isHostname(text: string): boolean {
  if (text.length > LONGEST_NAME) return false;
  return isName(text.split(".").map(fromAscii));
}

/** A name of RFC 5890, its labels in Unicode or in ASCII. */
export function isInternationalHostname(text: string): boolean {
  if (text.length > LONGEST_NAME) return false;
  const labels = text.split(SEPARATOR);
  const decoded = labels.map((label) => {
    // RFC 5890 reserves labels with two hyphens in this place, apart from those of Punycode.
    if (isAscii(label)) return /^(?!xn)..--/i.test(label) ? undefined : fromAscii(label);
    return isInternationalLabel(label) && asciiLength(label) <= LONGEST_LABEL ? label : undefined;
  });
  const length = labels.reduce((sum, label) => sum + asciiLength(label) + 1, -1);
  return length <= LONGEST_NAME && isName(decoded);
}

/** Labels in Unicode, undefined for one that is wrong; a name with right-to-left letters has rules of its own. */
function isName(labels: readonly (string | undefined)[]): boolean {
  if (labels.includes(undefined)) return false;
  const known = labels.filter((label) => label !== undefined);
  return !known.some(isRightToLeft) || known.every(obeysBidiRule);
}

/** The Unicode form of a label in ASCII; undefined where it is wrong. */
function fromAscii(label: string): string | undefined {
  if (!LABEL.test(label)) return undefined;
  if (!/^xn--/i.test(label)) return label;
  const encoded = label.slice("xn--".length).toLowerCase();
  const decoded = decodePunycode(encoded);
  if (decoded === undefined || isAscii(decoded)) return undefined;
  return encodePunycode(decoded) === encoded && isInternationalLabel(decoded) ? decoded : undefined;
}

function asciiLength(label: string): number {
  return isAscii(label) ? label.length : encodePunycode(label).length + "xn--".length;
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- all of ASCII is meant
  return /^[\0-\x7f]*$/.test(text);
}
