/** What a change of a schema means, by where the schema stands. */
import type { RuleLevel } from "./rules.ts";

/** E, W or I, or `-` for no rule; with a dot before it only for properties, not for the whole body. */
type Cell = "E" | "W" | "I" | "-" | ".E" | ".W" | ".I";

/** Suffixes, then the levels in a parameter, in a request body and in a response body. */
type Row = readonly [suffixes: string, parameter: Cell, request: Cell, response: Cell];

const LETTERS = { E: "error", W: "warning", I: "info" } as const;

const VALUE_RULES: readonly Row[] = [
  ["type-changed", "E", "E", "E"],
  ["type-generalized", "I", "I", "E"],
  ["type-specialized", "-", "-", "I"],
  ["type-compatible", "-", "I", "I"],
  ["became-nullable", "I", "I", "E"],
  ["became-not-nullable", "E", "E", "I"],
  ["became-enum", "E", "E", "-"],
  ["enum-value-added", "I", ".I", ".W"],
  ["enum-value-removed", "E", "E", "I"],
  ["default-value-added default-value-changed default-value-removed", "E", "I", "I"],
  ["max-increased exclusive-max-increased max-length-increased", "I", "I", "E"],
  ["max-decreased exclusive-max-decreased max-length-decreased", "E", "E", "-"],
  ["max-items-increased", "I", "-", "-"],
  ["max-items-decreased", "E", "-", "-"],
  ["max-set exclusive-max-set max-length-set", "W", "W", "-"],
  ["min-set exclusive-min-set min-items-set", "W", "W", "-"],
  ["min-increased exclusive-min-increased min-length-increased", "E", "E", "-"],
  ["min-decreased exclusive-min-decreased min-length-decreased", "I", "I", "E"],
  ["min-items-increased", "E", "E", "-"],
  ["min-items-decreased", "I", "-", "E"],
  ["max-length-unset min-items-unset", "-", "-", "E"],
  ["pattern-added", "E", ".E", ".I"],
  ["pattern-removed", "I", ".I", ".I"],
  ["pattern-changed", "W", ".W", ".I"],
  ["pattern-generalized", "I", ".I", "-"],
  ["list-of-types-widened", "I", "I", "E"],
  ["list-of-types-narrowed", "E", "E", "I"],
  ["one-of-added prefix-items-added", "-", "I", "E"],
  ["one-of-removed prefix-items-removed", "-", "E", "I"],
  ["any-of-added", "-", "I", "I"],
  ["any-of-removed", "-", "E", "I"],
  ["all-of-added", "-", "E", "I"],
  ["all-of-removed", "-", "W", "I"],
  ["all-of-added-annotation-only all-of-removed-annotation-only", "-", "I", "I"],
  ["const-added dependent-required-added", "-", "E", "I"],
  ["const-removed dependent-required-removed", "-", "I", "E"],
  ["const-changed dependent-required-changed", "-", "E", "E"],
  ["if-added then-added else-added contains-added dependent-schema-added", "-", "E", "I"],
  ["if-removed then-removed else-removed contains-removed", "-", "I", "E"],
  ["dependent-schema-removed pattern-property-removed", "-", "I", "E"],
  ["pattern-property-added property-names-added content-schema-added", "-", "E", "I"],
  ["property-names-removed content-schema-removed", "-", "I", "E"],
  ["unevaluated-items-added unevaluated-properties-added", "-", "E", "I"],
  ["unevaluated-items-removed unevaluated-properties-removed", "-", "I", "E"],
  ["min-contains-increased max-contains-decreased", "-", "E", "I"],
  ["min-contains-decreased max-contains-increased", "-", "I", "E"],
  ["content-media-type-changed content-encoding-changed", "-", "E", "E"],
  ["discriminator-added discriminator-removed", "-", "I", "I"],
  ["discriminator-property-name-changed", "-", "I", "I"],
  ["discriminator-mapping-added discriminator-mapping-deleted", "-", "I", "I"],
  ["discriminator-mapping-changed", "-", "I", "I"],
  ["deprecated deprecated-with-sunset reactivated", "-", ".I", ".I"],
];

/** Ids that no row gives. */
const EXCEPTIONS: Readonly<Record<string, RuleLevel>> = {
  "request-parameter-property-type-changed": "warning",
  "request-parameter-property-type-specialized": "error",
  "request-read-only-property-enum-value-removed": "info",
  "response-write-only-property-enum-value-added": "info",
  "response-header-type-changed": "error",
  "response-header-type-generalized": "error",
  "response-header-type-specialized": "info",
  "response-header-type-compatible": "info",
  "response-header-became-nullable": "error",
  "response-header-became-not-nullable": "info",
};

/** Rule id → level. */
export function valueRules(): Map<string, RuleLevel> {
  const levels = new Map<string, RuleLevel>();
  for (const [suffixes, parameter, request, response] of VALUE_RULES) {
    for (const suffix of suffixes.split(" ")) {
      put(levels, ["request-parameter", "request-parameter-property"], suffix, parameter);
      put(levels, ["request-body", "request-property"], suffix, request);
      put(levels, ["response-body", "response-property"], suffix, response);
    }
  }
  for (const [id, level] of Object.entries(EXCEPTIONS)) levels.set(id, level);
  return levels;
}

function put(
  levels: Map<string, RuleLevel>,
  [whole, property]: readonly [string, string],
  suffix: string,
  cell: Cell,
): void {
  const letter = cell.replace(".", "") as keyof typeof LETTERS | "-";
  if (letter === "-") return;
  levels.set(`${property}-${suffix}`, LETTERS[letter]);
  if (!cell.startsWith(".")) levels.set(`${whole}-${suffix}`, LETTERS[letter]);
}
