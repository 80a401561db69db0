import { testOf } from "./character-test.ts";
import type { Test } from "./characters.ts";
import { leastLength } from "./least-length.ts";
import type { Mode, Node } from "./syntax.ts";

/**
 * The tests of the characters that a match can begin with; undefined where it can be empty
 * or begin with anything.
 */
export function beginningOf(node: Node, mode: Mode): readonly Test[] | undefined {
  switch (node.type) {
    case "char":
      return [testOf(node, mode)];
    case "set":
      return node.strings ? undefined : [testOf(node, mode)];
    case "group":
      return beginningOf(node.body, mode);
    case "repeat":
      return node.min === 0 ? undefined : beginningOf(node.body, mode);
    case "choice":
      return union(node.options, mode);
    case "sequence":
      return beginningOfSequence(node.items, mode);
    default:
      return undefined;
  }
}

function union(nodes: readonly Node[], mode: Mode): readonly Test[] | undefined {
  const tests: Test[] = [];
  for (const node of nodes) {
    const beginning = beginningOf(node, mode);
    if (beginning === undefined) return undefined;
    tests.push(...beginning);
  }
  return tests;
}

/** What can be left out adds its own beginnings to those of what follows. */
function beginningOfSequence(items: readonly Node[], mode: Mode): readonly Test[] | undefined {
  const starters: Node[] = [];
  for (const item of items) {
    if (item.type === "assertion" || item.type === "look") continue;
    if (item.type === "repeat" && item.min === 0 && leastLength(item.body) > 0) {
      starters.push(item.body);
      continue;
    }
    starters.push(item);
    return union(starters, mode);
  }
  return undefined;
}
