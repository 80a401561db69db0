/** Which size is to be converted into which unit, from the fields of the converter or from one line of text. */
import { type Entry, fail } from "../_core/tool.ts";
import { readDecimal } from "../_lib/numbers/decimal-text.ts";
import { conflictsOf, insufficientInput } from "../_lib/fields/exclusive-fields.ts";
import { compare, type Fraction, fraction, multiply } from "../_lib/numbers/fraction.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { nearest } from "../_lib/text/nearest.ts";
import {
  fieldPlace,
  isProblem,
  notUnderstood,
  type Reading,
  readSize,
} from "../_lib/bytes/data-size/read.ts";
import {
  type DataUnit,
  readUnit,
  type ReadUnit,
  UNIT_NAMES,
} from "../_lib/bytes/data-size/unit.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { Input } from "../file-size-converter.ts";

export interface SizeRequest {
  /** Bits. */
  readonly size: Fraction;
  readonly target: DataUnit | undefined;
  readonly readings: readonly Reading[];
}

/** The conversion asked for, or every problem of the fields. */
export function readRequest(fields: Input) {
  const { input, value, to } = fields;
  const [conflict, ...conflicts] = conflictsOf(fields, [
    ["input", "value"],
    ["input", "from"],
  ]);
  if (conflict) return { failure: fail([conflict, ...conflicts]) };
  if (input !== undefined) return readText(input, to);
  if (value !== undefined) return readFields(String(value), fields);
  const found = Object.keys(fields).filter((name) => name === "from" || name === "to");
  const alternatives = "input, or value, with from or without";
  return { failure: fail(insufficientInput("convert a size", found, alternatives)) };
}

/** The last separator, with a target behind it. */
const SEPARATOR = /^(.*)(?:\s(?:to|in|as)\s|->|→)\s*(.*)$/is;

function readText(text: string, to: string | undefined) {
  const [, source = text, unit] = SEPARATOR.exec(text) ?? [];
  const size = readSize({ path: "/input", text: source });
  if (isProblem(size)) return { failure: fail(size) };
  if (unit === undefined) return withTarget(size.amount, [size], to);
  if (to !== undefined) return { failure: fail(twoTargets()) };
  const target = readUnit(unit.trim(), "size");
  if (target) return requested(size.amount, [size, reading("/input", target)], target);
  const place = { path: "/input", text };
  return { failure: fail(notUnderstood(place, text.length - unit.length, TARGETS)) };
}

const TARGETS = {
  name: "unit",
  expected: "a unit such as MB, MiB or kbit",
  examples: ["1536 MB to MiB", "1 GiB in bytes", "5 Mbit -> kB"],
} as const;

function twoTargets(): Entry<"CONFLICTING_FIELDS"> {
  const message =
    "Cannot use input and to together: found a target in both, expected one in input, or in to";
  return { code: "CONFLICTING_FIELDS", message, path: "/to" };
}

const MOST = fraction(10n ** 30n);
const NUMBERS = {
  name: "value",
  expected: "a decimal number from 0 to 10^30",
  examples: ["1536", "0.5", "1e9"],
} as const;

function readFields(text: string, { from = "B", to }: Input) {
  const number = readDecimal(text.trim());
  if (!number) return { failure: fail(notUnderstood(fieldPlace("/value", text), 0, NUMBERS)) };
  if (number.numerator < 0n || compare(number, MOST) > 0) {
    return { failure: inputInvalid([outOfBounds("/value", text, NUMBERS.expected)]) };
  }
  const unit = readUnit(from.trim(), "size");
  if (!unit) return { failure: fail(unknownUnit("/from", from)) };
  const size = multiply(fraction(number.numerator, number.denominator), unit.unit.bits);
  return withTarget(size, [reading("/from", unit)], to);
}

function withTarget(size: Fraction, readings: readonly Reading[], to = "") {
  const name = to.trim();
  if (name === "") return requested(size, readings, undefined);
  const target = readUnit(name, "size");
  if (!target) return { failure: fail(unknownUnit("/to", name)) };
  return requested(size, [...readings, reading("/to", target)], target);
}

function requested(size: Fraction, readings: readonly Reading[], target: ReadUnit | undefined) {
  const request: SizeRequest = { size, readings, target: target?.unit };
  return { request };
}

/** A unit alone, for what was assumed about it. */
function reading(path: string, { unit, isCaseAssumed }: ReadUnit): Reading {
  return { amount: unit.bits, path, assumption: isCaseAssumed ? "UNIT_CASE_ASSUMED" : undefined };
}

const SHOWN_CHARACTERS = 40;

function unknownUnit(path: string, name: string): Entry<"UNIT_UNKNOWN"> {
  const near = nearest(name, UNIT_NAMES);
  const expected = near.length > 0 ? near : ["B", "kB", "MiB", "kbit"];
  const shown = JSON.stringify(beginning(name, SHOWN_CHARACTERS));
  return {
    code: "UNIT_UNKNOWN",
    message: `Cannot convert the size: found the unit ${shown}, expected one such as ${expected.join(", ")}`,
    path,
    expected,
    received: beginning(name, SHOWN_CHARACTERS),
    hint: near.length > 0 ? `Did you mean ${near.join(", ")}?` : undefined,
  };
}
