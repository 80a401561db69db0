/** What one kind of sensitive value looks like, and how a text is searched for it. */
import { isExample } from "./placeholders.ts";

export const CATEGORIES = ["credential", "financial", "pii", "network"] as const;
export type Category = (typeof CATEGORIES)[number];

export const SEVERITIES = ["critical", "high", "medium", "low"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A place where a pattern matched, before its check. */
export interface Candidate {
  /** What would be replaced: the group s, s2 or s3, or else the whole match. */
  readonly value: string;
  /** What the match has before the value: a key, a header name. */
  readonly before: string;
  /** The next few characters behind the value. */
  readonly after: string;
  /** The group that holds the value. */
  readonly group: "s" | "s2" | "s3" | undefined;
}

/** False for what is no such value; otherwise true, or the name of the structure that was found valid. */
export type Check = (candidate: Candidate) => boolean | string;

export interface Detector {
  readonly id: string;
  /** The word in its tokens: `[LABEL_1]`. */
  readonly label: string;
  readonly category: Category;
  readonly severity: Severity;
  /** Has the flags d and, where there are anchors, y, else g. */
  readonly pattern: RegExp;
  /** Lower-case ASCII texts one of which every match has in it, in any letter case. */
  readonly anchors: readonly string[];
  /** How many characters before its anchor a match may begin. */
  readonly reach: number;
  /** What makes a whole run of possible starts hopeless, where their matches would cost a scan each. */
  readonly lead: Lead | undefined;
  readonly check: Check | undefined;
  /** Values with one canonical form are equal; the value itself if not given. */
  readonly canonical: ((value: string) => string) | undefined;
  /** The length to which a value is cut, undefined for one that is too short; then no letter or digit may follow. */
  readonly cut: ((value: string) => number | undefined) | undefined;
}

/** A match begins inside `run`, which it takes to the end, and goes on with `next`; both have the flag y. */
export interface Lead {
  readonly run: RegExp;
  readonly next: RegExp;
}

export interface DetectorRow
  extends
    Pick<Detector, "id" | "label" | "severity">,
    Partial<Pick<Detector, "anchors" | "reach" | "lead" | "check" | "canonical" | "cut">> {
  /** Without the flags g and y; linear: no repetition inside a repetition shares its characters. */
  readonly pattern: RegExp;
  /** No ASCII letter or digit stands before or after the match. */
  readonly standsAlone?: boolean;
}

/** The detectors of a table, all of one category. */
export function detectors(category: Category, rows: readonly DetectorRow[]): readonly Detector[] {
  return rows.map((row) => {
    const {
      anchors = [],
      reach = 0,
      lead,
      check,
      canonical,
      cut,
      standsAlone = false,
      ...rest
    } = row;
    const pattern = searchOf(row, standsAlone);
    const checked = category === "credential" ? exceptExamples(check) : check;
    return { ...rest, category, pattern, anchors, reach, lead, check: checked, canonical, cut };
  });
}

/** Longer values are no names, and have any four letters in them by chance. */
const LONGEST_EXAMPLE = 200;

/** Documentation writes keys that look like keys and say that they are none. */
function exceptExamples(check: Check | undefined): Check {
  return (candidate) => {
    const { value } = candidate;
    if (value.length <= LONGEST_EXAMPLE && isExample(value)) return false;
    return check?.(candidate) ?? true;
  };
}

function searchOf({ pattern, anchors }: DetectorRow, standsAlone: boolean): RegExp {
  const { source, flags } = pattern;
  const bounded = standsAlone ? `(?<![A-Za-z0-9])(?:${source})(?![A-Za-z0-9])` : source;
  return new RegExp(bounded, `${flags}d${anchors ? "y" : "g"}`);
}
