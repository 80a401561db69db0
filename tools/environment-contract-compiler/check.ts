/** Values of variables against a schema of all of them. */
import type { Budget, Entry } from "../_core/tool.ts";
import { parsePointer } from "../_lib/results/pointer.ts";
import { type JsonNode, objectNode, memberNode } from "../_lib/json/tree/tree.ts";
import { CONTRACT_FORMATS, contractTrouble } from "../_lib/schemas/json-schema/checked-formats.ts";
import { compileSchema } from "../_lib/schemas/json-schema/validator.ts";
import type { Violation } from "../_lib/schemas/json-schema/violations.ts";

export interface Checked {
  /** What is wrong with each variable, the first thing only. */
  readonly invalid: ReadonlyMap<string, Violation>;
  /** Names that the schema requires. */
  readonly missing: readonly string[];
  /** What no single variable has. */
  readonly others: readonly Violation[];
}

type Trouble = Entry<
  "SCHEMA_INVALID" | "REF_UNRESOLVED" | "INPUT_TOO_DEEP" | "REGEX_BUDGET_EXCEEDED"
>;
export type Check = Checked | { readonly errors: readonly [Trouble, ...Trouble[]] };

/** Checks variables that were converted to the types of the schema. */
export type CheckValues = (values: ReadonlyMap<string, JsonNode>) => Check;

type Refused = Extract<Check, { errors: unknown }>;

/** Makes a schema of all variables ready to check them. */
export function checker(schema: JsonNode, budget: Budget): CheckValues | Refused {
  const compiled = compileSchema(schema, { formats: CONTRACT_FORMATS, budget });
  if (!compiled.ok) {
    const [first, ...rest] = compiled.errors;
    return { errors: [contractTrouble(first), ...rest.map(contractTrouble)] };
  }
  return (values) => {
    const data = objectNode([...values].map(([name, value]) => memberNode(name, value)));
    const validation = compiled.validator.validate(data, { budget, maxErrors: Infinity });
    return validation.ok
      ? sorted(validation.violations)
      : { errors: [contractTrouble(validation.error)] };
  };
}

function sorted(violations: readonly Violation[]): Checked {
  const invalid = new Map<string, Violation>();
  const missing = new Set<string>();
  const others: Violation[] = [];
  for (const violation of violations) {
    const [name] = parsePointer(violation.path) ?? [];
    if (name !== undefined) {
      if (!invalid.has(name)) invalid.set(name, violation);
    } else if (violation.keyword === "required") missing.add(String(violation.expected));
    else others.push(violation);
  }
  return { invalid, missing: [...missing], others };
}
