/** A form in which texts that read the same are the same, each character with where it came from. */

export interface NormalText {
  readonly text: string;
  /** UTF-16 offset in the source at which the character at an index of `text` begins. */
  startOf(index: number): number;
  /** The offset behind it. */
  endOf(index: number): number;
}

/** A letter with its marks, jamo that make syllables, or one other character. */
const CLUSTER = /[\u1100-\u11ff]+|\P{M}\p{M}*|\p{M}+/gsu;
const ZERO_WIDTH = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const SINGLE_QUOTES = /[‘’‚‛‹›]/g;
const DOUBLE_QUOTES = /[“”„‟«»]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const LETTER = /\p{L}/u;
/** Behind a hyphen at the end of a line. */
const BROKEN = /[ \t]*(?:\r\n|\n|\r)[ \t]*(?=\p{L})/uy;

/**
 * NFKC without soft hyphens and zero-width characters; straight quotes, one kind of hyphen, three dots; words joined
 * that a hyphen breaks at the end of a line; single spaces, none at the ends; lower case.
 */
export function normalText(source: string): NormalText {
  let text = "";
  let last = "";
  const starts: number[] = [];
  const ends: number[] = [];
  let space: readonly [start: number, end: number] | undefined;
  const add = (characters: string, start: number, end: number) => {
    if (space && text !== "") {
      text += " ";
      starts.push(space[0]);
      ends.push(space[1]);
    }
    space = undefined;
    text += characters;
    last = characters;
    for (let unit = 0; unit < characters.length; unit++) {
      starts.push(start);
      ends.push(end);
    }
  };
  CLUSTER.lastIndex = 0;
  for (let match = CLUSTER.exec(source); match; match = CLUSTER.exec(source)) {
    const start = match.index;
    const end = start + match[0].length;
    const plain = plainForm(match[0]);
    if (plain === "-" && !space && LETTER.test(last.slice(-1))) {
      BROKEN.lastIndex = end;
      const broken = BROKEN.exec(source);
      if (broken) {
        CLUSTER.lastIndex = end + broken[0].length;
        continue;
      }
    }
    if (plain.trim() !== "") add(plain.trim(), start, end);
    else if (plain !== "") space = [space?.[0] ?? start, end];
  }
  return {
    text,
    startOf: (index) => starts[index] ?? source.length,
    endOf: (index) => ends[index] ?? source.length,
  };
}

const PLAIN_ASCII = /^[!-~]$/;

function plainForm(cluster: string): string {
  if (PLAIN_ASCII.test(cluster)) return cluster.toLowerCase();
  return cluster
    .normalize("NFKC")
    .replace(ZERO_WIDTH, "")
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(DASHES, "-")
    .toLowerCase();
}
