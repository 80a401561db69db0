/** Gives every word of a conversion one meaning, where letter case or loose writing left several. */
import type { Entry } from "../_core/tool.ts";
import type { Fraction } from "../_lib/numbers/fraction.ts";
import { positionAt } from "../_lib/text/position.ts";
import { findUnit, isAssumedBytes, type Reading } from "../_lib/numbers/units/lookup.ts";
import type { Warnings } from "../unit-converter.ts";
import { isSingleWord, isTemperature, type Measure, measureOf } from "./measure.ts";
import type { Quantity, UnitExpression } from "./parse.ts";
import { relationOf } from "./relation.ts";
import { isSameDimension } from "../_lib/numbers/units/units.ts";

export type ConversionProblem = Entry<"DIMENSION_MISMATCH" | "DIVISION_BY_ZERO" | "UNIT_AMBIGUOUS">;

/** What was taken for granted on the way. */
export type Assumption = keyof Warnings;

/** The meaning of a source and, if there is one, its targets. */
export interface Resolved {
  readonly terms: readonly { readonly value: Fraction; readonly measure: Measure }[];
  readonly isNegative: boolean;
  readonly targets: readonly Measure[];
  readonly assumptions: Set<Assumption>;
}

/** Where an expression stands, for what is said about it. */
export interface Places {
  readonly source: { readonly text: string; readonly path: string };
  readonly target: { readonly text: string; readonly path: string };
}

/** Picks a reading for each word: where source and target are single words, those that fit each other. */
export function resolve(
  { terms, isNegative }: Quantity,
  targets: readonly UnitExpression[],
  places: Places,
): Resolved | ConversionProblem {
  const expressions = meantBeside([...terms.map(({ unit }) => unit), ...targets]);
  const pairs = fittingReadings(terms, targets);
  const measures: Measure[] = [];
  for (const [index, expression] of expressions.entries()) {
    const chosen: Reading[] = [];
    for (const { readings, word, offset } of expression.powers) {
      const [reading, ...others] = pairs?.[index] ?? readings;
      if (!reading || others.length > 0) {
        const place = index < terms.length ? places.source : places.target;
        return ambiguous(word, [...(reading ? [reading] : []), ...others], { ...place, offset });
      }
      chosen.push(reading);
    }
    measures.push(measureOf(expression, chosen));
  }
  const resolved = {
    terms: terms.flatMap(({ value }, index) => {
      const measure = measures[index];
      return measure ? [{ value, measure }] : [];
    }),
    isNegative,
    targets: measures.slice(terms.length),
    assumptions: new Set<Assumption>(),
  };
  const corrected = assumeTemperatures(resolved);
  for (const measure of measuresOf(corrected)) noteAssumptions(measure, corrected.assumptions);
  return corrected;
}

/** What the same sign or symbol is beside units of another quantity. */
const ELSEWHERE: Readonly<Record<string, readonly [quantity: string, name: string]>> = {
  "′": ["angle", "ft"],
  "″": ["angle", "in"],
  pt: ["length", "point"],
};

/**
 * `5′11″` are feet and inches, unless an angle stands beside them; `pt` beside a length is the point of printers.
 */
function meantBeside(expressions: readonly UnitExpression[]): readonly UnitExpression[] {
  const quantities = new Set(
    expressions.flatMap(({ powers }) =>
      powers.flatMap(({ word, readings }) =>
        Object.hasOwn(ELSEWHERE, word) ? [] : (readings[0]?.unit.quantity ?? []),
      ),
    ),
  );
  return expressions.map((expression) => {
    const [power] = expression.powers;
    const meant = power && isSingleWord(expression) ? ELSEWHERE[power.word] : undefined;
    if (power === undefined || meant === undefined) return expression;
    const [quantity, name] = meant;
    if (quantities.has(quantity) === (quantity === "angle")) return expression;
    return { ...expression, powers: [{ ...power, readings: findUnit(name)?.readings ?? [] }] };
  });
}

