import type { Budget } from "../../../_core/tool.ts";
import type { Change } from "../../schemas/repair/change.ts";
import type { JsonProblem } from "../../json/tree/problem.ts";
import { type JsonDocument, type JsonNode, withoutRepeats } from "../../json/tree/tree.ts";
import type { RepairProblem } from "../../json/repair/source.ts";
import type { SchemaParts } from "../../schemas/json-schema/parts.ts";
import type { ValidationTrouble, Validator } from "../../schemas/json-schema/validator.ts";
import type { Violation } from "../../schemas/json-schema/violations.ts";
import { type Candidate, type Finds, findCandidates } from "./candidates.ts";
import { isExtraction, type TextChange, textChanges } from "./changes.ts";
import { type FitOptions, fitValue } from "./fit.ts";
import { encodedIn } from "./reading.ts";

export const CHOICES = ["best", "first", "last", "largest"] as const;
export const STATUSES = ["clean", "extracted", "repaired", "fitted"] as const;

export interface RescueOptions extends FitOptions {
  /** Whether syntax is repaired and the value fitted, or it is only taken out of the text. */
  readonly mayRepair: boolean;
  readonly choice: (typeof CHOICES)[number];
  readonly schema?: { readonly root: JsonNode; readonly validator: Validator } | undefined;
  readonly budget: Budget;
}

/** The value of a model's answer. */
export interface Rescued {
  readonly ok: true;
  readonly root: JsonNode;
  /** The value as it was read, before anything was fitted. */
  readonly document: JsonDocument;
  /** What offsets in the document are counted from; undefined where they are none of the text. */
  readonly base: number | undefined;
  readonly candidate: Candidate;
  /** How many values there were to choose from. */
  readonly count: number;
  readonly status: (typeof STATUSES)[number];
  readonly truncated: boolean;
  readonly textChanges: readonly TextChange[];
  readonly fitChanges: readonly Change[];
  readonly violations: readonly Violation[];
}

export type Unrescued =
  | { readonly ok: false; readonly problem: JsonProblem | RepairProblem }
  | { readonly ok: false; readonly trouble: ValidationTrouble };

/** A candidate with what comes of it. */
interface Offer {
  readonly candidate: Candidate;
  readonly document: JsonDocument;
  readonly encoded: ReturnType<typeof encodedIn>;
  readonly root: JsonNode;
  readonly fitChanges: readonly Change[];
  readonly violations: readonly Violation[];
  /** How many violations there were before anything was fitted. */
  readonly misfits: number;
}

/**
 * Takes the JSON value out of a model's answer, repairs its syntax and fits it to a schema, with a trail of
 * everything done. Each character is read a bounded number of times. 100,000 characters take 20 to 60 ms, with a
 * schema and thousands of changes or of candidates up to 300 ms, as each is checked by a second pass.
 */
export function rescueJson(text: string, options: RescueOptions): Rescued | Unrescued {
  const { schema, budget } = options;
  if (schema === undefined) return rescueWith(text, options, undefined);
  const work = schema.validator.withParts(budget, (parts) => rescueWith(text, options, parts));
  return work.ok ? work.result : { ok: false, trouble: work.error };
}

function rescueWith(
  text: string,
  options: RescueOptions,
  parts: SchemaParts | undefined,
): Rescued | Unrescued {
  const { mayRepair, choice } = options;
  const joined = findCandidates(text, { mayRepair, joins: choice === "best" });
  const offers = offersOf(joined, options, parts);
  if (!Array.isArray(offers)) return offers;
  const best = chosen(offers, choice);
  if (best === undefined) return { ok: false, problem: problemOf(joined, mayRepair) };
  const isJoined = best.candidate.reading.repairs.some(({ code }) => code === "VALUES_WRAPPED");
  if (!isJoined || best.violations.length === 0) return rescued(text, best, offers.length, joined);
  // Several values in one array are not what the schema describes: perhaps one of them is.
  const apart = findCandidates(text, { mayRepair, joins: false });
  const others = offersOf(apart, options, parts);
  if (!Array.isArray(others)) return others;
  const other = chosen(others, choice);
  return other !== undefined && other.violations.length < best.violations.length
    ? rescued(text, other, others.length, apart)
    : rescued(text, best, offers.length, joined);
}

