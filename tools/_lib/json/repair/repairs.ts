export type Certainty = "safe" | "guess";

/** What each repair does, and how sure it is; `QUOTES_ADDED` is sure for keys only. */
const REPAIRS = {
  FENCE_REMOVED: ["safe", "A Markdown fence was removed"],
  PROSE_REMOVED: ["guess", "Text around the JSON was removed"],
  COMMENT_REMOVED: ["safe", "A comment was removed"],
  COMMA_REMOVED: ["safe", "A superfluous comma was removed"],
  COMMA_ADDED: ["safe", "A missing comma was added"],
  COLON_ADDED: ["safe", "A missing colon was added"],
  QUOTES_NORMALIZED: ["safe", "Other quotation marks were replaced by double quotes"],
  QUOTES_ADDED: ["guess", "Double quotes were put around a word"],
  QUOTE_CLOSED: ["guess", "A string that never closes was closed"],
  QUOTE_ESCAPED: ["guess", "A double quote inside a string was escaped"],
  ESCAPE_FIXED: ["safe", "A character or an escape that a string may not hold was rewritten"],
  LITERAL_MAPPED: ["safe", "A literal of another language was mapped to JSON"],
  LITERAL_COMPLETED: ["guess", "A literal that was cut off was completed"],
  NON_FINITE_TO_NULL: ["guess", "A number that JSON has no form for became null"],
  NUMBER_FIXED: ["safe", "A number was rewritten as JSON writes it"],
  NUMBER_TO_STRING: ["guess", "Something like a number was kept as text"],
  BRACKET_CLOSED: ["guess", "A missing closing bracket was added"],
  BRACKET_REMOVED: ["guess", "A bracket without its other half was removed"],
  VALUE_ADDED: ["guess", "A missing value became null"],
  ELLIPSIS_REMOVED: ["guess", "An ellipsis was removed"],
  STRINGS_JOINED: ["safe", "Strings joined by + became one"],
  TYPE_UNWRAPPED: ["safe", "The call of a type was replaced by its argument"],
  UNESCAPED_LEVEL: ["guess", "One level of escapes was removed from the whole text"],
  VALUES_WRAPPED: ["safe", "Several values were put into one array"],
  WHITESPACE_NORMALIZED: ["safe", "White space that JSON does not know was replaced"],
} as const satisfies Record<string, readonly [Certainty, string]>;

export type RepairCode = keyof typeof REPAIRS;

/** One change of the text: at `offset` stood `before`, for which `after` was read. */
export interface Repair {
  readonly code: RepairCode;
  readonly certainty: Certainty;
  readonly offset: number;
  readonly before: string;
  readonly after: string;
}

export function certaintyOf(code: RepairCode): Certainty {
  return REPAIRS[code][0];
}

/** What was done, in a sentence. */
export function messageOf(code: RepairCode): string {
  return REPAIRS[code][1];
}
