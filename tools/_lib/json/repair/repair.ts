import { Fault } from "../../results/syntax-problem.ts";
import { readJson } from "../tree/read.ts";
import type { JsonDocument } from "../tree/tree.ts";
import { type Extract, readDocument } from "./document.ts";
import type { Repair } from "./repairs.ts";
import { type RepairFailure, type RepairProblem, Source } from "./source.ts";
import { isEscapedOnce, unescapeOnce } from "./unescape.ts";

export interface RepairOptions {
  /** The span of the text to be read; the whole text if not given. */
  readonly start?: number;
  readonly end?: number;
  /** Which value to take from the prose around; the first if not given. */
  readonly extract?: Extract;
  /** Completes `tru`, `fals`, `nul` at the very end, which are else words. */
  readonly completesLiterals?: boolean;
}

/** A repaired text. All offsets, those of the tree too, are those of the text that was given. */
export interface RepairedJson {
  readonly ok: true;
  readonly document: JsonDocument;
  /** In the order of the text; none where it was JSON as it stood. */
  readonly repairs: readonly Repair[];
  /** Whether something was missing at the end of the span. */
  readonly cut: boolean;
}

export interface UnrepairedJson {
  readonly ok: false;
  readonly problem: RepairProblem;
}

/** Reads text that should be JSON, in linear time and at most 1,000 levels deep, and says what it changed. */
export function repairJson(
  text: string,
  options: RepairOptions = {},
): RepairedJson | UnrepairedJson {
  const { start = 0, end = text.length, extract = "first", completesLiterals = false } = options;
  if (start === 0 && end === text.length) {
    const document = readJson(text);
    if (!("type" in document)) return { ok: true, document, repairs: [], cut: false };
  }
  const escaped = isEscapedOnce(text, start, end);
  const unescaped = escaped ? unescapeOnce(text, start, end) : undefined;
  const source =
    unescaped === undefined
      ? new Source({ text }, start, end, completesLiterals)
      : new Source(unescaped, 0, unescaped.text.length, completesLiterals);
  if (escaped) source.note("UNESCAPED_LEVEL", 0, source.end, source.text);
  try {
    const root = readDocument(source, extract);
    const { repeatedKeys, loneSurrogates } = source;
    const document = { root, repeatedKeys, loneSurrogates, commentCount: 0, lastComments: [] };
    return { ok: true, document, repairs: source.repairs(text), cut: source.isCut };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { code, offset, found, expected } = error.problem;
    return { ok: false, problem: { code: code as RepairFailure, offset, found, expected } };
  }
}
