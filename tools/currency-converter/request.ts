/** What is to be converted: from the fields of the converter, or from one line of text. */
import type { Entry } from "../_core/tool.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import { conflictsOf, insufficientInput } from "../_lib/fields/exclusive-fields.ts";
import { outOfBounds } from "../_lib/results/input-invalid.ts";
import { readList } from "../_lib/fields/list-field.ts";
import { type Currency, isCurrency, readCurrency } from "../_lib/money/amount.ts";
import { SIGNED_NUMBER } from "../_lib/numbers/written-number.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { Input } from "../currency-converter.ts";
import { CONVERTIBLE } from "./tables.ts";

export interface CurrencyRequest {
  readonly amount: Decimal;
  readonly from: Currency;
  /** At least one. */
  readonly to: readonly Currency[];
}

/** The request, or all that is wrong with its fields. */
export function readRequest(input: Input) {
  const [first, ...others] = conflictsOf(input, [
    ["input", "amount"],
    ["input", "from"],
    ["input", "to"],
  ]);
  if (first) return { problems: [first, ...others] as const };
  const written = input.input === undefined ? readFields(input) : readLine(input.input);
  return "code" in written ? { problems: [written] as const } : resolve(written);
}

interface Written {
  readonly amount: Decimal;
  readonly amountPath: string;
  readonly from: string;
  readonly fromPath: string;
  readonly to: readonly { readonly code: string; readonly path: string }[];
  readonly toPath: string;
}

const ALTERNATIVES = "input, or from and to";

function readFields({ amount = 1, from, to }: Input): Written | Entry<"INSUFFICIENT_INPUT"> {
  if (from === undefined || to === undefined) {
    const found = [from === undefined ? [] : ["from"], to === undefined ? [] : ["to"]].flat();
    const path = from === undefined ? "/from" : "/to";
    return insufficientInput("convert", found, ALTERNATIVES, path);
  }
  const place = (index: number): string => (typeof to === "string" ? "/to" : `/to/${index}`);
  return {
    amount: new Decimal(amount),
    amountPath: "/amount",
    from,
    fromPath: "/from",
    to: readList(to).map((code, index) => ({ code, path: place(index) })),
    toPath: "/to",
  };
}

const CODE = "[A-Za-z]+";
const LINE = new RegExp(
  String.raw`^\s*(?:(${SIGNED_NUMBER})\s*(${CODE})|(${CODE})\s*(${SIGNED_NUMBER}))` +
    String.raw`\s*(?:(?<![A-Za-z])(?:to|in|into)\b|->|=)\s*(${CODE}(?:\s*,\s*${CODE})*)\s*$`,
  "i",
);

const WORKING = "100 USD to EUR; USD 1,250.50 in JPY, GBP; 20 eur -> chf";

function readLine(input: string): Written | Entry<"TEXT_NOT_UNDERSTOOD"> {
  const [, before, codeAfter, codeBefore, after, codes = ""] = LINE.exec(input) ?? [];
  const number = before ?? after;
  const from = codeAfter ?? codeBefore;
  if (number === undefined || from === undefined) return notUnderstood(input);
  const path = "/input";
  return {
    amount: new Decimal(number.replaceAll(/[\s,+]/g, "").replace("−", "-")),
    amountPath: path,
    from,
    fromPath: path,
    to: readList(codes).map((code) => ({ code, path })),
    toPath: path,
  };
}

const SHOWN_CHARACTERS = 60;

function notUnderstood(input: string): Entry<"TEXT_NOT_UNDERSTOOD"> {
  const found = JSON.stringify(beginning(input, SHOWN_CHARACTERS));
  const expected = "an amount with a code, then to, in, into, -> or =, then codes";
  return {
    code: "TEXT_NOT_UNDERSTOOD",
    message: `Cannot read the text: found ${found}, expected ${expected}`,
    path: "/input",
    expected,
    hint: `These work: ${WORKING}`,
  };
}

const MOST_TARGETS = 50;
const MOST_MONEY = 1e15;

function resolve({ amount, amountPath, from, fromPath, to, toPath }: Written) {
  const bounds: Entry<"RANGE">[] = [];
  if (amount.abs().gt(MOST_MONEY)) {
    bounds.push(outOfBounds(amountPath, "a larger amount", `at most ${MOST_MONEY}`));
  }
  if (to.length === 0 || to.length > MOST_TARGETS) {
    bounds.push(outOfBounds(toPath, `${to.length} codes`, `1 to ${MOST_TARGETS}`));
  }
  const source = readCurrency(from, fromPath, CONVERTIBLE);
  const targets = to
    .slice(0, MOST_TARGETS)
    .map(({ code, path }) => readCurrency(code, path, CONVERTIBLE));
  const unknown = targets.flatMap((read) => (isCurrency(read) ? [] : [read]));
  if (!isCurrency(source)) return { problems: [source, ...unknown] as const };
  const [first, ...others] = [...unknown, ...bounds];
  if (first) return { problems: [first, ...others] as const };
  return { amount, from: source, to: targets.filter(isCurrency) };
}
