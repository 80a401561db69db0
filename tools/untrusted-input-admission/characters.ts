/** Characters that are not seen, that deceive, or that carry what nobody sees. */
import { removeZeroWidth } from "../_lib/text/white-space/joiners.ts";
import { type Sighting, sightingsOf } from "./sighting.ts";

const BIDI = "\\u202a-\\u202e\\u2066-\\u2069";
const MARKS_OF_DIRECTION = "\\u200e\\u200f\\u061c";
const INVISIBLE =
  "\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200d\\u2060-\\u2064\\u206a-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb";
const SELECTORS = "\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}";

/** What has no part in what a text says: controls of direction, tags without a letter, selectors, the unseen. */
export const UNSEEN = new RegExp(
  `[${INVISIBLE}${BIDI}${MARKS_OF_DIRECTION}${SELECTORS}\\u{e0000}-\\u{e001f}\\u{e007f}]`,
  "gu",
);

const ESCAPE = /\u001b/gu; // oxlint-disable-line no-control-regex -- it is looked for
const CONTROL = /[\0-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f-\u009f]/gu; // oxlint-disable-line no-control-regex -- they are looked for
const BIDI_CONTROL = new RegExp(`[${BIDI}]`, "gu");
const DIRECTION_MARK = new RegExp(`[${MARKS_OF_DIRECTION}]`, "gu");
const INVISIBLE_CHARACTER = new RegExp(`[${INVISIBLE}]`, "gu");
const SMUGGLED = new RegExp(`[${SELECTORS}]{2,}|(?<!\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]`, "gu");
/** A flag such as Scotland's (UTS #51, ED-14a), or a tag character outside of one. */
const FLAG_OR_TAG =
  /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}|[\u{e0000}-\u{e007f}]/gu;
const STYLED_LETTER =
  /[\u{1d400}-\u{1d7cb}\uff21-\uff3a\uff41-\uff5a\u24b6-\u24e9\u{1f130}-\u{1f189}]/gu;
const LEAST_STYLED = 4;

/** Texts of these need no look at their characters. */
const PLAIN = /^[\t\n\r -~]*$/;

export function findCharacters(text: string): Sighting[] {
  if (PLAIN.test(text)) return [];
  return [
    ...sightingsOf("LONE_SURROGATE", text, /\p{Surrogate}/gu),
    ...sightingsOf("TERMINAL_ESCAPE", text, ESCAPE),
    ...sightingsOf("BIDI_CONTROL", text, BIDI_CONTROL),
    ...sightingsOf("CONTROL_CHARACTERS", text, CONTROL),
    ...sightingsOf("REPLACEMENT_CHARACTERS", text, /\ufffd/gu),
    ...sightingsOf("TAG_CHARACTERS", text, FLAG_OR_TAG, isTag),
    ...sightingsOf("VARIATION_SELECTOR_SMUGGLING", text, SMUGGLED),
    ...sightingsOf("INVISIBLE_CHARACTERS", text, INVISIBLE_CHARACTER, unlessInPlace(text)),
    ...sightingsOf("DIRECTION_MARK", text, DIRECTION_MARK),
    ...sightingsOf("STYLED_LETTERS", text, STYLED_LETTER).filter(
      ({ count }) => count >= LEAST_STYLED,
    ),
    ...sightingsOf("COMBINING_FLOOD", text, /\p{M}{4,}/gu),
  ];
}

/** The text without controls and without what is not seen; what has its place there stays. */
export function removeUnseen(text: string): string {
  if (PLAIN.test(text)) return text;
  const isOut = unlessInPlace(text);
  return text
    .replace(INVISIBLE_CHARACTER, (found, offset: number) => (isOut(found, offset) ? "" : found))
    .replace(ESCAPE, "")
    .replace(CONTROL, "")
    .replace(BIDI_CONTROL, "")
    .replace(FLAG_OR_TAG, (found) => (isTag(found) ? "" : found))
    .replace(SMUGGLED, "");
}

function isTag(found: string): boolean {
  return !found.startsWith("\u{1f3f4}");
}

/** Whether an invisible character is neither a first byte order mark nor a joiner that emoji or script need. */
function unlessInPlace(text: string): (character: string, offset: number) => boolean {
  const joiners = joinersInPlace(text);
  return (character, offset) => !joiners.has(offset) && !(offset === 0 && character === "\ufeff");
}

const JOINER = /[\u200c\u200d]/;

/**
 * Offsets of the joiners that whitespace-normalizer would keep. It keeps or removes all joiners between two
 * characters, so that walking its result beside the text tells which.
 */
function joinersInPlace(text: string): ReadonlySet<number> {
  const places = new Set<number>();
  if (!JOINER.test(text)) return places;
  const kept = removeZeroWidth(text).text;
  let at = 0;
  for (let offset = 0; offset < text.length; offset++) {
    if (text.charCodeAt(offset) !== kept.charCodeAt(at)) continue;
    if (JOINER.test(text.charAt(offset))) places.add(offset);
    at++;
  }
  return places;
}
