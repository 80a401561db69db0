/** Pointer patterns: `*` stands for any one segment, `**` for any number of them. */
import { parsePointer } from "../_lib/results/pointer.ts";
import type { JsonMember, JsonNode } from "../_lib/json/tree/tree.ts";

export type Pattern = readonly string[];

/** The segments of a pattern; undefined for what is no pointer. */
export function readPattern(text: string): Pattern | undefined {
  return parsePointer(text);
}

/** Places in patterns that are still possible: pattern and segment. */
type States = readonly (readonly [pattern: Pattern, segment: number])[];

function begin(patterns: readonly Pattern[]): States {
  return skipAny(patterns.map((pattern) => [pattern, 0] as const));
}

/** `**` may stand for nothing. */
function skipAny(states: States): States {
  if (states.every(([pattern, segment]) => pattern[segment] !== "**")) return states;
  const reached = new Map<Pattern, Set<number>>();
  for (const [pattern, first] of states) {
    const segments = reached.get(pattern) ?? new Set();
    reached.set(pattern, segments);
    for (let segment = first; ; segment++) {
      segments.add(segment);
      if (pattern[segment] !== "**") break;
    }
  }
  return [...reached].flatMap(([pattern, segments]) =>
    Array.from(segments, (segment) => [pattern, segment] as const),
  );
}

function enter(states: States, token: string): States {
  if (states.length === 0) return states;
  const next: (readonly [Pattern, number])[] = [];
  for (const [pattern, segment] of states) {
    const wanted = pattern[segment];
    if (wanted === "**") next.push([pattern, segment]);
    else if (wanted === "*" || wanted === token) next.push([pattern, segment + 1]);
  }
  return skipAny(next);
}

function matches(states: States): boolean {
  return states.some(([pattern, segment]) => segment === pattern.length);
}

/** What the patterns say about the nodes of a tree. */
export interface Marks {
  /** Nodes that a pattern keeps, and all under them. */
  readonly kept: Set<JsonNode>;
  /** Containers with something kept in them. */
  readonly holding: Set<JsonNode>;
  readonly dropped: ReadonlySet<JsonMember>;
}

export function markNodes(
  root: JsonNode,
  drop: readonly Pattern[],
  keep: readonly Pattern[],
): Marks {
  const marks = {
    kept: new Set<JsonNode>(),
    holding: new Set<JsonNode>(),
    dropped: new Set<JsonMember>(),
  };
  const visit = (node: JsonNode, drops: States, keeps: States, isUnderKept: boolean): boolean => {
    const isKept = isUnderKept || matches(keeps);
    if (isKept) marks.kept.add(node);
    let holds = false;
    if (node.type === "object") {
      for (const member of node.members) {
        const below = enter(drops, member.key);
        if (matches(below)) marks.dropped.add(member);
        if (visit(member.value, below, enter(keeps, member.key), isKept)) holds = true;
      }
    } else if (node.type === "array") {
      for (const [index, item] of node.items.entries()) {
        const token = String(index);
        if (visit(item, enter(drops, token), enter(keeps, token), isKept)) holds = true;
      }
    }
    if (holds) marks.holding.add(node);
    return isKept || holds;
  };
  if (drop.length > 0 || keep.length > 0) visit(root, begin(drop), begin(keep), false);
  return marks;
}

/** Whether a node is kept, or holds what is. */
export function isProtected({ kept, holding }: Marks, node: JsonNode): boolean {
  return kept.has(node) || holding.has(node);
}

/** The marks of a node for what takes its place. */
export function passMarks({ kept, holding }: Marks, from: JsonNode, to: JsonNode): void {
  if (from === to) return;
  if (kept.has(from)) kept.add(to);
  if (holding.has(from)) holding.add(to);
}
