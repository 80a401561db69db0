import type { Budget } from "../../../_core/tool.ts";
import { type Change, Changes } from "../../schemas/repair/change.ts";
import { Repairer } from "../../schemas/repair/repairer.ts";
import { DEEPEST } from "../../json/tree/problem.ts";
import { treeStats } from "../../json/tree/stats.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import type { SchemaParts } from "../../schemas/json-schema/parts.ts";
import { Defaults } from "./defaults.ts";
import { fitByKeywords, type KeywordOptions } from "./fit-keywords.ts";

/** What may be done to a value so that it fits a schema. */
export interface FitOptions extends KeywordOptions {
  readonly applyDefaults: boolean;
  /** Whether only members that are required are filled in; false if not given. */
  readonly onlyRequired?: boolean;
  /** Whether 3.0 stays as it is where it fits as an integer; false if not given. */
  readonly keepsWholeDecimals?: boolean;
}

export interface Fit {
  readonly node: JsonNode;
  /** In the order of the document, defaults last. */
  readonly changes: readonly Change[];
}

const MOST_PASSES = 8;

/** Fits a value to a schema until nothing changes any more; where that does not end, or ends too deep, nothing is done. */
export function fitValue(
  root: JsonNode,
  schema: JsonNode,
  options: FitOptions & { readonly parts: SchemaParts; readonly budget: Budget },
): Fit {
  const { parts, budget, coerce, keepsWholeDecimals = false, onlyRequired } = options;
  const repairs = new Changes();
  const additions = new Changes();
  let node = root;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const repair = new Repairer({
      byOwnKeywords: fitByKeywords(options),
      policy: "safe",
      parts,
      budget,
      looksIntoFitting: coerce && !keepsWholeDecimals && hasWholeDecimals(node),
    }).repair(node, schema, 0);
    const filled = options.applyDefaults
      ? new Defaults(parts, budget, onlyRequired).fill(repair.node, schema)
      : { node: repair.node, changes: new Changes() };
    if (repair.changes.count + filled.changes.count === 0) {
      const changes = [...repairs.list(), ...additions.list()];
      const isTooDeep = changes.length > 0 && treeStats(node).depth > DEEPEST;
      return isTooDeep ? { node: root, changes: [] } : { node, changes };
    }
    repairs.addAll(repair.changes);
    additions.addAll(filled.changes);
    node = filled.node;
  }
  // Defaults that hold themselves have no end; without them there may be one.
  return options.applyDefaults
    ? fitValue(root, schema, { ...options, applyDefaults: false })
    : { node: root, changes: [] };
}

/** Whether there is a number like 3.0, which fits as an integer and is to be written as one all the same. */
function hasWholeDecimals(node: JsonNode): boolean {
  if (node.type === "number") return /\.0+$/.test(node.text);
  if (node.type === "array") return node.items.some(hasWholeDecimals);
  return node.type === "object" && node.members.some(({ value }) => hasWholeDecimals(value));
}
