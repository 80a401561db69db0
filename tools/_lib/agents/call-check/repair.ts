/** Repairs of arguments, each only where what comes of it fits. */
import type { Budget } from "../../../_core/tool.ts";
import type { Change, ChangeCode } from "../../schemas/repair/change.ts";
import { type JsonNode, nullNode, stringNode } from "../../json/tree/tree.ts";
import { memberOf } from "../../json/tree/members.ts";
import type { SchemaParts } from "../../schemas/json-schema/parts.ts";
import { fitValue } from "../structured-output/fit.ts";
import { rescueJson } from "../structured-output/rescue.ts";

/** Repairs in the order in which they are done. */
export const REPAIRS = [
  "JSON_REPAIRED",
  "NAME_CORRECTED",
  "UNWRAPPED_ENVELOPE",
  "PARSED_JSON_TEXT",
  "KEY_RENAMED",
  "COERCED",
  "ENUM_NORMALISED",
  "WRAPPED_IN_ARRAY",
  "UNWRAPPED_ARRAY",
  "UNKNOWN_DROPPED",
  "DEFAULT_APPLIED",
  "STRING_TRIMMED",
] as const;
export type RepairCode = (typeof REPAIRS)[number];

export interface Repair {
  readonly code: RepairCode;
  /** Pointer from the call on. */
  readonly path: string;
  readonly before: JsonNode;
  readonly after: JsonNode;
}

export interface Repaired {
  /** The arguments after all repairs, whether they fit or not. */
  readonly node: JsonNode;
  readonly repairs: readonly Repair[];
}

const PLACE = "/arguments";
const NO_FIT = { coerce: false, renameKeys: false, dropUnknown: false, applyDefaults: false };
const FIT = {
  coerce: true,
  renameKeys: true,
  renamesToOptional: true,
  dropUnknown: true,
  applyDefaults: true,
  onlyRequired: true,
  keepsWholeDecimals: true,
  trimStrings: true,
};

/** The object or array in a text that is not quite JSON, or that holds JSON as text. */
export function rescued(text: string, budget: Budget): Repaired | undefined {
  const rescue = rescueJson(text, { ...NO_FIT, mayRepair: true, choice: "best", budget });
  if (!rescue.ok) return undefined;
  const node = rescue.root;
  const repair = { code: "JSON_REPAIRED", path: PLACE, before: stringNode(text), after: node };
  return { node, repairs: [repair as Repair] };
}

/** Fits arguments to the schema of their tool. */
export function repaired(
  given: JsonNode,
  schema: JsonNode,
  parts: SchemaParts,
  budget: Budget,
): Repaired {
  const repairs: Repair[] = [];
  let node = given;
  if (node.type === "string") {
    const inside = rescued(node.value, budget);
    if (inside !== undefined) ({ node } = inside);
    repairs.push(...(inside?.repairs ?? []));
  }
  const fitted = fit(node, schema, parts, budget);
  if (parts.accepts(schema, fitted.node)) return joined(repairs, fitted);
  const content = contentOf(node, schema);
  if (content === undefined) return joined(repairs, fitted);
  const inside = fit(content, schema, parts, budget);
  if (!parts.accepts(schema, inside.node)) return joined(repairs, fitted);
  repairs.push({ code: "UNWRAPPED_ENVELOPE", path: PLACE, before: node, after: content });
  return joined(repairs, inside);
}

function joined(repairs: readonly Repair[], { node, repairs: others }: Repaired): Repaired {
  return { node, repairs: [...repairs, ...others] };
}

const ENVELOPES: ReadonlySet<string> = new Set(["arguments", "input", "args", "parameters"]);

/** The object inside an object that holds nothing else and whose only member the schema does not name. */
function contentOf(node: JsonNode, schema: JsonNode): JsonNode | undefined {
  if (node.type !== "object" || node.members.length !== 1) return undefined;
  const [member] = node.members;
  if (member === undefined || !ENVELOPES.has(member.key)) return undefined;
  const properties = memberOf(schema, "properties");
  const isNamed = properties !== undefined && memberOf(properties, member.key) !== undefined;
  return isNamed || member.value.type !== "object" ? undefined : member.value;
}

function fit(node: JsonNode, schema: JsonNode, parts: SchemaParts, budget: Budget): Repaired {
  const fitted = fitValue(node, schema, { ...FIT, parts, budget });
  const repairs = fitted.changes.map(repairOf);
  return { node: fitted.node, repairs: repairs.toSorted(byStage) };
}

const CODES: { readonly [Code in ChangeCode]?: RepairCode } = {
  JSON_STRING_PARSED: "PARSED_JSON_TEXT",
  ENUM_NORMALIZED: "ENUM_NORMALISED",
  WRAPPED_IN_ARRAY: "WRAPPED_IN_ARRAY",
  UNWRAPPED_SINGLE: "UNWRAPPED_ARRAY",
  PROPERTY_RENAMED: "KEY_RENAMED",
  ADDITIONAL_REMOVED: "UNKNOWN_DROPPED",
  DEFAULT_ADDED: "DEFAULT_APPLIED",
  STRING_TRIMMED: "STRING_TRIMMED",
};

/** All other changes turn a value into another type. */
function repairOf({ code, path, from, to }: Change): Repair {
  return {
    code: CODES[code] ?? "COERCED",
    path: PLACE + path,
    before: from ?? nullNode(),
    after: to ?? nullNode(),
  };
}

function byStage(left: Repair, right: Repair): number {
  return REPAIRS.indexOf(left.code) - REPAIRS.indexOf(right.code);
}
