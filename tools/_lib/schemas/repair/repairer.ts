import type { Budget } from "../../../_core/tool.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import type { Draft as SchemaDraft } from "../json-schema/drafts.ts";
import { isSince } from "../json-schema/drafts.ts";
import { itemsOf, memberOf, textOf } from "../../json/tree/members.ts";
import type { SchemaParts } from "../json-schema/parts.ts";
import { ValueIds } from "../../json/tree/value-ids.ts";
import { Draft, type Policy, type Repair, untouched } from "./change.ts";

/** What the steps of a repair know and may do at one place. */
export interface Spot {
  readonly policy: Policy;
  readonly parts: SchemaParts;
  /** The draft that the schema is written in. */
  readonly draft: SchemaDraft;
  /** How many levels a value here may have. */
  readonly room: number;
  areEqual(left: JsonNode, right: JsonNode): boolean;
  idOf(node: JsonNode): number;
  spend(units: number): void;
  /** Repairs a member or an item. */
  inside(node: JsonNode, schema: JsonNode): Repair;
  /** Repairs another value in the place of this one, by the same schema. */
  again(node: JsonNode): Repair;
  /** Repairs a default; undefined where that is under way for the same schema, so that it would never end. */
  fill(node: JsonNode, schema: JsonNode): Repair | undefined;
}

/** Repairs a value by the keywords that a schema has itself, not by the schemas that it refers to or combines. */
export type OwnKeywords = (draft: Draft, schema: JsonNode, spot: Spot) => void;

export interface RepairerOptions {
  readonly byOwnKeywords: OwnKeywords;
  readonly policy: Policy;
  readonly parts: SchemaParts;
  readonly budget: Budget;
  /** Whether a value that fits already is looked into, too; false if not given. */
  readonly looksIntoFitting?: boolean;
}

const DEEPEST_VALUE = 1000;
/** Schemas within schemas, along values within values; what is deeper stays as it is. */
const DEEPEST_WORK = 3200;
/** Steps of the budget for one value and one schema, by the time and memory that they take. */
const REPAIR_COST = 400;

/** Repairs values by one policy and one way to treat keywords, in one pass over the document. */
export class Repairer {
  readonly #byOwnKeywords: OwnKeywords;
  readonly #policy: Policy;
  readonly #parts: SchemaParts;
  readonly #budget: Budget;
  readonly #looksIntoFitting: boolean;
  readonly #ids = new ValueIds();
  /** What became of a value by a schema; while that is found out, the value as it is. */
  readonly #known = new Map<JsonNode, Map<JsonNode, Repair>>();
  readonly #filling = new Set<JsonNode>();
  #work = 0;

  constructor(options: RepairerOptions) {
    this.#byOwnKeywords = options.byOwnKeywords;
    this.#policy = options.policy;
    this.#parts = options.parts;
    this.#budget = options.budget;
    this.#looksIntoFitting = options.looksIntoFitting ?? false;
  }

  /** Repairs a value, `depth` containers deep in the document, by a schema. */
  repair(node: JsonNode, schema: JsonNode, depth: number): Repair {
    const unchanged = untouched(node);
    const known = this.#known.get(schema)?.get(node);
    if (known !== undefined) return known;
    if (schema.type !== "object" || this.#work >= DEEPEST_WORK) return unchanged;
    if (!this.#looksIntoFitting && this.#parts.accepts(schema, node)) return unchanged;
    this.#budget.spend(REPAIR_COST);
    this.#remember(schema, node, unchanged);
    this.#work++;
    const draft = new Draft(node);
    this.#bySchema(draft, schema, depth);
    this.#work--;
    this.#budget.spend(draft.changes.count);
    this.#remember(schema, node, draft);
    return draft;
  }

  #remember(schema: JsonNode, node: JsonNode, repair: Repair): void {
    let byNode = this.#known.get(schema);
    if (byNode === undefined) this.#known.set(schema, (byNode = new Map()));
    byNode.set(node, repair);
  }

  #bySchema(draft: Draft, schema: JsonNode, depth: number): void {
    const spot = this.#spot(schema, depth);
    for (const keyword of ["$ref", "$dynamicRef", "$recursiveRef"]) {
      const reference = textOf(memberOf(schema, keyword));
      if (reference === undefined) continue;
      const target = this.#parts.referredBy(schema, reference);
      if (target !== undefined) draft.adopt(this.repair(draft.node, target, depth));
      if (!isSince(spot.draft, "2019-09")) return;
    }
    this.#byOwnKeywords(draft, schema, spot);
    for (const part of itemsOf(memberOf(schema, "allOf"))) {
      draft.adopt(this.repair(draft.node, part, depth));
    }
    this.#chooseBranch(draft, itemsOf(memberOf(schema, "anyOf")), () => true, depth);
    this.#chooseBranch(draft, itemsOf(memberOf(schema, "oneOf")), (count) => count === 1, depth);
  }

  #spot(schema: JsonNode, depth: number): Spot {
    const inside = (node: JsonNode, part: JsonNode) => this.repair(node, part, depth + 1);
    return {
      policy: this.#policy,
      parts: this.#parts,
      draft: this.#parts.draftOf(schema),
      room: DEEPEST_VALUE - depth,
      areEqual: (left, right) => this.#ids.idOf(left) === this.#ids.idOf(right),
      idOf: (node) => this.#ids.idOf(node),
      spend: (units) => this.#budget.spend(units),
      inside,
      again: (node) => this.repair(node, schema, depth),
      fill: (node, part) => {
        if (this.#filling.has(part)) return undefined;
        this.#filling.add(part);
        const repair = inside(node, part);
        this.#filling.delete(part);
        return repair;
      },
    };
  }

  /** Takes the branch that meets the keyword after the fewest changes. */
  #chooseBranch(
    draft: Draft,
    branches: readonly JsonNode[],
    isMet: (count: number) => boolean,
    depth: number,
  ): void {
    if (branches.length === 0) return;
    const meets = (node: JsonNode) => {
      const count = branches.filter((branch) => this.#parts.accepts(branch, node)).length;
      return count > 0 && isMet(count);
    };
    if (meets(draft.node)) return;
    let best: Repair | undefined;
    for (const branch of branches) {
      const repair = this.repair(draft.node, branch, depth);
      if (best !== undefined && repair.changes.count >= best.changes.count) continue;
      if (meets(repair.node)) best = repair;
    }
    if (best !== undefined) draft.adopt(best);
  }
}
