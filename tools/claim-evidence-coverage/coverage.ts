/** Checks every claim against the evidence. */
import { type Budget, done, fail } from "../_core/tool.ts";
import { namedTexts, wrongIds } from "../_lib/fields/named-texts.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import type { CheckedClaim, Claims, Input, Value } from "../claim-evidence-coverage.ts";
import { ClaimChecker } from "./check-claim.ts";
import { type Claim, readClaims } from "./claims.ts";
import { Evidence } from "./evidence.ts";
import { errorsOf, tableOf, warningsOf } from "./report.ts";
import { share } from "./verdict.ts";

export function checkCoverage(input: Input, shape: Claims, budget: Budget) {
  const { claims, warnings, failure } = readClaims(input.claims, shape);
  if (failure) return failure;
  if (!claims) return nothing("CLAIMS_MISSING", "claims");
  const texts = namedTexts(input.evidence ?? [], "/evidence");
  if (texts.length === 0) return nothing("EVIDENCE_MISSING", "evidence");
  const repeated = wrongIds(texts, "DUPLICATE_SOURCE_ID", "sources");
  if (repeated) return repeated;
  const evidence = new Evidence(texts);
  const checker = new ClaimChecker(input, evidence, budget);
  const checked = claims.map((claim) => checker.check(claim));
  const value = valueOf(checked, claims, evidence);
  const errors = errorsOf(value, claims);
  const { counts } = value;
  return done({
    output: tableOf(value),
    value,
    valid: errors.length === 0 && counts.partial === 0,
    errors,
    warnings: orderFindings([...warnings, ...warningsOf(value, evidence)]),
    stats: { claims: value.claims.length, supported: counts.supported },
  });
}

function nothing<C extends string>(code: C, field: string) {
  const message = `Cannot check claims against evidence: found no ${field}, expected some`;
  return fail({ code, message, path: `/${field}` });
}

function valueOf(checked: CheckedClaim[], claims: readonly Claim[], { sources }: Evidence): Value {
  const counts = { supported: 0, partial: 0, unsupported: 0, conflict: 0, "not-checkable": 0 };
  for (const { status } of checked) counts[status]++;
  const checkable = checked.length - counts["not-checkable"];
  const used = new Set(checked.flatMap(({ evidence }) => evidence.map(({ sourceId }) => sourceId)));
  const known = new Set(sources.map(({ id }) => id));
  const unknown = claims.flatMap(({ listed }) => listed.filter((id) => !known.has(id)));
  return {
    claims: checked,
    counts,
    coverage: checkable === 0 ? 1 : share(counts.supported, checkable),
    unusedEvidence: [...known].filter((id) => !used.has(id)),
    unknownReferences: [...new Set(unknown)],
  };
}
