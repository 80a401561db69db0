/** Checks every claim against the evidence. */
import { type Budget, done, fail } from "../_core/tool.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { isNothingOrEmpty, readNamedTexts } from "../_lib/fields/named-texts.ts";
import { ClaimChecker } from "./check-claim.ts";
import { type Claim, readClaims } from "./claims.ts";
import type { CheckedClaim, Failure, Input, Result, Value } from "../claim-evidence-coverage.ts";
import { Evidence } from "./evidence.ts";
import { errorsOf, tableOf, warningsOf } from "./report.ts";
import { share } from "./verdict.ts";

export function checkCoverage(input: Input, budget: Budget): Result {
  if (isNothingOrEmpty(input.claims)) return nothing("CLAIMS_MISSING", "claims");
  if (isNothingOrEmpty(input.evidence)) return nothing("EVIDENCE_MISSING", "evidence");
  const texts = readNamedTexts(input.evidence, "/evidence");
  if (texts.failure) return texts.failure;
  const read = readClaims(input.claims);
  if (read.failure) return read.failure;
  const evidence = new Evidence(texts.texts);
  const checker = new ClaimChecker(input, evidence, budget);
  const value = valueOf(
    read.claims.map((claim) => checker.check(claim)),
    read.claims,
    evidence,
  );
  const errors = errorsOf(value, read.claims);
  const { counts } = value;
  return done({
    output: tableOf(value),
    value,
    valid: errors.length === 0 && counts.partial === 0,
    errors,
    warnings: orderFindings([...texts.warnings, ...read.warnings, ...warningsOf(value, evidence)]),
    stats: { claims: value.claims.length, supported: counts.supported },
  });
}

function nothing(code: "CLAIMS_MISSING" | "EVIDENCE_MISSING", field: string): Result {
  const message = `Cannot check claims against evidence: found no ${field}, expected some`;
  return fail<never, Failure>({ code, message, path: `/${field}` });
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
