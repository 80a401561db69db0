/** patternProperties: members by what their names look like. */
import { appendPointer } from "../_lib/results/pointer.ts";
import { surelyDiffer } from "./literal-prefix.ts";
import {
  certain,
  certainRest,
  contentModel,
  fitting,
  type NamePattern,
  type ObjectModel,
} from "./object-model.ts";
import type { Outcome } from "./outcome.ts";
import type { Shape } from "./shape.ts";

/** Pairs of patterns that are looked at; beyond it a new pattern is taken to refuse what was possible. */
const MOST_PAIRS = 10_000;

export function compareNamePatterns(was: ObjectModel, is: ObjectModel, outcome: Outcome): void {
  for (const [text, after] of is.patterns) {
    const before = was.patterns.get(text);
    if (before !== undefined) {
      outcome.step(before.shape, after.shape, pathOf(text), null);
      continue;
    }
    const verdictOf = (source: Shape) => outcome.verdictOf(source, after.shape);
    const backward = holdsAlready(after, was, is, (source) => verdictOf(source).backward);
    tell("ADDED_TO", after, was, { backward, forward: verdictOf(was.rest).forward }, outcome);
  }
  for (const [text, before] of was.patterns) {
    if (is.patterns.has(text)) continue;
    const verdictOf = (source: Shape) => outcome.verdictOf(before.shape, source);
    const forward = holdsAlready(before, is, was, (source) => verdictOf(source).forward);
    tell("REMOVED_FROM", before, is, { backward: verdictOf(is.rest).backward, forward }, outcome);
  }
}

function pathOf(pattern: string): string {
  return appendPointer("/patternProperties", pattern);
}

/**
 * Whether the version without the pattern asks for as much of every name that fits it: of those that it
 * lists, those that fit a pattern of its own, and all others.
 */
function holdsAlready(
  pattern: NamePattern,
  without: ObjectModel,
  within: ObjectModel,
  suffices: (source: Shape) => boolean,
): boolean {
  if (without.patterns.size * within.patterns.size > MOST_PAIRS) return false;
  const others = [...without.patterns.values()].filter(
    ({ text }) => !surelyDiffer(text, pattern.text),
  );
  const sources = [certainRest(without), ...others.map(({ shape }) => shape)].map(suffices);
  const names = [...new Set([...without.listed.keys(), ...within.listed.keys()])].filter((name) =>
    fitting(within, name).includes(pattern),
  );
  const listed = names.map((name) => certain(without, name).map(suffices).includes(true));
  return ![...sources, ...listed].includes(false);
}

function tell(
  verb: "ADDED_TO" | "REMOVED_FROM",
  { text, shape }: NamePattern,
  other: ObjectModel,
  directions: { readonly backward: boolean; readonly forward: boolean },
  outcome: Outcome,
): void {
  const content = other.patterns.size > 0 ? "PARTIALLY_OPEN" : contentModel([other.rest]);
  const [node] = shape.chain;
  const values = verb === "ADDED_TO" ? { after: node } : { before: node };
  const isEmpty = verb === "ADDED_TO" && content === "OPEN" && shape.verdict === true;
  const code = isEmpty
    ? "PROPERTY_WITH_EMPTY_SCHEMA_ADDED_TO_OPEN_CONTENT_MODEL"
    : `PROPERTY_${verb}_${content}_CONTENT_MODEL`;
  outcome.contentChange(code, pathOf(text), directions, values);
}
