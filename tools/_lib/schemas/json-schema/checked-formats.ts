import type { Entry } from "../../../_core/tool.ts";
import type { Trouble } from "./trouble.ts";

/** The formats that contracts are checked for; any other is only a note. */
export const CONTRACT_FORMATS: ReadonlySet<string> = new Set([
  "date",
  "date-time",
  "time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uri",
  "uri-reference",
  "uuid",
  "json-pointer",
  "regex",
]);

/** Why a contract's schema cannot be used, to be spread into a tool's `failures`. */
export const CONTRACT_FAILURES = {
  SCHEMA_INVALID: "The schema does not fit its metaschema, or names one that is not known",
  REF_UNRESOLVED: "A reference leads to no schema in the document, or only back to itself",
  INPUT_TOO_DEEP: "The data, or the schema and the data together, are nested too deeply",
  REGEX_BUDGET_EXCEEDED: "A pattern takes more than 5,000,000 steps on a string",
} as const;

const CODES = {
  SCHEMA_INVALID: "SCHEMA_INVALID",
  DRAFT_UNKNOWN: "SCHEMA_INVALID",
  REF_NOT_RESOLVED: "REF_UNRESOLVED",
  REF_LOOP: "REF_UNRESOLVED",
  INPUT_TOO_DEEP: "INPUT_TOO_DEEP",
  REGEX_BUDGET_EXCEEDED: "REGEX_BUDGET_EXCEEDED",
} as const;

/** The trouble of a schema under the names that tools about contracts have for it. */
export function contractTrouble(
  trouble: Trouble | Entry<"REGEX_BUDGET_EXCEEDED">,
): Entry<keyof typeof CONTRACT_FAILURES> {
  const code = CODES[trouble.code];
  if (trouble.code !== "REF_NOT_RESOLVED" && trouble.code !== "DRAFT_UNKNOWN")
    return { ...trouble, code };
  // Further schemas cannot be given, so that advice to do so would be wrong.
  return { ...trouble, code, hint: undefined };
}
