import { compareCodePoints } from "../_lib/text/code-points.ts";
import { placesOf } from "../_lib/secrets/detectors/places.ts";
import { findCharacters } from "./characters.ts";
import { PROFILES, type Profile, ruleOf, SEVERITIES } from "./codes.ts";
import type { Finding } from "../untrusted-input-admission.ts";
import { findEncoded } from "./encoded.ts";
import { findHtml } from "./html.ts";
import { type FoundFamilies, injectionSightings } from "./injection.ts";
import { findLinks } from "./links.ts";
import type { Policy } from "./policy.ts";
import { findScripts } from "./scripts.ts";
import { findSensitive } from "./sensitive.ts";
import { findShape } from "./shape.ts";
import { type Sighting, sightingsOf } from "./sighting.ts";
import { DELIMITER } from "./wrap.ts";

export interface FindingOptions {
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
  return [
    ...findShape(text, policy.maxChars),
    ...findCharacters(text),
    ...findScripts(text, policy.forbiddenLetters),
    ...findHtml(text),
    ...findLinks(text, policy),
    ...injectionSightings(families),
    ...findEncoded(text),
    ...findSensitive(text, policy.checkPii),
    ...(wrap ? sightingsOf("DELIMITER_COLLISION", text, DELIMITER) : []),
  ];
}
