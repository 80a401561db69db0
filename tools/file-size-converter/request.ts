/** Which size is to be converted into which unit, from the fields of the converter or from one line of text. */
import type { Entry, Outcome } from "../_core/tool.ts";
import { fail } from "../_core/tool.ts";
import { readDecimal } from "../_lib/numbers/decimal-text.ts";
import {
  CONFLICT_FAILURES,
  conflictsOf,
  INSUFFICIENT_FAILURES,
  insufficientInput,
} from "../_lib/fields/exclusive-fields.ts";
import { compare, type Fraction, fraction, multiply } from "../_lib/numbers/fraction.ts";
import { INPUT_FAILURES, inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { nearest } from "../_lib/text/nearest.ts";
import {
  fieldPlace,
  isProblem,
  notUnderstood,
  READ_FAILURES,
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

export const REQUEST_FAILURES = {
  ...READ_FAILURES,
  UNIT_UNKNOWN: "A field names no unit of data",
  ...CONFLICT_FAILURES,
  ...INSUFFICIENT_FAILURES,
  ...INPUT_FAILURES,
} as const;

type Failure = keyof typeof REQUEST_FAILURES;
type Failed = Outcome<never, Failure, never>;

export interface SizeFields {
  readonly input?: string;
  readonly value?: string | number;
  readonly from?: string;
  readonly to?: string;
}

export interface SizeRequest {
  /** Bits. */
  readonly size: Fraction;
  readonly target: DataUnit | undefined;
  readonly readings: readonly Reading[];
}

/** The conversion asked for, or every problem of the fields. */
export function readRequest(fields: SizeFields): SizeRequest | Failed {
  const { input, value, to } = fields;
  const [conflict, ...conflicts] = conflictsOf(fields, [
    ["input", "value"],
    ["input", "from"],
  ]);
  if (conflict) return fail([conflict, ...conflicts]);
  if (input !== undefined) return readText(input, to);
  if (value === undefined) {
    const found = Object.keys(fields).filter((name) => name === "from" || name === "to");
    return fail(
      insufficientInput("convert a size", found, "input, or value, with from or without"),
    );
  }
  return readFields(String(value), fields);
}

/** The last separator, with a target behind it. */
const SEPARATOR = /^(.*)(?:\s(?:to|in|as)\s|->|→)\s*(.*)$/is;

function readText(text: string, to: string | undefined): SizeRequest | Failed {
  const [, source = text, unit] = SEPARATOR.exec(text) ?? [];
  const size = readSize({ path: "/input", text: source });
  if (isProblem(size)) return fail(size);
  if (unit === undefined) return withTarget(size.amount, [size], to);
  if (to !== undefined) return fail(twoTargets());
  const target = readUnit(unit.trim(), "size");
  if (!target)
    return fail(notUnderstood({ path: "/input", text }, text.length - unit.length, TARGETS));
  return request(size.amount, [size, reading("/input", target)], target);
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

function readFields(text: string, { from = "B", to }: SizeFields): SizeRequest | Failed {
  const number = readDecimal(text.trim());
  if (!number) return fail(notUnderstood(fieldPlace("/value", text), 0, NUMBERS));
  if (number.numerator < 0n || compare(number, MOST) > 0) {
    return inputInvalid([outOfBounds("/value", text, NUMBERS.expected)]);
  }
  const unit = readUnit(from.trim(), "size");
  if (!unit) return fail(unknownUnit("/from", from));
  const size = multiply(fraction(number.numerator, number.denominator), unit.unit.bits);
  return withTarget(size, [reading("/from", unit)], to);
}

function withTarget(size: Fraction, readings: readonly Reading[], to = ""): SizeRequest | Failed {
  const name = to.trim();
  if (name === "") return request(size, readings, undefined);
  const target = readUnit(name, "size");
  if (!target) return fail(unknownUnit("/to", name));
  return request(size, [...readings, reading("/to", target)], target);
}

function request(
  size: Fraction,
  readings: readonly Reading[],
  target: ReadUnit | undefined,
): SizeRequest {
  return { size, readings, target: target?.unit };
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
