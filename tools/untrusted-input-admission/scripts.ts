/** Letters of several scripts: words that mix look-alikes, and scripts that a policy does not allow. */
import { type Sighting, sightingsOf } from "./sighting.ts";

/** Scripts with letters that pass for those of another of them. */
const LOOK_ALIKES = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];
const BESIDES_LATIN =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** Letters and the marks on them. */
export const LETTER_RUN = /[\p{L}\p{M}]+/gu;

/** `forbidden` matches the letters that the policy does not allow. */
export function findScripts(text: string, forbidden: RegExp | undefined): Sighting[] {
  return [
    ...(BESIDES_LATIN.test(text)
      ? sightingsOf("MIXED_SCRIPT", text, LETTER_RUN, mixesLookAlikes)
      : []),
    ...(forbidden ? sightingsOf("SCRIPT_NOT_ALLOWED", text, forbidden) : []),
  ];
}

/** Micrometres and kiloohms. */
const UNIT = /^(?:[\u00b5\u03bc][A-Za-z]{1,2}|[kMG]\u03a9)$/;

function mixesLookAlikes(run: string): boolean {
  if (!BESIDES_LATIN.test(run) || UNIT.test(run)) return false;
  return LOOK_ALIKES.filter((script) => script.test(run)).length > 1;
}
