import type { Category } from "../_lib/secrets/detectors/detector.ts";
import { placesOf } from "../_lib/secrets/detectors/places.ts";
import { scanSensitive } from "../_lib/secrets/detectors/scan.ts";
import { compareCodePoints, countCodePoints } from "../_lib/text/code-points.ts";
import type { Finding } from "../untrusted-input-admission.ts";
import { findCharacters } from "./characters.ts";
import { type Profile, PROFILES, ruleOf, SEVERITIES } from "./codes.ts";
import { findEncoded } from "./encoded.ts";
import { findHtml } from "./html.ts";
import { type FoundFamilies, injectionSightings } from "./injection.ts";
import { findLinks } from "./links.ts";
import { markdownCode } from "./markdown-code.ts";
import type { Policy } from "./policy.ts";
import { findScripts } from "./scripts.ts";
import { type Sighting, sightingsAt, sightingsOf } from "./sighting.ts";
import { DELIMITER } from "./wrap.ts";

interface FindingOptions {
  readonly profile: Profile;
  readonly policy: Policy;
  /** Whether the text is to be put between marks, which it must not have itself. */
  readonly wrap: boolean;
  readonly families: FoundFamilies;
}

/** All that is found in a text, by severity, then code. */
export function findingsIn(text: string, options: FindingOptions): Finding[] {
  const { policy, profile } = options;
  const sightings = sightingsIn(text, options).toSorted(
    (a, b) => (a.offset ?? -1) - (b.offset ?? -1),
  );
  const placed = sightings.filter(({ offset }) => offset !== undefined);
  const places = placesOf(
    text,
    placed.map(({ offset = 0 }) => offset),
  );
  const unplaced = sightings.length - placed.length;
  return sightings
    .map(({ code, count, detail }, index) => {
      const { severity, message } = ruleOf(code);
      return {
        code,
        severity,
        action: policy.actions.get(code) ?? PROFILES[profile][severity],
        count,
        ...places[index - unplaced],
        message: detail === undefined ? message : `${message}: ${detail}`,
      };
    })
    .toSorted(
      (a, b) =>
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
        compareCodePoints(a.code, b.code),
    );
}

function sightingsIn(text: string, { policy, wrap, families }: FindingOptions): Sighting[] {
  const isCode = markdownCode(text);
  return [
    ...findShape(text, policy.maxChars),
    ...findCharacters(text),
    ...findScripts(text, policy.forbiddenLetters),
    ...findHtml(text, isCode),
    ...findLinks(text, policy, isCode),
    ...injectionSightings(families),
    ...findEncoded(text),
    ...findSensitive(text, policy.checkPii),
    ...(wrap ? sightingsOf("DELIMITER_COLLISION", text, DELIMITER) : []),
  ];
}

const PERSONAL: readonly Category[] = ["pii", "financial"];

/** Credentials and personal data, by the detectors of sensitive-log-redaction-evidence. */
function findSensitive(text: string, checkPii: boolean): Sighting[] {
  const categories: Category[] = checkPii ? ["credential", ...PERSONAL] : ["credential"];
  const spans = scanSensitive(text, { categories });
  const isSecret = ({ category }: { category: Category }) => category === "credential";
  return [
    ...valuesOf("SECRET_PRESENT", text, spans.filter(isSecret)),
    ...valuesOf(
      "PII_PRESENT",
      text,
      spans.filter((span) => !isSecret(span)),
    ),
  ];
}

/** Counts values, not how often each stands in the text. */
function valuesOf(
  code: "SECRET_PRESENT" | "PII_PRESENT",
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
): Sighting[] {
  const values = new Set(spans.map(({ start, end }) => text.slice(start, end)));
  const [first] = spans;
  return first ? [{ code, count: values.size, offset: first.start }] : [];
}

const LETTER_OR_DIGIT = /[A-Za-z0-9]/;
const BASE64_RUN = /[A-Za-z0-9+/_-]{200,}/g;
const FLOOD = 100;
/** As far as a URL reaches before what it carries. */
const URL_REACH = 300;

/** Playgrounds carry their documents in links, and badges their pictures. */
function isInUrl(text: string, offset: number): boolean {
  // Bounded: at most what a URL reaches.
  return /https?:\/\/[^\s"'()<>]*$/.test(text.slice(Math.max(0, offset - URL_REACH), offset));
}

/** Size and repetition: texts that are empty, too long, or flood the reader. */
function findShape(text: string, maxChars: number): Sighting[] {
  return [
    ...(countCodePoints(text) > maxChars ? [{ code: "TEXT_TOO_LONG", count: 1 } as const] : []),
    ...(/\P{White_Space}/u.test(text) ? [] : [{ code: "EMPTY_TEXT", count: 1 } as const]),
    // A rule of 200 hyphens is not base64.
    ...sightingsOf(
      "BASE64_BLOB",
      text,
      BASE64_RUN,
      (run, offset) => LETTER_OR_DIGIT.test(run) && !isInUrl(text, offset),
    ),
    ...sightingsAt("REPETITION_FLOOD", floods(text)),
  ];
}

/** Where runs of equal words begin that are long enough. */
function floods(text: string): number[] {
  const starts: number[] = [];
  let word = "";
  let start = 0;
  let length = 0;
  for (const { 0: next, index } of text.matchAll(/\P{White_Space}+/gu)) {
    if (next !== word) {
      word = next;
      start = index;
      length = 0;
    }
    length++;
    if (length === FLOOD) starts.push(start);
  }
  return starts;
}
