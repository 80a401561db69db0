/** Values that may show a change, at its place. */
import { parsePointer } from "../_lib/results/pointer.ts";
import { arrayNode, type JsonNode, objectNode, withMember } from "../_lib/json/tree/tree.ts";
import { OF_EACH_TYPE } from "../_lib/schemas/samples/faults.ts";
import { arrayModel } from "./array-model.ts";
import { baseObject, nameFor, withItem } from "./embedding.ts";
import { objectModel } from "./object-model.ts";
import type { Found } from "./outcome.ts";
import type { SampleBook, Site } from "./sample-book.ts";
import type { Shape } from "./shape.ts";

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
