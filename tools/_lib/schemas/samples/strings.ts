/** Strings at the bounds of a schema. */
import { countCodePoints } from "../../text/code-points.ts";
import { type JsonNode, stringNode } from "../../json/tree/tree.ts";
import { textOf } from "../../json/tree/members.ts";
import { compileUnicodePattern, type Regex } from "../../text/regex/regex.ts";
import { formatSamples } from "./formats.ts";
import type { Keywords } from "./keywords.ts";
import { boundaryLengths } from "./lengths.ts";
import { LONGEST_SAMPLE, patternText } from "./pattern-text.ts";

const ANY_STRINGS = ["", "a", "Zażółć 漢字 🎉"] as const;

export interface StringCandidates {
  readonly nodes: readonly JsonNode[];
  /** Whether a bound asks for strings too long to be made. */
  readonly cut: boolean;
}

/** Strings that may fit the keywords: of the format, else of the pattern, else of the lengths. */
export function stringCandidates(keywords: Keywords): StringCandidates {
  const [format, ...formats] = keywords.all("format").flatMap(samplesOfFormat);
  const patterns = patternsIn(keywords);
  const most = keywords.count("maxLength", "least");
  const least = keywords.count("minLength", "largest");
  if (format !== undefined || patterns.length > 0) {
    const texts = patterns.flatMap((regex) => patternTexts(regex, least ?? 0));
    return { nodes: nodesOf([...(format ?? []), ...formats.flat(), ...texts]), cut: false };
  }
  if (least === undefined && most === undefined) return { nodes: nodesOf(ANY_STRINGS), cut: false };
  const lengths = boundaryLengths(least, most);
  const short = lengths.filter((length) => length <= LONGEST_SAMPLE);
  return {
    nodes: nodesOf(short.map((length) => "a".repeat(length))),
    cut: short.length < lengths.length,
  };
}

/** The patterns that apply, ready to match. */
export function patternsIn(keywords: Keywords): Regex[] {
  return keywords.all("pattern").flatMap((pattern) => {
    const compiled = compileUnicodePattern(textOf(pattern) ?? "");
    return compiled.ok ? [compiled.regex] : [];
  });
}

/** Texts that may match a pattern. */
export function textsOfPattern(pattern: string, least: number): string[] {
  const compiled = compileUnicodePattern(pattern);
  return compiled.ok ? patternTexts(compiled.regex, least) : [];
}

/** The shortest text that the pattern's tree gives, the next one, and those from a length on. */
export function patternTexts(regex: Regex, least: number): string[] {
  const found: string[] = [];
  const first = moreForLength(regex, least);
  for (const more of new Set([0, 1, first, first + 1])) {
    const text = patternText(regex, more);
    if (text !== undefined && !found.includes(text)) found.push(text);
  }
  return found;
}

/** How much oftener than it has to be each part is repeated, for a text of that length; 0 where nothing helps. */
function moreForLength(regex: Regex, least: number): number {
  const reaches = (more: number) => {
    const text = patternText(regex, more);
    return text === undefined || countCodePoints(text) >= least;
  };
  if (reaches(0)) return 0;
  let high = 1;
  while (!reaches(high)) {
    if (high > least) return 0;
    high *= 2;
  }
  let low = high / 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function samplesOfFormat(format: JsonNode): (readonly string[])[] {
  const samples = formatSamples(textOf(format) ?? "");
  return samples === undefined ? [] : [samples.right];
}

function nodesOf(texts: readonly string[]): JsonNode[] {
  return texts.map((text) => stringNode(text));
}
