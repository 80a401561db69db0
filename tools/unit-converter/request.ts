/** What is to be converted into what, from the fields of the converter or from one line of text. */
import type { Entry } from "../_core/tool.ts";
import { conflictsOf, insufficientInput } from "../_lib/fields/exclusive-fields.ts";
import { compare, type Fraction } from "../_lib/numbers/fraction.ts";
import { readNumber } from "../_lib/numbers/written-number.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { Input } from "../unit-converter.ts";
import {
  isProblem,
  type ParseProblem,
  parseQuantity,
  parseUnit,
  type Quantity,
  type Range,
  type UnitExpression,
} from "./parse.ts";
import type { Places } from "./resolve.ts";

type RequestProblem = ParseProblem | Entry<"CONFLICTING_FIELDS" | "INSUFFICIENT_INPUT">;

export interface Conversion {
  readonly quantity: Quantity;
  /** None: all common units; several: a mixed result. */
  readonly targets: readonly UnitExpression[];
  /** The targets as typed. */
  readonly targetText: string;
  readonly places: Places;
}

/** The conversion asked for, or every problem that the fields have before a unit is converted. */
export function readRequest(
  fields: Input,
): Conversion | readonly [RequestProblem, ...RequestProblem[]] {
  const [conflict, ...conflicts] = conflictsOf(fields, [
    ["input", "value"],
    ["input", "from"],
  ]);
  if (conflict) return [conflict, ...conflicts];
  const { input, value, from, to } = fields;
  const read = input === undefined ? readFields(value, from) : readText(input);
  if ("code" in read) return [read];
  if (read.target && to !== undefined) return [twoTargets()];
  const target = targetOf(read, to);
  const { text, path, range } = target;
  const targets = parseTargets(text, path, range);
  if ("code" in targets) return [targets];
  return {
    quantity: read.quantity,
    targets,
    targetText: text.slice(range.start, range.end).trim(),
    places: { source: read.source, target: { text, path } },
  };
}

function twoTargets(): RequestProblem {
  const message =
    "Cannot use input and to together: found a target in both, expected one in input, or in to";
  return { code: "CONFLICTING_FIELDS", message, path: "/to" };
}

interface Source {
  readonly quantity: Quantity;
  readonly source: Places["source"];
  /** Where the target stands in the same text. */
  readonly target?: Range;
}

function readFields(
  value: string | number | undefined,
  from: string | undefined,
): Source | RequestProblem {
  if (value === undefined || from === undefined) {
    const found = Object.entries({ value, from }).filter(([, field]) => field !== undefined);
    return insufficientInput(
      "convert",
      found.map(([name]) => name),
      "input, or value and from",
      value === undefined ? "/value" : "/from",
    );
  }
  const number = readNumber(String(value));
  if (!number) return noNumber(String(value));
  const unit = parseUnit(from, "/from");
  if (isProblem(unit)) return unit;
  return { quantity: quantityOf(number, unit), source: { text: from, path: "/from" } };
}

function quantityOf(value: Fraction, unit: UnitExpression): Quantity {
  return { isNegative: false, terms: [{ value, unit }] };
}

function noNumber(text: string): ParseProblem {
  const expected = "a number such as 2 1/2, 1/3, 1e-3 or 1,234.5";
  return {
    code: "TEXT_NOT_UNDERSTOOD",
    message: `Cannot read the value: found ${JSON.stringify(beginning(text, 40))}, expected ${expected}`,
    path: "/value",
    expected,
    hint: "These work: 2 1/2; 1e-3; 1,234.5",
  };
}

/** Words between a quantity and a unit, in the order in which they are tried; the last of a kind counts. */
const SEPARATORS = [/\s(?:in)?to(?=\s)/giu, /->/g, /→/g, /\sas(?=\s)/giu, /\sin(?=\s)/giu];

