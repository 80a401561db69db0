/** Tools that are described in nearly the same words. */
import { nameWords } from "../_lib/agents/name-words.ts";
import { compareCodePoints } from "../_lib/text/code-points.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import { isContentWord, stem, termsOf } from "../_lib/text/prose/terms.ts";
import type { ToolDefinition } from "../_lib/agents/tool-call/definitions.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";

export interface Overlap {
  readonly left: ToolDefinition;
  readonly right: ToolDefinition;
  /** Jaccard index of the two tools' terms, 0 to 1. */
  readonly similarity: number;
  readonly shared: readonly string[];
}

/** A word in more than this share of all tools, and in as many tools, says nothing about two of them. */
const COMMON_SHARE = 1 / 4;
const COMMON_COUNT = 8;

/**
 * Pairs of tools that are told in alike words, the most alike first, `left` before `right` by name. Pairs are
 * looked for among tools that share a word that is not common to most.
 */
export function findOverlaps(tools: readonly ToolDefinition[], threshold: number): Overlap[] {
  const sorted = tools.toSorted((left, right) => compareCodePoints(left.name, right.name));
  const terms = sorted.map(termsOfTool);
  const holders = new Map<string, number[]>();
  terms.forEach((own, at) => {
    for (const term of own) {
      const list = holders.get(term);
      if (list) list.push(at);
      else holders.set(term, [at]);
    }
  });
  const overlaps: Overlap[] = [];
  const seen = new Uint32Array(sorted.length);
  sorted.forEach((left, at) => {
    for (const term of terms[at] ?? []) {
      const others = holders.get(term) ?? [];
      if (others.length >= COMMON_COUNT && others.length > sorted.length * COMMON_SHARE) continue;
      for (const other of others) {
        if (other <= at || seen[other] === at + 1) continue;
        seen[other] = at + 1;
        const right = sorted[other] as ToolDefinition;
        const overlap = compare(terms[at] as Terms, terms[other] as Terms);
        if (overlap.similarity >= threshold) overlaps.push({ left, right, ...overlap });
      }
    }
  });
  return overlaps.toSorted((a, b) => b.similarity - a.similarity);
}

type Terms = ReadonlySet<string>;

/** Stems of the words of the name, the description and the parameters' names. */
function termsOfTool({ name, description = "", inputSchema }: ToolDefinition): Terms {
  const properties = memberOf(inputSchema, "properties");
  const names = properties?.type === "object" ? properties.members.map(({ key }) => key) : [];
  const words = [name, ...names].flatMap(nameWords).filter(isContentWord).map(stem);
  return new Set([...words, ...termsOf(description)]);
}

function compare(left: Terms, right: Terms): Pick<Overlap, "similarity" | "shared"> {
  const shared = [...left].filter((term) => right.has(term)).toSorted(byCodeUnit);
  const all = left.size + right.size - shared.length;
  return { similarity: shared.length / all, shared };
}
