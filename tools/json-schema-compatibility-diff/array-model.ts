/** What a schema says about the items of arrays, whatever the draft calls it. */
import { isSince } from "../_lib/schemas/json-schema/drafts.ts";
import { looksElsewhere } from "./evaluated.ts";
import type { Shape } from "./shape.ts";

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
export function certainRest({ rest, isCertain, shape }: ArrayModel): Shape {
  return isCertain ? rest : shape.version.anything;
}