function offersOf(
  { candidates }: Finds,
  options: RescueOptions,
  parts: SchemaParts | undefined,
): Offer[] | Unrescued {
  const offers: Offer[] = [];
  for (const candidate of candidates) {
    const offer = offerOf(candidate, options, parts);
    if ("ok" in offer) return offer;
    offers.push(offer);
  }
  return offers;
}

function offerOf(
  candidate: Candidate,
  options: RescueOptions,
  parts: SchemaParts | undefined,
): Offer | Unrescued {
  const { schema, budget, mayRepair } = options;
  const written = candidate.reading.document;
  const isWanted = schema !== undefined && parts?.accepts(schema.root, written.root) === true;
  const encoded = mayRepair && !isWanted ? encodedIn(written.root) : undefined;
  const document = encoded?.document ?? written;
  const read = { candidate, document, encoded };
  const whole = withoutRepeats(document.root, "last");
  if (schema === undefined || parts === undefined)
    return { ...read, root: whole, fitChanges: [], violations: [], misfits: 0 };
  const limits = { budget, maxErrors: Infinity };
  const before = schema.validator.validate(whole, limits);
  if (!before.ok) return { ok: false, trouble: before.error };
  const misfits = before.count;
  const { node: root, changes: fitChanges } = mayRepair
    ? fitValue(whole, schema.root, { ...options, parts })
    : { node: whole, changes: [] };
  const after = root === whole ? before : schema.validator.validate(root, limits);
  if (!after.ok) return { ok: false, trouble: after.error };
  return { ...read, root, fitChanges, violations: after.violations, misfits };
}

/** The offer that is wanted; the earlier one of two that are equal. */
function chosen(offers: readonly Offer[], choice: RescueOptions["choice"]): Offer | undefined {
  if (choice === "first") return offers[0];
  if (choice === "last") return offers.at(-1);
  const order = choice === "best" ? compareFit : compareLength;
  return offers.toSorted(order)[0];
}

function compareLength(left: Offer, right: Offer): number {
  return lengthOf(right.candidate) - lengthOf(left.candidate);
}

/** Fewest violations first, those before fitting second; then the longest, then the one with the fewest changes. */
function compareFit(left: Offer, right: Offer): number {
  return (
    left.violations.length - right.violations.length ||
    left.misfits - right.misfits ||
    compareLength(left, right) ||
    changesOf(left) - changesOf(right)
  );
}

function lengthOf({ start, end }: Candidate): number {
  return end - start;
}

function changesOf({ candidate, encoded, fitChanges }: Offer): number {
  return candidate.reading.repairs.length + Number(encoded !== undefined) + fitChanges.length;
}

function rescued(text: string, offer: Offer, count: number, finds: Finds): Rescued {
  const { candidate, document, encoded, root, fitChanges, violations } = offer;
  const changes = textChanges(text, candidate, finds, encoded);
  const { base, truncated } = candidate.reading;
  return {
    ok: true,
    root,
    document,
    base: encoded === undefined ? base : undefined,
    candidate,
    count,
    status: statusOf(changes, fitChanges),
    truncated,
    textChanges: changes,
    fitChanges,
    violations,
  };
}

function statusOf(changes: readonly TextChange[], fits: readonly Change[]): Rescued["status"] {
  if (fits.length > 0) return "fitted";
  if (changes.length === 0) return "clean";
  return changes.every(isExtraction) ? "extracted" : "repaired";
}

/** Why there is no value: too deep, no JSON as it stands, or none at all. */
function problemOf({ problems }: Finds, mayRepair: boolean): JsonProblem | RepairProblem {
  const deep = problems.find(({ code }) => code === "INPUT_TOO_DEEP");
  const [first] = problems;
  if (deep !== undefined || (first !== undefined && !mayRepair))
    return (deep ?? first) as JsonProblem;
  return {
    code: "JSON_NOT_FOUND",
    offset: first?.offset ?? 0,
    found: first?.found ?? "no object, no array and no fence with a value",
    expected: "a JSON value",
  };
}
