import type { Budget } from "../_core/tool.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import type { SchemaParts } from "../_lib/schemas/json-schema/parts.ts";
import {
  Draft,
  type Policy,
  POLICIES,
  type Repair,
  untouched,
} from "../_lib/schemas/repair/change.ts";
import { repairByOwnKeywords } from "../_lib/schemas/repair/own-keywords.ts";
import { Repairer } from "../_lib/schemas/repair/repairer.ts";

export interface RepairOptions {
  readonly policy: Policy;
  readonly parts: SchemaParts;
  readonly budget: Budget;
}

/**
 * Makes data fit a schema by what the policy allows. What fits is not touched, what was repaired would
 * not be changed again, and what a more careful policy can make fit, a bolder one does, too.
 * Data of 100,000 characters with thousands of changes takes 60 to 160 ms, as every change is checked by a
 * second pass; a choice of thousands of words against thousands of misspellings ends at the budget.
 */
export function repairData(data: JsonNode, schema: JsonNode, options: RepairOptions): Repair {
  const { policy, parts } = options;
  const own = settle(untouched(data), schema, options);
  if (parts.accepts(schema, own.node)) return own;
  for (const start of own.changes.count === 0 ? [own] : [untouched(data), own]) {
    for (const other of POLICIES.slice(0, POLICIES.indexOf(policy)).toReversed()) {
      const repair = settle(start, schema, { ...options, policy: other });
      if (parts.accepts(schema, repair.node)) return repair;
    }
  }
  return own;
}

const MOST_PASSES = 8;

/** Repairs until nothing changes; a schema whose parts undo one another leaves the data as it is. */
function settle(start: Repair, schema: JsonNode, options: RepairOptions): Repair {
  const draft = new Draft(start.node);
  draft.adopt(start);
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    if (options.parts.accepts(schema, draft.node)) return draft;
    const repairer = new Repairer({ ...options, byOwnKeywords: repairByOwnKeywords });
    const repair = repairer.repair(draft.node, schema, 0);
    if (repair.changes.count === 0) return draft;
    draft.adopt(repair);
  }
  return start;
}
