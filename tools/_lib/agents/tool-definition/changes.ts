/** What becomes different in a schema on its way to a provider. */
export const CHANGE_CODES = {
  NAME_CHANGED: "The name has characters that the provider does not take, or is too long",
  TYPE_ADDED: "The root has properties and no type",
  ALLOF_MERGED: "Object schemas of an allOf became one",
  KEYWORD_UNSUPPORTED: "Draft 2020-12 has no form for a keyword of an older draft",
  REF_SIBLING_IGNORED: "Keywords beside a reference had no effect in an older draft",
  CLOSED_BY_DEFAULT: "An object that did not say takes no other properties",
  ADDITIONAL_PROPERTIES_CLOSED: "An object that took other properties takes none",
  OPTIONAL_TO_NULLABLE: "An optional property is required and may be null",
  ONEOF_TO_ANYOF: "What fits two branches of a oneOf is taken, too",
  CONSTRAINT_TO_DESCRIPTION: "A keyword is said in the description instead",
} as const;

export type ChangeCode = keyof typeof CHANGE_CODES;

export const PROVIDERS = ["openai", "openai-responses", "anthropic", "gemini", "mcp"] as const;
export type Provider = (typeof PROVIDERS)[number];

export interface Change {
  readonly code: ChangeCode;
  /** Pointer in the schema; `/name` for the name. */
  readonly path: string;
  readonly detail: string;
}

/** Why a schema cannot be a strict one. */
export interface NotStrict {
  readonly path: string;
  readonly message: string;
}
