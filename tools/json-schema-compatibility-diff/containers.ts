/** What a schema says about the items of arrays and the members of objects, whatever the draft calls it. */
import { isSince } from "../_lib/schemas/json-schema/drafts.ts";
import { compileUnicodePattern, type Regex } from "../_lib/text/regex/regex.ts";
import type { Shape } from "./shape.ts";
import { type LooksElsewhere, looksElsewhere } from "./version.ts";

export interface ArrayModel {
  readonly shape: Shape;
  /** The first items, each with its own schema. */
  readonly prefix: readonly Shape[];
  readonly prefixKeyword: "prefixItems" | "items";
  readonly rest: Shape;
  readonly restKeyword: "items" | "additionalItems" | "unevaluatedItems" | undefined;
  /** Whether that surely holds, or only where no branch looks at the item. */
  readonly isCertain: boolean;
}

export interface NamePattern {
  readonly text: string;
  readonly regex: Regex;
  readonly shape: Shape;
}

export interface ObjectModel {
  readonly shape: Shape;
  readonly listed: ReadonlyMap<string, Shape>;
  readonly patterns: ReadonlyMap<string, NamePattern>;
  /** What holds for every other member. */
  readonly rest: Shape;
  readonly restKeyword: "additionalProperties" | "unevaluatedProperties" | undefined;
  /** Whether that surely holds, or only where no branch looks at the member. */
  readonly isCertain: boolean;
  /** The patterns of each name that was asked for. */
  readonly fits: Map<string, readonly NamePattern[]>;
}

type Fixed = Pick<ArrayModel, "prefix" | "prefixKeyword">;
type Rest = Pick<ArrayModel, "rest" | "restKeyword">;

export function arrayModel(shape: Shape): ArrayModel {
  const fixed = fixedItems(shape);
  const rest = restItems(shape, fixed);
  if (rest !== undefined) return { shape, ...fixed, ...rest, isCertain: true };
  const unevaluated = shape.part("unevaluatedItems");
  const open = shape.version.anything;
  const model = { shape, ...fixed, rest: open, restKeyword: undefined, isCertain: true };
  if (unevaluated === undefined) return model;
  const looks = looksElsewhere(shape);
  const restKeyword = "unevaluatedItems";
  // Since 2020-12 what `contains` finds is looked at, too.
  const finds = isSince(shape.draft, "2020-12") && shape.keyword("contains") !== undefined;
  const isCertain = !looks.isConditional && !finds;
  if (isCertain && looks.allItems) return { ...model, restKeyword };
  const surplus = isCertain ? Math.max(0, looks.items - fixed.prefix.length) : 0;
  const prefix = [...fixed.prefix, ...Array.from({ length: surplus }, () => open)];
  return { ...model, prefix, rest: unevaluated, restKeyword, isCertain };
}

function fixedItems(shape: Shape): Fixed {
  const items = shape.keyword("items");
  const [list, prefixKeyword] =
    items?.type === "array"
      ? ([items, "items"] as const)
      : ([shape.keyword("prefixItems"), "prefixItems"] as const);
  const nodes = list?.type === "array" ? list.items : [];
  return { prefix: nodes.map((node) => shape.version.shapeOf(node)), prefixKeyword };
}

/** Undefined where only `unevaluatedItems` can say something. */
function restItems(shape: Shape, { prefix, prefixKeyword }: Fixed): Rest | undefined {
  const restKeyword = prefixKeyword === "items" && prefix.length > 0 ? "additionalItems" : "items";
  const rest = shape.part(restKeyword);
  return rest && { rest, restKeyword };
}

/** What surely holds for all items behind the first ones. */
export function certainItems({ rest, isCertain, shape }: ArrayModel): Shape {
  return isCertain ? rest : shape.version.anything;
}

const models = new WeakMap<Shape, ObjectModel>();

export function objectModel(shape: Shape): ObjectModel {
  const known = models.get(shape);
  if (known !== undefined) return known;
  const model = modelOf(shape);
  models.set(shape, model);
  return model;
}

function modelOf(shape: Shape): ObjectModel {
  const listed = new Map<string, Shape>();
  const patterns = new Map<string, NamePattern>();
  for (const [name, schema] of membersOf(shape, "properties")) listed.set(name, schema);
  for (const [text, schema] of membersOf(shape, "patternProperties"))
    addPattern(patterns, text, schema);
  const additional = shape.part("additionalProperties");
  const unevaluated = shape.part("unevaluatedProperties");
  const model = { shape, listed, patterns, isCertain: true, fits: new Map() };
  const open = shape.version.anything;
  if (additional !== undefined)
    return { ...model, rest: additional, restKeyword: "additionalProperties" };
  if (unevaluated === undefined) return { ...model, rest: open, restKeyword: undefined };
  const looks = looksElsewhere(shape);
  addLooks(model, looks, open);
  const restKeyword = "unevaluatedProperties";
  if (looks.allNames && !looks.isConditional) return { ...model, rest: open, restKeyword };
  return { ...model, rest: unevaluated, restKeyword, isCertain: !looks.isConditional };
}

/** What a branch looks at is not refused here. */
function addLooks(
  { listed, patterns }: { listed: Map<string, Shape>; patterns: Map<string, NamePattern> },
  looks: LooksElsewhere,
  open: Shape,
): void {
  if (looks.isConditional) return;
  for (const name of looks.names) if (!listed.has(name)) listed.set(name, open);
  for (const text of looks.patterns) if (!patterns.has(text)) addPattern(patterns, text, open);
}

function membersOf(shape: Shape, keyword: string): (readonly [string, Shape])[] {
  const map = shape.keyword(keyword);
  if (map?.type !== "object") return [];
  return map.members.map(({ key, value }) => [key, shape.version.shapeOf(value)] as const);
}

function addPattern(patterns: Map<string, NamePattern>, text: string, shape: Shape): void {
  const compiled = compileUnicodePattern(text);
  // A schema with a pattern that does not compile was refused.
  if (compiled.ok) patterns.set(text, { text, regex: compiled.regex, shape });
}

/** The patterns that a name fits. */
export function fitting(model: ObjectModel, name: string): readonly NamePattern[] {
  const known = model.fits.get(name);
  if (known !== undefined) return known;
  const { steps } = model.shape.version;
  const found = [...model.patterns.values()].filter(({ regex }) => regex.test(name, 0, steps));
  model.fits.set(name, found);
  return found;
}

/** What a version says about a name that it does not list: of several schemas each holds. */
export function covering(model: ObjectModel, name: string): readonly Shape[] {
  const shapes = fitting(model, name).map(({ shape }) => shape);
  return shapes.length > 0 ? shapes : [model.rest];
}

/** The schemas that surely hold for a name. */
export function certain(model: ObjectModel, name: string): readonly Shape[] {
  const own = model.listed.get(name);
  const shapes = fitting(model, name).map(({ shape }) => shape);
  if (own !== undefined) return [own, ...shapes];
  return shapes.length > 0 ? shapes : [certainMembers(model)];
}

/** What surely holds for every other member. */
export function certainMembers({ rest, isCertain, shape }: ObjectModel): Shape {
  return isCertain ? rest : shape.version.anything;
}

type ContentModel = "OPEN" | "CLOSED" | "PARTIALLY_OPEN";

/** How a version takes a member that it does not list. */
export function contentModel(shapes: readonly Shape[]): ContentModel {
  const [only] = shapes;
  if (shapes.length !== 1 || only?.verdict === undefined) return "PARTIALLY_OPEN";
  return only.verdict ? "OPEN" : "CLOSED";
}
