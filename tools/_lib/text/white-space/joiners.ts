import { ZERO_WIDTH } from "./characters.ts";

export interface Replaced {
  readonly text: string;
  readonly count: number;
}

const JOINERS = /[\u200c\u200d]/;
const WHITE_SPACE = /\p{White_Space}/u;
const MARK_OF_ITS_BASE = /(?!\ufe0f)(?=\p{M})\p{Script=Inherited}/u;
const EMOJI = /(?![\d#*])[\p{Emoji}\p{Extended_Pictographic}\ufe0f]/u;
/** Letters and marks of scripts that have no use for a joiner, and those of no script of their own. */
const UNJOINED =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]/u;

/** Removes characters without width, and joiners where neither an emoji nor the script before has a use for them. */
export function removeZeroWidth(text: string): Replaced {
  const plain = text.replace(ZERO_WIDTH, "");
  const cleaned = JOINERS.test(plain) ? withoutStrayJoiners(plain) : plain;
  return { text: cleaned, count: text.length - cleaned.length };
}

function withoutStrayJoiners(text: string): string {
  const kept: string[] = [];
  /** Joiners of which it depends on the next character whether they stay. */
  let pending = "";
  let takesJoiner = false;
  for (const character of text) {
    if (JOINERS.test(character)) {
      pending += character;
      continue;
    }
    if (pending !== "" && takesJoiner && !WHITE_SPACE.test(character)) kept.push(pending);
    pending = "";
    kept.push(character);
    if (!MARK_OF_ITS_BASE.test(character)) takesJoiner = canJoin(character);
  }
  return kept.join("");
}

function canJoin(character: string): boolean {
  if (EMOJI.test(character)) return true;
  return /[\p{L}\p{M}]/u.test(character) && !UNJOINED.test(character);
}
