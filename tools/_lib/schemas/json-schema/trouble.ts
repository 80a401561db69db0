import type { Entry } from "../../../_core/tool.ts";

/** Why a schema cannot be used, to be spread into a tool's `failures`. */
export const SCHEMA_FAILURES = {
  SCHEMA_INVALID: "The schema does not fit its metaschema",
  REF_NOT_RESOLVED: "A reference leads to no schema that was given",
  REF_LOOP: "References lead back to themselves before any data is looked into",
  INPUT_TOO_DEEP: "The schema and the data together are nested too deeply",
  DRAFT_UNKNOWN: "`$schema` names no draft, and no metaschema that was given",
} as const;

/** Schemas that are read otherwise than their draft says, to be spread into a tool's `warnings`. */
export const SCHEMA_READING_WARNINGS = {
  DRAFT_ASSUMED:
    "Without a draft, dependencies and a list under items are read as draft-07 has them",
  PATTERN_NOT_UNICODE: "A pattern is none with the flag u and is used without it",
} as const;

/** What is worth a warning in a schema, to be spread into a tool's `warnings`. */
export const SCHEMA_WARNINGS = {
  FORMAT_UNKNOWN: "A format that is not known is not checked",
  FORMAT_NOT_ASSERTED: "The schema uses `format`, which was not to be checked",
  KEYWORD_UNKNOWN: "A keyword that the draft does not know is ignored",
  ...SCHEMA_READING_WARNINGS,
  REF_SIBLINGS_IGNORED: "Up to draft-07 a schema with `$ref` ignores its other keywords",
} as const;

export type SchemaFailure = keyof typeof SCHEMA_FAILURES;
export type SchemaWarning = keyof typeof SCHEMA_WARNINGS;

/** The trouble of schemas and values nested too deeply. */
export function tooDeep(path: string): Trouble {
  return {
    code: "INPUT_TOO_DEEP",
    message: `Cannot check ${path}: schemas and values are nested too deeply, expected fewer levels`,
    path,
  };
}

export type Trouble = Entry<SchemaFailure>;

/** Carries what makes a schema unusable to `compileSchema`. */
export class SchemaTrouble extends Error {
  readonly troubles: readonly [Trouble, ...Trouble[]];
  constructor(troubles: readonly [Trouble, ...Trouble[]]) {
    super(troubles[0].message);
    this.troubles = troubles;
  }
}
