/** The claims as they are given, in a list or in a text. */
import { isNothing, readStructured } from "../_lib/fields/structured-field.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { sentencesIn } from "../_lib/text/prose/sentences.ts";
import { type TextUnit, unitsOf } from "../_lib/text/prose/units.ts";
import type { Claims, Input } from "../claim-evidence-coverage.ts";

export interface Claim {
  readonly id: string;
  readonly text: string;
  /** Ids of the sources that it lists; where there are none all count. */
  readonly listed: readonly string[];
}

const PATH = "/claims";
/** Of each more is said than it takes to make it. */
const MOST_CLAIMS = 10_000;

/** The claims, those of a text its sentences unless it begins as data does; undefined where nothing is given. */
export function readClaims(field: Input["claims"], shape: Claims) {
  const read = claimsIn(field, shape);
  if (read.failure || !read.claims) return read;
  const references = read.claims.reduce((sum, { listed }) => sum + listed.length, 0);
  for (const [count, what] of [
    [read.claims.length, "claims"],
    [references, "ids of evidence"],
  ] as const) {
    if (count <= MOST_CLAIMS) continue;
    const problem = outOfBounds(PATH, `${count} ${what}`, `at most ${MOST_CLAIMS}`);
    return { failure: inputInvalid([problem]) };
  }
  return read;
}

function claimsIn(field: Input["claims"], shape: Claims) {
  if (isNothing(field)) return { warnings: [] };
  if (typeof field === "string" && !isData(field)) {
    const texts = unitsOf(field).flatMap((unit) => statementsIn(field, unit));
    const claims = texts.map((text, at): Claim => ({ id: defaultId(at), text, listed: [] }));
    return { claims, warnings: [] };
  }
  const read = readStructured(field, shape, PATH);
  if (read.failure) return { failure: read.failure };
  const { value, warnings } = read;
  const claims = value.map(({ id, text, evidence = [] }, at): Claim => {
    return { id: id || defaultId(at), text, listed: evidence };
  });
  return claims.length === 0 ? { warnings } : { claims, warnings };
}

function defaultId(at: number): string {
  return `c${at + 1}`;
}

/** Whether a text is a JSON list or object, or is meant to be one. */
function isData(text: string): boolean {
  if (/^\ufeff?\s*(?:\[\s*\{|\{\s*")/.test(text)) return true;
  if (!/^\ufeff?\s*[[{]/.test(text)) return false;
  return readJsonField(text, PATH).ok;
}

const ITEM_MARKER = /^(?:[-*+]|\d{1,9}[.)])[ \t]+/;

/** The sentences of paragraphs and list items; headings, tables and code state nothing. */
function statementsIn(text: string, { kind, start, end, text: written }: TextUnit): string[] {
  if (kind === "sentence") return [written];
  if (kind !== "list") return [];
  const marker = ITEM_MARKER.exec(written)?.[0] ?? "";
  const sentences = sentencesIn(text, { start: start + marker.length, end });
  return sentences.map((range) => text.slice(range.start, range.end));
}
