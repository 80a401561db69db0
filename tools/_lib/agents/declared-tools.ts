/** The tools that an agent has, and what is wrong with a call of one. */
import type { Budget, Entry, Outcome } from "../../_core/tool.ts";
import { fail } from "../../_core/tool.ts";
import { INPUT_FAILURES, type InputFailure, inputInvalid } from "../results/input-invalid.ts";
import { JSON_FAILURES, JSON_WARNINGS, type JsonWarning } from "../json/tree/json-field.ts";
import type { JsonNode } from "../json/tree/tree.ts";
import { violationEntries } from "../schemas/json-schema/entries.ts";
import { SCHEMA_FAILURES, type SchemaFailure } from "../schemas/json-schema/trouble.ts";
import { compileSchema, type Validator } from "../schemas/json-schema/validator.ts";
import { VIOLATIONS, type ViolationCode } from "../schemas/json-schema/violations.ts";
import { nearest } from "../text/nearest.ts";
import { readDefinitions } from "./tool-call/definitions.ts";
import { readTree, unknownShape } from "./tool-call/fields.ts";

/** What stands in `failures` of a tool with such a field. */
export const DECLARED_FAILURES = {
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  ...SCHEMA_FAILURES,
  ...VIOLATIONS,
  TOOL_SHAPE_UNKNOWN: "A definition is of no provider's shape",
  INPUT_TOO_DEEP: "A field, or a schema and arguments together, are nested too deeply",
  REGEX_BUDGET_EXCEEDED: "A pattern takes more than 5,000,000 steps on a string",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

export const DECLARED_WARNINGS = JSON_WARNINGS;

type Failed = {
  readonly failure: Outcome<
    never,
    InputFailure | SchemaFailure | "JSON_SYNTAX" | "TOOL_SHAPE_UNKNOWN",
    never
  >;
};

export type DeclaredRead =
  | {
      /** Undefined where the field was not given. */
      readonly tools: DeclaredTools | undefined;
      readonly warnings: readonly Entry<JsonWarning>[];
    }
  | Failed;

const PATH = "/tools";

/** Reads the field `tools`, of any provider's shape; every schema has to be one. */
export function readDeclared(field: unknown, budget: Budget): DeclaredRead {
  if (field === undefined || field === null) return { tools: undefined, warnings: [] };
  const tree = readTree(field, PATH);
  if ("error" in tree) return { failure: fail(tree.error) };
  const { tools, unknown } = readDefinitions(tree.root, PATH);
  const [stranger, ...others] = unknown.map((path) =>
    unknownShape("TOOL_SHAPE_UNKNOWN", path, "a tool definition"),
  );
  if (stranger !== undefined) return { failure: inputInvalid([stranger, ...others]) };
  const validators = new Map<string, Validator>();
  for (const { name, path, schemaPath, inputSchema } of tools) {
    const compiled = compileSchema(inputSchema, { path: schemaPath ?? path, budget });
    if (!compiled.ok) return { failure: fail(compiled.errors) };
    if (!validators.has(name)) validators.set(name, compiled.validator);
  }
  return { tools: new DeclaredTools(validators, budget), warnings: tree.warnings };
}

/** Why arguments could not be checked to the end. */
export type CheckTrouble = Entry<SchemaFailure | "REGEX_BUDGET_EXCEEDED">;

export class DeclaredTools {
  readonly #validators: ReadonlyMap<string, Validator>;
  readonly #budget: Budget;

  constructor(validators: ReadonlyMap<string, Validator>, budget: Budget) {
    this.#validators = validators;
    this.#budget = budget;
  }

  get names(): Iterable<string> {
    return this.#validators.keys();
  }

  has(name: string): boolean {
    return this.#validators.has(name);
  }

  /** A hint for a name that no tool has; undefined where none is near. */
  meant(name: string): string | undefined {
    const near = nearest(name, this.names).map((other) => JSON.stringify(other));
    return near.length === 0 ? undefined : `Did you mean ${near.join(" or ")}?`;
  }

  /** What the tool's schema refuses; paths begin with `path`. */
  check(
    name: string,
    node: JsonNode,
    path: string,
  ): readonly Entry<ViolationCode | "ERRORS_TRUNCATED">[] | { readonly trouble: CheckTrouble } {
    const checked = this.#validators.get(name)?.validate(node, { budget: this.#budget });
    if (checked === undefined) return [];
    return checked.ok ? violationEntries(checked.violations, path) : { trouble: checked.error };
  }
}
