/** A value at its place in a document that is otherwise valid. */
import { parsePointer } from "../_lib/results/pointer.ts";
import {
  arrayNode,
  type JsonNode,
  type JsonObject,
  nullNode,
  objectNode,
  withMember,
} from "../_lib/json/tree/tree.ts";
import { compileRegex } from "../_lib/text/regex/regex.ts";
import { patternText } from "../_lib/schemas/samples/pattern-text.ts";
import { arrayModel } from "./array-model.ts";
import type { Way } from "./listing.ts";
import { objectModel } from "./object-model.ts";
import type { SampleBook, Site } from "./sample-book.ts";
import type { Shape } from "./shape.ts";

/** The document with the value at the end of the way; undefined where none can be made. */
export function embedded(
  value: JsonNode,
  way: Way | undefined,
  siteOf: (pair: Way["pair"]) => Site,
  samples: SampleBook,
): JsonNode | undefined {
  let inner = value;
  for (let at = way; at !== undefined; at = at.up) {
    const { slot, path } = at.step;
    if (slot === undefined) continue;
    const site = siteOf(at.pair);
    if (typeof slot === "number") inner = withItem(site, slot, inner, samples);
    else {
      const name = slot ?? nameFor(path, site.accepts);
      if (name === undefined) return undefined;
      inner = withMember(baseObject(site, samples), name, inner);
    }
  }
  return inner;
}

export function baseObject(site: Site, samples: SampleBook): JsonObject {
  return samples.neutral(site, "object") ?? objectNode([]);
}

const LONGEST_ARRAY = 100;

export function withItem(
  site: Site,
  index: number,
  value: JsonNode,
  samples: SampleBook,
): JsonNode {
  const items = [...(samples.neutral(site, "array")?.items ?? [])];
  const { prefix, rest } = arrayModel(site.accepts);
  const end = Math.min(index, LONGEST_ARRAY);
  while (items.length < end)
    items.push(samples.valid(prefix[items.length] ?? rest)[0] ?? nullNode());
  items[end] = value;
  return arrayNode(items);
}

const NAMES = ["extra", "other", "more", "x"];

/** A name that a keyword speaks of: one that fits its pattern, or one that nothing else speaks of. */
export function nameFor(path: string, shape: Shape): string | undefined {
  const [keyword, pattern] = parsePointer(path) ?? [];
  if (keyword === "patternProperties" && pattern !== undefined) {
    const compiled = compileRegex(pattern, "u");
    return compiled.ok ? patternText(compiled.regex, 0) : undefined;
  }
  const { listed } = objectModel(shape);
  return NAMES.find((name) => !listed.has(name));
}
