/** Values that may show a change, at its place. */
import {
  arrayNode,
  type JsonNode,
  type JsonObject,
  nullNode,
  objectNode,
  withMember,
} from "../_lib/json/tree/tree.ts";
import { parsePointer } from "../_lib/results/pointer.ts";
import { faultsOf, OF_EACH_TYPE } from "../_lib/schemas/samples/faults.ts";
import { patternText } from "../_lib/schemas/samples/pattern-text.ts";
import type { Sampler } from "../_lib/schemas/samples/sampler.ts";
import { compileUnicodePattern } from "../_lib/text/regex/regex.ts";
import type { Way } from "./comparison.ts";
import { arrayModel, objectModel } from "./containers.ts";
import type { Found } from "./outcome.ts";
import type { Shape } from "./shape.ts";
import type { Side } from "./version.ts";

/** What fits the first schema and perhaps not the second, the likeliest first. */
export function siteValues(
  { code, path }: Pick<Found, "code" | "path">,
  site: Site,
  samples: SampleBook,
): JsonNode[] {
  const isAboutPresence = code.startsWith("REQUIRED_");
  return [
    ...(isAboutPresence ? withoutMember(path, site, samples) : memberValues(path, site, samples)),
    ...itemValues(path, site, samples),
    ...valuesBetween(site.accepts, site.refuses, samples),
    ...twins(site.accepts, samples),
  ];
}

function valuesBetween(
  accepts: Shape | undefined,
  refuses: Shape | undefined,
  samples: SampleBook,
): JsonNode[] {
  return [
    ...(accepts ? samples.valid(accepts) : []),
    ...(refuses ? samples.faulty(refuses) : []),
    ...OF_EACH_TYPE,
  ];
}

const BY_NAME: ReadonlySet<string> = new Set([
  "properties",
  "dependencies",
  "dependentRequired",
  "dependentSchemas",
]);
const BY_OTHER_NAME: ReadonlySet<string> = new Set([
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
]);

/** An object that lacks the member that a change is about. */
function withoutMember(path: string, site: Site, samples: SampleBook): JsonNode[] {
  const [, name] = parsePointer(path) ?? [];
  const { members } = baseObject(site, samples);
  return [objectNode(members.filter(({ key }) => key !== name))];
}

/** Objects with the member that a change is about. */
function memberValues(path: string, site: Site, samples: SampleBook): JsonNode[] {
  const { accepts, refuses } = site;
  const [keyword = "", key] = parsePointer(path) ?? [];
  const other = BY_OTHER_NAME.has(keyword) ? nameFor(path, accepts) : undefined;
  const name = BY_NAME.has(keyword) ? key : other;
  if (name === undefined) return [];
  const [own, others] = [accepts, refuses].map((shape) => objectModel(shape).listed.get(name));
  const base = baseObject(site, samples);
  return valuesBetween(own, others, samples).map((value) => withMember(base, name, value));
}

/** Arrays with the item that a change is about. */
function itemValues(path: string, site: Site, samples: SampleBook): JsonNode[] {
  const [keyword, index] = parsePointer(path) ?? [];
  if ((keyword !== "items" && keyword !== "prefixItems") || index === undefined) return [];
  const at = Number(index);
  const [own, others] = [site.accepts, site.refuses].map((shape) => {
    const { prefix, rest } = arrayModel(shape);
    return prefix[at] ?? rest;
  });
  return valuesBetween(own, others, samples).map((value) => withItem(site, at, value, samples));
}

/** Arrays of two equal items. */
function twins(accepts: Shape, samples: SampleBook): JsonNode[] {
  if (accepts.node.type !== "object") return [];
  return [...samples.valid(arrayModel(accepts).rest), ...OF_EACH_TYPE]
    .slice(0, OF_EACH_TYPE.length)
    .map((item) => arrayNode([item, item]));
}

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

function baseObject(site: Site, samples: SampleBook): JsonObject {
  return samples.neutral(site, "object") ?? objectNode([]);
}

const LONGEST_ARRAY = 100;

function withItem(site: Site, index: number, value: JsonNode, samples: SampleBook): JsonNode {
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
function nameFor(path: string, shape: Shape): string | undefined {
  const [keyword, pattern] = parsePointer(path) ?? [];
  if (keyword === "patternProperties" && pattern !== undefined) {
    const compiled = compileUnicodePattern(pattern);
    return compiled.ok ? patternText(compiled.regex, 0) : undefined;
  }
  const { listed } = objectModel(shape);
  return NAMES.find((name) => !listed.has(name));
}

/** The schemas of a place in the version that is to accept a value, and in the one that is to refuse it. */
export interface Site {
  readonly accepts: Shape;
  readonly refuses: Shape;
}

/** Values of the schemas of two versions. */
export class SampleBook {
  readonly #samplers: Readonly<Record<Side, Sampler>>;

  constructor(before: Sampler, after: Sampler) {
    this.#samplers = { before, after };
  }

  /** Some that fit. */
  valid(shape: Shape): readonly JsonNode[] {
    return this.#samplerOf(shape)?.of([shape.node]).nodes ?? [];
  }

  /** Some that may not fit. */
  faulty(shape: Shape): readonly JsonNode[] {
    const sampler = this.#samplerOf(shape);
    return sampler ? faultsOf([shape.node], sampler).flatMap(({ nodes }) => nodes) : [];
  }

  /** One of a type that fits both versions, so that it shows nothing by itself; else one that fits the first. */
  neutral<T extends JsonNode["type"]>(
    { accepts, refuses }: Site,
    type: T,
  ): Extract<JsonNode, { type: T }> | undefined {
    const isRight = (node: JsonNode): node is Extract<JsonNode, { type: T }> => node.type === type;
    const own = this.valid(accepts).filter(isRight);
    const others = this.valid(refuses).filter(isRight);
    return (
      own.find((node) => this.#fits(refuses, node)) ??
      others.find((node) => this.#fits(accepts, node)) ??
      own[0]
    );
  }

  #fits(shape: Shape, node: JsonNode): boolean {
    return this.#samplerOf(shape)?.accepts([shape.node], node) ?? true;
  }

  /** What is said where nothing is said stands in no document. */
  #samplerOf(shape: Shape): Sampler | undefined {
    const { anything, side } = shape.version;
    return shape === anything ? undefined : this.#samplers[side];
  }
}
