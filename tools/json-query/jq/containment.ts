import type { Spend } from "./budget.ts";
import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import { JqError } from "./errors.ts";
import { includes } from "./occurrences.ts";
import { areEqual } from "./order.ts";
import { isLoose } from "./values.ts";
import { memberOf } from "./versions.ts";

const DEEPEST_CONTAINMENT = 10_000;

/** Parts to be found: each in the one candidate that has its key, or in any of the candidates. */
interface Search {
  readonly parts: readonly JsonNode[];
  readonly candidates: readonly JsonNode[];
  readonly byPlace: boolean;
  part: number;
  candidate: number;
}

/**
 * Whether a value contains another: a text a part of it, an array something that contains each item,
 * an object members that contain those of the same keys. Goes down without a level of the engine's
 * stack for each.
 */
export function doesContain(whole: JsonNode, part: JsonNode, spend: Spend): boolean {
  const stack: Search[] = [];
  let answer = containsOne(whole, part, spend, stack);
  for (;;) {
    const search = stack.at(-1);
    if (search === undefined) return answer === true;
    if (stack.length > DEEPEST_CONTAINMENT + 1) throw new JqError("Containment check too deep");
    if (answer !== undefined) answer = heed(search, answer);
    if (answer !== undefined) {
      stack.pop();
      continue;
    }
    const next = search.candidates[search.byPlace ? search.part : search.candidate];
    const wanted = search.parts[search.part];
    if (wanted === undefined) answer = true;
    else if (next === undefined) answer = false;
    else {
      answer = containsOne(next, wanted, spend, stack);
      continue;
    }
    stack.pop();
  }
}

/** Takes in whether the candidate contains the part; undefined where more is to be looked at. */
function heed(search: Search, answer: boolean): boolean | undefined {
  if (answer) {
    search.part++;
    search.candidate = 0;
    return search.part === search.parts.length ? true : undefined;
  }
  if (search.byPlace) return false;
  search.candidate++;
  return search.candidate === search.candidates.length ? false : undefined;
}

/** The answer for scalars; undefined for containers, which go on the stack. */
function containsOne(
  whole: JsonNode,
  part: JsonNode,
  spend: Spend,
  stack: Search[],
): boolean | undefined {
  spend(1);
  if (whole.type === "object" && part.type === "object") {
    spend(part.members.length);
    const candidates: JsonNode[] = [];
    for (const { key } of part.members) {
      const member = memberOf(whole, key);
      if (member === undefined) return false;
      candidates.push(member);
    }
    const parts = part.members.map(({ value }) => value);
    stack.push({ parts, candidates, byPlace: true, part: 0, candidate: 0 });
    return undefined;
  }
  if (whole.type === "array" && part.type === "array") {
    const { items: candidates } = whole;
    stack.push({ parts: part.items, candidates, byPlace: false, part: 0, candidate: 0 });
    return undefined;
  }
  if (whole.type === "string" && part.type === "string") {
    for (const text of [whole, part]) if (isLoose(text)) spend(text.value.length >> 4);
    return includes(whole.value, part.value, spend);
  }
  return areEqual(whole, part, spend);
}
