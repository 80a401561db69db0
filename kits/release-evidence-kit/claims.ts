/** What is said of the release, against the texts that should say the same. */
import type { Static } from "@sinclair/typebox";
import type { Entry } from "../../tools/_core/tool.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import checkClaims from "../../tools/claim-evidence-coverage.ts";
import buildReport from "../../tools/evidence-report-builder.ts";
import type { Input, Work } from "../release-evidence-kit.ts";
import { sectionFailed } from "./sections.ts";

type Claim = Static<(typeof checkClaims)["value"]>["claims"][number];
type Source = NonNullable<Input["sources"]>[number];

/** The dossier of the claims as Markdown; undefined where there is none. */
export function judgeClaims(work: Work): string | undefined {
  const { input, ctx, report } = work;
  const { claims: given, sources = [] } = input;
  if (given === undefined) {
    const nothing = "The fields `claims` and `sources` take statements and what backs them";
    report.skipped("claims", nothing);
    report.skipped("dossier", nothing);
    return undefined;
  }
  const {
    value,
    errors = [],
    warnings = [],
  } = ctx.step(checkClaims, {
    claims: given,
    evidence: sources.map(({ id, text }) => ({ id, text })),
  });
  if (!value || value.claims.length === 0) {
    const error = errors[0] ?? {
      code: "CLAIMS_MISSING",
      message: "Cannot check claims: found none",
    };
    sectionFailed("claims", here(error), work);
    report.skipped("dossier", "The claims could not be checked");
    return undefined;
  }
  const { claims, counts, unusedEvidence } = value;
  for (const entry of errors) take("error", entry, claims, work);
  for (const entry of warnings) take("warning", entry, claims, work);
  const { supported, conflict } = counts;
  const unused =
    unusedEvidence.length === 0 ? "" : `, ${counted(unusedEvidence.length, "source")} unused`;
  report.finish(
    "claims",
    `${supported} of ${counted(claims.length, "claim")} supported, ${conflict} refuted${unused}`,
  );
  return writeDossier(claims, sources, work);
}

function here(entry: Entry): Entry {
  const { path } = entry;
  if (path === undefined) return entry;
  return { ...entry, path: path.replace(/^\/evidence(?=\/|$)/, "/sources") };
}

function take(
  severity: "error" | "warning",
  entry: Entry,
  claims: readonly Claim[],
  { report }: Work,
): void {
  const { code, message, path, line, column } = here(entry);
  const [, at] = /^\/claims\/(\d+)/.exec(path ?? "") ?? [];
  const claim = at === undefined ? undefined : claims[Number(at)];
  const subject = claim === undefined ? {} : { subject: claim.id };
  report.find(severity, "claims", { code, message, path, line, column, ...subject });
}

const MOST_IN_DOSSIER = 500;

const STATUS = {
  supported: "confirmed",
  conflict: "refuted",
  partial: "open",
  unsupported: "open",
  "not-checkable": "open",
} as const;

function writeDossier(
  claims: readonly Claim[],
  sources: readonly Source[],
  work: Work,
): string | undefined {
  const { input, ctx, report } = work;
  const texts = new Map(sources.map(({ id, text }) => [id, text]));
  const ids = new Set<string>();
  const { name, version } = input.release;
  const left = claims.length - MOST_IN_DOSSIER;
  const { output, value, errors } = ctx.step(buildReport, {
    title: `Claims of ${name} ${version}`,
    findings: claims.slice(0, MOST_IN_DOSSIER).map(({ id, ...claim }) => {
      // Claims may share an id, findings must not.
      const own = ids.has(id) ? {} : { id };
      ids.add(id);
      return { ...own, ...findingOf(claim, texts) };
    }),
    sources: [...sources],
    ...(left > 0 ? { limitations: [`${counted(left, "claim")} more, all in findings.csv`] } : {}),
  });
  const [error = { code: "STAGE_FAILED", message: "The dossier could not be written" }] =
    errors ?? [];
  if (!value || output === undefined) {
    sectionFailed("dossier", error, work);
    return undefined;
  }
  const { confirmed, refuted, open } = value.totals;
  report.done("dossier", `${confirmed} confirmed, ${refuted} refuted, ${open} open`);
  return output;
}

function findingOf(
  { text, status, evidence }: Omit<Claim, "id">,
  texts: ReadonlyMap<string, string>,
) {
  const [best] = evidence;
  const quote = best && texts.get(best.sourceId)?.slice(best.start, best.end);
  const isQuoted = quote && (status === "supported" || status === "conflict");
  const stance = status === "conflict" ? ("contradicts" as const) : ("supports" as const);
  return {
    statement: text,
    status: STATUS[status],
    evidence: isQuoted ? [{ sourceId: best.sourceId, quote, stance }] : [],
  };
}
