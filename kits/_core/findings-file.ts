/** The findings of a kit as SARIF 2.1.0, which code scanners show, and what an earlier such file says of them. */
import { Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../../tools/_core/fields.ts";
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import { byCodeUnit } from "../../tools/_lib/results/pointer.ts";
import type { Severity } from "../../tools/_lib/results/review/shapes.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import type { Outcome } from "../../tools/_core/tool.ts";
import { FINDING_STATES, type FindingState } from "./kit-value.ts";
import type { KitReport, PlacedFinding, StagePlan } from "./report.ts";

/** The fields of kits that compare with an earlier run. */
export const BASELINE_FIELDS = {
  baseline: Type.Optional(
    jsonField({ description: "findings.sarif of an earlier run: tells new findings from known" }),
  ),
  onlyNew: Type.Boolean({
    description: "Verdict and gate look only at what the baseline does not have",
    default: false,
  }),
};

const COUNT = Type.Integer({ minimum: 0 });

/** What such kits have in their value; null without a baseline. */
export const BASELINE_VALUE = Type.Union([
  Type.Object({ new: COUNT, unchanged: COUNT, updated: COUNT, absent: COUNT }),
  Type.Null(),
]);

/** What their findings have. */
export const FINDING_STATE = {
  state: Type.Optional(oneOf(FINDING_STATES, { description: "What the baseline says of it" })),
};

/** What the file says beyond the findings themselves. */
export interface FindingsFile {
  readonly kit: { readonly id: string; readonly version: string };
  /** The name of what was looked at, for findings that have no subject. */
  readonly page: string;
  /** What each code means, in a sentence. */
  readonly rules: Readonly<Record<string, string>>;
  /** Where a rule is explained. */
  readonly helpUri?: (code: string) => string | undefined;
  /** The text that a finding is about, as it was written: what tells it from others of its kind in the next run. */
  readonly snippetOf?: (finding: PlacedFinding) => string | undefined;
}

const LEVELS: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  info: "note",
};

/** The log of SARIF: one run, one result for each finding, in their order. */
export function findingsSarif(findings: readonly PlacedFinding[], file: FindingsFile) {
  const { kit, rules, helpUri } = file;
  const codes = [...new Set(findings.map(({ code }) => code))].toSorted(byCodeUnit);
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: kit.id,
            version: kit.version,
            rules: codes.map((id) => {
              const help = helpUri?.(id);
              return {
                id,
                shortDescription: { text: Object.hasOwn(rules, id) ? rules[id] : id },
                ...(help === undefined ? {} : { helpUri: help }),
              };
            }),
          },
        },
        results: findings.map((finding) => resultOf(finding, file)),
      },
    ],
  };
}

function resultOf(finding: PlacedFinding, { page, snippetOf }: FindingsFile) {
  const { code, severity, message, subject = "", path = "", line, column } = finding;
  const snippet = snippetOf?.(finding)?.trim() ?? "";
  const region = {
    ...(line === undefined ? {} : { startLine: line }),
    ...(line === undefined || column === undefined ? {} : { startColumn: column }),
    ...(line === undefined || snippet === "" ? {} : { snippet: { text: snippet } }),
  };
  return {
    ruleId: code,
    level: LEVELS[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriReference(subject === "" ? page : subject) },
          ...(line === undefined ? {} : { region }),
        },
      },
    ],
    partialFingerprints: {
      "kit/v1": sha256Hex([code, subject, path, snippet].join("\n")).slice(0, 32),
    },
  };
}

const NOT_IN_A_URI = /[^\w.~!$&'()*+,;=:@/?#%[\]-]+/g;
const NO_ESCAPE = /%(?![\dA-Fa-f]{2})/g;

/** A name as a reference of RFC 3986, with everything that those cannot hold percent-encoded. */
function uriReference(name: string): string {
  return name
    .toWellFormed()
    .replace(NO_ESCAPE, "%25")
    .replace(NOT_IN_A_URI, (part) => encodeURIComponent(part));
}

export interface Compared {
  readonly new: number;
  readonly unchanged: number;
  readonly updated: number;
  readonly absent: number;
}

/** The comparison of two such files by the tool that the kit names. */
export type Reconcile = (input: { readonly before: unknown; readonly after: unknown }) => Outcome<{
  readonly counts: Compared;
  readonly results: readonly {
    readonly state: FindingState | "absent";
    readonly afterPointer: string | null;
  }[];
}>;

/**
 * Makes findings.sarif of what the report has by now, then the stage `baseline`: each of those findings gets its
 * state. Null where there is no baseline, or where it cannot be read.
 */
export function findingsStage<P extends StagePlan & { readonly baseline: { readonly id: string } }>(
  report: KitReport<P>,
  reconcile: Reconcile,
  file: FindingsFile,
  { baseline, onlyNew }: { readonly baseline?: unknown; readonly onlyNew: boolean },
): Compared | null {
  const { findings } = report;
  const after = findingsSarif(findings, file);
  report.json("findings.sarif", after);
  if (baseline === undefined) {
    report.skipped(
      "baseline",
      "Nothing to compare with: `baseline` takes an earlier findings.sarif",
    );
    return null;
  }
  const { ok, value, errors = [] } = reconcile({ before: baseline, after });
  if (!ok || !value) {
    const [first] = errors;
    if (first === undefined) throw new Error("A comparison that failed says why");
    const { code, message, path = "" } = first;
    report.failed("baseline", message);
    report.find("error", "baseline", {
      code: "STAGE_FAILED",
      message,
      path: path.replace(/^\/before|^/, "/baseline"),
      subject: "baseline",
      received: code,
    });
    return null;
  }
  const states = new Map<PlacedFinding, FindingState>();
  for (const { state, afterPointer } of value.results) {
    const finding = findings[Number(afterPointer?.split("/").at(-1))];
    if (afterPointer !== null && finding !== undefined && state !== "absent") {
      states.set(finding, state);
    }
  }
  report.setStates(states, onlyNew);
  const { new: added, unchanged, updated, absent } = value.counts;
  report.done(
    "baseline",
    `${counted(added, "new finding")}, ${unchanged} unchanged, ${updated} updated, ${absent} gone`,
    report.verdict,
  );
  return { new: added, unchanged, updated, absent };
}
