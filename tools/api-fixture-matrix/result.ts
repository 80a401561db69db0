/** The matrix as data and as text. */
import { done, type Entry, fail } from "../_core/tool.ts";
import { joinEntries } from "../_lib/results/entry-list.ts";
import { roundedQuotient } from "../_lib/numbers/fraction.ts";
import { arrayNode, memberNode, objectNode } from "../_lib/json/tree/tree.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { prettyJson } from "../_lib/json/tree/write.ts";
import { outputTooLarge } from "../_lib/results/output-limit.ts";
import { percentOf } from "../_lib/numbers/percent.ts";
import type { Input, Value, Warning } from "../api-fixture-matrix.ts";
import type { InvalidFixtures } from "./invalid.ts";
import type { Made } from "./matrix.ts";
import { ABSENT, type Model, type ParameterValue } from "./parameter.ts";

/** What is published of the matrix. */
export function resultOf(
  input: Input,
  model: Model,
  made: Made,
  { fixtures: invalid, warnings: dropped }: InvalidFixtures,
  warnings: readonly Entry<Warning>[],
) {
  const rows = input.include === "invalid" ? [] : made.fixtures;
  const output = prettyJson(
    objectNode([
      memberNode("valid", arrayNode(rows)),
      memberNode("invalid", arrayNode(invalid.map(({ node }) => node))),
    ]),
  );
  if (output === undefined) return fail(outputTooLarge("Lower the strength, or include fewer"));
  const exhaustive = model.parameters.reduce(
    (product, { values }) => product * BigInt(values.length),
    1n,
  );
  const { strength, required, covered, infeasible } = made;
  const value: Value = {
    parameters: model.parameters.map(({ name, values }) => ({ name, values: values.map(shown) })),
    rows: rows.map((node, index) => ({ id: idOf("V", index), input: valueOf(node).value })),
    invalid: invalid.map(({ path, keyword, node }, index) => ({
      id: idOf("I", index),
      path,
      keyword,
      input: valueOf(node).value,
    })),
    coverage: { strength, required, covered, infeasible, percent: percentOf(covered, required, 2) },
    exhaustive: Math.min(Number(exhaustive), Number.MAX_VALUE),
    reductionPercent: reduction(exhaustive, made.fixtures.length),
  };
  const stats = { rows: value.rows.length, invalidRows: value.invalid.length };
  const kept = valueOf(arrayNode(model.parameters.flatMap(({ values }) => values.flatMap(nodeIn))));
  const all = joinEntries<Warning>(
    warnings,
    made.warnings,
    dropped,
    kept.warnings.map(withoutPlace),
  );
  return done({ output, value, stats, warnings: all });
}

function shown(value: ParameterValue) {
  return value === ABSENT ? { absent: true } : { value: valueOf(value).value };
}

function nodeIn(value: ParameterValue) {
  return value === ABSENT ? [] : [value];
}

/** The value stands in many rows. */
function withoutPlace(entry: Entry<Warning>): Entry<Warning> {
  return { ...entry, path: undefined };
}

function idOf(letter: "V" | "I", index: number): string {
  return `${letter}${String(index + 1).padStart(3, "0")}`;
}

/** By how much fewer rows there are than all combinations would take. */
function reduction(exhaustive: bigint, rows: number): number {
  const spared = exhaustive - BigInt(rows);
  return Number(roundedQuotient(spared * 10_000n, exhaustive)) / 100;
}
