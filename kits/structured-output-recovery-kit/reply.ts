/** One answer of a model, what was made of it, and how far that can be trusted. */
import type { Entry } from "../../tools/_core/tool.ts";
import type { Change, Operation, Remaining } from "../structured-output-recovery-kit.ts";

/** From the most to the least trustworthy. */
export const GRADES = ["intact", "extracted", "repaired", "conformed", "lossy", "failed"] as const;

export type Grade = (typeof GRADES)[number];

export type Certainty = "none" | "safe" | "guess";

/** What structured-output-rescue found in the text. */
export interface Rescued {
  readonly data: unknown;
  /** The data as JSON with every digit. */
  readonly json: string;
  readonly status: "clean" | "extracted" | "repaired" | "fitted";
  readonly truncated: boolean;
  readonly changes: readonly {
    readonly code: string;
    readonly certainty: "safe" | "guess";
    readonly offset: number | null;
    readonly path: string | null;
    readonly before: unknown;
    readonly after: unknown;
  }[];
  readonly warnings: readonly Entry[];
}

/** What contract-conformance-repair made of it. */
export interface Conformed {
  readonly data: unknown;
  readonly json: string;
  readonly conforms: boolean;
  readonly changes: readonly {
    readonly code: string;
    readonly path: string;
    readonly lossy: boolean;
    readonly from?: unknown;
    readonly to?: unknown;
  }[];
  readonly patch: readonly Operation[];
  readonly remaining: readonly Remaining[];
}

/** The verdict of json-schema-validator, or why it has none. */
export type Validated =
  | { readonly ok: true; readonly valid: boolean; readonly remaining: readonly Remaining[] }
  | { readonly ok: false; readonly error: Entry };

export interface Reply {
  readonly index: number;
  readonly text: string;
  readonly grade: Grade;
  readonly certainty: Certainty;
  /** Null where no JSON was found; see `json`. */
  readonly data: unknown;
  /** The data as 2-space JSON with every digit; undefined where there is none. */
  readonly json: string | undefined;
  readonly conforms: boolean | null;
  /** Whether contract-conformance-repair saw it. */
  readonly isConformed: boolean;
  readonly truncated: boolean;
  readonly changes: readonly Change[];
  readonly lossyChanges: number;
  readonly patch: readonly Operation[];
  readonly remaining: readonly Remaining[];
  /** Whether a guess was made that the caller does not allow. */
  readonly needsGuess: boolean;
  /** Why a tool could not do its part on this answer. */
  readonly trouble: { readonly stage: "rescue" | "validate"; readonly error: Entry } | undefined;
  /** Of the rescue. */
  readonly warnings: readonly Entry[];
}

/** Changes of the rescue that only take away what stands around the value. */
const EXTRACTIONS: ReadonlySet<string> = new Set([
  "PROSE_REMOVED",
  "FENCE_REMOVED",
  "TAG_REMOVED",
  "REASONING_REMOVED",
]);

interface Work {
  readonly index: number;
  readonly text: string;
  readonly rescued: Rescued;
  readonly conformed?: Conformed | undefined;
  readonly validated?: Validated | undefined;
  readonly allowGuesses: boolean;
}

export function gradeReply(work: Work): Reply {
  const { index, text, rescued, conformed, validated } = work;
  const certainty = certaintyOf(rescued);
  const needsGuess = certainty === "guess" && !work.allowGuesses;
  const changes = [...rescued.changes.map(ofRescue), ...(conformed?.changes ?? []).map(ofConform)];
  const lossyChanges = changes.filter(({ lossy }) => lossy).length;
  const conforms = validated === undefined ? null : validated.ok && validated.valid;
  const isUsable = !needsGuess && conforms !== false;
  return {
    index,
    text,
    grade: isUsable ? gradeOf(rescued, conformed, lossyChanges) : "failed",
    certainty,
    data: (conformed ?? rescued).data,
    json: (conformed ?? rescued).json,
    conforms,
    isConformed: conformed !== undefined,
    truncated: rescued.truncated,
    changes,
    lossyChanges,
    patch: conformed?.patch ?? [],
    remaining: conforms === false ? remainingOf(conformed, validated) : [],
    needsGuess,
    trouble: validated?.ok === false ? { stage: "validate", error: validated.error } : undefined,
    warnings: rescued.warnings,
  };
}

/** An answer of which nothing can be used; `error` says why. */
export function unusableReply(index: number, text: string, error?: Entry): Reply {
  return {
    index,
    text,
    grade: "failed",
    certainty: "none",
    data: null,
    json: undefined,
    conforms: null,
    isConformed: false,
    truncated: false,
    changes: [],
    lossyChanges: 0,
    patch: [],
    remaining: [],
    needsGuess: false,
    trouble:
      error === undefined || error.code === "JSON_NOT_FOUND"
        ? undefined
        : { stage: "rescue", error },
    warnings: [],
  };
}

function gradeOf(
  { status }: Rescued,
  conformed: Conformed | undefined,
  lossyChanges: number,
): Grade {
  if (lossyChanges > 0) return "lossy";
  if (conformed !== undefined && conformed.changes.length > 0) return "conformed";
  if (status === "clean") return "intact";
  return status === "extracted" ? "extracted" : "repaired";
}

function certaintyOf({ changes }: Rescued): Certainty {
  const repairs = changes.filter(({ code }) => !EXTRACTIONS.has(code));
  if (repairs.length === 0) return "none";
  return repairs.some(({ certainty }) => certainty === "guess") ? "guess" : "safe";
}

function ofRescue(change: Rescued["changes"][number]): Change {
  const { code, path, offset, certainty, before, after } = change;
  return { stage: "rescue", code, path, offset, certainty, lossy: false, before, after };
}

function ofConform({ code, path, lossy, from, to }: Conformed["changes"][number]): Change {
  return {
    stage: "conform",
    code,
    path,
    offset: null,
    certainty: null,
    lossy,
    ...(from === undefined ? {} : { before: from }),
    ...(to === undefined ? {} : { after: to }),
  };
}

/** What the repair left; where it saw nothing wrong and the last validation did, what that found. */
function remainingOf(
  conformed: Conformed | undefined,
  validated: Validated | undefined,
): readonly Remaining[] {
  const left = conformed?.remaining ?? [];
  if (left.length > 0 || validated?.ok !== true) return left;
  return validated.remaining.map(({ path, keyword, message }) => ({ path, keyword, message }));
}
