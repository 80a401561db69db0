/** What was found, as entries and as a table. */
import type { Entry } from "../_core/tool.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { textTable } from "../_lib/text/plain-table.ts";
import { counted } from "../_lib/text/plural.ts";
import { quoted, shortened } from "../_lib/text/shown.ts";
import type { CheckedClaim, Failure, Value, Warning } from "../claim-evidence-coverage.ts";
import type { Claim } from "./claims.ts";
import type { Evidence } from "./evidence.ts";
import { STATUSES } from "./verdict.ts";

export function errorsOf(
  { claims, unknownReferences }: Value,
  given: readonly Claim[],
): Entry<Failure>[] {
  const unknown = new Set(unknownReferences);
  const errors = claims.flatMap((claim, at): Entry<Failure>[] => {
    const path = `/claims/${at}`;
    const references = [...(given[at]?.listed ?? []).entries()].filter(([, id]) => unknown.has(id));
    const unknowns = references.map(([place, id]): Entry<Failure> => {
      const message = `Cannot check ${quoted(claim.id)} against its evidence: found no source ${quoted(id)}, expected one of the ids`;
      return { code: "EVIDENCE_UNKNOWN", message, path: `${path}/evidence/${place}`, received: id };
    });
    return [...failed(claim, path), ...unknowns];
  });
  return orderFindings(errors);
}

function failed(claim: CheckedClaim, path: string): Entry<Failure>[] {
  const { id, status, score, evidence, missingNumbers } = claim;
  if (status === "unsupported") {
    const message = `Cannot support ${quoted(id)}: found ${percent(score)} of its terms in one place, expected more of them`;
    return [{ code: "CLAIM_UNSUPPORTED", message, path, received: score }];
  }
  if (status !== "conflict") return [];
  const source = quoted(evidence[0]?.sourceId ?? "");
  const expected = missingNumbers.map((number) => shortened(number)).join(", ") || "what it says";
  const message = `Cannot support ${quoted(id)}: found another number, or a negation of one side only, in ${source}, expected ${expected}`;
  return [{ code: "CLAIM_CONFLICT", message, path }];
}

export function warningsOf(
  { claims, unusedEvidence }: Value,
  { sources }: Evidence,
): Entry<Warning>[] {
  const unused = new Set(unusedEvidence);
  return [
    ...claims.flatMap(({ id, status, score }, at): Entry<Warning>[] => {
      const path = `/claims/${at}`;
      if (status === "not-checkable") {
        const message = `${quoted(id)} is a question, or has too little to be checked`;
        return [{ code: "NOT_CHECKABLE", message, path }];
      }
      if (status !== "partial") return [];
      const message = `${quoted(id)} is supported in part only: ${percent(score)} of its terms, or not all its numbers`;
      return [{ code: "CLAIM_PARTIAL", message, path, received: score }];
    }),
    ...sources
      .filter(({ id }) => unused.has(id))
      .map(({ id, path }): Entry<Warning> => {
        return { code: "EVIDENCE_UNUSED", message: `No claim rests on ${quoted(id)}`, path };
      }),
  ];
}

function percent(score: number): string {
  return `${Math.round(score * 10_000) / 100} %`;
}

export function tableOf({ claims, counts, coverage }: Value): string {
  const parts = STATUSES.filter((status) => counts[status] > 0).map(
    (status) => `${counts[status]} ${status}`,
  );
  const summary = `${[counted(claims.length, "claim"), ...parts].join(", ")}; coverage ${coverage}`;
  if (claims.length === 0) return summary;
  const rows = claims.map((claim) => [
    shortened(claim.id),
    claim.status,
    String(claim.score),
    shortened(claim.evidence.map(({ sourceId }) => sourceId).join(", ") || "–"),
    shortened([...claim.missingNumbers, ...claim.missingTerms].join(", ") || "–"),
    shortened(claim.text),
  ]);
  const head = ["id", "status", "score", "evidence", "missing", "claim"];
  return `${textTable([head, ...rows])}\n\n${summary}`;
}