function measuresOf({ terms, targets }: Resolved): readonly Measure[] {
  return [...terms.map(({ measure }) => measure), ...targets];
}

/** For a single word and a single target: the readings on both sides that have a partner, if that leaves any. */
function fittingReadings(
  terms: Quantity["terms"],
  targets: readonly UnitExpression[],
): readonly (readonly Reading[])[] | undefined {
  const [source, target] = [terms[0]?.unit, targets[0]];
  if (!source || !target || terms.length > 1 || targets.length > 1) return undefined;
  if (!isSingleWord(source) || !isSingleWord(target)) return undefined;
  const [left, right] = [source.powers[0]?.readings ?? [], target.powers[0]?.readings ?? []];
  if (left.length === 1 && right.length === 1) return undefined;
  const fits = (a: Reading, b: Reading): boolean =>
    isSameDimension(a.unit.dimension, b.unit.dimension);
  const kept = [
    left.filter((a) => right.some((b) => fits(a, b))),
    right.filter((b) => left.some((a) => fits(a, b))),
  ];
  return kept.every(({ length }) => length > 0) ? kept : undefined;
}

function ambiguous(
  word: string,
  readings: readonly Reading[],
  { text, path, offset }: { text: string; path: string; offset: number },
): ConversionProblem {
  const symbols = readings.map(({ symbol }) => symbol);
  return {
    code: "UNIT_AMBIGUOUS",
    message: `Cannot use ${JSON.stringify(word)}: found that it may be ${symbols.join(" or ")}, expected one of these`,
    path,
    ...positionAt(text, offset),
    received: word,
    expected: symbols,
    hint: `Write ${symbols.join(" or ")}`,
  };
}

/** C and F, alone, beside a temperature or one another, where nothing else can be meant. */
function assumeTemperatures(resolved: Resolved): Resolved {
  const [term, target] = [resolved.terms[0], resolved.targets[0]];
  if (!term || !target || resolved.terms.length > 1 || resolved.targets.length > 1) return resolved;
  if (relationOf(term.measure, target) !== undefined) return resolved;
  const [from, to] = [asTemperature(term.measure), asTemperature(target)];
  if (!from || !to) return resolved;
  const assumptions = new Set<Assumption>(["TEMPERATURE_ASSUMED"]);
  return { ...resolved, terms: [{ ...term, measure: from }], targets: [to], assumptions };
}

function asTemperature(measure: Measure): Measure | undefined {
  if (isTemperature(measure)) return measure;
  const { expression } = measure;
  const [power] = expression.powers;
  if (!power || !isSingleWord(expression) || !/^[CF]$/i.test(power.word)) return undefined;
  const readings = findUnit(`°${power.word.toUpperCase()}`)?.readings ?? [];
  return measureOf(
    { ...expression, powers: [{ ...power, readings, isCaseAssumed: false }] },
    readings,
  );
}

const US_MEASURES: ReadonlySet<string> = new Set([
  "gal",
  "qt",
  "pt",
  "gill",
  "floz",
  "cup",
  "tbsp",
  "tsp",
  "ton",
]);

function noteAssumptions({ expression }: Measure, assumptions: Set<Assumption>): void {
  if (expression.isAmbiguous) assumptions.add("AMBIGUOUS_DIVISION");
  for (const { word, readings, isCaseAssumed } of expression.powers) {
    const symbol = readings[0]?.unit.symbol ?? "";
    if (isCaseAssumed) {
      assumptions.add(isAssumedBytes(word) ? "UNIT_CASE_ASSUMED" : "CASE_ASSUMED");
    }
    if (symbol === "point" && word === "pt") assumptions.add("POINT_ASSUMED");
    if (symbol === "mo" || symbol === "yr") assumptions.add("AVERAGE_LENGTH");
    if (symbol === "Da") assumptions.add("MEASURED_CONSTANT");
    const isNamed = /\bus(?![\p{L}])|gal_us|short/iu.test(word);
    if (US_MEASURES.has(symbol) && !isNamed) assumptions.add("US_MEASURE_ASSUMED");
  }
}
