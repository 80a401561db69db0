/** Codes of errors that the runner has for any unit, whatever its `failures` say, but for what it refuses unread. */
export const RUNNER_ERRORS: ReadonlySet<string> = new Set([
  "TOOL_INPUT_INVALID",
  "REQUIRED",
  "TYPE",
  "RANGE",
  "ENUM",
  "UNKNOWN_FIELD",
  "JSON_SYNTAX",
  "INPUT_TOO_DEEP",
  "BUDGET_EXCEEDED",
]);
