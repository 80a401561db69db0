import type { Budget } from "../../_core/tool.ts";
import { arrayNode, type JsonNode } from "../json/tree.ts";
import type { Draft as SchemaDraft } from "../json-schema/drafts.ts";
import { isSince } from "../json-schema/drafts.ts";
import { memberOf, textOf } from "../json-schema/node.ts";
import type { SchemaParts } from "../json-schema/parts.ts";
import { ValueIds } from "../json-schema/value-ids.ts";
import { repairArray } from "./arrays.ts";
import { Draft, type Policy, type Repair, untouched } from "./change.ts";
import { repairChoice } from "./enums.ts";
import { repairObject } from "./objects.ts";
import { repairNumber, repairString } from "./scalars.ts";
import { convert, fitsType, typesOf } from "./types.ts";

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
  /** Repairs a default; undefined where that is under way for the same schema, so that it would never end. */
  fill(node: JsonNode, schema: JsonNode): Repair | undefined;
}

const DEEPEST_VALUE = 1000;
/** Schemas within schemas, along values within values; what is deeper stays as it is. */
const DEEPEST_WORK = 3200;

/** Repairs values by one policy, in one pass over the document. */
export class Repairer {
  readonly #policy: Policy;
  readonly #parts: SchemaParts;
  readonly #budget: Budget;
  readonly #ids = new ValueIds();
  /** What became of a value by a schema; while that is found out, the value as it is. */
  readonly #known = new Map<JsonNode, Map<JsonNode, Repair>>();
  readonly #filling = new Set<JsonNode>();
  #work = 0;

  constructor(policy: Policy, parts: SchemaParts, budget: Budget) {
    this.#policy = policy;
    this.#parts = parts;
    this.#budget = budget;
  }

  /** Repairs a value, `depth` containers deep in the document, by a schema. */
  repair(node: JsonNode, schema: JsonNode, depth: number): Repair {
    const unchanged = untouched(node);
    const known = this.#known.get(schema)?.get(node);
    if (known !== undefined) return known;
    if (schema.type !== "object" || this.#work >= DEEPEST_WORK) return unchanged;
    if (this.#parts.accepts(schema, node)) return unchanged;
    this.#budget.spend(10);
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
    this.#repairType(draft, schema, spot, depth);
    repairChoice(draft, schema, spot);
    const { type } = draft.node;
    if (type === "string") repairString(draft, schema, spot);
    else if (type === "number") repairNumber(draft, schema, spot);
    else if (type === "array") repairArray(draft, schema, spot);
    else if (type === "object") repairObject(draft, schema, spot);
    for (const part of listOf(schema, "allOf")) {
      draft.adopt(this.repair(draft.node, part, depth));
    }
    this.#chooseBranch(draft, listOf(schema, "anyOf"), () => true, depth);
    this.#chooseBranch(draft, listOf(schema, "oneOf"), (count) => count === 1, depth);
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
      fill: (node, part) => {
        if (this.#filling.has(part)) return undefined;
        this.#filling.add(part);
        const repair = inside(node, part);
        this.#filling.delete(part);
        return repair;
      },
    };
  }

  /** Gives the value one of the types: its own as another type, itself in an array, or its only item. */
  #repairType(draft: Draft, schema: JsonNode, spot: Spot, depth: number): void {
    const types = typesOf(schema);
    if (types === undefined) return;
    while (!fitsType(draft.node, types, spot)) {
      const converted = convert(draft.node, types, spot);
      if (converted !== undefined) draft.become(converted.code, converted.node);
      else if (types.includes("array") && this.#mayBeItem(draft.node, schema, depth)) {
        draft.become("WRAPPED_IN_ARRAY", arrayNode([draft.node]));
      } else if (!unwrap(draft, types, spot)) return;
    }
  }

  #mayBeItem(node: JsonNode, schema: JsonNode, depth: number): boolean {
    const { prefix, rest } = this.#parts.ofItems(schema);
    const part = prefix[0] ?? rest;
    if (part === undefined) return true;
    return this.#parts.accepts(part, this.repair(node, part, depth + 1).node);
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

function listOf(schema: JsonNode, keyword: string): readonly JsonNode[] {
  const list = memberOf(schema, keyword);
  return list?.type === "array" ? list.items : [];
}

function onlyItem(node: JsonNode): JsonNode | undefined {
  return node.type === "array" && node.items.length === 1 ? node.items[0] : undefined;
}

/** Takes the first value that is or can become one of the types out of the arrays that hold nothing else. */
function unwrap(draft: Draft, types: readonly string[], spot: Spot): boolean {
  const found: JsonNode[] = [];
  for (let at = onlyItem(draft.node); at !== undefined; at = onlyItem(at)) {
    found.push(at);
    if (!fitsType(at, types, spot) && convert(at, types, spot) === undefined) continue;
    for (const node of found) draft.become("UNWRAPPED_SINGLE", node);
    return true;
  }
  return false;
}
