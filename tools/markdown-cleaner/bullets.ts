import { trimBlanks, trimIndent } from "../_lib/formats/markdown/blanks.ts";
import type {
  Container,
  Leaf,
  Line,
  List,
  MarkdownDocument,
} from "../_lib/formats/markdown/document.ts";

const CHOICES = ["-", "*", "+"] as const;

/**
 * The bullet of each bullet list: `-`, unless that would join it to the list before it, or make a thematic
 * break of one of its lines.
 */
export function chooseBullets({ lines, leaves }: MarkdownDocument): ReadonlyMap<List, string> {
  const refused = refusedBullets(lines, leaves);
  const chosen = new Map<List, string>();
  for (const { opened } of lines) {
    for (const { list } of opened) {
      if (!list || list.isOrdered || chosen.has(list)) continue;
      const before = list.before && chosen.get(list.before);
      const no = refused.get(list) ?? "";
      const free = CHOICES.find((bullet) => bullet !== before && !no.includes(bullet));
      chosen.set(list, free ?? list.delimiter);
    }
  }
  return chosen;
}

/** For each list the bullets with which a line of it would be a thematic break. */
function refusedBullets(lines: readonly Line[], leaves: readonly Leaf[]): Map<List, string> {
  const refused = new Map<List, string>();
  for (const leaf of leaves) {
    const line = lines[leaf.from];
    if (!line || line.opened.length === 0 || leaf.kind === "thematic-break") continue;
    // A hard break is going to end in a backslash.
    if (leaf.to > leaf.from + 1 && line.text.endsWith("  ")) continue;
    const content = trimIndent(trimBlanks(line.text.slice(line.offset)));
    if (content !== "" && !/^[-*]/.test(content)) continue;
    const alike = content === "" ? "-*" : content.charAt(0);
    const same = [...content].filter((char) => char !== " " && char !== "\t");
    if (same.some((char) => char !== alike)) continue;
    for (const [after, list] of bulletsFromInside(line.opened)) {
      if (after + same.length >= 2) refused.set(list, (refused.get(list) ?? "") + alike);
    }
  }
  return refused;
}

/** The bullets that end the line's markers, the innermost first, and how many stand behind each. */
function bulletsFromInside(opened: readonly Container[]): (readonly [number, List])[] {
  const bullets: (readonly [number, List])[] = [];
  for (const { list } of opened.toReversed()) {
    if (!list || list.isOrdered) break;
    bullets.push([bullets.length, list]);
  }
  return bullets;
}
