import { testOf } from "./character-test.ts";
import type { Test } from "./characters.ts";
import { leastLength } from "./least-length.ts";
import { RememberedTest } from "./remembered-test.ts";
import type { Mode, Node } from "./syntax.ts";

/** The test of the characters that a match can begin with; undefined where it can be empty. */
export function beginningOf(node: Node, mode: Mode): Test | undefined {
  const tests = beginnings(node, mode);
  const [only] = tests ?? [];
  if (tests === undefined || tests.length < 2) return only;
  // A long list of words has as many tests, which each character of the text would be put to.
  return new RememberedTest((code) => tests.some((test) => test.has(code)));
}

function beginnings(node: Node, mode: Mode): readonly Test[] | undefined {
  switch (node.type) {
    case "char":
      return [testOf(node, mode)];
    case "set":
      return node.strings ? undefined : [testOf(node, mode)];
    case "group":
      return beginnings(node.body, mode);
    case "repeat":
      return node.min === 0 ? undefined : beginnings(node.body, mode);
    case "choice":
      return union(node.options, mode);
    case "sequence":
      return beginningsOfSequence(node.items, mode);
    default:
      return undefined;
  }
}

function union(nodes: readonly Node[], mode: Mode): readonly Test[] | undefined {
  const tests: Test[] = [];
  for (const node of nodes) {
    const found = beginnings(node, mode);
    if (found === undefined) return undefined;
    tests.push(...found);
  }
  return tests;
}

/** What can be left out adds its own beginnings to those of what follows. */
function beginningsOfSequence(items: readonly Node[], mode: Mode): readonly Test[] | undefined {
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
