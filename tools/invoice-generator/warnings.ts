import { UNKNOWN_MEMBER_WARNINGS } from "../_lib/fields/unknown-members.ts";

export const WARNINGS = {
  MISSING_FIELD: "An invoice needs this field",
  EXEMPTION_REASON_MISSING: "A tax of category E, AE, K, G or O has no reason",
  DUE_BEFORE_ISSUE: "The invoice is due before it is issued",
  NEGATIVE_PAYABLE: "Nothing is to pay but something to give back: a credit note does that",
  ...UNKNOWN_MEMBER_WARNINGS,
} as const;
