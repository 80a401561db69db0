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
import { currencyNamed } from "./names.ts";
import { CONVERTIBLE } from "./tables.ts";

export interface CurrencyRequest {
  readonly amount: Decimal;
  readonly from: Currency;
  /** At least one. */
  readonly to: readonly Currency[];
  /** What several currencies are called. */
  readonly assumed: readonly Entry<"CURRENCY_ASSUMED">[];
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

/** A code, a sign, or a name of up to three words. White space is one blank in all of these. */
const NAME = String.raw`[\p{L}\p{Sc}]+\.?(?: \p{L}+){0,2}?`;
const OPENING = String.raw`^(?:(?:convert|what(?:'s|’s| is)|how much (?:is|are)) )?`;
const LINE = new RegExp(
  String.raw`${OPENING}(?:(${SIGNED_NUMBER}) ?(${NAME})|([+\-−]?) ?(${NAME}) ?(${SIGNED_NUMBER}))` +
    String.raw` ?(?:(?<!\p{L})(?:to|in|into)(?!\p{L})|->|→|=) ?(${NAME}(?: ?(?:,|(?<= )and(?= )) ?${NAME})*) ?\??$`,
  "iu",
);

const WORKING = "100 USD to EUR; USD 1,250.50 in JPY, GBP; 20 eur -> chf";

function readLine(input: string): Written | Entry<"TEXT_NOT_UNDERSTOOD"> {
  const [, before, codeAfter, sign = "", codeBefore, after, codes = ""] =
    LINE.exec(input.trim().replaceAll(/\s+/g, " ")) ?? [];
  const number = before ?? (after === undefined ? undefined : sign + after);
  const from = codeAfter ?? codeBefore;
  if (number === undefined || from === undefined) return notUnderstood(input);
  const path = "/input";
  return {
    amount: new Decimal(number.replaceAll(/[\s,+]/g, "").replace("−", "-")),
    amountPath: path,
    from,
    fromPath: path,
    to: codes.split(/,| and /iu).map((code) => ({ code: code.trim(), path })),
    toPath: path,
  };
}

const SHOWN_CHARACTERS = 60;

function notUnderstood(input: string): Entry<"TEXT_NOT_UNDERSTOOD"> {
  const found = JSON.stringify(beginning(input, SHOWN_CHARACTERS));
  const expected = "an amount with a code, sign or name, then to, in, into, -> or =, then codes";
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
  const assumed: Entry<"CURRENCY_ASSUMED">[] = [];
  const read = (text: string, path: string) => {
    const named = CONVERTIBLE.has(text.trim().toUpperCase()) ? undefined : currencyNamed(text);
    if (named?.isAmbiguous) assumed.push(currencyAssumed(text, named.code, path));
    return readCurrency(named?.code ?? text, path, CONVERTIBLE);
  };
  const source = read(from, fromPath);
  const targets = to.slice(0, MOST_TARGETS).map(({ code, path }) => read(code, path));
  const unknown = targets.flatMap((target) => (isCurrency(target) ? [] : [target]));
  if (!isCurrency(source)) return { problems: [source, ...unknown] as const };
  const [first, ...others] = [...unknown, ...bounds];
  if (first) return { problems: [first, ...others] as const };
  return { amount, from: source, to: targets.filter(isCurrency), assumed };
}

function currencyAssumed(text: string, code: string, path: string): Entry<"CURRENCY_ASSUMED"> {
  const shown = JSON.stringify(beginning(text.trim(), SHOWN_CHARACTERS));
  return {
    code: "CURRENCY_ASSUMED",
    message: `${shown} is taken as ${code}`,
    path,
    received: code,
  };
}
