/** Documents that one version accepts and the other one refuses. */
import type { Budget } from "../_core/tool.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { minifyJson } from "../_lib/json/tree/write.ts";
import type { Validator } from "../_lib/schemas/json-schema/validator.ts";
import { Sampler } from "../_lib/schemas/samples/sampler.ts";
import type { Listed, Way } from "./comparison.ts";
import type { Pair } from "./pairs.ts";
import { embedded, SampleBook, type Site, siteValues } from "./site-values.ts";
import type { Given } from "./verdict.ts";

/** Changes for which a document is looked for. */
const MOST_CHANGES = 20;
const MOST_VALUES = 40;
const LONGEST_WAY = 20;
const LONGEST_TEXT = 1000;

/** Parts of both documents together: in larger ones the search would take longer than the comparison. */
const MOST_PARTS = 3000;

interface Versions {
  readonly before: Given;
  readonly after: Given;
}

type Direction = "backward" | "forward";

/** The first changes that break a direction, each with a document that shows it where one is found. */
export function findWitnesses(
  changes: readonly Listed[],
  direction: Direction,
  versions: Versions,
  budget: Budget,
): ReadonlyMap<Listed, unknown> {
  const found = new Map<Listed, unknown>();
  const { before, after } = versions;
  if (partsLeft([before.root, after.root], MOST_PARTS) < 0) return found;
  const broken = changes.filter((change) => !change[direction]).slice(0, MOST_CHANGES);
  // Where a pattern takes too long or a value is too deep, what was found until then stays.
  before.validator.withParts(budget, (old) =>
    after.validator.withParts(budget, (now) => {
      const search = new Search(direction, versions, budget);
      const samples = new SampleBook(new Sampler(old), new Sampler(now));
      for (const change of broken) {
        const document = search.documentFor(change, samples);
        if (document !== undefined) found.set(change, valueOf(document).value);
      }
    }),
  );
  return found;
}

/** Looks for what the one version accepts and the other one refuses. */
class Search {
  readonly #isBackward: boolean;
  readonly #accepting: Validator;
  readonly #refusing: Validator;
  readonly #budget: Budget;

  constructor(direction: Direction, { before, after }: Versions, budget: Budget) {
    const isBackward = direction === "backward";
    this.#isBackward = isBackward;
    this.#accepting = (isBackward ? before : after).validator;
    this.#refusing = (isBackward ? after : before).validator;
    this.#budget = budget;
  }

  documentFor({ code, localPath, pair, way }: Listed, samples: SampleBook): JsonNode | undefined {
    if (lengthOf(way) > LONGEST_WAY) return undefined;
    const siteOf = ({ before, after }: Pair): Site =>
      this.#isBackward ? { accepts: before, refuses: after } : { accepts: after, refuses: before };
    const values = siteValues({ code, path: localPath }, siteOf(pair), samples);
    for (const value of values.slice(0, MOST_VALUES)) {
      const document = embedded(value, way, siteOf, samples);
      if (document !== undefined && isShort(document) && this.#splits(document)) return document;
    }
    return undefined;
  }

  #splits(document: JsonNode): boolean {
    const accepted = this.#accepting.accepts(document, this.#budget);
    if (!accepted.ok || !accepted.valid) return false;
    const refused = this.#refusing.accepts(document, this.#budget);
    return refused.ok && !refused.valid;
  }
}

/** Whether it can be shown, every number as it is. */
function isShort(document: JsonNode): boolean {
  const text = minifyJson(document);
  return (
    text !== undefined && text.length <= LONGEST_TEXT && valueOf(document).warnings.length === 0
  );
}

/** What is left of a number after counting the parts of trees. */
function partsLeft(roots: readonly JsonNode[], most: number): number {
  const stack = [...roots];
  let left = most;
  for (let node = stack.pop(); node !== undefined && left >= 0; node = stack.pop()) {
    left--;
    if (node.type === "array") for (const item of node.items) stack.push(item);
    if (node.type === "object") for (const { value } of node.members) stack.push(value);
  }
  return left;
}

function lengthOf(way: Way | undefined): number {
  let length = 0;
  for (let at = way; at !== undefined; at = at.up) length++;
  return length;
}
