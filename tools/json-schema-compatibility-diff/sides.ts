/** The lists of schemas in one version of a schema. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { type Branch, type Combiner, COMBINERS } from "./branches.ts";
import type { Shape } from "./shape.ts";

export interface Side {
  readonly combiner: Combiner;
  readonly branches: readonly Branch[];
  readonly shapes: readonly Shape[];
  /** The keyword that the list stands under, or the reference that is its only branch. */
  readonly path: string;
  readonly node: JsonNode | undefined;
}

/** Sums first: they are compared with one another rather than with products. */
const ORDER = COMBINERS.toReversed();

export function sidesOf(shape: Shape): Side[] {
  return ORDER.filter((combiner) => shape.branches[combiner].length > 0).map((combiner) => {
    const branches = shape.branches[combiner];
    const keyword = branches[0]?.keyword ?? combiner;
    return {
      combiner,
      branches,
      shapes: branches.map(({ node }) => shape.version.shapeOf(node)),
      path: `/${keyword}`,
      node: shape.keyword(keyword),
    };
  });
}

/** The list of a schema that is nothing else. */
export function pureSide(shape: Shape): Side | undefined {
  const [only, ...others] = sidesOf(shape);
  return shape.hasOwn || others.length > 0 ? undefined : only;
}
