/** What a change of a schema means, by where the schema stands. */
import type { RuleLevel } from "./rules.ts";

/** E, W or I, or `-` for no rule; with a dot before it only for properties, not for the whole body. */
type Cell = "E" | "W" | "I" | "-" | ".E" | ".W" | ".I";

/** Suffixes, then the levels in a parameter, in a request body and in a response body. */
type Row = readonly [suffixes: string, parameter: Cell, request: Cell, response: Cell];

const LETTERS = { E: "error", W: "warning", I: "info" } as const;

/** What changes which values are valid has a level everywhere, so that no such change goes without a word. */
const VALUE_RULES: readonly Row[] = [
  ["type-changed", "E", "E", "E"],
  ["type-generalized", "I", "I", "E"],
  ["type-specialized", "-", "-", "I"],
  ["type-compatible", "-", "I", "I"],
  ["became-nullable", "I", "I", "E"],
  ["became-not-nullable", "E", "E", "I"],
  ["became-enum", "E", "E", "I"],
  ["became-not-enum", "I", "I", "W"],
  ["enum-value-added", "I", "I", "W"],
  ["enum-value-removed", "E", "E", "I"],
  ["default-value-added default-value-changed default-value-removed", "E", "I", "I"],
  ["max-increased exclusive-max-increased max-length-increased", "I", "I", "E"],
  ["max-decreased exclusive-max-decreased max-length-decreased", "E", "E", "I"],
  ["max-items-increased max-properties-increased", "I", "I", "E"],
  ["max-items-decreased max-properties-decreased", "E", "E", "I"],
  ["max-set exclusive-max-set max-length-set max-items-set max-properties-set", "W", "W", "I"],
  ["min-set exclusive-min-set min-items-set", "W", "W", "I"],
  ["min-increased exclusive-min-increased min-length-increased", "E", "E", "I"],
  ["min-decreased exclusive-min-decreased min-length-decreased", "I", "I", "E"],
  ["min-items-increased min-properties-increased", "E", "E", "I"],
  ["min-items-decreased min-properties-decreased", "I", "I", "E"],
  ["max-unset exclusive-max-unset max-items-unset max-properties-unset", "I", "I", "E"],
  ["min-unset exclusive-min-unset", "I", "I", "E"],
  ["max-length-unset", "I", "I", "E"],
  ["min-items-unset", "-", "-", "E"],
  ["multiple-of-added unique-items-added not-added", "E", "E", "I"],
  ["multiple-of-removed unique-items-removed not-removed", "I", "I", "E"],
  ["multiple-of-changed not-changed", "E", "E", "E"],
  ["additional-properties-opened", "I", "I", "W"],
  ["additional-properties-closed", "E", "E", "I"],
  ["items-added", "E", "E", "I"],
  ["items-removed", "I", "I", "E"],
  ["pattern-added", "E", "E", "I"],
  ["pattern-removed", "I", "I", "I"],
  ["pattern-changed", "W", "W", "I"],
  ["pattern-generalized", "I", "I", "-"],
  ["list-of-types-widened", "I", "I", "E"],
  ["list-of-types-narrowed", "E", "E", "I"],
  ["one-of-added prefix-items-added", "I", "I", "E"],
  ["one-of-removed prefix-items-removed", "E", "E", "I"],
  ["any-of-added", "I", "I", "I"],
  ["any-of-removed", "E", "E", "I"],
  ["all-of-added", "E", "E", "I"],
  ["all-of-removed", "W", "W", "I"],
  ["all-of-added-annotation-only all-of-removed-annotation-only", "I", "I", "I"],
  ["const-added dependent-required-added", "E", "E", "I"],
  ["const-removed dependent-required-removed", "I", "I", "E"],
  ["const-changed dependent-required-changed", "E", "E", "E"],
  ["if-added then-added else-added contains-added dependent-schema-added", "E", "E", "I"],
  ["if-removed then-removed else-removed contains-removed", "I", "I", "E"],
  ["dependent-schema-removed pattern-property-removed", "I", "I", "E"],
  ["pattern-property-added property-names-added content-schema-added", "E", "E", "I"],
  ["property-names-removed content-schema-removed", "I", "I", "E"],
  ["unevaluated-items-added unevaluated-properties-added", "E", "E", "I"],
  ["unevaluated-items-removed unevaluated-properties-removed", "I", "I", "E"],
  ["min-contains-increased max-contains-decreased max-contains-set", "E", "E", "I"],
  ["min-contains-decreased max-contains-increased max-contains-unset", "I", "I", "E"],
  ["content-media-type-changed content-encoding-changed", "E", "E", "E"],
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
      put(levels, ["response-header", "response-header-property"], suffix, response);
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
