import { compileRegex } from "../../text/regex/regex.ts";
import { isDate, isDateTime, isDuration, isTime } from "./formats/date-time.ts";
import { isEmail, isInternationalEmail } from "./formats/email.ts";
import { isHostname, isInternationalHostname } from "./formats/hostname.ts";
import { isIpv4, isIpv6 } from "./formats/ip.ts";
import { isJsonPointer, isRelativeJsonPointer } from "./formats/pointer.ts";
import { isIri, isIriReference, isUri, isUriReference } from "./formats/uri.ts";
import { isUriTemplate } from "./formats/uri-template.ts";

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
