/** Names of tools that differ in a letter or two. */
import { editDistance } from "../_lib/text/nearest.ts";

/** Names are compared in one letter case, and by their first characters. */
const LONGEST = 128;
const LETTERS = 64;

interface Name {
  readonly text: string;
  readonly folded: string;
  /** How often characters occur, some sharing a place. */
  readonly counts: Uint8Array;
}

/**
 * For each name another one that is as near as a suggestion for a misspelt word is: at most a third of its
 * length in edits, at least one. Of several the nearest in length is taken.
 */
export function similarNames(names: readonly string[]): Map<string, string> {
  const all = [...new Set(names)].map(nameOf);
  all.sort((left, right) => left.folded.length - right.folded.length);
  const similar = new Map<string, string>();
  all.forEach((name, place) => {
    const found = nearTo(name, place, all);
    if (found) similar.set(name.text, found.text);
  });
  return similar;
}

function nameOf(text: string): Name {
  const folded = text.slice(0, LONGEST).toLowerCase();
  const counts = new Uint8Array(LETTERS);
  for (let at = 0; at < folded.length; at++) {
    const place = folded.charCodeAt(at) % LETTERS;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return { text, folded, counts };
}

/** Looks outwards from the name's place among names by length. */
function nearTo(name: Name, place: number, all: readonly Name[]): Name | undefined {
  const most = Math.max(1, Math.floor(name.folded.length / 3));
  for (const step of [1, -1]) {
    for (let at = place + step; at >= 0 && at < all.length; at += step) {
      const other = all[at] as Name;
      if (Math.abs(other.folded.length - name.folded.length) > most) break;
      if (mayBeNear(name, other, most) && editDistance(name.folded, other.folded) <= most)
        return other;
    }
  }
  return undefined;
}

/** An edit changes the counts of two characters at most; where they differ more, the names are far apart. */
function mayBeNear(left: Name, right: Name, most: number): boolean {
  let difference = 0;
  for (let place = 0; place < LETTERS; place++) {
    difference += Math.abs((left.counts[place] ?? 0) - (right.counts[place] ?? 0));
  }
  return difference <= 2 * most;
}