/** What people say around a conversion. */
const OPENING =
  /^\s*(?:(?:please\s+)?convert|what(?:'s|’s|\s+is|\s+are)|how\s+much\s+(?:is|are))\s+/iu;
const CLOSING = /(?<![\s?.])[\s?.]+$/u;
/** `how many cups are in a litre`: the target comes first. */
// Bounded: the text has at most 500 characters.
const HOW_MANY =
  /^\s*(?:how\s+many|how\s+much)\s+(?<target>\S.*?)\s+(?:(?:are|is)\s+(?:there\s+)?(?:in\s+)?|in\s+|make\s+|equals?\s+)(?=[\d.,+\-−½¼¾⅓⅔]|an?\s|one\s)/iu;

function readText(text: string): Source | ParseProblem {
  const path = "/input";
  const source = { text, path };
  const end = text.length - (CLOSING.exec(text)?.[0].length ?? 0);
  const asked = HOW_MANY.exec(text);
  if (asked) {
    const quantity = parseQuantity(text, path, { start: asked[0].length, end });
    if (isProblem(quantity)) return quantity;
    const wanted = asked.groups?.["target"] ?? "";
    const start = text.indexOf(wanted, asked[0].search(/many|much/iu) + 4);
    return { quantity, source, target: { start, end: start + wanted.length } };
  }
  const start = OPENING.exec(text)?.[0].length ?? 0;
  let problem: ParseProblem | undefined;
  for (const split of splits(text.slice(0, end))) {
    const quantity = parseQuantity(text, path, { start, end: split.start });
    if (!isProblem(quantity)) return { quantity, source, target: { start: split.end, end } };
    // In `30 in Hg` there is nothing to convert before ` in `.
    if (quantity.code === "UNIT_UNKNOWN") return quantity;
    problem ??= quantity;
  }
  const quantity = parseQuantity(text, path, { start, end });
  if (!isProblem(quantity)) return { quantity, source };
  return problem ?? quantity;
}

function splits(text: string): Range[] {
  return SEPARATORS.flatMap((separator) => {
    const last = [...text.matchAll(separator)].at(-1);
    return last ? [{ start: last.index, end: last.index + last[0].length }] : [];
  });
}

function targetOf(
  { source, target }: Source,
  to: string | undefined,
): Places["target"] & { readonly range: Range } {
  if (target) return { ...source, range: target };
  const text = to ?? "";
  return { text, path: "/to", range: { start: 0, end: text.length } };
}

function parseTargets(
  text: string,
  path: string,
  range: Range,
): readonly UnitExpression[] | ParseProblem {
  const targets: UnitExpression[] = [];
  if (path === "/to" && text.trim() === "") return targets;
  let { start } = range;
  while (start <= range.end) {
    const mark = /[;+]|(?<=\s)and(?=\s)/iu.exec(text.slice(start, range.end));
    const end = mark ? start + mark.index : range.end;
    const unit = parseUnit(text, path, { start, end });
    if (isProblem(unit)) return unit;
    targets.push(...apart(unit));
    start = end + (mark?.[0].length ?? 1);
  }
  return targets;
}

/** `ft in` is no product of lengths: units of one quantity side by side, each smaller than the one before. */
function apart(unit: UnitExpression): readonly UnitExpression[] {
  const { powers, text } = unit;
  const isList = powers.length > 1 && /^[^*·⋅×/()^\d]+$/u.test(text) && !/\bper\b/iu.test(text);
  if (!isList || powers.some(({ exponent }) => exponent !== 1)) return [unit];
  const readings = powers.map((power) => power.readings[0]);
  const [first] = readings;
  const descends = readings.every((reading, at) => {
    const before = readings[at - 1];
    if (reading === undefined || reading.unit.quantity !== first?.unit.quantity) return false;
    if (before === undefined) return true;
    return compare(before.factor.fraction, reading.factor.fraction) > 0;
  });
  if (!descends) return [unit];
  return powers.map((power) => ({ ...unit, text: power.word, powers: [power] }));
}
